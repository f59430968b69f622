/* The legal list, by what its moves are about. Trades, of which there can be a thousand, are only ever asked for by name. */
import { runOf, type Run } from "../../legal";
import type { Seat } from "../../wire";
import { MACHINES, type Card, type Machine } from "./position";

/** Something on the table that can be pointed at: "card hugo", "worker blue.hugo", "machine fold", "order o9", "seat red". */
export type Thing = `${"card" | "worker" | "machine" | "order" | "seat"} ${string}`;

/** A move of the list, or a run of them, with the words behind its verb. */
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

/** The trade of these cards, which are in card order as a hand is. */
export const tradeOf = (cards: Card[]): string => `trade ${cards.join(" ")}`;
export const canTrade = (legal: string[]): boolean => legal.some((move) => move.startsWith("trade "));
