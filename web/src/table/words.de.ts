/* Panels and whispers in German. */
import type { Like } from "../words";
import type { en } from "./words.en";

export const de: Like<typeof en> = {
  table: "Tisch",
  panels: "Tisch, Gespräch, Absprachen und Chronik",
  unread: (n) => `${n} ungelesen`,
  newLines: (n) => (n === 1 ? "eine neue Zeile" : `${n} neue Zeilen`),
  close: "Zurück zum Tisch",
  notify: {
    ask: "Eine Benachrichtigung, wenn du dran bist und woanders hinsiehst?",
    yes: "Ja",
    no: "Nein",
    title: (game) => `Du bist dran – ${game}`,
    setting: "Eine Benachrichtigung, wenn ich dran bin und woanders hinsehe",
  },
  whisper: {
    seen: (names) => `${names} flüstern.`,
    heard: (name, words) => `${name} flüstert: „${words}“`,
    close: "Schließen",
  },
};
