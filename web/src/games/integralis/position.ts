/* A position of Integralis, as in docs/formats.md, and functions that read it. */
import { printed, type Card, type Machine, type Order, type WorkerName } from "printed:integralis";
import type { Seat, View } from "../../wire";

export { printed };
export type { Card, Machine, Order, WorkerName };

export const MACHINES = Object.keys(printed.needs) as Machine[];

/** "red.hugo" */
export type Worker = `${string}.${WorkerName}`;

export type Pending =
  | { kind: "draw"; why: string; seat: Seat; left: number }
  | { kind: "counter"; card: Card; by: Seat; target: string; asked: Seat }
  | { kind: "tempt"; worker: Worker; amount: number }
  | { kind: "demand"; worker: Worker; amount: number }
  | { kind: "bribe"; worker: Worker }
  | { kind: "bid"; worker: Worker }
  | { kind: "decide"; worker: Worker; by: Seat }
  | { kind: "cover"; machine: Machine; markers: number; by: Seat; why: "repair" | "closing" };

export interface Job {
  order: Order;
  covered: Machine[];
}

export interface MachineSide {
  workers: { worker: Worker; overtime: number }[];
  sabotage: { by: Seat; card: "sabotage5" | "sabotage2"; fresh: boolean } | null;
}

/** Hidden cards are given as their number, hidden sums as null. */
export interface Position {
  players: number;
  turns: number;
  turn: Seat | null;
  step: "start" | "draw" | "reveal" | "act" | "counter" | "answer" | "bid" | "decide" | "cover" | "under" | "over";
  actions: number;
  money: Record<Seat, number | null>;
  hand: Record<Seat, Card[] | number>;
  unseen: Record<Seat, Card[] | number>;
  under: Record<Seat, Card[] | number>;
  row: (Order | null)[];
  orders_left: Order[];
  orders: Record<Seat, Job[]>;
  completed: Record<Seat, number>;
  repaired: Record<Seat, number>;
  machines: Record<Machine, MachineSide>;
  closing: Record<Seat, { card: "f0" | "f1"; due: number }[]>;
  ill: Seat[];
  discard: (Worker | Card)[];
  pending: Pending | null;
  tempted: Record<Worker, { offers: number; best: number }>;
  locked: Worker[];
  bids: Record<Seat, number | null>;
}

export const seatsOf = (position: Position): Seat[] => Object.keys(position.money);
export const howMany = (cards: Card[] | number): number => (typeof cards === "number" ? cards : cards.length);
export const chiefOf = (worker: string): Seat => worker.slice(0, worker.indexOf("."));
export const nameOf = (worker: string): WorkerName => worker.slice(worker.indexOf(".") + 1) as WorkerName;
export const isWorker = (card: Card): card is WorkerName => card in printed.workers;

/** The tasks of the order. Among tasks of the same kind the covered ones come first. */
export function tasksOf(job: Job): { machine: Machine; done: boolean }[] {
  const covered = [...job.covered];
  return printed.orders[job.order].tasks.map((machine) => {
    const at = covered.indexOf(machine);
    if (at >= 0) covered.splice(at, 1);
    return { machine, done: at >= 0 };
  });
}

/** What follows from a position by the rules. The engine works it out and sends it along with the position. */
export interface Facts {
  /** What each machine would produce if closing time were now. */
  machines: Record<Machine, Output>;
  /** What each seat would get. */
  forecast: Record<Seat, Forecast>;
  /** Open tasks of each order, in the order of `orders`. */
  open: Record<Seat, number[]>;
  /** How many cards each seat must put under its deck now. */
  surplus: Record<Seat, number>;
  /** By my moves that add labour to a machine: how many tasks it would make then. */
  makes: Record<string, number>;
  /** The seat whose turn it is has no order and must take one. */
  must_take: boolean;
}
export const factsOf = (view: View): Facts => view.facts as unknown as Facts;

export interface Output {
  team: Seat | null;
  /** Hours of all workers there, including overtime. */
  labour: number;
  tasks: number;
  /** Open tasks of this kind on the team's orders. */
  wanted: number;
}

export interface Forecast {
  /** Markers by machine; machines without any are left out. */
  markers: { machine: Machine; n: number }[];
  /** If the seat could choose which order gets the markers, `pay` is the minimum. */
  pay: number;
  chooses: boolean;
}
