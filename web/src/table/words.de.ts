/* Panels, whispers and the pace of bots in German. */
import type { Somebody } from "../promises/phrase";
import type { Like } from "../words";
import type { en } from "./words.en";

const Who = ({ person, name }: Somebody): string => (person === 2 ? "Du" : name);

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
  sum: {
    title: "Die Rechnung",
    paid: (name, amount) => `${name} ${amount}`,
    close: "OK",
  },
  pace: {
    change: (now) => `Tempo der Bots: ${now}`,
    about: { off: "Sie spielen sofort und warten nicht.", brisk: "Sie lassen einen Moment zum Reden.", comfortable: "Sie lassen sich Zeit und mehr davon zum Reden." },
    pause: "Die Bots anhalten",
    paused: "Die Bots sind angehalten.",
    goOn: "Die Bots weiterspielen lassen",
    stops: (by) => `${Who(by)} ${by.person === 2 ? "hältst" : "hält"} die Bots an.`,
    sets: (by, pace) => `${Who(by)} lässt die Bots spielen: ${pace}.`,
  },
  record: {
    total: (games, won, kept, broken) =>
      `Auf diesem Server: ${games === 1 ? "ein beendetes Spiel" : `${games} beendete Spiele`}, ${won} gewonnen; ${kept} Versprechen gehalten, ${broken} gebrochen.`,
    none: "Auf diesem Server: kein beendetes Spiel, das du ansehen kannst.",
  },
  whisper: {
    seen: (names) => `${names} flüstern.`,
    heard: (name, words) => `${name} flüstert: „${words}“`,
    close: "Schließen",
  },
};
