/* The Last Coin in German. */
import type { Like } from "../../words";
import { about } from "./about.de";
import type { en } from "./words.en";

const coins = (n: number): string => (n === 1 ? "1 Münze" : `${n} Münzen`);

export const de: Like<typeof en> = {
  ...about,
  pile: (n) => `Im Haufen: ${coins(n)}`,
  has: (name, n) => `${name} hat ${coins(n)}`,
  take: (n) => `${coins(n)} nehmen`,
  yours: "Wie viele Münzen nimmst du?",
  waits: (names) => `${names} nimmt Münzen.`,
  over: "Das Spiel ist aus.",
  begins: (name) => `${name} beginnt.`,
  takes: (name, n) => `${name} nimmt ${coins(n)}.`,
  loses: (name, n) => `${name} hat die letzte Münze genommen und verliert ${coins(n)}.`,
  sources: { taken: "genommene Münzen", lost: "die letzte Münze" },
  promises: {
    turn: "in diesem Zug",
    take: { to: "{0} Münzen {to:zu nehmen|nicht zu nehmen}", if: "{who} {0} Münzen {nehme|nimmst|nimmt}" },
    ready: "Nur eine nehmen",
  },
};
