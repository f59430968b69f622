/* A table in this browser: the table that servers have, in WebAssembly, and who of the people around this device holds it. It
 * depends on no worker, no clock and no store. */
import { Module, type Basics } from "../core";
import { EVENTS_A_PIECE, fits, LIMITS } from "../limits";
import type { Answer, Listed, Seat, TableEvent, View } from "../wire";

type Pace = NonNullable<View["settings"]>["pace"];

/** What is stored of a table, so that it can go on after the browser was closed. */
export interface Kept {
  name: string;
  made: number;
  /** As the table wrote them; it follows from them. */
  entries: string[];
  /** The entry in the lobby, so that listing tables does not need to read them. */
  listed: Listed;
  /** Incremented each time the table is stored. If two tabs continue from the same version, the second one notices. */
  version: number;
}

/** A table as earlier versions stored it: the lines of its record, and who plays. */
export interface Recorded extends Omit<Kept, "entries"> {
  host: string;
  seats: { seat: Seat; name?: string; bot?: string }[];
  started: boolean;
  lines: string[];
  rematch?: string;
  pace?: Pace;
  paused?: boolean;
}

/** Randomness and time are passed in. */
export interface Outside {
  /** 64 random bits. */
  random(): bigint;
  now(): number;
}

/** What the table waits for; targets/wasm/table.c describes it. */
interface Due {
  seats: Seat[];
  people: Seat[];
  host: Seat[];
  owe: Seat[];
  asked: Seat[];
  begun: boolean;
  over: boolean;
  luck: boolean;
  bots: boolean;
  pace: Pace;
  paused: boolean;
  until: number;
}

/** Functions with a viewer: the number of a seat, or 7 for nobody's eyes. */
interface Functions extends Basics {
  table_open(luck: bigint): number;
  table_fold(n: number): number;
  table_entries(): number;
  table_entry(number: number): number;
  table_line(now: bigint, n: number): number;
  table_create(now: bigint, n: number): number;
  table_again(now: bigint): void;
  table_rematch(viewer: number, now: bigint, n: number): number;
  table_ask(viewer: number, now: bigint, n: number): number;
  table_draw(luck: bigint): number;
  table_talk(now: bigint): number;
  table_move(now: bigint): number;
  table_due(): number;
  table_view(viewer: number): number;
  table_events(viewer: number, after: bigint, upTo: bigint): number;
  table_look(viewer: number, number: bigint, n: number): number;
  table_summary(): number;
  table_record(viewer: number, after: number): number;
  table_vocabulary(): number;
}

type Keys = Record<string, unknown>;
type Viewer = Seat | "spectator";
const NOBODY = 7;

const refuseValue: Answer = { ok: false, error: "value", sentence: "a value has the wrong type or is out of range" };
const whole = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : 0);

/** Everybody around the device reads the same page, so nothing is said or agreed in secret; and nobody needs a clock. */
const RULES = { public: false, talk: "public", open_talk: false, whispers: "hidden", pacts: "public", order: "chosen", clock: { kind: "none" } };

export class Device extends Module<Functions> {
  readonly kept: Kept;
  /** How many of the entries are stored. */
  stored = 0;
  /** Who holds the device, if several people play. Null while it is passed on. */
  private holder: Seat | null = null;

  /** Opens a stored table. A new one has no entries yet: it is created then. */
  constructor(instance: WebAssembly.Instance, kept: Kept | Recorded, private readonly outside: Outside) {
    super(instance);
    if (!this.wasm.table_open(outside.random())) throw new Error("not enough memory for a table");
    const { name, made, listed, version } = kept;
    this.kept = { name, made, entries: [], listed, version };
    if ("lines" in kept) this.takeRecord(kept);
    else for (const entry of kept.entries) this.sure(this.wasm.table_fold(this.put(entry)));
    this.keep();
    if ("entries" in kept) this.stored = kept.entries.length;
  }

  private sure(done: number): void {
    if (!done) throw new Error(this.why());
  }

  private now(): bigint {
    return BigInt(Math.trunc(this.outside.now()));
  }

  /** Goes through the same requests again, and then the lines of the record. */
  private takeRecord({ name, made, host, seats, started, lines, rematch, pace = "brisk", paused = false }: Recorded): void {
    const at = BigInt(made);
    let n = 0;
    const sure = (answer: Answer) => {
      if (!answer.ok) throw new Error(answer.sentence);
    };
    const ask = (what: string, keys: Keys, viewer = NOBODY) => sure(this.request({ id: `${name.slice(0, 32)} ${n++}`, do: what, ...keys }, viewer, at));
    sure(this.create({ ...(JSON.parse(lines[0]!) as Keys), pace }, host, at));
    for (const { seat, name: called, bot } of seats) {
      if (bot) ask("bot", { seat, bot });
      else if (called === host) ask("sit", { seat });
    }
    if (!started) return;
    ask("start", {});
    for (const line of lines) this.sure(this.wasm.table_line(BigInt(made + whole((JSON.parse(line) as { at?: number }).at)), this.put(line)));
    const { people: [somebody], seats: all, over } = this.due();
    const viewer = somebody ? all.indexOf(somebody) : NOBODY;
    if (paused && !over) ask("pace", { pace, paused }, viewer);
    if (rematch) this.wasm.table_rematch(viewer, at, this.put(rematch));
  }

  /** Notes the entries that are new. */
  private keep(): void {
    const { entries } = this.kept;
    while (entries.length < this.wasm.table_entries()) entries.push(this.get(this.wasm.table_entry(entries.length + 1)));
  }

  private noted<T>(done: T): T {
    this.keep();
    return done;
  }

  /** Creates the table of this game and these rules, as a request for one has them. */
  create(keys: Keys, host: string, at = this.now()): Answer {
    return this.noted(this.json<Answer>(this.wasm.table_create(at, this.put(JSON.stringify({ ...keys, ...RULES, host })))));
  }

  /** Makes this, which is empty, a new table with the people and bots of another. */
  again(other: Device): Answer {
    for (const entry of other.kept.entries) this.sure(this.wasm.table_fold(this.put(entry)));
    this.wasm.table_again(this.now());
    this.keep();
    return { ok: true };
  }

  /** Whether there may be a rematch, and its table; `name` is that of a new one. */
  rematch(name = ""): Answer {
    return this.noted(this.json<Answer>(this.wasm.table_rematch(this.number(), this.now(), this.put(name))));
  }

  due(): Due {
    return this.json(this.wasm.table_due());
  }

  /** The seat that the page shows. */
  viewer(due = this.due()): Viewer {
    if (!due.begun) return due.host[0] ?? "spectator";
    return this.holder ?? (due.people.length === 1 ? due.people[0]! : "spectator");
  }

  private number(): number {
    const due = this.due();
    const at = due.seats.indexOf(this.viewer(due));
    return at < 0 ? NOBODY : at;
  }

  /** People without the device who must move, or, while nobody holds it, must answer a pact. */
  private waiting(due: Due): Seat[] {
    if (due.owe.includes(this.viewer(due))) return [];
    return due.people.filter((seat) => due.owe.includes(seat) || (!this.holder && due.asked.includes(seat)));
  }

  view(): View {
    const due = this.due();
    const hand = this.waiting(due);
    const { passing: _, ...view } = this.json<View>(this.wasm.table_view(this.number())); // nobody passes by themselves here
    return { ...view, ...(due.people.length > 1 && hand.length ? { hand } : {}) };
  }

  /** The viewer's events after one number up to another. */
  events(after: number, upTo: number): TableEvent[] {
    const told: TableEvent[] = [];
    for (;;) {
      const piece = this.json<TableEvent[]>(this.wasm.table_events(this.number(), BigInt(told.at(-1)?.n ?? after), BigInt(upTo)));
      if (!piece.length) return told;
      told.push(...piece);
    }
  }

  /** The entry in the lobby. */
  list(): Listed {
    return { table: this.kept.name, mine: true, turn: this.due().owe.length > 0, ...this.json<Omit<Listed, "table" | "mine">>(this.wasm.table_summary()) };
  }

  /** Makes a chance move, or lets a bot say, answer or propose something. Returns false if there is nothing of the kind. */
  advance(): boolean {
    return this.noted(this.wasm.table_draw(this.outside.random()) === 1 || this.wasm.table_talk(this.now()) === 1);
  }

  /** Whether bots hold back at the moment. */
  isHeld({ paused, until }: Due): boolean {
    return paused || until > this.outside.now();
  }

  /** Lets a bot move. May take seconds. */
  move(): boolean {
    return this.noted(this.wasm.table_move(this.now()) === 1);
  }

  private request(keys: Keys, viewer: number, at: bigint): Answer {
    return this.noted(this.json<Answer>(this.wasm.table_ask(viewer, at, this.put(JSON.stringify(keys)))));
  }

  /** Handles a request as the server does. `hand` passes the device on, first to nobody, then to a seat. */
  ask(keys: Keys & { do: string }): Answer {
    const viewer = this.number();
    switch (keys.do) {
      case "hand": return this.hand(keys.seat);
      case "vocabulary": return this.json(this.wasm.table_vocabulary());
      case "record": return this.json(this.wasm.table_record(viewer, whole(keys.after)));
      case "look": return this.json(this.wasm.table_look(viewer, BigInt(whole(keys.n)), this.put(String(keys.as ?? ""))));
      case "events": return this.older(whole(keys.before));
    }
    /* A text with too many characters is taken for none, as on a server. */
    const say = typeof keys.say === "string" && !fits(keys.say, LIMITS.talk) ? "" : keys.say;
    return this.request(say === keys.say ? keys : { ...keys, say }, viewer, this.now());
  }

  private older(before: number): Answer {
    const [as, upTo] = [this.viewer(), before - 1];
    return { ok: true, as, events: this.events(Math.max(0, upTo - EVENTS_A_PIECE), upTo) };
  }

  private hand(seat: unknown): Answer {
    if (seat !== undefined && !this.waiting(this.due()).includes(seat as Seat)) return refuseValue;
    this.holder = (seat as Seat | undefined) ?? null;
    return { ok: true };
  }
}
