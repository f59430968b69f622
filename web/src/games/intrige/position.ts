/* A position of Intrige, as in docs/formats.md, and functions that read it. Nothing here decides what is legal. */
import type { Term } from "../../promises/pact";
import type { GameEvent, Seat, View } from "../../wire";

/** Owner and profession: "red.doctor". */
export type Scholar = string;
export const seatOf = (scholar: Scholar): Seat => scholar.split(".")[0]!;
export const professionOf = (scholar: Scholar): string => scholar.split(".")[1]!;

export interface Terms {
  post: number;
  amount: number;
}

export interface Stage {
  kind: "uncontested" | "external" | "internal";
  /** Only in an internal conflict. */
  profession: string | null;
  payer: Seat | null;
  for: Scholar | null;
  paid: { scholar: Scholar; amount: number | null; bank: boolean | null }[];
  /** The viewer's own sealed sums; for other seats only how many there are. */
  sealed: Record<Seat, number | number[]>;
  offers: number;
  offer: (Terms & { by: Seat }) | null;
  deals: (Terms & { scholar: Scholar })[];
}

export interface Position {
  edition: string;
  options: { bribes: "open" | "sealed"; refund: "no" | "yes"; deals: "none" | "loose" | "binding"; money: "hidden" | "open"; defence: "must" | "may"; promises: "word" | "bond" };
  start: Seat | null;
  round: number;
  turn: Seat | null;
  step: "start" | "bribe" | "answer" | "place" | "hire" | "settle" | "send" | "over";
  cash: Record<Seat, number | null>;
  home: Record<Seat, string[]>;
  /** The holder of each post, by landlord and salary. */
  palace: Record<Seat, Record<string, Scholar | null>>;
  park: Record<Seat, Scholar[]>;
  island: Scholar[];
  stage: Stage | null;
  sent: Seat | null;
}

/** What follows from a position by the rules. The engine works it out and sends it along with the position. */
export interface Facts {
  rounds: number;
  /** The maximum number of offers and counters for one relative in one stage. */
  proposals: number;
  /** All sums are multiples of this. */
  step: number;
  /** How many more times each seat will collect income. */
  incomes: Record<Seat, number>;
  /** By landlord: how many more times the seat in turn will collect income after a relative sent there now is decided on. */
  incomes_if_sent: Record<Seat, number>;
  /** When each landlord decides about the relatives in the park. */
  decides: Record<Seat, Term>;
  /** A first bribe to suggest for each post, by its salary. */
  first_bribes: Record<string, number>;
  /** The salary of the post in an internal conflict. */
  disputed: number | null;
  /** All relatives of the current stage, in the order in which they pay. */
  claims: Claim[];
  /** The deals of the current stage, and the offer that waits for an answer. A deal is listed as proposed by the payer. */
  offers: Omit<Offer, "current">[];
}
export const factsOf = (view: View<Position>): Facts => view.facts as unknown as Facts;

export const seatsOf = (position: Position): Seat[] => Object.keys(position.palace);

/** All seats clockwise, starting with this one. */
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

/** The salaries of a seat's relatives: what it collects at each income. */
export const salariesOf = (position: Position, seat: Seat): number =>
  seatsOf(position)
    .flatMap((landlord) => postsOf(position, landlord))
    .reduce((sum, { salary, holder }) => sum + (holder && seatOf(holder) === seat ? salary : 0), 0);

/** Whether a sum is at least a tenth of a seat's cash. The page asks for confirmation then. */
export const isMuch = (position: Position, seat: Seat, sum: number): boolean => 10 * sum >= (position.cash[seat] ?? 0);

/** What a post would still bring the family of the relative. */
export const worthOf = (view: View<Position>, salary: number, scholar: Scholar): number => salary * (factsOf(view).incomes[seatOf(scholar)] ?? 0);

/** A relative at the gate in this stage, with the state of the bribe and of the decision. */
export interface Claim {
  scholar: Scholar;
  holder: boolean;
  state: "paid" | "sealed" | "now" | "later" | "unsealed" | "hired" | "banished";
  /** Null if this viewer may not know it. */
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
  /** Made in the current turn. */
  current: boolean;
}

/** Offers and counters as cards, newest last, from past events and from what the facts say of the current stage. */
export function offersOf(view: View<Position>, past: GameEvent[]): Offer[] {
  const offers: Offer[] = [];
  const turns = past.filter(({ kind }) => kind === "turn").length;
  let turn = 0;
  const last = (scholar: unknown, ...states: Offer["state"][]) =>
    offers.findLast((offer) => offer.scholar === scholar && states.includes(offer.state));
  for (const event of past) {
    const { scholar, post, amount, seat, to } = event as unknown as Offer & { seat: Seat };
    const open = last(scholar, "open");
    const deal = last(scholar, "accepted");
    switch (event.kind) {
      case "turn": turn++; break;
      case "offers":
      case "counters":
        if (open) open.state = "countered";
        offers.push({ by: seat, to, scholar, post, amount, state: "open", current: turn === turns });
        break;
      case "refuses": if (open) open.state = "refused"; break;
      case "accepts": if (open) open.state = "accepted"; break;
      case "deal_kept": if (deal) deal.state = "kept"; break;
      case "deal_broken": if (deal) Object.assign(deal, { state: "broken", breaker: seat }); break;
    }
  }
  for (const offer of factsOf(view).offers) {
    const known = last(offer.scholar, "open", "accepted");
    if (known) known.state = offer.state;
    else offers.push({ ...offer, current: true });
  }
  return offers;
}

/** Who was sent where in the latest turn. */
export function underway(past: GameEvent[]): { scholar: Scholar; palace: Seat }[] {
  const sends = past.slice(past.findLastIndex(({ kind }) => kind === "turn") + 1).filter(({ kind }) => kind === "sends");
  return sends as unknown as { scholar: Scholar; palace: Seat }[];
}
