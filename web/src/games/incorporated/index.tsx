/* Incorporated at the table. */
import { words } from "../../words";
import type { BoardProps, Game } from "../game";

function Board({ view }: BoardProps<Record<string, unknown>>) {
  return <pre>{JSON.stringify(view.position, null, 1)}</pre>;
}

export const incorporated: Game = {
  title: () => words().games.incorporated.title,
  Board,
  status: () => "",
  tell: () => null,
  describe: () => [],
  standing: () => ({}),
  income: () => [],
};
