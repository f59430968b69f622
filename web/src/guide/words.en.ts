/* English words of the guides: what a first game is told, by the verb of what may be done. */
export const en = {
  title: "Guide",
  first: "With a guide",
  firstOf: (game: string) => `First game, with a guide: ${game}`,
  understood: "Understood",
  enough: "No more hints",
};
