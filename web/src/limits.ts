/** A maximum length, in characters as people count them ("é" or a family emoji is one character), and in bytes of UTF-8. */
export interface Limit {
  characters: number;
  bytes: number;
}
export type Limits = Record<"name" | "talk" | "words", Limit>;
/** Those of the page without a server: the same as a server's (server/limits.h), which says them in its first message. */
export const LIMITS: Limits = {
  name: { characters: 30, bytes: 240 },
  talk: { characters: 600, bytes: 2400 },
  words: { characters: 120, bytes: 480 },
};

/** Created when it is first needed: a browser takes 50 to 100 ms to load its data, and the page would appear later by that. */
let segmenter: Intl.Segmenter | undefined;
export const charactersOf = (text: string): string[] => Array.from((segmenter ??= new Intl.Segmenter()).segment(text), ({ segment }) => segment);
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
/** A UTF-16 unit is at most one character and three bytes, so most texts need not be counted. */
export const fits = (text: string, { characters, bytes }: Limit): boolean =>
  (text.length <= characters || charactersOf(text).length <= characters) && (3 * text.length <= bytes || bytesOf(text) <= bytes);
/** The beginning of a text, as much of it as fits. */
export function cut(text: string, limit: Limit): string {
  const kept = charactersOf(text).slice(0, limit.characters);
  while (bytesOf(kept.join("")) > limit.bytes) kept.pop();
  return kept.join("");
}

/** The most events that come with a view, and with each request for older ones. */
export const EVENTS_A_PIECE = 100;
