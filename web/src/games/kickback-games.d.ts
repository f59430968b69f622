/* What can be played, in the order of games/games.def: web/facts.mjs takes it from the rules. */
declare module "kickback:games" {
  export const facts: import("../core").GameFacts[];
}
