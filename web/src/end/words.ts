/* The words of the end screen. They are loaded with it, not with the page. */
import { wordsOf } from "../words";
import { de } from "./words.de";
import { en } from "./words.en";

export const storyWords = wordsOf(en, de);
