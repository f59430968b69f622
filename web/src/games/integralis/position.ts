/* A position of Integralis as docs/formats.md has it, and what can be read off it. */
import { printed, type Card, type Machine, type Order, type WorkerName } from "printed:integralis";
import type { Seat } from "../../wire";

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

/** Hidden cards are their number, hidden sums null. */
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

/** The order's tasks of this machine that have no marker yet. */
const openTasks = (job: Job, machine: Machine): number =>
  printed.orders[job.order].tasks.filter((task) => task === machine).length - job.covered.filter((task) => task === machine).length;

/** Whether one more marker finishes the order. */
export const isLastTask = (job: Job): boolean => job.covered.length + 1 === printed.orders[job.order].tasks.length;

/** Each task of the order, the covered ones of a kind first. */
export function tasksOf(job: Job): { machine: Machine; done: boolean }[] {
  const covered = [...job.covered];
  return printed.orders[job.order].tasks.map((machine) => {
    const at = covered.indexOf(machine);
    if (at >= 0) covered.splice(at, 1);
    return { machine, done: at >= 0 };
  });
}

/** What a closing time would bring at a machine now. */
export interface Output {
  team: Seat | null;
  /** Hours of everybody there, overtime included. */
  labour: number;
  tasks: number;
  /** Open tasks of this kind on the team's orders. */
  wanted: number;
}

export function outputOf(position: Position, machine: Machine): Output {
  const { workers, sabotage } = position.machines[machine];
  const labour = workers.reduce((sum, { worker, overtime }) => sum + printed.workers[nameOf(worker)].labour * (1 + overtime), 0);
  const team = workers[0] ? chiefOf(workers[0].worker) : null;
  return {
    team,
    labour,
    tasks: sabotage ? 0 : Math.floor(labour / printed.needs[machine]),
    wanted: team ? position.orders[team]!.reduce((sum, job) => sum + openTasks(job, machine), 0) : 0,
  };
}

/** What a closing time would bring a seat now. */
export interface Forecast {
  seat: Seat;
  /** Markers by machine, where there would be any. */
  markers: { machine: Machine; n: number }[];
  pay: number;
  /** The seat would choose which order goes without: what it would be paid is the least then. */
  chooses: boolean;
}

export function forecastOf(position: Position, seat: Seat): Forecast {
  const outputs = MACHINES.map((machine) => ({ machine, ...outputOf(position, machine) })).filter(({ team }) => team === seat);
  const markers = outputs.map(({ machine, tasks, wanted }) => ({ machine, n: Math.min(tasks, wanted) })).filter(({ n }) => n > 0);
  const jobs = position.orders[seat]!;
  const reach = (machine: Machine): number => markers.find((marker) => marker.machine === machine)?.n ?? 0;
  const contested = (machine: Machine): boolean =>
    jobs.every((job) => openTasks(job, machine) > 0) && jobs.reduce((sum, job) => sum + openTasks(job, machine), 0) > reach(machine);
  const disputed = jobs.length > 1 ? markers.filter(({ machine }) => contested(machine)) : [];
  const sure = jobs.filter((job) => MACHINES.every((machine) =>
    openTasks(job, machine) <= (disputed.some((marker) => marker.machine === machine) ? 0 : reach(machine))));
  return { seat, markers, pay: sure.reduce((sum, job) => sum + printed.orders[job.order].pay, 0), chooses: disputed.length > 0 };
}
