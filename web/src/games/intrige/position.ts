/* A position of Intrige (docs/formats.md), and what can be read from it. Nothing here decides what may be done. */
import type { Term } from "../../promises/pact";
import type { GameEvent, Seat, View } from "../../wire";

/** "red.doctor": whose, and what he does. */
export type Scholar = string;
export const seatOf = (scholar: Scholar): Seat => scholar.split(".")[0]!;
export const professionOf = (scholar: Scholar): string => scholar.split(".")[1]!;

export interface Terms {
  post: number;
  amount: number;
}

export interface Stage {
  kind: "uncontested" | "external" | "internal";
  /** Of an internal conflict. */
  profession: string | null;
  payer: Seat | null;
  for: Scholar | null;
  paid: { scholar: Scholar; amount: number | null; bank: boolean | null }[];
  /** One's own sums, and how many others have sealed. */
  sealed: Record<Seat, number | number[]>;
  offers: number;
  offer: (Terms & { by: Seat }) | null;
  deals: (Terms & { scholar: Scholar })[];
}

export interface Position {
  edition: string;
  options: { bribes: "open" | "sealed"; refund: "no" | "yes"; deals: "none" | "loose" | "binding"; money: "hidden" | "open" };
  start: Seat | null;
  round: number;
  turn: Seat | null;
  step: "start" | "bribe" | "answer" | "place" | "hire" | "settle" | "send" | "over";
  cash: Record<Seat, number | null>;
  home: Record<Seat, string[]>;
  /** By landlord and salary. */
  palace: Record<Seat, Record<string, Scholar | null>>;
  park: Record<Seat, Scholar[]>;
  island: Scholar[];
  stage: Stage | null;
  sent: Seat | null;
}

/** What follows from a position by the rules: the engine works it out, and it comes beside the position. */
export interface Facts {
  rounds: number;
  /** Offers and counters for one relative in one stage. */
  proposals: number;
  /** What sums are multiples of. */
  step: number;
  /** How often each seat will still collect. */
  incomes: Record<Seat, number>;
  /** By when each landlord decides about those in the park. */
  decides: Record<Seat, Term>;
  /** The salary of the post an internal conflict is about. */
  disputed: number | null;
  /** Everybody of the running stage in the order of paying. */
  claims: Claim[];
}
export const factsOf = (view: View<Position>): Facts => view.facts as unknown as Facts;

export const seatsOf = (position: Position): Seat[] => Object.keys(position.palace);

/** All seats clockwise, from this one on. */
export function clockwise(position: Position, from: Seat): Seat[] {
  const seats = seatsOf(position);
  const first = Math.max(0, seats.indexOf(from));
  return [...seats.slice(first), ...seats.slice(0, first)];
}

export interface Post {
  salary: number;
  holder: Scholar | null;
}
export const postsOf = (position: Position, landlord: Seat): Post[] =>
  Object.entries(position.palace[landlord]!).map(([salary, holder]) => ({ salary: Number(salary), holder }));

/** What a seat's relatives in office bring it at each income. */
export const salariesOf = (position: Position, seat: Seat): number =>
  seatsOf(position)
    .flatMap((landlord) => postsOf(position, landlord))
    .reduce((sum, { salary, holder }) => sum + (holder && seatOf(holder) === seat ? salary : 0), 0);

/** Whether a sum is a tenth of a seat's cash or more: what is worth that is asked twice. */
export const isMuch = (position: Position, seat: Seat, sum: number): boolean => 10 * sum >= (position.cash[seat] ?? 0);

/** What a post will still bring the family of whom it is given to. */
export const worthOf = (view: View<Position>, salary: number, scholar: Scholar): number => salary * (factsOf(view).incomes[seatOf(scholar)] ?? 0);

/** One who stands at the gate in this stage, and how his bribe and his case stand. */
export interface Claim {
  scholar: Scholar;
  holder: boolean;
  state: "paid" | "sealed" | "now" | "later" | "unsealed" | "hired" | "banished";
  /** Null where this viewer may not know it. */
  amount: number | null;
  bank: boolean;
  deal: Terms | null;
}

export interface Offer extends Terms {
  by: Seat;
  to: Seat;
  scholar: Scholar;
  state: "open" | "countered" | "accepted" | "underpaid" | "refused" | "kept" | "broken";
  breaker?: Seat;
  /** Made in the turn that is running. */
  current: boolean;
}

/** Offers and counters as cards, newest last, from what is remembered; what the position shows is never missing. */
export function offersOf(position: Position, past: GameEvent[]): Offer[] {
  const offers: Offer[] = [];
  const turns = past.filter(({ kind }) => kind === "turn");
  let landlord = turns[0] ? clockwise(position, turns[0].seat!).at(-1)! : position.turn;
  let turn = 0;
  const last = (scholar: unknown, ...states: Offer["state"][]) =>
    offers.findLast((offer) => offer.scholar === scholar && states.includes(offer.state));
  for (const event of past) {
    const { scholar, post, amount, seat } = event as unknown as Offer & { seat: Seat };
    if (event.kind === "turn") {
      landlord = seat;
      turn++;
    }
    const open = last(scholar, "open");
    const deal = last(scholar, "accepted", "underpaid");
    if (event.kind === "offers" || event.kind === "counters") {
      if (open) open.state = "countered";
      const to = event.kind === "offers" ? landlord! : seatOf(scholar);
      offers.push({ by: seat, to, scholar, post, amount, state: "open", current: turn === turns.length });
    }
    if (event.kind === "refuses" && open) open.state = "refused";
    if (event.kind === "accepts" && open) open.state = "accepted";
    if (event.kind === "pays" && deal && event.amount != null && amount < deal.amount) deal.state = "underpaid";
    if (event.kind === "deal_kept" && deal) deal.state = "kept";
    if (event.kind === "deal_broken" && deal) Object.assign(deal, { state: "broken", breaker: seat });
  }
  const { stage } = position;
  if (!stage || !position.turn) return offers;
  for (const deal of stage.deals)
    if (!last(deal.scholar, "accepted", "underpaid")) offers.push({ ...deal, by: seatOf(deal.scholar), to: position.turn, state: "accepted", current: true });
  if (stage.offer && stage.for && !last(stage.for, "open")) {
    const to = stage.offer.by === position.turn ? seatOf(stage.for) : position.turn;
    offers.push({ ...stage.offer, to, scholar: stage.for, state: "open", current: true });
  }
  return offers;
}

/** Who was sent where in the turn that is running or just over. */
export function underway(past: GameEvent[]): { scholar: Scholar; palace: Seat }[] {
  const sends = past.slice(past.findLastIndex(({ kind }) => kind === "turn") + 1).filter(({ kind }) => kind === "sends");
  return sends as unknown as { scholar: Scholar; palace: Seat }[];
}
