/* The games by name. */
import { addSeatsOf } from "../seat";
import type { GameName } from "../wire";
import { words } from "../words";
import type { Game, OptionWords } from "./game";
import * as list from "./list";

export const games: Record<GameName, Game> = list;
Object.values(games).forEach(addSeatsOf);
export const titleOf = (game: GameName): string => games[game].words().title;

/** The label of an option of a game and of its values. */
export const optionWords = (game: GameName, option: string): OptionWords | undefined =>
  games[game].words().options[option] ?? words().make.options[option];
