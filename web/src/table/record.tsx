/* What the server remembers of a player: games and promises, in the finished games that the reader may look at. A person is
 * known by their id, a bot by its character. */
import { useEffect, useState } from "preact/hooks";
import { ask, me } from "../line";
import type { Finished, SeatInfo } from "../wire";
import { sideWords } from "./words";

/** Pages of history that are read: those of the reader's own games, and those of public tables. */
const PAGES = 5;
const PAGE = 20;

interface Total {
  games: number;
  won: number;
  kept: number;
  broken: number;
}

async function finished(of: "me" | "everybody"): Promise<Finished[]> {
  const all: Finished[] = [];
  for (let page = 0; page < PAGES; page++) {
    const answer = await ask("history", { of, ...(all.length ? { before: all.at(-1)!.table } : {}) });
    if (!answer.ok) break;
    const games = answer.games as Finished[];
    all.push(...games);
    if (games.length < PAGE) break;
  }
  return all;
}

const isSame = (one: SeatInfo, other: SeatInfo): boolean =>
  one.person ? one.plays === "person" && one.person === other.person : !other.person && one.plays === "bot" && one.bot === other.bot;

/** A player may have had several seats, if it is a bot. */
export function totalOf(info: SeatInfo, games: Finished[]): Total {
  const total = { games: 0, won: 0, kept: 0, broken: 0 };
  for (const { seats, end, seals } of new Map(games.map((game) => [game.table, game])).values())
    for (const { seat } of seats.filter((each) => isSame(each, info))) {
      total.games++;
      total.won += end.winners.includes(seat) ? 1 : 0;
      total.kept += seals?.[seat]?.kept ?? 0;
      total.broken += seals?.[seat]?.broken ?? 0;
    }
  return total;
}

export function ServerRecord({ info }: { info: SeatInfo }) {
  const [total, setTotal] = useState<Total | null>(null);
  const known = !me.value?.alone && (info.person || info.plays === "bot");
  useEffect(() => {
    if (known) void Promise.all([finished("me"), finished("everybody")]).then((games) => setTotal(totalOf(info, games.flat())));
  }, []);
  if (!known || !total) return null;
  const text = sideWords().record;
  return <p class="server-record">{total.games ? text.total(total.games, total.won, total.kept, total.broken) : text.none}</p>;
}
