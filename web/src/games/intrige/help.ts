/* Help to decide in Intrige: what posts will still bring, and what was last paid for. Loaded when somebody wants it. */
import { list, number, wordsOf } from "../../words";
import type { GameEvent, Seat } from "../../wire";
import type { Helper } from "../game";
import { factsOf, postsOf, professionOf, seatOf, worthOf, type Position, type Scholar } from "./position";

type View = Parameters<Helper<Position>>[0];

const en = {
  brings: (posts: string) => `Posts, and what they bring to the end: ${posts}.`,
  post: (salary: string, worth: string) => `${salary} → ${worth}`,
  bringsThem: (salary: string, families: string) => `The ${salary} post to the end: ${families}.`,
  family: (name: string, worth: string) => `${name} ${worth}`,
  paid: (sums: string) => `Last paid here: ${sums}.`,
  paidNothing: "Nobody is known to have paid here.",
  best: (name: string, salary: string, worth: string) => `${name}: ${salary} → ${worth} to the end`,
  full: (name: string) => `${name}: no post is free`,
  lastly: (sum: string) => `, last paid ${sum}`,
  there: (whose: string) => `; of the same profession there: ${whose}`,
  holds: (name: string, salary: string) => `${name} (${salary})`,
  bringsOne: (name: string, posts: string) => `${name}, and what the posts bring to the end: ${posts}.`,
};
const de: typeof en = {
  brings: (posts) => `Posten, und was sie bis zum Ende bringen: ${posts}.`,
  post: (salary, worth) => `${salary} → ${worth}`,
  bringsThem: (salary, families) => `Der Posten zu ${salary} bis zum Ende: ${families}.`,
  family: (name, worth) => `${name} ${worth}`,
  paid: (sums) => `Zuletzt hier gezahlt: ${sums}.`,
  paidNothing: "Hier hat noch niemand bekannt gezahlt.",
  best: (name, salary, worth) => `${name}: ${salary} → ${worth} bis zum Ende`,
  full: (name) => `${name}: kein Posten frei`,
  lastly: (sum) => `, zuletzt gezahlt ${sum}`,
  there: (whose) => `; vom selben Beruf dort: ${whose}`,
  holds: (name, salary) => `${name} (${salary})`,
  bringsOne: (name, posts) => `${name}, und was die Posten bis zum Ende bringen: ${posts}.`,
};
const own = wordsOf(en, de);

const SUMS_SHOWN = 3;

/** The bribes that this palace was paid, newest first, as far as the viewer knows them. */
function paidAt(past: GameEvent[], landlord: Seat): number[] {
  let turn: Seat | undefined;
  const sums: number[] = [];
  for (const { kind, seat, amount } of past) {
    if (kind === "turn") turn = seat;
    if (kind === "pays" && turn === landlord && amount) sums.unshift(amount);
  }
  return sums;
}

/** The salaries at stake: of the disputed post, or of the free posts, best first. */
function atStake({ position, ...view }: View, landlord: Seat): number[] {
  const { disputed } = factsOf({ ...view, position });
  if (disputed !== null) return [disputed];
  return postsOf(position, landlord).filter(({ holder }) => !holder).map(({ salary }) => salary).sort((a, b) => b - a);
}

/** The relatives that the decision is about. */
function concerned(view: View, me: Seat): Scholar[] {
  const { stage, step } = view.position;
  const { claims } = factsOf(view);
  if (step === "answer") return [stage!.for!];
  if (step === "bribe") return claims.filter(({ state, scholar }) => (state === "now" || state === "unsealed") && seatOf(scholar) === me).slice(0, 1).map(({ scholar }) => scholar);
  return claims.filter(({ state }) => state === "paid").map(({ scholar }) => scholar);
}

/** `picked`: the relative that the landlord has picked among rivals. */
function atTheGate(view: View, landlord: Seat, { me, of }: Parameters<Helper>[1], past: GameEvent[], picked: Scholar | null): string[] {
  const text = own();
  const [first, ...others] = concerned(view, me);
  const salaries = atStake(view, landlord);
  const sums = paidAt(past, landlord).slice(0, SUMS_SHOWN);
  const families = [...new Set([first!, ...others].map(seatOf))];
  const postsFor = (scholar: Scholar) => salaries.map((salary) => text.post(number(salary), number(worthOf(view, salary, scholar)))).join(", ");
  const worth = picked && families.length > 1 && families.includes(seatOf(picked))
    ? text.bringsOne(of(seatOf(picked)), postsFor(picked))
    : families.length > 1
    ? text.bringsThem(number(salaries[0]!), list(families.map((seat) => text.family(of(seat), number(worthOf(view, salaries[0]!, `${seat}.`))))))
    : text.brings(postsFor(first!));
  return [...(first && salaries.length ? [worth] : []), sums.length ? text.paid(list(sums.map(number))) : text.paidNothing];
}

/** Who has a relative of this profession in a palace or its park. */
function sameThere({ position }: View, palace: Seat, profession: string, of: (seat: Seat) => string): string[] {
  const text = own();
  return [
    ...postsOf(position, palace).flatMap(({ salary, holder }) => (holder && professionOf(holder) === profession ? [text.holds(of(seatOf(holder)), number(salary))] : [])),
    ...position.park[palace]!.filter((scholar) => professionOf(scholar) === profession).map((scholar) => of(seatOf(scholar))),
  ];
}

/** `picked`: the profession of the relative to send. */
function toSend(view: View, { of }: Parameters<Helper>[1], past: GameEvent[], picked: string | null): string[] {
  const text = own();
  const palaces = [...new Set((view.legal ?? []).map((move) => move.split(" ")[2]!))];
  return palaces.map((seat) => {
    const [best] = postsOf(view.position, seat).filter(({ holder }) => !holder).map(({ salary }) => salary).sort((a, b) => b - a);
    const [sum] = paidAt(past, seat);
    const worth = best === undefined ? text.full(of(seat)) : text.best(of(seat), number(best), number(best * factsOf(view).incomes_if_sent[seat]!));
    const same = picked ? sameThere(view, seat, picked, of) : [];
    return worth + (sum ? text.lastly(number(sum)) : "") + (same.length ? text.there(list(same)) : "");
  });
}

export const help: Helper<Position> = (view, naming, past, picked) => {
  const { step, turn } = view.position;
  if (!turn) return [];
  return step === "send" ? toSend(view, naming, past, picked) : atTheGate(view, turn, naming, past, picked);
};
