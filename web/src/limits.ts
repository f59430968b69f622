/* Maximum lengths of texts, in characters as people count them: "é" or a family emoji is one character. */
export const NAME_MAX = 30;
export const TALK_MAX = 400;
export const LUCK_WORDS_MAX = 100;

const segmenter = new Intl.Segmenter();
export const charactersOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** The most events that come with a view, and with each request for older ones. */
export const EVENTS_A_PIECE = 100;
