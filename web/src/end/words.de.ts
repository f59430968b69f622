/* German for the story of a finished game. */
import type { Like } from "../words";
import type { en } from "./words.en";

export const de: Like<typeof en> = {
  lead: (score, lead, second) => `${score}, ${lead} mehr als ${second}.`,
  story: "Die Geschichte dieser Partie",
  turning: "Der Wendepunkt",
  turned: (name, told) => `${name} geht endgültig in Führung. ${told}`,
  neverBehind: (name) => `${name} lag nie zurück.`,
  betrayal: "Der schlimmste Verrat",
  at: (move) => `Zug ${move}`,
  see: "Ansehen",
  awards: "Auszeichnungen",
  award: {
    honour: "Das Ehrenwort",
    traitor: "Das doppelte Gesicht",
    palm: "Die goldene Hand",
    purse: "Die offene Börse",
    ferry: "Der Fährdienst",
    comeback: "Von den Toten zurück",
    whisker: "Um Haaresbreite",
    voice: "Die goldene Zunge",
  },
  why: {
    honour: (n) => `hat ${n}-mal Wort gehalten und es nie gebrochen`,
    traitor: (n, one) => (one ? "hat einmal Verrat begangen, und alle haben es gesehen" : `hat die anderen ${n}-mal verraten`),
    palm: (n) => `hat ${n} Bestechungsgeld genommen`,
    purse: (n) => `hat ${n} Bestechungsgeld gezahlt`,
    ferry: (n) => `hat ${n} für immer fortgeschickt`,
    comeback: () => "lag zur Halbzeit hinten",
    whisker: (n) => `hat um ${n} verloren`,
    voice: (n) => `hat ${n}-mal geredet`,
  },
  analysis: "Meine Entscheidungen mit dem stärksten Bot analysieren",
  share: "Als Bild teilen",
  shareTitle: (game) => `Kickback: ${game}`,
  shared: "Das Bild liegt bei deinen Downloads.",
};
