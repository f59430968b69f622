/* A position of Incorporated as docs/formats.md has it, and how it is read. */
import type { Seat, View } from "../../wire";

/** "M3": the letter of its suit and its value. */
export type Tile = string;
export interface Coin {
  seat: Seat;
  coin: number;
}
export interface Manager {
  seat: Seat;
  help: boolean;
}
interface Played {
  tile: Tile;
  by: Seat;
  state: "open" | "done";
  coins: Coin[];
  managers: Manager[];
}
export interface Position {
  options: { finish: "above" | "reach" };
  players: number;
  start: Seat | null;
  round: number;
  first: Seat | null;
  step: "start" | "deal" | "play" | "staff" | "commit" | "manage" | "over";
  scores: Record<Seat, number>;
  /** A number where this viewer may not look. */
  hand: Record<Seat, Tile[] | number>;
  coins: Record<Seat, number[]>;
  initiatives: Played[][];
  /** Who has closed a fist; null where this viewer may not look. */
  committed: Record<Seat, number[] | null>;
  placed: Seat[];
}

/** How an initiative stands, for now or for good. */
export type Standing = "begun" | "done" | "failing" | "well" | "succeeded" | "failed";
/** What a task has, and what it must have when the round is counted. */
interface Sum {
  total: number;
  goal: number;
}

/** What follows from a position by the rules: the engine works it out, and it comes beside the position. */
export interface Facts {
  /** Failed initiatives that bankrupt the company; what a manager adds or takes. */
  ruin: number;
  manager: number;
  /** The round on the table has been counted. */
  counted: boolean;
  /** Who is first, by round; and who plays in which order in this one. */
  firsts: Seat[];
  order: Seat[];
  initiatives: { standing: Standing; tasks: Sum[] }[];
  /** How many initiatives fail as things stand, or failed. */
  failing: number;
  /** The task that waits for coins, and the one to be played: "2.1". */
  running: string | null;
  next: string | null;
  /** What a seat's coins count more than they show on the running task. */
  bonus: Record<Seat, number>;
  /** The least coin that completes it at once, where its seat is to staff it. */
  at_once: number | null;
}

export type Task = Played & Sum;
/** A position with what follows from it. */
export type Table = Omit<Position, "initiatives"> & { initiatives: Task[][]; facts: Facts };

export function tableOf({ position, facts }: View<Position> & { position: Position }): Table {
  const known = facts as unknown as Facts;
  const initiatives = position.initiatives.map((tasks, i) => tasks.map((task, place) => ({ ...task, ...known.initiatives[i]!.tasks[place]! })));
  return { ...position, initiatives, facts: known };
}

const suits: Record<string, Seat> = { S: "suns", M: "moons", C: "crowns", A: "arms" };
export const suitOf = (tile: Tile): Seat => suits[tile.charAt(0)]!;
export const valueOf = (tile: Tile): number => Number(tile.slice(1));

/** Clockwise, as they sit. */
export const seatsOf = (position: { scores: Record<Seat, number> }): Seat[] => Object.keys(position.scores);

/** The seats clockwise from one of them. */
export function seatsFrom(position: Table, first: Seat): Seat[] {
  const seats = seatsOf(position);
  const at = Math.max(0, seats.indexOf(first));
  return [...seats.slice(at), ...seats.slice(0, at)];
}

/** How much is missing; what is to spare is less than nothing. */
export const missing = ({ goal, total }: Task): number => goal - total;

/** The task of this name: "2.1". */
export function taskAt(table: Table, name: string | null): Task | null {
  const [initiative, place] = (name ?? "").split(".").map(Number);
  return table.initiatives[initiative! - 1]?.[place! - 1] ?? null;
}

/** The tile that waits for coins. */
export const running = (table: Table): Task | null => taskAt(table, table.facts.running);
