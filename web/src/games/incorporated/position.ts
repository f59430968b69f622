/* A position of Incorporated as docs/formats.md has it, and how it is read. */
import type { Seat } from "../../wire";

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
export interface Task {
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
  initiatives: Task[][];
  /** Who has closed a fist; null where this viewer may not look. */
  committed: Record<Seat, number[] | null>;
  placed: Seat[];
}

/** Printed on the rule sheet. The server does the counting; these tell how a task stands meanwhile. */
export const printed = { ownCoin: 1, manager: 2, ruin: 3, blame: 2 };

const suits: Record<string, Seat> = { S: "suns", M: "moons", C: "crowns", A: "arms" };
export const suitOf = (tile: Tile): Seat => suits[tile.charAt(0)]!;
export const valueOf = (tile: Tile): number => Number(tile.slice(1));

/** Clockwise, as they sit. */
export const seatsOf = (position: Position): Seat[] => Object.keys(position.scores);

/** The seats clockwise from one of them. */
export function seatsFrom(position: Position, first: Seat): Seat[] {
  const seats = seatsOf(position);
  const at = Math.max(0, seats.indexOf(first));
  return [...seats.slice(at), ...seats.slice(0, at)];
}

export const worth = (tile: Tile, { seat, coin }: Coin): number => coin + (seat === suitOf(tile) ? printed.ownCoin : 0);

export const total = (task: Task): number =>
  task.coins.reduce((sum, coin) => sum + worth(task.tile, coin), 0) +
  task.managers.reduce((sum, { help }) => sum + (help ? printed.manager : -printed.manager), 0);

/** What a task must come to at the count. */
export const goal = (position: Position, tile: Tile): number => valueOf(tile) + (position.options.finish === "reach" ? 0 : 1);

/** How much is missing; what is to spare is less than nothing. */
export const missing = (position: Position, task: Task): number => goal(position, task.tile) - total(task);

/** The tile that waits for coins. */
export const running = (position: Position): Task | null =>
  position.step === "staff" || position.step === "commit" ? (position.initiatives.at(-1)?.at(-1) ?? null) : null;

/** A round lies there counted until the next deal, and for good when the game is over. */
export const isCounted = (position: Position): boolean => position.step === "deal" || position.step === "over";

const lacks = (position: Position, task: Task): boolean =>
  task.state === "open" && (isCounted(position) || missing(position, task) > 0);

export type Standing = "begun" | "done" | "failing" | "well" | "succeeded" | "failed";

/** How an initiative stands, for now or for good. */
export function standingOf(position: Position, initiative: Task[]): Standing {
  const fails = initiative.some((task) => lacks(position, task));
  if (isCounted(position)) return fails ? "failed" : "succeeded";
  if (fails) return "failing";
  if (initiative.length < position.players) return "begun";
  return initiative.every((task) => task.state === "done") ? "done" : "well";
}

export const failures = (position: Position): number =>
  position.initiatives.filter((initiative) => initiative.some((task) => lacks(position, task))).length;
