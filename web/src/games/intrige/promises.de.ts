/* Promises of Intrige in German. */
import type { Somebody } from "../../promises/phrase";
import { disjunction as or, type Like } from "../../words";
import type { en } from "./promises.en";

const genitive = (name: string): string => (/[sßxz]$/i.test(name) ? `${name}’` : `${name}s`);
const whose = ({ person, name }: Somebody, form: string): string =>
  person === 3 ? genitive(name) : `${person === 1 ? "mein" : "dein"}${form === "dat" ? "em" : "en"}`;
const ofThem = ({ person, name }: Somebody): string => ["meiner", "deiner", `von ${genitive(name)}`][person - 1]!;
/** Professions with another form in the dative and accusative: "dem Advokaten". */
const bent: Record<string, string> = { Alchemist: "Alchemisten", Advokat: "Advokaten", Gelehrter: "Gelehrten", Soldat: "Soldaten" };
const bend = (called: string): string => bent[called] ?? called;
const one = (form: string): string => (form === "dat" ? "einem" : "einen");
const anybody = (form: string): string => (form === "dat" ? "irgendjemandem" : "irgendjemanden");

export const de: Like<typeof en> = {
  turn: "in diesem Zug",
  deeds: {
    pay: { to: "{4:dat} {0} für {2:acc} {to:zu zahlen|nicht zu zahlen}", if: "{who} {4:dat} {0} für {2:acc} {zahle|zahlst|zahlt}" },
    give: { to: "{0:dat} {1} {to:zu geben|nicht zu geben}", if: "{who} {0:dat} {1} {gebe|gibst|gibt}" },
    banish: { to: "{0:acc} {to:zu verbannen|nicht zu verbannen}", if: "{who} {0:acc} {verbanne|verbannst|verbannt}" },
    send: { to: "{0:acc} zu {1:dat} {to:zu schicken|nicht zu schicken}", if: "{who} {0:acc} zu {1:dat} {schicke|schickst|schickt}" },
  },
  kin: (owners, called, form) =>
    owners.length && called.length ? `${or(owners.map((owner) => whose(owner, form)))} ${or(called.map(bend))}`
      : owners.length ? `${one(form)} ${or(owners.map(ofThem))} Verwandten` : called.length ? `${one(form)} ${or(called.map(bend))}` : anybody(form),
  sent: (called, form) => (called.length ? `${one(form)} ${or(called.map(bend))}` : anybody(form)),
  post: (salaries) => `den ${salaries}er-Posten`,
  postAny: "einen Posten",
  postLeast: (salary) => `einen Posten ab ${salary}`,
  postMost: (salary) => `einen Posten bis ${salary}`,
  ready: {
    bribe: "Ein Posten gegen Bestechung",
    post: "Ein Posten gegen einen Posten",
    settle: "Entscheide für mich",
    compete: "Keine Konkurrenz für meine",
    send: "Schick niemanden dorthin",
    threat: "Eine Drohung",
  },
};
