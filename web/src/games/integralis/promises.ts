/* Promises of Integralis: how deeds are worded, and suggestions for pacts. */
import { alternatives, amountWords, partsOf, type Speech, type Voice } from "../../promises/phrase";
import type { Seat } from "../../wire";
import { words } from "../../words";
import type { Ready } from "../game";
import { MACHINES, chiefOf, isWorker, nameOf, printed, seatsOf, type Card, type Machine, type Order, type Position, type WorkerName } from "./position";
import { cardName, isWoman, machineName, orderName } from "./say";
import { own } from "./words";

const text = () => own().promises;
const some = <T extends string>(word: string, say: (name: T) => string): string[] => (word === "*" ? [] : alternatives(word).map((name) => say(name as T)));

/** The form of a `play`. It depends on the target, or on the card if there is no target. */
function playOf([card = "*", target = "*", ...more]: string[], n: number): string {
  const first = alternatives(card)[0] as Card;
  if (more.length && more[0] !== "**") return "playTeam";
  if (n === 1) return "playBare";
  if (target.includes(".")) return "playWorker";
  if (alternatives(target)[0]! in own().machines) return "playMachine";
  if (alternatives(target)[0]! in words().seats) return "playSeat";
  if (target !== "*" && target !== "**") return "playOwn";
  return isWorker(first) || first.startsWith("sabotage") ? "playMachine" : first === "overtime" ? "playOwn" : first === "illness" || first === "meeting" ? "playSeat" : "playWorker";
}

const keyOf = (verb: string, args: string[]): string => (verb === "play" ? playOf(args, args.length) : verb);

/** The kind of each word after the verb. */
const places: Record<string, string[]> = {
  recall: ["name"], take: ["order"], swap: ["order", "order"],
  playMachine: ["card", "machine"], playBare: ["card"], playOwn: ["card", "name"], playWorker: ["card", "worker"], playSeat: ["card", "seat"], playTeam: ["card", "seat", "machine"],
  repair: ["machine"], tempt: ["worker", "amount"], bribe: ["worker"], cover: ["machine", "order"], waive: ["machine"], counter: ["card", "seat"],
  sell: ["worker", "amount"], buy: ["worker", "amount"], release: ["worker"], resist: ["worker"], keep: ["worker"], dismiss: ["worker"], bid: ["amount", "", "worker"],
};

function workerWords(word: string, voice: Voice): string {
  const [chief, name] = partsOf(word);
  const women = name !== "*" && alternatives(name).every((one) => isWoman(one as WorkerName));
  return text().worker(chief === "*" ? [] : alternatives(chief).map(voice), some<WorkerName>(name, cardName), women);
}

export const speech: Speech = {
  template: (verb, args) => (text().deeds as Record<string, { to: string; if: string }>)[keyOf(verb, args)] ?? null,
  hole(verb, args, at, form, voice) {
    const word = args[at] ?? "*";
    switch (places[keyOf(verb, args)]?.[at]) {
      case "amount": return amountWords(word);
      case "worker": return workerWords(word, voice);
      case "name": return text().name(some<Card>(word, cardName));
      case "card": return text().card(some<Card>(word, cardName));
      case "machine": return text().machine(alternatives(word).length === MACHINES.length ? [] : some<Machine>(word, machineName));
      case "order": return text().order(some<Order>(word, orderName));
      default: return words().promises.seat(word === "*" ? [] : alternatives(word).map(voice), form);
    }
  },
  turn: () => text().turn,
  sums: { head: "", low: 0, high: 20000, step: 1000 },
};

const SABOTAGE = "sabotage5|sabotage2";
/** The cards that take a worker from a machine. */
const REMOVAL = "coffee|byebye|mixup";

export function ready({ position }: { position: Position }, me: Seat): Ready[] {
  const title = text().ready;
  const others = seatsOf(position).filter((seat) => seat !== me);
  const stations = MACHINES.map((machine) => ({ machine, ...position.machines[machine] }));
  const at = (seat: Seat) => stations.filter(({ workers }) => workers[0] && chiefOf(workers[0].worker) === seat);
  const machines = at(me).flatMap(({ machine }) => others.map((seat): Ready => ({
    kind: "machine", title: title.machine, about: [`machine ${machine}`, `seat ${seat}`], with: [seat],
    promises: [...at(seat).slice(0, 1).map((theirs) => ({ seat: me, wont: `play ${SABOTAGE} ${theirs.machine}`, term: "round" as const })), { seat, wont: `play ${SABOTAGE} ${machine}`, term: "round" }],
  })));
  const alone = at(me).flatMap(({ workers }) => workers.flatMap(({ worker }) => others.map((seat): Ready => ({
    kind: "worker", title: title.worker, about: [`worker ${worker}`, `seat ${seat}`], with: [seat],
    promises: [
      ...at(seat).slice(0, 1).map((theirs) => ({ seat: me, wont: `play ${REMOVAL} ${theirs.workers[0]!.worker}`, term: "round" as const })),
      { seat, wont: `play ${REMOVAL} ${worker}`, term: "round" }, { seat, wont: `bribe|tempt ${worker} **`, term: "round" },
    ],
  }))));
  const theirs = others.flatMap((seat) => at(seat).flatMap(({ workers }) => workers.map(({ worker }) => ({ seat, worker, price: printed.workers[nameOf(worker)].price }))));
  const sales = theirs.filter(({ price }) => price).map(({ seat, worker, price }): Ready => ({
    kind: "sell", title: title.sell, about: [`worker ${worker}`, `seat ${seat}`], with: [seat],
    promises: [{ seat: me, will: `tempt ${worker} >=${price}`, term: "round" }, { seat, will: `sell ${worker} >=${price}`, term: "round" }],
  }));
  /* Nobody can buy a worker without a price: their chief has to recall them. */
  const recalls = theirs.filter(({ price }) => !price).map(({ seat, worker }): Ready => ({
    kind: "recall", title: title.recall, about: [`worker ${worker}`, `seat ${seat}`], with: [seat],
    promises: [{ seat: me, wont: `play ${REMOVAL} ${seat}.*`, term: "next" }, { seat, will: `recall ${nameOf(worker)}`, term: "next" }],
  }));
  const repairs = stations.filter(({ sabotage }) => sabotage).flatMap(({ machine }) => others.map((seat): Ready => ({
    kind: "repair", title: title.repair, about: [`machine ${machine}`, `seat ${seat}`], with: [seat], promises: [{ seat, will: `repair ${machine}`, term: "round" }],
  })));
  const counters = others.map((seat): Ready => ({
    kind: "counter", title: title.counter, about: [`seat ${seat}`], with: [seat],
    promises: [{ seat: me, wont: `play illness ${seat}`, term: "round" }, { seat, wont: `counter * ${me}`, term: "round" }],
  }));
  const peace = others.map((seat): Ready => ({
    kind: "peace", title: title.peace, about: [`seat ${seat}`], with: [seat],
    promises: [{ seat: me, wont: `play ${REMOVAL} ${seat}.*`, term: "round" }, { seat, wont: `play ${REMOVAL} ${me}.*`, term: "round" }],
  }));
  return [...repairs, ...machines, ...alone, ...sales, ...recalls, ...counters, ...peace];
}
