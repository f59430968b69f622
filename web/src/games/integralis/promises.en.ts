/* Promises of Integralis in English: a sentence for each deed, and the words for its holes. */
import type { Somebody } from "../../promises/phrase";
import { disjunction as or } from "../../words";

const whose = ({ person, name }: Somebody): string => ["my", "your", `${name}’s`][person - 1]!;
const deed = (verb: string, rest: string, third = `${verb}s`) => ({ to: `{to:to ${verb}|not to ${verb}} ${rest}`, if: `{who} {${verb}|${verb}|${third}} ${rest}` });

export const en = {
  turn: "this turn",
  deeds: {
    recall: deed("recall", "{0}"),
    take: deed("take", "{0}"),
    swap: deed("swap", "{0} for {1}"),
    playMachine: deed("play", "{0} at {1}"),
    playBare: deed("play", "{0}"),
    playOwn: deed("play", "{0} on {1}"),
    playWorker: deed("play", "{0} on {1}"),
    playSeat: deed("play", "{0} on {1:acc}"),
    playTeam: deed("play", "{0} on {1:acc} at {2}"),
    repair: deed("repair", "{0}"),
    tempt: deed("offer", "{1} for {0}"),
    bribe: deed("bribe", "{0}"),
    cover: deed("cover", "a task of {0} on {1}"),
    waive: deed("give", "up the markers of {0}"),
    counter: deed("counter", "{0} played by {1:acc}"),
    sell: deed("sell", "{0} for {1}"),
    buy: deed("buy", "{0} for {1}"),
    release: deed("let", "{0} go"),
    resist: deed("fight", "for {0}"),
    keep: deed("keep", "{0}"),
    dismiss: deed("dismiss", "{0}", "dismisses"),
    bid: deed("bid", "{0} for {2}"),
  },
  worker: (owners: Somebody[], called: string[], _women: boolean) =>
    owners.length && called.length ? `${or(owners.map(whose))} ${or(called)}`
      : owners.length ? `any of ${or(owners.map(whose))} workers` : called.length ? `any ${or(called)}` : "any worker",
  name: (called: string[]) => (called.length ? or(called) : "any worker"),
  card: (called: string[]) => (called.length ? or(called) : "any card"),
  machine: (called: string[]) => (called.length ? `the ${or(called.map((name) => name.toLowerCase()))} machine` : "any machine"),
  order: (called: string[]) => (called.length ? or(called) : "any order"),
  ready: { machine: "Leave my machine alone", worker: "Leave my worker alone", sell: "Sell me that worker", recall: "Recall that worker", counter: "Don’t counter", repair: "Repair it", peace: "Peace" },
};
