/* Texts about The Last Coin outside its board, in German. */
import type { About } from "../game";

export const about: About = {
  title: "Die letzte Münze",
  blurb: "Nimm Münzen, aber lass die letzte jemand anderem.",
  editions: {},
  options: { pile: { label: "Haufen", values: { small: "12 Münzen", large: "21 Münzen" }, chips: { large: "21 Münzen" } } },
  lessons: {
    begin: "Nimm in deinem Zug eine, zwei oder drei Münzen. Sie zählen am Ende für dich.",
    take: "Wer die letzte Münze nimmt, verliert alle seine Münzen.",
  },
  refusals: { pile_smaller: "so viele Münzen sind nicht mehr da" },
};
