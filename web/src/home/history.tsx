/* What I have played. */
import { useEffect, useState } from "preact/hooks";
import { games } from "../games/games";
import { ask, me } from "../line";
import { seatName } from "../table/names";
import type { End, Listed } from "../wire";
import { language, list, number, words } from "../words";

type Finished = Listed & { ended: number; end: End };
const PAGE = 20;

export function History() {
  const [played, setPlayed] = useState<Finished[]>([]);
  const [more, setMore] = useState(false);
  const text = words().house;
  const load = async (before?: string) => {
    const answer = await ask("history", before ? { before } : {}, true);
    if (!answer.ok) return;
    const games = answer.games as Finished[];
    setPlayed((known) => [...(before ? known : []), ...games]);
    setMore(games.length === PAGE);
  };
  useEffect(() => void load(), [me.value?.person]);
  if (!played.length) return null;
  const day = new Intl.DateTimeFormat(language.value === "de" ? "de-DE" : "en-GB", { dateStyle: "medium" });
  const nameOf = (game: Finished, seat: string) => game.seats.find((info) => info.seat === seat)?.name ?? seatName(seat);
  return (
    <section class="card">
      <h2>{text.results}</h2>
      <ul class="results">
        {played.map((game) => (
          <li key={game.table}>
            <a href={`#${game.table}`}>{games[game.game].title()}, {day.format(game.ended)}</a>{" "}
            {text.won(list(game.end.winners.map((seat) => `${nameOf(game, seat)} (${number(game.end.scores[seat] ?? 0)})`)))}
          </li>
        ))}
      </ul>
      {more ? <button type="button" onClick={() => load(played.at(-1)!.table)}>{text.more}</button> : null}
    </section>
  );
}
