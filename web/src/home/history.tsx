/* What was played: my finished games, and public ones. A server that keeps no history shows nothing here. */
import { useEffect, useState } from "preact/hooks";
import { games } from "../games/games";
import { ask, me } from "../line";
import { seatName } from "../table/names";
import type { GameName, SeatInfo } from "../wire";
import { language, list, number, words } from "../words";

interface Finished {
  table: string;
  at: number;
  game: GameName;
  seats: SeatInfo[];
  scores: Record<string, number>;
  winners: string[];
}

export function History() {
  const [games_, setGames] = useState<Finished[]>([]);
  const [more, setMore] = useState<unknown>(undefined);
  const text = words().house;
  const load = async (before?: unknown) => {
    const answer = await ask("history", before === undefined ? {} : { before }, true);
    if (!answer.ok) return;
    setGames((known) => [...(before === undefined ? [] : known), ...(answer.games as Finished[])]);
    setMore(answer.before);
  };
  useEffect(() => void load(), [me.value?.person]);
  if (!games_.length) return null;
  const day = new Intl.DateTimeFormat(language.value === "de" ? "de-DE" : "en-GB", { dateStyle: "medium" });
  const nameOf = (game: Finished, seat: string) => game.seats.find((info) => info.seat === seat)?.name ?? seatName(seat);
  return (
    <section class="card">
      <h2>{text.results}</h2>
      <ul class="results">
        {games_.map((game) => (
          <li key={game.table}>
            <a href={`#${game.table}`}>{games[game.game].title()}, {day.format(game.at)}</a>{" "}
            {text.won(list(game.winners.map((seat) => `${nameOf(game, seat)} (${number(game.scores[seat] ?? 0)})`)))}
          </li>
        ))}
      </ul>
      {more !== undefined && more !== null ? <button type="button" onClick={() => load(more)}>{text.more}</button> : null}
    </section>
  );
}
