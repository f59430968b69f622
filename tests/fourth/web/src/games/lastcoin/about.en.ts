/* Texts about The Last Coin outside its board, in English. */
import type { About } from "../game";

export const about: About = {
  title: "The Last Coin",
  blurb: "Take coins, but leave the last one to somebody else.",
  editions: {},
  options: { pile: { label: "Pile", values: { small: "12 coins", large: "21 coins" }, chips: { large: "21 coins" } } },
  lessons: {
    begin: "Take one, two or three coins in your turn. They count for you at the end.",
    take: "Whoever takes the last coin loses all of theirs.",
  },
  refusals: {},
};
