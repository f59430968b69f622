/* Promises in German. */
import type { Like } from "../words";
import type { Somebody } from "./phrase";
import type { en } from "./words.en";

const who = ({ person, name }: Somebody): string => ["ich", "du", name][person - 1]!;
const Who = (somebody: Somebody): string => ["Ich", "Du", somebody.name][somebody.person - 1]!;
const whom = ({ person, name }: Somebody): string => ["mir", "dir", name][person - 1]!;
const onWhom = ({ person, name }: Somebody): string => ["mich", "dich", name][person - 1]!;
const genitive = (name: string) => (/[sßxz]$/i.test(name) ? `${name}’` : `${name}s`);
/** The form of a verb by person. */
const v = ({ person }: Somebody, ich: string, du: string, other: string): string => [ich, du, other][person - 1]!;
const list = (items: string[]): string => (items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} und ${items.at(-1)}`);

export const de: Like<typeof en> = {
  title: "Versprechen",
  who,
  Who,
  seat: (seats, form) => (seats.length ? seats.map(form === "dat" ? whom : onWhom).join(" oder ") : form === "dat" ? "irgendjemandem" : "irgendjemanden"),
  amount: {
    any: "irgendeine Summe",
    least: (n) => `mindestens ${n}`,
    most: (n) => `höchstens ${n}`,
    just: (n) => `genau ${n}`,
  },
  pattern: (pattern) => `dies: „${pattern}“`,
  nor: (deeds) => deeds.join(" und "),
  if: (deed) => `wenn ${deed}`,
  by: { round: "bis zum Ende dieser Runde", next: "bis zum Ende der nächsten Runde", game: "bis zum Ende des Spiels" },
  until: { round: "bis zum Ende dieser Runde", next: "bis zum Ende der nächsten Runde", game: "bis zum Ende des Spiels" },

  builder: {
    title: "Ein Versprechen",
    counter: "Ein Gegenvorschlag",
    ready: "Hier oft versprochen",
    own: "Etwas anderes",
    first: "{seat} {verspreche|versprichst|verspricht} {with}, ",
    further: "{seat} {verspreche|versprichst|verspricht}, ",
    vow: "{seat} {gelobe|gelobst|gelobt} {with}, ",
    everybody: "vor allen",
    aVow: "Niemandem: ein Gelübde, das sofort gilt",
    with: "Wem",
    doer: "Wer",
    deed: "Was",
    amount: "Wie viel",
    bound: { ">=": "mindestens", "<=": "höchstens", "": "genau", "*": "beliebig" },
    anyWord: "beliebig",
    term: "Bis wann",
    ifAdd: "wenn …",
    ifRemove: "ohne Bedingung",
    choose: (what) => `${what}: wählen`,
    add: (somebody) => `und ${who(somebody)} ${v(somebody, "verspreche", "versprichst", "verspricht")} …`,
    remove: "Dieses Versprechen streichen",
    secret: "Geheim: nur ihr beide wisst davon",
    secretSeveral: "Geheim: nur die Beteiligten wissen davon",
    opened: "Nach dem Spiel werden alle Absprachen offengelegt.",
    propose: (names) => `${names} vorschlagen`,
    vowIt: "Geloben",
    vocabulary: "Einen Moment …",
  },

  card: {
    promises: (somebody, deed) => `${Who(somebody)} ${v(somebody, "verspreche", "versprichst", "verspricht")}, ${deed}`,
    promised: (somebody, deed) => `${who(somebody)} ${v(somebody, "verspreche", "versprichst", "verspricht")}, ${deed}`,
    pact: (names) => list(names.map((name, i) => (i ? who(name) : Who(name)))),
    vow: (somebody) => (somebody.person === 2 ? "Dein Gelübde" : `${genitive(somebody.name)} Gelübde`),
    secret: "geheim",
    waits: (names) => `wartet auf ${list(names.map(onWhom))}`,
    state: { open: "vorgeschlagen", stood: "abgemacht", declined: "abgelehnt", withdrawn: "zurückgezogen", lapsed: "verfallen" },
    settled: { kept: "gehalten", void: "hinfällig" },
    broken: (names) => `gebrochen von ${list(names.map(whom))}`,
    verdict: { open: "offen", kept: "gehalten", broken: "gebrochen", void: "hinfällig: keine Gelegenheit, oder die anderen brachen ihr Wort" },
    noOccasion: "hinfällig: keine Gelegenheit",
    sleeps: "noch nicht fällig",
    accept: "Annehmen",
    decline: "Ablehnen",
    counter: "Gegenvorschlag …",
    withdraw: "Zurückziehen",
  },

  panel: {
    none: "An diesem Tisch gibt es keine Absprachen.",
    empty: "Noch hat niemand etwas versprochen.",
    make: "Versprechen …",
    point: "Auf den Tisch zeigen",
    pointing: "Drücke, worum es geht: jemanden, eine Figur, einen Ort. Esc beendet es.",
    pointed: "Darüber lässt sich nichts versprechen. Drücke eine Figur, einen Ort oder jemanden.",
    open: "Vorgeschlagen",
    standing: "Abgemacht",
    settled: (n) => `Erledigt (${n})`,
    wait: "Moment!",
    waitHow: "Die Bots halten eine halbe Minute still, damit Zeit zum Reden ist. Einmal in jedem Zug.",
    pause: {
      start: "Die Bots halten still: Zeit zum Reden.",
      proposal: "Die Bots warten auf eine Antwort.",
      wait: (by) => `${Who(by)} ${v(by, "bitte", "bittest", "bittet")} alle zu warten.`,
      seconds: (s) => `(${s} s)`,
    },
    proposals: (n) => (n === 1 ? "Ein Vorschlag wartet auf deine Antwort." : `${n} Vorschläge warten auf deine Antwort.`),
    asked: (n) => (n === 1 ? "eines wartet auf dich" : `${n} warten auf dich`),
  },

  seals: {
    title: "Gehaltene und gebrochene Versprechen",
    seal: (kept, broken) => [kept ? `${kept} gehalten` : "", broken ? `${broken} gebrochen` : ""].filter(Boolean).join(", "),
    none: "Noch keine Versprechen oder Abmachungen.",
    kept: "Versprechen gehalten", broken: "Versprechen gebrochen", void: "Versprechen hinfällig",
    dearest: "Das teuerste Versprechen",
  },

  consider: {
    breaks: (names, deed) => `Damit brichst du dein Wort${names.length ? ` gegenüber ${list(names.map(whom))}` : ""}: ${deed}.`,
    misses: (names, deed) => `Du könntest dein Wort${names.length ? ` gegenüber ${list(names.map(whom))}` : ""} jetzt halten, und hältst es damit nicht: ${deed}.`,
    title: "Überlege noch einmal",
  },

  chronicle: {
    propose: (by, names, what) => `${Who(by)} ${v(by, "schlage", "schlägst", "schlägt")} ${list(names.map(whom))} vor: ${what}.`,
    vow: (by, what) => `${Who(by)} ${v(by, "gelobe", "gelobst", "gelobt")}, ${what}.`,
    opened: (names, what) => `Eine geheime Absprache von ${list(names.map(whom))} wird offengelegt: ${what}.`,
    accept: (by) => `${Who(by)} ${v(by, "nehme", "nimmst", "nimmt")} die Absprache an.`,
    decline: (by) => `${Who(by)} ${v(by, "lehne", "lehnst", "lehnt")} die Absprache ab.`,
    withdraw: (by) => `${Who(by)} ${v(by, "ziehe", "ziehst", "zieht")} die Absprache zurück.`,
    wait: (by) => `${Who(by)} ${v(by, "bitte", "bittest", "bittet")} alle zu warten.`,
    stood: "Die Absprache gilt.",
    lapsed: "Ein Vorschlag ist verfallen.",
    kept: (by, deed) => `${Who(by)} ${v(by, "habe", "hast", "hat")} Wort gehalten: ${deed}.`,
    broken: (by, deed) => `${Who(by)} ${v(by, "habe", "hast", "hat")} das Versprechen gebrochen, ${deed}.`,
  },

  refusals: {
    no_pacts: "an diesem Tisch gibt es keine Absprachen",
    no_secret_pacts: "an diesem Tisch gibt es keine geheimen Absprachen",
    no_pact: "diese Absprache gibt es nicht mehr",
    not_party: "das ist nicht deine Absprache",
    waited: "darum hast du in diesem Zug schon gebeten",
  },
};
