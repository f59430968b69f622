/* Named bots (bots/cast.def): their names and how they play. */
export interface Person {
  name: string;
  plays: string;
}

export const cast: Record<string, Person> = {
  otto: { name: "Otto", plays: "easy:honest" },
  nika: { name: "Nika", plays: "easy" },
  pavel: { name: "Pavel", plays: "easy:opportunist" },
  lucia: { name: "Lucia", plays: "medium:honest" },
  bruno: { name: "Bruno", plays: "medium:grudge" },
  edda: { name: "Edda", plays: "medium" },
  tomas: { name: "Tomas", plays: "medium:opportunist" },
  vera: { name: "Vera", plays: "medium:honest" },
  mara: { name: "Mara", plays: "hard:grudge" },
  cosimo: { name: "Cosimo", plays: "hard:opportunist" },
  anselm: { name: "Anselm", plays: "hard:honest" },
  irma: { name: "Irma", plays: "hard" },
};
