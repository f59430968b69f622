/* Words of the panels beside the board, of whispers and of the bar on a phone. */
import { wordsOf } from "../words";
import { de } from "./words.de";
import { en } from "./words.en";

export const sideWords = wordsOf(en, de);
