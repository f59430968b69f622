/* The games in the order of games/games.def. web/facts.mjs reads them from the rules. */
declare module "kickback:games" {
  export const facts: import("../core").GameFacts[];
}
