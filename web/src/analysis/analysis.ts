/* An analysis: its state, how it goes on, and what it found. Results are kept in this browser, those of the last
 * analysis only. */
import { signal, type Signal } from "@preact/signals";
import type { Comparison } from "../core";
import { keep, read } from "../settings";
import type { Seat } from "../wire";

/** What the worker is to do: the decisions of the seat from this one on. */
export interface Job {
  record: string;
  seat: Seat;
  bot: string;
  from: number;
}

/** A decision: how many moves were made before it, the move, and the bot's. */
export type Found = Comparison & { step: number; move: string };

/** A browser on a slow device can be told to use a quicker bot, as tests are. */
const STRONGEST = "hard";
const BOT_KEY = "analyst";
const KEY = "analysis";

interface Kept {
  of: string;
  found: Found[];
}

/** What a decision cost, in hundredths of the best possible result. At least 0: the bot's move may be worse by luck. */
export const costOf = ({ made, would }: Found): number => (made && would ? Math.max(0, (would.worth - made.worth) / 100) : 0);

/** Whether the cost is larger than the noise of the simulations: two standard errors of the difference. */
export const isClear = (found: Found): boolean =>
  found.made !== undefined && found.would !== undefined && costOf(found) * 100 > 2 * Math.hypot(found.made.error, found.would.error);

/** Clear mistakes first, then by what they cost. */
export const dearestFirst = (found: Found[]): Found[] =>
  found.filter((one) => costOf(one) > 0).sort((a, b) => Number(isClear(b)) - Number(isClear(a)) || costOf(b) - costOf(a) || a.step - b.step);

export class Analysis {
  readonly found: Signal<Found[]>;
  readonly runs = signal(false);
  /** How many decisions there are. */
  readonly all: number;
  private worker: Worker | null = null;
  private readonly of: string;

  constructor(private readonly record: string, readonly seat: Seat, private readonly bot = read(BOT_KEY, STRONGEST)) {
    const lines = record.split("\n").filter(Boolean).map((line) => JSON.parse(line) as { by?: Seat; move?: string });
    this.all = lines.filter(({ by, move }) => move && by === seat).length;
    this.of = `${bot} ${seat} ${hash(record)}`;
    const kept = read<Kept | null>(KEY, null);
    this.found = signal(kept?.of === this.of ? kept.found : []);
  }

  get isDone(): boolean {
    return this.found.value.length >= this.all;
  }

  start(): void {
    if (this.worker || this.isDone) return;
    const worker = new Worker(new URL("./analyst.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Found | null>) => (data ? this.take(data) : this.stop());
    worker.onerror = () => this.stop();
    worker.postMessage({ record: this.record, seat: this.seat, bot: this.bot, from: this.found.value.length } satisfies Job);
    this.worker = worker;
    this.runs.value = true;
  }

  stop(): void {
    this.worker?.terminate();
    this.worker = null;
    this.runs.value = false;
  }

  private take(one: Found): void {
    this.found.value = [...this.found.value, one];
    keep(KEY, { of: this.of, found: this.found.value } satisfies Kept);
    if (this.isDone) this.stop();
  }
}

/** FNV-1a: tells the records of one browser apart. */
function hash(text: string): string {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return `${text.length}-${(h >>> 0).toString(16)}`;
}
