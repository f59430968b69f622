/* A table: the game's board in the middle, and around it what all games have. */
import { useEffect, useMemo } from "preact/hooks";
import { games } from "../games/games";
import type { Choice, Naming } from "../games/game";
import { closeTable, openTable } from "../line";
import { words } from "../words";

export function TablePage({ name }: { name: string }) {
  const table = useMemo(() => openTable(name), [name]);
  useEffect(() => () => closeTable(table), [table]);
  const view = table.view.value;
  if (!view) return null;
  const game = games[view.game];
  const naming: Naming = {
    me: view.as,
    of: (seat) => view.seats.find((info) => info.seat === seat)?.name ?? words().seats[seat] ?? seat,
  };
  const choose = (choice: Choice) => void table.ask("move", { move: choice.move, decision: view.decision });
  const recent = table.events.value.at(-1)?.what ?? [];
  return (
    <main>
      <p role="status">{game.status(view, naming)}</p>
      {view.position ? (
        <game.Board view={{ ...view, position: view.position }} naming={naming} legal={view.legal ?? []} choose={choose} recent={recent} />
      ) : null}
    </main>
  );
}
