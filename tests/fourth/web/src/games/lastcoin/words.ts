/* The words of The Last Coin. */
import { wordsOf } from "../../words";
import { de } from "./words.de";
import { en } from "./words.en";

export const own = wordsOf(en, de);
