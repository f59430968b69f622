/* The legal moves by the things they involve. Trades are left out, since there can be a thousand: look them up by name. */
import { runOf, type Run } from "../../legal";
import type { Seat } from "../../wire";
import { MACHINES, type Card, type Machine } from "./position";

/** Something on the table that can be picked: "card hugo", "worker blue.hugo", "machine fold", "order o9", "seat red". */
export type Thing = `${"card" | "worker" | "machine" | "order" | "seat"} ${string}`;

/** A legal move, or a run of moves with different sums. `args` are the words after the verb. */
export interface Act {
  move: string;
  verb: string;
  args: string[];
  about: Thing[];
  run: Run | null;
}

function thing(verb: string, arg: string, place: number, me: Seat, seats: Seat[]): Thing | null {
  if (/^\d/.test(arg)) return null;
  if (arg.includes(".")) return `worker ${arg}`;
  if (MACHINES.includes(arg as Machine)) return `machine ${arg}`;
  if (/^o\d+$/.test(arg)) return `order ${arg}`;
  if (seats.includes(arg)) return `seat ${arg}`;
  return verb === "recall" || place > 0 ? `worker ${me}.${arg}` : `card ${arg}`;
}

export function actsOf(legal: string[], me: Seat, seats: Seat[]): Act[] {
  return legal.filter((move) => !move.startsWith("trade ")).map((move) => {
    const [verb, ...args] = move.split(" ") as [string, ...string[]];
    return { move, verb, args, run: runOf(move), about: args.map((arg, i) => thing(verb, arg, i, me, seats)).filter((t) => t !== null) };
  });
}

export const about = (acts: Act[], what: Thing): Act[] => acts.filter((act) => act.about.includes(what));

/** The trade of these cards. They must be in card order, as in a hand. */
export const tradeOf = (cards: Card[]): string => `trade ${cards.join(" ")}`;
export const canTrade = (legal: string[]): boolean => legal.some((move) => move.startsWith("trade "));
