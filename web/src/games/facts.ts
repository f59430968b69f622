/* What the rules say about each game: number of players, names of the seats, editions and options. */
import { facts } from "kickback:games";
import type { GameFacts, GameOption } from "../core";
import type { GameName } from "../wire";
import { games } from "./games";

/** The games in the order of games/games.def. */
export const names: GameName[] = facts.map(({ name }) => name).filter((name) => name in games);
export const factsOf = (game: GameName): GameFacts => facts.find(({ name }) => name === game)!;
/** Also of an edition that has a default of its own. */
export const defaultOf = ({ values, defaults }: Pick<GameOption, "values" | "defaults">, edition?: string): string => defaults?.[edition ?? ""] ?? values[0]!;
