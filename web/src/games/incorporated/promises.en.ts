/* Promises of Incorporated in English: a sentence for each deed, and the words for its holes. */
export const en = {
  turn: "in this initiative",
  deeds: {
    play: { to: "{to:to play|not to play} {0}", if: "{who} {play|play|plays} {0}" },
    staff: { to: "{to:to put|not to put} {0} on {2}", if: "{who} {put|put|puts} {0} on {2}" },
    commit: { to: "{to:to add|not to add} {0} to {2}", if: "{who} {add|add|adds} {0} to {2}" },
    manage: { to: "{to:to send|not to send} a manager to {1} {3} {0}", if: "{who} {send|send|sends} a manager to {1} {3} {0}" },
  },
  tile: (tile: string) => `the ${tile}`,
  suit: (suit: string) => `any tile of ${suit}`,
  openTask: "any task",
  tileAny: "any tile",
  coin: (coins: string) => `a coin of ${coins}`,
  coinAny: "any coin",
  ways: { help: "help with", hinder: "hinder" } as Record<string, string>,
  wayAny: "change",
  task: (tasks: string) => `(task ${tasks})`,
  initiative: (initiatives: string) => `(in initiative ${initiatives})`,
  place: (places: string) => `(as task ${places} of any initiative)`,
  taskAny: "(anywhere)",
  ready: { commit: "Commit at least …", help: "Help with it", hinder: "Don’t hinder", fives: "Don’t play my five", staff: "Put a good coin on it" },
};
