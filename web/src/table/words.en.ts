/* Panels and whispers in English. */
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
  whisper: {
    /** Two or more people, none of them the reader. */
    seen: (names: string) => `${names} whisper.`,
    heard: (name: string, words: string) => `${name} whispers: “${words}”`,
    close: "Close",
  },
};
