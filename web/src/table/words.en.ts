/* Panels, whispers and the pace of bots in English. */
import type { Somebody } from "../promises/phrase";

const Who = ({ person, name }: Somebody): string => (person === 2 ? "You" : name);

export const en = {
  table: "Table",
  panels: "Table, talk, promises and chronicle",
  unread: (n: number) => `${n} unread`,
  newLines: (n: number) => (n === 1 ? "one new line" : `${n} new lines`),
  close: "Back to the table",
  notify: {
    ask: "A notification when it is your turn and you look elsewhere?",
    yes: "Yes",
    no: "No",
    title: (game: string) => `Your turn – ${game}`,
    setting: "A notification when it is my turn and I look elsewhere",
  },
  sum: {
    title: "How it adds up",
    paid: (name: string, amount: string) => `${name} ${amount}`,
    close: "OK",
  },
  pace: {
    change: (now: string) => `The pace of the bots: ${now}`,
    about: { off: "They play at once, and do not wait.", brisk: "They leave a moment to talk.", comfortable: "They take their time, and leave more to talk." },
    pause: "Pause the bots",
    paused: "The bots are paused.",
    goOn: "Let the bots go on",
    stops: (by: Somebody) => `${Who(by)} paused the bots.`,
    sets: (by: Somebody, pace: string) => `${Who(by)} let the bots play: ${pace}.`,
  },
  record: {
    total: (games: number, won: number, kept: number, broken: number) =>
      `On this server: ${games === 1 ? "one finished game" : `${games} finished games`}, ${won} won; ${kept} promises kept, ${broken} broken.`,
    none: "On this server: no finished game that you can look at.",
  },
  whisper: {
    /** Two or more people, none of them the reader. */
    seen: (names: string) => `${names} whisper.`,
    heard: (name: string, words: string) => `${name} whispers: “${words}”`,
    close: "Close",
  },
};
