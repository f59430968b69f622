/* Help to decide in Integralis: what the whistle would bring now, and what a worker would add. Loaded when wanted. */
import { list, number, wordsOf } from "../../words";
import type { Helper } from "../game";
import { MACHINES, chiefOf, factsOf, nameOf, seatsOf, type Card, type Facts, type Machine, type Position, type Worker } from "./position";
import { cardName, machineName, orderName } from "./say";

const en = {
  whistle: (pays: string) => `The whistle now: ${pays}.`,
  pay: (name: string, sum: string, chooses: boolean) => `${name} ${chooses ? "at least " : ""}${sum}`,
  makes: (card: string, machines: string) => `${card} would make: ${machines}.`,
  at: (machine: string, before: number, after: number) => `${machine} ${before} → ${after}`,
  works: (worker: string, machine: string, tasks: number, wanted: number) => `${worker} is at ${machine}, which makes ${tasks} of ${wanted} wanted.`,
  open: (order: string, tasks: number) => `${order}: ${tasks === 1 ? "1 task" : `${tasks} tasks`} to go.`,
};
const de: typeof en = {
  whistle: (pays) => `Feierabend jetzt: ${pays}.`,
  pay: (name, sum, chooses) => `${name} ${chooses ? "mindestens " : ""}${sum}`,
  makes: (card, machines) => `${card} würde schaffen: ${machines}.`,
  at: (machine, before, after) => `${machine} ${before} → ${after}`,
  works: (worker, machine, tasks, wanted) => `${worker} steht an: ${machine}, schafft ${tasks} von ${wanted}.`,
  open: (order, tasks) => `${order}: noch ${tasks === 1 ? "1 Aufgabe" : `${tasks} Aufgaben`}.`,
};
const own = wordsOf(en, de);

const CARDS_SHOWN = 3;

/** What a card would add to machines, most first: tasks before and after. `moves`: the moves with this card. */
function gains(facts: Facts, me: string, moves: [string, number][], machineOf: (worker: Worker) => Machine | undefined): { machine: Machine; before: number; after: number }[] {
  return moves.flatMap(([move, after]) => {
    const on = move.split(" ")[2]!;
    const machine = MACHINES.find((name) => name === on) ?? machineOf(`${me}.${on}` as Worker);
    const before = machine ? facts.machines[machine].tasks : 0;
    return machine && after > before ? [{ machine, before, after }] : [];
  }).sort((a, b) => b.after - b.before - (a.after - a.before));
}

export const help: Helper<Position> = (view, { me, of }) => {
  const text = own();
  const { position } = view;
  const facts = factsOf(view);
  const { pending } = position;
  const machineOf = (worker: Worker) => MACHINES.find((machine) => position.machines[machine].workers.some((one) => one.worker === worker));
  const lines: string[] = [];
  if (position.step === "under" || position.step === "over") return lines;
  if (pending?.kind === "cover") return position.orders[me]!.map(({ order }, i) => text.open(orderName(order), facts.open[me]![i]!));
  lines.push(text.whistle(list(seatsOf(position).map((seat) => text.pay(of(seat), number(facts.forecast[seat]!.pay), facts.forecast[seat]!.chooses)))));
  if (pending && "worker" in pending) {
    const machine = machineOf(pending.worker);
    const output = machine && facts.machines[machine];
    if (output) lines.push(text.works(chiefOf(pending.worker) === me ? cardName(nameOf(pending.worker)) : `${cardName(nameOf(pending.worker))} (${of(chiefOf(pending.worker))})`, machineName(machine), output.tasks, output.wanted));
  }
  const makes = Object.entries(facts.makes);
  const cards = [...new Set(makes.map(([move]) => move.split(" ")[1] as Card))].map((card) => ({ card, gains: gains(facts, me, makes.filter(([move]) => move.split(" ")[1] === card), machineOf) }));
  const best = cards.filter((one) => one.gains.length).sort((a, b) => b.gains[0]!.after - b.gains[0]!.before - (a.gains[0]!.after - a.gains[0]!.before)).slice(0, CARDS_SHOWN);
  return [...lines, ...best.map((one) => text.makes(cardName(one.card), list(one.gains.slice(0, 2).map(({ machine, before, after }) => text.at(machineName(machine), before, after)))))];
};
