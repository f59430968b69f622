/* Every string of the page is in a catalogue. English defines the keys, German must have the same (the compiler checks it),
 * and the pseudo-language reveals strings outside the catalogue. An entry is a text or a function that returns one. */
import { computed, signal } from "@preact/signals";
import { keep, read } from "./settings";
import { en } from "./words/en";
import { de } from "./words/de";

export type Language = "en" | "de" | "pseudo";
type Entry = string | ((...args: never[]) => string);
export interface Catalogue {
  [key: string]: Entry | Catalogue;
}
/** The type of a translation: texts for texts, functions with the same arguments for functions. */
export type Like<T> = { [K in keyof T]: T[K] extends string ? string : T[K] extends (...args: infer A) => string ? (...args: A) => string : Like<T[K]> };

function pseudo<T>(entry: T): T {
  if (typeof entry === "string") return `⟦${entry}⟧` as T;
  if (typeof entry === "function") return ((...args: unknown[]) => `⟦${(entry as (...a: unknown[]) => string)(...args)}⟧`) as T;
  return Object.fromEntries(Object.entries(entry as object).map(([key, value]) => [key, pseudo(value)])) as T;
}

function preferred(): Language {
  const asked = new URLSearchParams(location.search).get("lang") ?? read("language", navigator.language);
  return asked === "pseudo" ? "pseudo" : asked.startsWith("de") ? "de" : "en";
}

export const language = signal<Language>(preferred());

export function speak(to: Language): void {
  language.value = to;
  keep("language", to);
  document.documentElement.lang = to === "pseudo" ? "en" : to;
}

/** A catalogue in the language of the page. Components that read it follow a change of language. */
export function wordsOf<T>(english: T, german: Like<T>): () => T {
  const chosen = computed(() => (language.value === "en" ? english : language.value === "de" ? (german as T) : pseudo(english)));
  return () => chosen.value;
}

/** The words that all games share. Each game also has its own. */
export const words = wordsOf(en, de);

const locale = (): string => (language.value === "de" ? "de-DE" : "en-GB");
/* Formatters are cached, since creating one takes longer than using it a hundred times. */
const fractions = computed(() => new Intl.NumberFormat(locale()));
const both = computed(() => new Intl.ListFormat(locale(), { type: "conjunction" }));
const either = computed(() => new Intl.ListFormat(locale(), { type: "disjunction" }));
/** Without Intl, since a browser takes 50 to 100 ms to load its data: a table would appear later by that. */
const whole = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, language.value === "de" ? "." : ",");
/** A sum or a count, formatted for the language. */
export const number = (value: number): string => (Number.isInteger(value) ? whole(value) : fractions.value.format(value)).replace("-", "−");
/** "6,000 and 10,000". One item needs no formatter, see above. */
export const list = (items: string[]): string => (items.length > 1 ? both.value.format(items) : items.join());
/** "6,000 or 10,000" */
export const disjunction = (items: string[]): string => (items.length > 1 ? either.value.format(items) : items.join());
