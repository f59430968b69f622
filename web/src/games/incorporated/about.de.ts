/* Texts about Incorporated outside its board, in German. */
import type { About } from "../game";

export const about: About = {
  title: "Incorporated",
  blurb: "Die Arbeit der Firma teilen, oder sie scheitern lassen und es den anderen anhängen.",
  editions: {},
  options: {
    finish: { label: "Eine Aufgabe ist erledigt", values: { above: "über ihrem Wert", reach: "bei ihrem Wert" }, chips: { reach: "erledigt beim Wert" } },
  },
  lessons: {
    begin: "Du leitest eine Abteilung. Jede Initiative braucht eine Aufgabe aus jeder Hand; sind alle erledigt, zählt jede Abteilung ihre Aufgaben darin; fehlt eine, verlieren alle doppelt. Scheitert in einer Runde zu viel, gewinnt niemand.",
    play: "Lege eine Aufgabe in diese Initiative. Sie gehört der Abteilung ihrer Farbe, nicht dir: Die muss sie besetzen, gewinnt an ihr oder leidet unter ihr.",
    staff: "Eine Aufgabe deiner Abteilung: Lege eine Münze darauf. Zu Hause zählt sie eins mehr, als sie zeigt; reicht das, ist die Aufgabe sofort erledigt. Sonst werden alle um Hilfe gebeten.",
    commit: "Die Aufgabe ist noch offen. Nimm die Münzen in die Faust, die du dafür hergibst, oder keine; alle Fäuste öffnen sich zugleich. Am Ende der Runde muss die Summe größer sein als die Aufgabe.",
    manage: "Stelle deinen Manager auf eine offene Aufgabe: Helfen zählt zwei dazu, Behindern zwei ab. Wer später kommt, sieht mehr.",
  },
  refusals: {
    not_its_deal: "gerade bekommt ein anderer Platz seine Plättchen",
    not_undealt: "dieses Plättchen ist schon verteilt",
    no_such_tile: "dieses Plättchen ist nicht auf der Hand",
    no_such_coin: "diese Münze ist nicht mehr da",
    not_open: "dort liegt keine offene Aufgabe",
  },
  seats: { suns: { name: "Sonnen", mark: "S" }, moons: { name: "Monde", mark: "M" }, crowns: { name: "Kronen", mark: "K" }, arms: { name: "Wappen", mark: "W" } },
};
