/* Maximum lengths of texts, in characters as people count them: "é" or a family emoji is one character. */
export const NAME_MAX = 30;
export const TALK_MAX = 400;
export const LUCK_WORDS_MAX = 100;

/** Created when it is first needed: a browser takes 50 to 100 ms to load its data, and the page would appear later by that. */
let segmenter: Intl.Segmenter | undefined;
export const charactersOf = (text: string): string[] => Array.from((segmenter ??= new Intl.Segmenter()).segment(text), ({ segment }) => segment);
/** Whether a text has at most so many characters. It never has more than UTF-16 units, so most texts need not be counted. */
export const fits = (text: string, most: number): boolean => text.length <= most || charactersOf(text).length <= most;

/** The most events that come with a view, and with each request for older ones. */
export const EVENTS_A_PIECE = 100;
