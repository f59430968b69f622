/* The games of the page, each under its name in games/games.def. To add one, add a folder and a line here. */
export { intrige } from "./intrige";
export { integralis } from "./integralis";
export { incorporated } from "./incorporated";
