/* How long texts may be, counted as people count: "é", or a family of four, is one character. */
export const NAME_MAX = 30;
export const TALK_MAX = 400;
export const LUCK_WORDS_MAX = 100;

const segmenter = new Intl.Segmenter();
export const charactersOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Events that come with a picture at most, and with each request for older ones. */
export const EVENTS_A_PIECE = 100;
