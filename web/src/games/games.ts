/* The list of games; a new one is a folder and a line here. */
import type { GameName } from "../wire";
import type { Game } from "./game";
import { incorporated } from "./incorporated";
import { integralis } from "./integralis";
import { intrige } from "./intrige";

export const games: Record<GameName, Game> = { intrige, integralis, incorporated };
