/* The words of the analysis. */
import { wordsOf } from "../words";

const plural = (n: number, one: string, more: string) => (n === 1 ? one : more);

const en = {
  title: "Analysis",
  how: "The strongest bot looks at each of your decisions with what you knew then, and says what it would have done. This runs on your device and may take some minutes.",
  start: "Analyse my decisions",
  goOn: "Go on",
  stop: "Stop",
  progress: (done: string, all: string) => `${done} of ${all} decisions`,
  done: (all: number, same: number) => `Done. ${same} of ${all} ${plural(all, "decision", "decisions")} were the bot’s as well.`,
  dearest: "The dearest mistakes",
  others: "Smaller differences",
  none: "No mistake found so far.",
  cost: (points: string) => `cost ${points}`,
  costHow: "In hundredths of the best possible result, which counts victory and the lead.",
  noise: "within the noise",
  did: (told: string) => `Played: ${told}`,
  would: (told: string) => `The bot’s choice: ${told}`,
  score: (made: string, would: string) => `Expected result ${made} instead of ${would}.`,
  at: (move: string) => `After move ${move}`,
  see: "See it in the replay",
};
const de: typeof en = {
  title: "Analyse",
  how: "Der stärkste Bot sieht sich jede deiner Entscheidungen mit dem an, was du damals wusstest, und sagt, was er getan hätte. Das läuft auf deinem Gerät und kann einige Minuten dauern.",
  start: "Meine Entscheidungen analysieren",
  goOn: "Weiter",
  stop: "Anhalten",
  progress: (done, all) => `${done} von ${all} Entscheidungen`,
  done: (all, same) => `Fertig. ${same} von ${all} ${plural(all, "Entscheidung", "Entscheidungen")} hätte der Bot auch so getroffen.`,
  dearest: "Die teuersten Fehler",
  others: "Kleinere Unterschiede",
  none: "Bisher kein Fehler gefunden.",
  cost: (points) => `kostete ${points}`,
  costHow: "In Hundertsteln des bestmöglichen Ergebnisses, in das Sieg und Vorsprung eingehen.",
  noise: "innerhalb der Unschärfe",
  did: (told) => `Gespielt: ${told}`,
  would: (told) => `Wahl des Bots: ${told}`,
  score: (made, would) => `Erwartetes Ergebnis ${made} statt ${would}.`,
  at: (move) => `Nach Zug ${move}`,
  see: "In der Aufzeichnung ansehen",
};

export const own = wordsOf(en, de);
