/* German for the guide. */
import type { Like } from "../words";
import type { en } from "./words.en";

export const de: Like<typeof en> = {
  title: "Begleiter",
  first: "Mit Begleiter",
  firstOf: (game) => `Erste Partie, mit Begleiter: ${game}`,
  understood: "Verstanden",
  enough: "Keine Hinweise mehr",
};
