/* Promises of Integralis in German. */
import type { Somebody } from "../../promises/phrase";
import { disjunction as or, type Like } from "../../words";
import type { en } from "./promises.en";

const deed = (rest: string, zu: string, ich: string, du: string, other: string) => ({ to: `${rest} {to:${zu}|nicht ${zu}}`, if: `{who} ${rest} {${ich}|${du}|${other}}` });
const whose = ({ person }: Somebody, women: boolean): string => `${person === 1 ? "mein" : "dein"}${women ? "e" : "en"}`;

export const de: Like<typeof en> = {
  turn: "in diesem Zug",
  deeds: {
    recall: deed("{0}", "zurückzurufen", "zurückrufe", "zurückrufst", "zurückruft"),
    take: deed("{0}", "zu nehmen", "nehme", "nimmst", "nimmt"),
    swap: deed("{0} gegen {1}", "zu tauschen", "tausche", "tauschst", "tauscht"),
    playMachine: deed("{0} an {1}", "zu spielen", "spiele", "spielst", "spielt"),
    playBare: deed("{0}", "zu spielen", "spiele", "spielst", "spielt"),
    playOwn: deed("{0} auf {1}", "zu spielen", "spiele", "spielst", "spielt"),
    playWorker: deed("{0} auf {1}", "zu spielen", "spiele", "spielst", "spielt"),
    playSeat: deed("{0} auf {1:acc}", "zu spielen", "spiele", "spielst", "spielt"),
    playTeam: deed("{0} auf {1:acc} an {2}", "zu spielen", "spiele", "spielst", "spielt"),
    repair: deed("{0}", "zu reparieren", "repariere", "reparierst", "repariert"),
    tempt: deed("{1} für {0}", "zu bieten", "biete", "bietest", "bietet"),
    bribe: deed("{0}", "zu bestechen", "besteche", "bestichst", "besticht"),
    cover: deed("für {0} einen Arbeitsgang auf {1}", "abzudecken", "abdecke", "abdeckst", "abdeckt"),
    waive: deed("auf die Marker für {0}", "zu verzichten", "verzichte", "verzichtest", "verzichtet"),
    counter: deed("{0} von {1:dat}", "abzuwehren", "abwehre", "abwehrst", "abwehrt"),
    sell: deed("{0} für {1}", "zu verkaufen", "verkaufe", "verkaufst", "verkauft"),
    buy: deed("{0} für {1}", "zu kaufen", "kaufe", "kaufst", "kauft"),
    release: deed("{0}", "ziehen zu lassen", "ziehen lasse", "ziehen lässt", "ziehen lässt"),
    resist: deed("um {0}", "zu kämpfen", "kämpfe", "kämpfst", "kämpft"),
    keep: deed("{0}", "zu behalten", "behalte", "behältst", "behält"),
    dismiss: deed("{0}", "zu entlassen", "entlasse", "entlässt", "entlässt"),
    bid: deed("{0} für {2}", "zu setzen", "setze", "setzt", "setzt"),
  },
  worker: (owners, called, women) => {
    const [first] = owners;
    if (!first) return called.length ? `jeden ${or(called)}` : "irgendeinen Arbeiter";
    const named = owners.map(({ person, name }) => ["mir", "dir", name][person - 1]!);
    if (!called.length) return `irgendeinen Arbeiter von ${or(named)}`;
    return owners.length === 1 && first.person !== 3 ? `${whose(first, women)} ${or(called)}` : `${or(called)} von ${or(named)}`;
  },
  name: (called) => (called.length ? or(called) : "irgendeinen Arbeiter"),
  card: (called) => (called.length ? or(called) : "irgendeine Karte"),
  machine: (called) => (called.length ? `die Maschine ${or(called)}` : "irgendeine Maschine"),
  order: (called) => (called.length ? or(called) : "irgendeinen Auftrag"),
  ready: { machine: "Lass meine Maschine in Ruhe", worker: "Lass meinen Arbeiter in Ruhe", sell: "Verkauf mir den Arbeiter", recall: "Ruf den Arbeiter zurück", counter: "Wehre nicht ab", repair: "Repariere sie", peace: "Frieden" },
};
