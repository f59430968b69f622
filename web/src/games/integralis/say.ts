/* Integralis in words: names of things, status line, chronicle, the table as text, and where money came from. */
import { list, number } from "../../words";
import type { GameEvent, Seat, View } from "../../wire";
import type { Income, Naming } from "../game";
import type { Act } from "./moves";
import { MACHINES, chiefOf, factsOf, howMany, isWorker, nameOf, printed, seatsOf, tasksOf, type Card, type Job, type Machine, type Order, type Position, type WorkerName } from "./position";
import type { Hand, Who } from "./words.en";
import { own } from "./words";

const women: WorkerName[] = ["greta", "wilma", "ida", "kathi", "moni"];

export const isWoman = (name: WorkerName): boolean => women.includes(name);
export const whoIs = (naming: Naming, seat: Seat): Who => ({ name: naming.of(seat), me: seat === naming.me });
export const workerIs = (naming: Naming, worker: string): Hand =>
  ({ name: own().cards[nameOf(worker)], woman: isWoman(nameOf(worker)), chief: whoIs(naming, chiefOf(worker)) });
export const cardName = (card: Card): string => own().cards[card];
export const machineName = (machine: Machine): string => own().machines[machine];
export const orderName = (order: Order): string => own().board.order(number(printed.orders[order].pay));
/** Hours, possibly with a half: "½", "2½". */
export const hours = (labour: number): string => (labour % 1 ? `${labour >= 1 ? number(Math.floor(labour)) : ""}½` : number(labour));

export const workerName = (worker: string, naming: Naming): string => own().worker(workerIs(naming, worker));

/** The target of a card, as in moves and events: a machine, a worker, a seat, or a seat at a machine. */
export function onWhat(target: string, naming: Naming): string {
  const { on: say } = own();
  const [first, second] = target.split(" ") as [string, Machine?];
  if (second) return say.team(whoIs(naming, first), machineName(second));
  if (first in own().machines) return say.machine(machineName(first as Machine));
  if (first in own().cards) return say.own(cardName(first as Card));
  return first.includes(".") ? say.worker(workerIs(naming, first)) : first ? say.seat(whoIs(naming, first)) : "";
}

/** A move in words. For a run of sums, `sum` is the chosen one. */
export function actWords({ verb, args }: Act, position: Position, naming: Naming, sum = 0): string {
  const say = own().do;
  const first = args[0] ?? "";
  const second = args[1] ?? "";
  const pending = position.pending;
  const asked = pending && "worker" in pending ? cardName(nameOf(pending.worker)) : "";
  switch (verb) {
    case "play":
      if (isWorker(first as Card)) return say.send(cardName(first as Card), machineName(second as Machine));
      return second ? say.playOn(cardName(first as Card), onWhat(args.slice(1).join(" "), naming)) : say.play(cardName(first as Card));
    case "recall": return say.recall(cardName(first as Card));
    case "take": return say.take(orderName(first as Order));
    case "swap": return say.swap(orderName(first as Order), orderName(second as Order));
    case "repair": return say.repair(machineName(first as Machine), number(printed.damage[position.machines[first as Machine].sabotage!.card]));
    case "tempt": return say.tempt(workerIs(naming, first), number(sum));
    case "bribe": return say.bribe(workerIs(naming, first), number(printed.workers[nameOf(first)].price));
    case "counter": return say.counter(pending?.kind === "counter" ? cardName(printed.counters[pending.card]!) : "");
    case "accept": return pending?.kind === "demand" ? say.pay(number(pending.amount)) : say.accept(pending?.kind === "tempt" ? number(pending.amount) : "");
    case "demand": return say.demand(number(sum));
    case "waive": return say.waive(pending?.kind === "cover" ? pending.markers : 0);
    case "release": return say.release(asked);
    case "resist": return say.resist(asked);
    case "stay": return say.stay(asked);
    case "leave": return say.leave(asked);
    case "bid": return say.bid(number(sum));
    case "cover": return say.cover(orderName(second as Order));
    case "under": return say.under(cardName(first as Card));
    case "draw": return say.draw;
    case "pass": return say.pass;
    case "refuse": return say.refuse;
    default: return say.end;
  }
}

/** Moves that cost money at once, seal a sum, give up markers, or remove a worker for good. */
export const isFinal = ({ verb, args }: Act, { pending }: Position): boolean =>
  ["repair", "tempt", "bribe", "bid", "waive"].includes(verb) || (verb === "accept" && pending?.kind === "demand") || (verb === "play" && args[0] === "byebye");

export const namesOf = (seats: Seat[], naming: Naming): string => list(seats.map((seat) => naming.of(seat)));

export function status(view: View<Position>, naming: Naming): string {
  const say = own().status;
  const position = view.position;
  if (!position) return "";
  const actors = view.actors ?? [];
  const mine = actors.includes(naming.me);
  const who = whoIs(naming, mine ? naming.me : actors[0] ?? "");
  const pending = position.pending;
  const worker = pending && "worker" in pending ? cardName(nameOf(pending.worker)) : "";
  switch (position.step) {
    case "act": {
      if (!position.actions) return view.legal?.length === 1 ? say.onlyEnd : say.end(who);
      return mine && factsOf(view).must_take ? say.take : say.act(who, position.actions);
    }
    case "counter": return pending?.kind === "counter" ? say.counter(who, whoIs(naming, pending.by), cardName(pending.card)) : "";
    case "answer": {
      if (pending?.kind === "demand") return say.demand(who, worker, number(pending.amount));
      return pending?.kind === "tempt" ? say.tempt(who, worker, number(pending.amount)) : say.bribe(who, worker);
    }
    case "bid": return mine ? say.bid(worker) : say.bidOthers(namesOf(actors, naming), worker);
    case "decide": return say.decide(who, worker);
    case "cover": return say.cover(who);
    case "under": return mine ? say.under(factsOf(view).surplus[naming.me]!) : say.underOthers(namesOf(actors, naming));
    case "over": {
      const winners = view.end?.winners ?? [];
      return winners.length === 1 && winners[0] === naming.me ? say.overYou : say.over(namesOf(winners, naming));
    }
    default: return say.luck;
  }
}

export function tell(event: GameEvent, naming: Naming): string | null {
  const say = own().tell;
  const e = event as unknown as { seat: Seat; round: number; card: Card | null; countered: Card; on: string; worker: string; machine: Machine; order: Order; for: Order; payer: Seat; amount: number };
  const who = () => whoIs(naming, e.seat);
  const card = () => (e.card ? cardName(e.card) : own().aCard);
  const worker = () => workerIs(naming, e.worker);
  const name = () => cardName(nameOf(e.worker));
  const sum = () => number(e.amount);
  const machine = () => machineName(e.machine);
  const lines: Record<string, () => string> = {
    starts: () => say.starts(who()),
    turn: () => say.turn(who(), e.round),
    misses: () => say.misses(who(), e.round),
    draws: () => say.draws(who(), card()),
    revealed: () => say.revealed(orderName(e.order)),
    recalls: () => say.recalls(who(), card()),
    takes: () => say.takes(who(), orderName(e.order)),
    swaps: () => say.swaps(who(), orderName(e.order), orderName(e.for)),
    trades: () => say.trades(who(), e.amount),
    puts_under: () => say.puts_under(who(), card()),
    sets_to_work: () => say.sets_to_work(who(), card(), machine()),
    sets_closing: () => say.sets_closing(who(), card(), e.card === "f0"),
    plays: () => say.plays(who(), card(), onWhat(e.on, naming)),
    passes: () => say.passes(who(), card()),
    counters: () => say.counters(who(), card(), cardName(e.countered)),
    goes_under: () => say.goes_under(worker()),
    goes_back: () => say.goes_back(worker()),
    goes_away: () => say.goes_away(worker()),
    moves: () => say.moves(worker(), machine()),
    falls_ill: () => say.falls_ill(who()),
    repairs: () => say.repairs(who(), machine(), sum()),
    tempts: () => say.tempts(who(), worker(), sum()),
    demands: () => say.demands(who(), name(), sum()),
    accepts: () => (e.seat === e.payer ? say.pays(who(), worker(), sum()) : say.accepts(who(), name(), sum())),
    refuses: () => say.refuses(who(), name(), sum()),
    bribes: () => say.bribes(who(), worker()),
    releases: () => say.releases(who(), name(), whoIs(naming, e.payer), sum()),
    resists: () => say.resists(who(), name()),
    seals: () => say.seals(who()),
    bids: () => say.bids(who(), name(), sum()),
    outbids: () => say.outbids(who(), worker(), sum()),
    stays: () => say.stays(worker()),
    closes: () => say.closes(who()),
    produces: () => say.produces(who(), e.amount, machine()),
    covers: () => say.covers(who(), e.amount, machine(), orderName(e.order)),
    waives: () => say.waives(who(), e.amount, machine()),
    delivers: () => say.delivers(who(), orderName(e.order), sum()),
    card_returns: () => say.card_returns(who(), card()),
    ends: () => say.ends,
  };
  return lines[event.kind]?.() ?? null;
}

export function income(event: GameEvent): Income[] {
  const say = own().income;
  const seat = event.seat ?? "";
  const amount = event.amount ?? 0;
  switch (event.kind) {
    case "delivers": return [{ seat, source: say.orders, amount }];
    case "repairs": return [{ seat, source: say.repairs, amount: -amount }];
    case "accepts": return [{ seat: chiefOf(String(event.worker)), source: say.offersTaken, amount }, { seat: event.payer as Seat, source: say.offersPaid, amount: -amount }];
    case "releases": return [{ seat: event.payer as Seat, source: say.bribes, amount: -amount }];
    case "outbids": return [{ seat, source: say.bids, amount: -amount }];
    default: return [];
  }
}

function jobWords(job: Job): string {
  const tasks = (done: boolean) => list(tasksOf(job).filter((task) => task.done === done).map(({ machine }) => machineName(machine)));
  return own().text.order(orderName(job.order), tasks(false), tasks(true));
}

/** When a closing card is due. */
export const closingWords = (position: Position, seat: Seat, due: number, naming: Naming): string =>
  due === position.turns ? own().board.closingNow : own().board.closingNext(whoIs(naming, seat));

function machineLine(view: View<Position> & { position: Position }, machine: Machine, naming: Naming): string {
  const { board, text } = own();
  const { workers, sabotage } = view.position.machines[machine];
  const output = factsOf(view).machines[machine];
  const people = workers.map(({ worker, overtime }) => board.worker(workerIs(naming, worker), hours(printed.workers[nameOf(worker)].labour), overtime));
  const broken = sabotage ? `${board.sabotaged(number(printed.damage[sabotage.card]))}, ${board.sabotageBy(whoIs(naming, sabotage.by), sabotage.fresh)}. ` : "";
  return text.machine(machineName(machine), board.need(hours(printed.needs[machine])), people.length ? people.join("; ") : board.nobody,
    broken + (people.length ? text.output(hours(output.labour), output.tasks, output.wanted) : "")).trimEnd();
}

function teamLines(position: Position, seat: Seat, naming: Naming): string[] {
  const { board, text } = own();
  const money = position.money[seat];
  const jobs = position.orders[seat]!;
  return [
    text.team(whoIs(naming, seat), money == null ? text.hidden : number(money), howMany(position.hand[seat]!),
      howMany(position.unseen[seat]!) + howMany(position.under[seat]!), position.completed[seat]!, number(position.repaired[seat]!)),
    jobs.length ? text.orders(jobs.map(jobWords).join("; ")) : `${board.noOrders}.`,
    ...(position.ill.includes(seat) ? [text.ill(whoIs(naming, seat))] : []),
    ...position.closing[seat]!.map(({ due }) => `${closingWords(position, seat, due, naming)}.`),
  ];
}

export function describe(view: View<Position> & { position: Position }, naming: Naming): string[] {
  const { position } = view;
  const { board, text } = own();
  const hand = position.hand[naming.me];
  return [
    status(view, naming),
    ...MACHINES.map((machine) => machineLine(view, machine, naming)),
    text.row(position.row.map((order) => (order ? jobWords({ order, covered: [] }) : board.toCome)).join("; "), position.orders_left.length),
    ...seatsOf(position).flatMap((seat) => teamLines(position, seat, naming)),
    ...(Array.isArray(hand) ? [text.hand(hand.length ? list(hand.map(cardName)) : board.none)] : []),
    `${board.discards(position.discard.length)}.`,
  ];
}
