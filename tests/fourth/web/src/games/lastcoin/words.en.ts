/* The Last Coin in English. */
import { about } from "./about.en";

const coins = (n: number): string => (n === 1 ? "1 coin" : `${n} coins`);

export const en = {
  ...about,
  pile: (n: number) => `In the pile: ${coins(n)}`,
  has: (name: string, n: number) => `${name} has ${coins(n)}`,
  take: (n: number) => `Take ${coins(n)}`,
  yours: "How many coins do you take?",
  waits: (names: string) => `${names} takes coins.`,
  over: "The game is over.",
  begins: (name: string) => `${name} begins.`,
  takes: (name: string, n: number) => `${name} takes ${coins(n)}.`,
  loses: (name: string, n: number) => `${name} has taken the last coin and loses ${coins(n)}.`,
  sources: { taken: "coins taken", lost: "the last coin" },
  promises: {
    turn: "in this turn",
    take: { to: "{to:to take|not to take} {0} coins", if: "{who} {take|take|takes} {0} coins" },
    ready: "Take no more than one",
  },
};
