/* A position of Incorporated, as in docs/formats.md, and functions that read it. */
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
  options: { finish: "above" | "reach"; promises: "word" | "bond" };
  players: number;
  start: Seat | null;
  round: number;
  first: Seat | null;
  step: "start" | "deal" | "play" | "staff" | "commit" | "manage" | "over";
  scores: Record<Seat, number>;
  /** Only the number of tiles if this viewer may not see them. */
  hand: Record<Seat, Tile[] | number>;
  coins: Record<Seat, number[]>;
  initiatives: Played[][];
  /** The fists that are closed; null if this viewer may not look inside. */
  committed: Record<Seat, number[] | null>;
  placed: Seat[];
}

/** The standing of an initiative, provisional or final. */
export type Standing = "begun" | "done" | "failing" | "well" | "succeeded" | "failed";
/** The total of a task, and the total it needs when the round is counted. */
interface Sum {
  total: number;
  goal: number;
}

/** The points of a seat in an initiative that succeeds, or that fails. */
interface Stake {
  wins: number;
  loses: number;
}

/** What follows from a position by the rules. The engine works it out and sends it along with the position. */
export interface Facts {
  /** How many failed initiatives bankrupt the company, and how much a manager adds or subtracts. */
  ruin: number;
  manager: number;
  /** Whether the round on the table has been counted. */
  counted: boolean;
  /** The first seat of each round, and the order of play in this round. */
  firsts: Seat[];
  order: Seat[];
  initiatives: { standing: Standing; tasks: Sum[]; stakes: Record<Seat, Stake> }[];
  /** How many initiatives are failing, or have failed. */
  failing: number;
  /** The task that waits for coins, and the next one to be played: "2.1". */
  running: string | null;
  next: string | null;
  /** How much more than its face value each coin of a seat counts on the running task. */
  bonus: Record<Seat, number>;
  /** The smallest coin that completes the running task at once, while its seat is to staff it. */
  at_once: number | null;
}

export type Task = Played & Sum;
/** A position with its facts. */
export type Table = Omit<Position, "initiatives"> & { initiatives: Task[][]; facts: Facts };

export function tableOf({ position, facts }: View<Position> & { position: Position }): Table {
  const known = facts as unknown as Facts;
  const initiatives = position.initiatives.map((tasks, i) => tasks.map((task, place) => ({ ...task, ...known.initiatives[i]!.tasks[place]! })));
  return { ...position, initiatives, facts: known };
}

const suits: Record<string, Seat> = { S: "suns", M: "moons", C: "crowns", A: "arms" };
export const suitOf = (tile: Tile): Seat => suits[tile.charAt(0)]!;
export const valueOf = (tile: Tile): number => Number(tile.slice(1));

/** The seats in clockwise order. */
export const seatsOf = (position: { scores: Record<Seat, number> }): Seat[] => Object.keys(position.scores);

/** The seats clockwise from one of them. */
export function seatsFrom(position: Table, first: Seat): Seat[] {
  const seats = seatsOf(position);
  const at = Math.max(0, seats.indexOf(first));
  return [...seats.slice(at), ...seats.slice(0, at)];
}

/** How much is missing. Negative if there is some to spare. */
export const missing = ({ goal, total }: Task): number => goal - total;

/** The task with this name, such as "2.1". */
export function taskAt(table: Table, name: string | null): Task | null {
  const [initiative, place] = (name ?? "").split(".").map(Number);
  return table.initiatives[initiative! - 1]?.[place! - 1] ?? null;
}

/** The task that waits for coins. */
export const running = (table: Table): Task | null => taskAt(table, table.facts.running);
