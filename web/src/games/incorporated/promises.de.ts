/* Promises of Incorporated in German. */
import type { Like } from "../../words";
import type { en } from "./promises.en";

export const de: Like<typeof en> = {
  turn: "in dieser Initiative",
  deeds: {
    play: { to: "{0} {to:zu spielen|nicht zu spielen}", if: "{who} {0} {spiele|spielst|spielt}" },
    staff: { to: "{0} auf {2} {to:zu legen|nicht zu legen}", if: "{who} {0} auf {2} {lege|legst|legt}" },
    commit: { to: "{0} zu {2} {to:beizutragen|nicht beizutragen}", if: "{who} {0} zu {2} {beitrage|beiträgst|beiträgt}" },
    manage: { to: "den Manager {1} zu {3} {0} {to:zu schicken|nicht zu schicken}", if: "{who} den Manager {1} zu {3} {0} {schicke|schickst|schickt}" },
  },
  tile: (tile) => tile,
  suit: (suit) => `${suit} 0 bis 5`,
  openTask: "irgendeiner Aufgabe",
  tileAny: "irgendein Plättchen",
  coin: (coins) => `eine Münze ${coins}`,
  coinAny: "irgendeine Münze",
  ways: { help: "helfend", hinder: "störend" },
  wayAny: "irgendwie",
  task: (tasks) => `(Aufgabe ${tasks})`,
  initiative: (initiatives) => `(in Initiative ${initiatives})`,
  place: (places) => `(als Aufgabe ${places} irgendeiner Initiative)`,
  taskAny: "(irgendwo)",
  ready: { commit: "Trag mindestens … bei", help: "Hilf dabei", hinder: "Behindere nicht", fives: "Spiel meine Fünf nicht", staff: "Leg eine gute Münze darauf" },
};
