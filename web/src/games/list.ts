/* The games of the page, each under its name in games/games.def. A new one is a folder and a line here. */
export { intrige } from "./intrige";
export { integralis } from "./integralis";
export { incorporated } from "./incorporated";
