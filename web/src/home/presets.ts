/* Presets: ways to negotiate. Each is a set of the options and settings that a table has anyway. */
import { factsOf } from "../games/facts";
import type { GameName, View } from "../wire";

/** The rules of a table that presets decide. */
export interface Terms {
  options: Record<string, string>;
  talk: View["talk"];
  pacts: NonNullable<View["settings"]>["pacts"];
  open_talk: boolean;
}

export type Preset = "classic" | "loose" | "sworn" | "sealed";

const presets: Record<Preset, Terms> = {
  classic: { options: {}, talk: "public", pacts: "none", open_talk: false },
  loose: { options: { deals: "loose" }, talk: "private", pacts: "private", open_talk: false },
  sworn: { options: { deals: "binding", promises: "bond" }, talk: "private", pacts: "public", open_talk: false },
  sealed: { options: { bribes: "sealed", money: "hidden" }, talk: "private", pacts: "private", open_talk: true },
};
/** Presets leave all other options alone. */
const DECIDED = ["bribes", "deals", "money", "promises"];

/** What a preset means for a game, which has only some of the options. Options it does not name have their default. */
export function termsOf(preset: Preset, game: GameName): Terms {
  const decided = factsOf(game).options.filter(({ name }) => DECIDED.includes(name));
  const { options, ...rest } = presets[preset];
  return { ...rest, options: Object.fromEntries(decided.map(({ name, values }) => [name, options[name] ?? values[0]!])) };
}

const isSame = (a: Terms, b: Terms): boolean =>
  a.talk === b.talk && a.pacts === b.pacts && a.open_talk === b.open_talk && Object.entries(a.options).every(([name, value]) => b.options[name] === value);

/** Without a server everybody sits at one device: talk and promises are open. What is then the same is offered once. */
export function presetsOf(game: GameName, alone: boolean): { name: Preset; terms: Terms }[] {
  const all = (alone ? ["loose", "sworn", "sealed"] as const : Object.keys(presets) as Preset[])
    .map((name) => ({ name, terms: { ...termsOf(name, game), ...(alone ? { talk: "public", pacts: "public", open_talk: false } as const : {}) } }));
  return all.filter(({ terms }, i) => !all.slice(0, i).some((other) => isSame(terms, other.terms)));
}

/** The preset that these terms are, if they are one. Options that are not given have their default. */
export function presetWith(game: GameName, terms: Terms, alone: boolean): Preset | undefined {
  const defaults = Object.fromEntries(factsOf(game).options.map(({ name, values }) => [name, values[0]!]));
  return presetsOf(game, alone).find((preset) => isSame(preset.terms, { ...terms, options: { ...defaults, ...terms.options } }))?.name;
}
