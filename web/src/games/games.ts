/* The games by their names. */
import type { GameName } from "../wire";
import { words } from "../words";
import type { About, Game } from "./game";
import * as list from "./list";

export const games: Record<GameName, Game> = list;
export const titleOf = (game: GameName): string => games[game].words().title;

/** What an option of a game and its values are called. */
export const optionWords = (game: GameName, option: string): About["options"][string] | undefined =>
  games[game].words().options[option] ?? words().make.options[option];
