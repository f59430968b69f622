/* English for the guide. The lessons are in each game's folder. */
export const en = {
  title: "Guide",
  first: "With a guide",
  firstOf: (game: string) => `First game, with a guide: ${game}`,
  understood: "Understood",
  enough: "No more hints",
};
