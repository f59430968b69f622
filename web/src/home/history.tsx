/* Finished games: mine, and those at public tables. */
import { useEffect, useState } from "preact/hooks";
import { linkTo } from "../address";
import { titleOf } from "../games/games";
import { ask, me } from "../line";
import { seatName } from "../seat";
import type { Finished } from "../wire";
import { language, list, number, words } from "../words";

type Whose = "me" | "everybody";
const PAGE = 20;

function Result({ game }: { game: Finished }) {
  const text = words().house;
  const day = new Intl.DateTimeFormat(language.value === "de" ? "de-DE" : "en-GB", { dateStyle: "medium" });
  const nameOf = (seat: string) => game.seats.find((info) => info.seat === seat)?.name ?? seatName(seat);
  const { winners, scores } = game.end;
  return (
    <li>
      <a href={linkTo(game.table)}>{titleOf(game.game)}, {day.format(game.ended)}</a>{" "}
      {winners.length ? text.won(list(winners.map((seat) => `${nameOf(seat)} (${number(scores[seat] ?? 0)})`))) : text.nobodyWon}
    </li>
  );
}

export function History() {
  const [whose, setWhose] = useState<Whose>("me");
  const [played, setPlayed] = useState<Finished[]>([]);
  const [more, setMore] = useState(false);
  const text = words().house;
  const load = async (of: Whose, before?: string) => {
    const answer = await ask("history", { of, ...(before ? { before } : {}) });
    if (!answer.ok) return;
    const games = answer.games as Finished[];
    setWhose(of);
    setPlayed((known) => [...(before ? known : []), ...games]);
    setMore(games.length === PAGE);
  };
  useEffect(() => void load("me"), [me.value?.person]);
  const tab = (of: Whose, name: string) => <button type="button" aria-pressed={whose === of} onClick={() => load(of)}>{name}</button>;
  return (
    <section class="card">
      <h2>{text.results}</h2>
      <div class="row">{tab("me", text.mine)}{tab("everybody", text.everybodys)}</div>
      {played.length ? <ul class="results">{played.map((game) => <Result key={game.table} game={game} />)}</ul> : <p class="soft">{text.noResults}</p>}
      {more ? <button type="button" onClick={() => load(whose, played.at(-1)!.table)}>{text.more}</button> : null}
    </section>
  );
}
