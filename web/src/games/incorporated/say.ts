/* Incorporated in words: names of pieces, status line, chronicle, the table as text, and where points came from. */
import { list, number } from "../../words";
import type { GameEvent, Seat, View } from "../../wire";
import type { Income, Naming } from "../game";
import { roundsOf } from "./history";
import { missing, running, seatsOf, suitOf, tableOf, valueOf, type Position, type Table, type Task, type Tile } from "./position";
import type { Who } from "./words.en";
import { own } from "./words";

export const tileName = (tile: Tile): string => own().tile(own().suits[suitOf(tile)]!, number(valueOf(tile)));
export const coinNames = (coins: number[]): string => (coins.length > 0 ? list(coins.map(number)) : own().none);
export const taskName = (initiative: number, place: number): string => `${initiative + 1}.${place + 1}`;
export const whoIs = (seat: Seat, naming: Naming): Who => ({ name: naming.of(seat), me: seat === naming.me });

/** The total and the goal of a task, and the gap between them. A finished task has no gap. */
export function stateOf(position: Table, task: Task): { sum: string; margin: string | null } {
  const { done, waits, sum, missing: short, exact, spare, notEnough } = own().task;
  if (task.state === "done") return { sum: done, margin: null };
  if (position.step === "staff" && task === running(position)) return { sum: waits, margin: null };
  const gap = missing(task);
  const words = position.facts.counted ? notEnough : gap > 0 ? short(number(gap)) : gap < 0 ? spare(number(-gap)) : exact;
  return { sum: sum(number(task.total), number(task.goal)), margin: words };
}

/** A task and everything on it. */
export function taskSentence(position: Table, task: Task, name: string, naming: Naming): string {
  const { sum, margin } = stateOf(position, task);
  const { coin, helps, hinders, playedBy, sentence } = own().task;
  const things = [
    playedBy(naming.of(task.by)),
    ...task.coins.map((on) => coin(number(on.coin), naming.of(on.seat))),
    ...task.managers.map((on) => (on.help ? helps : hinders)(naming.of(on.seat))),
  ];
  return sentence(name, tileName(task.tile), margin ? `${sum}, ${margin}` : sum, things.join(", "));
}

export function roundWords(position: Table): string {
  if (position.step === "over") return own().over;
  return position.round > 0 ? own().round(number(position.round), number(position.players)) : own().before;
}

export function ruinWords({ facts }: Table): string {
  const { now, counted } = own().ruin;
  return (facts.counted ? counted : now)(number(facts.failing), number(facts.ruin));
}

function endWords(view: View<Position>, naming: Naming): string {
  const { bankrupt, nobody, wins, share } = own().status;
  const winners = view.end?.winners ?? [];
  if (view.end?.why === "bankrupt") return bankrupt;
  if (winners.length === 0) return nobody;
  return winners.length === 1 ? wins(whoIs(winners[0]!, naming)) : share(list(winners.map((seat) => naming.of(seat))));
}

export function status(view: View<Position>, naming: Naming): string {
  const position = view.position && tableOf({ ...view, position: view.position });
  const actors = view.actors ?? [];
  const words = own().status;
  if (!position) return "";
  const actor = () => whoIs(actors[0]!, naming);
  const tile = () => tileName(running(position)!.tile);
  switch (position.step) {
    case "start": return words.start;
    case "deal": return words.deal;
    case "play": return words.play(actor(), position.facts.next!);
    case "staff": return words.staff(actor(), tile());
    case "commit": {
      const others = list(actors.filter((seat) => seat !== naming.me).map((seat) => naming.of(seat)));
      if (!actors.includes(naming.me)) return words.fists(tile(), others);
      return others ? words.commitWith(tile(), others) : words.commit(tile());
    }
    case "manage": return words.manage(actor());
    case "over": return endWords(view, naming);
  }
}

export function tell(event: GameEvent, naming: Naming): string | null {
  const words = own().tell;
  const who = () => whoIs(event.seat!, naming);
  const tile = event.tile ? tileName(event.tile as Tile) : "";
  const amount = number(Math.abs(event.amount ?? 0));
  switch (event.kind) {
    case "round": return words.round(number(event.round as number), who());
    case "dealt": return tile ? words.dealt(who(), tile) : null;
    case "plays": {
      const [initiative, place] = (event.task as string).split(".");
      const sentence = words.plays(who(), tile);
      return place === "1" ? words.opens(number(Number(initiative)), sentence) : sentence;
    }
    case "staffs": return words.staffs(who(), number(event.coin as number), tile);
    case "no_staff": return words.no_staff(who(), tile);
    case "done": return words.done(tile);
    case "nobody_left": return words.nobody_left(tile);
    case "chooses": return words.chooses(who(), tile);
    case "commits":
      if (event.coins === "none") return words.commitsNone(who(), tile);
      return words.commits(who(), coinNames((event.coins as string).split("+").map(Number)), tile);
    case "manages": return (event.helps ? words.helps : words.hinders)(who(), tile, event.task as string);
    case "counted": return (event.complete ? words.complete : words.incomplete)(tile, number(event.amount!));
    case "succeeds": return words.succeeds(number(event.initiative as number));
    case "fails": return words.fails(number(event.initiative as number));
    case "scores": return event.amount === 0 ? words.even(who()) : (event.amount! > 0 ? words.gains : words.loses)(who(), amount);
    case "bankrupt": return words.bankrupt(number(event.failed as number));
    case "five_o_clock": return words.five_o_clock;
    case "fired": return words.fired(who(), number(event.amount!));
    default: return null;
  }
}

/** Everything visible about a seat, in words. */
export function seatFacts(position: Table, seat: Seat): string[] {
  const { score, coins, hand, first, chosen, placed, fired } = own().department;
  const held = position.hand[seat]!;
  return [
    score(number(position.scores[seat]!)),
    coins(coinNames(position.coins[seat]!)),
    hand(typeof held === "number" ? number(held) : held.length > 0 ? list(held.map(tileName)) : own().none),
    ...(position.first === seat ? [first] : []),
    ...(seat in position.committed ? [chosen] : []),
    ...(position.placed.includes(seat) ? [placed] : []),
    ...(position.step === "over" && position.scores[seat]! < 0 ? [fired] : []),
  ];
}

export function describe(view: View<Position> & { position: Position }, naming: Naming): string[] {
  const position = tableOf(view);
  const { table, initiative, standing, finish, ruin } = own();
  return [
    roundWords(position),
    finish[position.options.finish]!,
    `${ruin.title}: ${ruinWords(position)}. ${ruin.limit(number(position.facts.ruin))}`,
    table,
    ...position.initiatives.flatMap((tasks, i) => [
      `${initiative(number(i + 1))}: ${standing[position.facts.initiatives[i]!.standing]}`,
      ...tasks.map((task, place) => taskSentence(position, task, taskName(i, place), naming)),
    ]),
    own().department.title,
    ...seatsOf(position).map((seat) => `${naming.of(seat)}: ${seatFacts(position, seat).join(", ")}`),
  ];
}

/** Splits a round's score by succeeded and failed initiatives. It stays one sum if the round is not known. */
export function income(event: GameEvent, at: number, events: GameEvent[]): Income[] {
  if (event.kind !== "scores") return [];
  const words = own().income;
  const seat = event.seat!;
  const amount = event.amount!;
  const round = roundsOf(events.slice(0, at)).at(-1);
  if (!round?.number) return [{ seat, source: words.earlier, amount }];
  const name = number(round.number);
  return [{ seat, source: words.won(name), amount: event.won as number }, { seat, source: words.lost(name), amount: -(event.lost as number) }].filter((part) => part.amount !== 0);
}
