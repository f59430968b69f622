/* The rules in this page: kickback.wasm, one instance for each game or table. Texts go in and out through its memory;
 * docs/formats.md describes them. Here a game is the lines of its record; tables are in offline/device.ts. */
import url from "kickback.wasm?url";
import type { Outcome, Pact, Pledge, Vocabulary } from "./promises/pact";
import type { End, GameEvent, GameName, Seals, Seat } from "./wire";

/** Who is looking. "everything" is for games that are over. */
export type Eyes = Seat | "spectator" | "everything";

/** An option of a game. Its first value is the default, except in the editions named. */
export interface GameOption {
  name: string;
  values: string[];
  defaults?: Record<string, string>;
  meaning: string;
}

/** What the rules say about a game. Defaults come first. */
export interface GameFacts {
  name: GameName;
  title: string;
  author: string;
  players: [least: number, most: number];
  seats: Seat[];
  editions: string[];
  options: GameOption[];
}

/** The table as one viewer sees it. */
export interface SeenTable {
  game: GameName;
  edition?: string;
  options: Record<string, string>;
  players: number;
  actors: Seat[];
  legal?: string[];
  question?: string;
  position: unknown;
  facts?: Record<string, unknown>;
  picture: string;
  end?: End;
}

/** What the last move caused, as far as one viewer may know: sentences and data. */
export interface Happened {
  tells: string[];
  what: GameEvent[];
}

/** What a move leads to, as a search finds it: its worth out of 10,000, the standard error, and the mean score. */
export interface Worth {
  worth: number;
  error: number;
  score: number;
}

/** A move compared with the bot's. If they differ: what each is worth, and what the seat would be told of the bot's. */
export interface Comparison {
  best: string;
  made?: Worth;
  would?: Worth;
  what?: GameEvent[];
}

/** A moment of a game: the bytes of its state and of the events that led to it. */
export interface Moment {
  state: Uint8Array;
  events: Uint8Array;
}

/** A pact as it was proposed, numbered as one viewer counts pacts. */
export interface Proposed {
  by: Seat;
  pact: number;
  with: Seat[];
  secret?: boolean;
  promises: Pledge[];
}

/** What a seat can do about a pact. */
export const ANSWERS = ["propose", "accept", "decline", "withdraw"] as const;

export type Reading = "read" | "cut" | "bad";

/** What every use of the module needs. */
export interface Basics {
  memory: WebAssembly.Memory;
  text(): number;
  text_max(): number;
  why(): number;
}

interface Exports extends Basics {
  reset(): void;
  games(): number;
  line(n: number, whole: number): number;
  move(seat: number, n: number): number;
  error(error: number): number;
  actors(): number;
  luck(): number;
  first_line(): number;
  end_line(): number;
  view_json(eyes: number): number;
  happened(eyes: number): number;
  state(): number;
  state_bytes(): number;
  events(): number;
  events_bytes(): number;
  make_room(bytes: number): number;
  pacts(eyes: number): number;
  proposal(eyes: number, pact: number): number;
  outcomes(eyes: number): number;
  vocabulary(): number;
  bot_sit(seat: number, n: number, seed: bigint): number;
  bot_compare(seat: number, n: number): number;
}

const CHANCE = 6;
/** As much memory as the program gives a search, so that bots decide the same. */
const ROOM_BYTES = 32 << 20;

/** An instance of the module, and the texts that go in and out. */
export class Module<Functions extends Basics> {
  protected readonly wasm: Functions;

  constructor(instance: WebAssembly.Instance) {
    this.wasm = instance.exports as unknown as Functions;
  }

  protected bytes(at: number, n: number): Uint8Array {
    return new Uint8Array(this.wasm.memory.buffer, at, n);
  }

  /** Cuts a text that is too long one byte after the limit, so that the module still refuses it. */
  protected put(text: string): number {
    const encoded = new TextEncoder().encode(text).subarray(0, this.wasm.text_max() + 1);
    this.bytes(this.wasm.text(), encoded.length).set(encoded);
    return encoded.length;
  }

  protected get(n: number): string {
    return new TextDecoder().decode(this.bytes(this.wasm.text(), n));
  }

  protected json<T>(n: number): T {
    return JSON.parse(this.get(n)) as T;
  }

  /** What was wrong with the last bad line, entry or bot. */
  why(): string {
    const all = this.bytes(this.wasm.why(), 2048);
    return new TextDecoder().decode(all.subarray(0, all.indexOf(0)));
  }
}

export class Core extends Module<Exports> {
  readonly games: GameFacts[];
  /** The seats of the game under way. */
  seats: Seat[] = [];

  constructor(instance: WebAssembly.Instance) {
    super(instance);
    this.games = this.json(this.wasm.games());
  }

  private eyes(eyes: Eyes): number {
    return eyes === "everything" ? 8 : eyes === "spectator" ? 7 : this.seats.indexOf(eyes);
  }

  reset(): void {
    this.wasm.reset();
    this.seats = [];
  }

  /** Reads the next line of a record, given without its newline. `whole`: the line had a newline. */
  line(text: string, whole = true): Reading {
    const reading = (["read", "cut", "bad"] as const)[this.wasm.line(this.put(text), Number(whole))]!;
    if (reading === "read" && this.seats.length === 0) {
      const { game, players } = this.view("spectator");
      this.seats = this.games.find((facts) => facts.name === game)!.seats.slice(0, players);
    }
    return reading;
  }

  /** Makes a move. Returns the rule that forbids it, or null. */
  move(by: Seat | "chance", move: string): { error: string; sentence: string } | null {
    const error = this.wasm.move(by === "chance" ? CHANCE : this.eyes(by), this.put(move));
    return error ? this.json(this.wasm.error(error)) : null;
  }

  /** Who must move. Empty when the game is over. */
  actors(): (Seat | "chance")[] {
    const mask = this.wasm.actors();
    return mask & (1 << CHANCE) ? ["chance"] : this.seats.filter((_, seat) => mask & (1 << seat));
  }

  /** The possible chance moves with their weights. */
  luck(): [move: string, weight: number][] {
    return this.json(this.wasm.luck());
  }

  view(eyes: Eyes): SeenTable {
    return this.json(this.wasm.view_json(this.eyes(eyes)));
  }

  happened(eyes: Eyes): Happened {
    return this.json(this.wasm.happened(this.eyes(eyes)));
  }

  /** The first line of the record with all defaults written out. */
  firstLine(): string {
    return this.get(this.wasm.first_line());
  }

  /** The last line of the record of a game that is over. */
  endLine(): string {
    return this.get(this.wasm.end_line());
  }

  moment(): Moment {
    return {
      state: this.bytes(this.wasm.state(), this.wasm.state_bytes()).slice(),
      events: this.bytes(this.wasm.events(), this.wasm.events_bytes()).slice(),
    };
  }

  goTo(moment: Moment): void {
    this.bytes(this.wasm.state(), moment.state.length).set(moment.state);
    this.bytes(this.wasm.events(), moment.events.length).set(moment.events);
  }

  pacts(eyes: Eyes): { pacts: Pact[]; seals: Record<Seat, Seals> } {
    return this.json(this.wasm.pacts(this.eyes(eyes)));
  }

  /** The pact with this number in the record; null if this viewer does not know of it. */
  proposal(eyes: Eyes, pact: number): Proposed | null {
    const found = this.json<Proposed | Record<string, never>>(this.wasm.proposal(this.eyes(eyes), pact));
    return "pact" in found ? (found as Proposed) : null;
  }

  /** How the last line or move changed pacts. */
  outcomes(eyes: Eyes): Outcome[] {
    return this.json(this.wasm.outcomes(this.eyes(eyes)));
  }

  vocabulary(): Vocabulary {
    return this.json(this.wasm.vocabulary());
  }

  /** Seats a bot, which from now on sees what its seat sees. False if there is no such bot or no memory for it. */
  seatBot(seat: Seat, bot: string, seed: bigint): boolean {
    return this.wasm.make_room(ROOM_BYTES) === 1 && this.wasm.bot_sit(this.eyes(seat), this.put(bot), seed) === 1;
  }

  /** Compares a legal move with what the bot at this seat would do now. Changes nothing. May take seconds. */
  botCompares(seat: Seat, move: string): Comparison {
    return this.json(this.wasm.bot_compare(this.eyes(seat), this.put(move)));
  }
}

let compiled: Promise<WebAssembly.Module> | undefined;

async function compile(): Promise<WebAssembly.Module> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer()); // not compileStreaming: the host may send another content type
}

/** A new instance. The module is fetched only once. */
export async function newInstance(): Promise<WebAssembly.Instance> {
  compiled ??= compile();
  compiled.catch(() => (compiled = undefined));
  return WebAssembly.instantiate(await compiled, {});
}

export const newCore = async (): Promise<Core> => new Core(await newInstance());
