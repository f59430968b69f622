/* The data that a table sends, as described in docs/protocol.md and docs/formats.md. */
import type { ReadonlySignal } from "@preact/signals";
import type { Outcome, Pact, Pledge } from "./promises/pact";

export type GameName = keyof typeof import("./games/list");
/** The name of a seat: "red", "suns". */
export type Seat = string;

/** One event of the game, as data: its kind and details. */
export interface GameEvent {
  kind: string;
  seat?: Seat;
  amount?: number | null;
  [key: string]: unknown;
}

/** One event in a table's chronicle. `n` is 0 for events from before the viewer sat down. */
export interface TableEvent {
  n: number;
  at: number;
  do: string;
  by?: Seat;
  seat?: Seat;
  name?: string;
  person?: string;
  bot?: string;
  words?: string;
  move?: string;
  tells?: string[];
  what?: GameEvent[];
  say?: string;
  to?: Seat[];
  /** Who whispers with each other, at a table that shows it. */
  seats?: Seat[];
  table?: string;
  stopped?: boolean;
  /** The pact that was proposed or answered, by the number that this viewer knows it by. */
  pact?: number;
  with?: Seat[];
  secret?: boolean;
  promises?: Pledge[];
  /** The pact was secret until the game was over. */
  opened?: boolean;
  /** How the event changed pacts. */
  pacts?: Outcome[];
  pace?: "brisk" | "comfortable" | "off";
  paused?: boolean;
}

export interface SeatInfo {
  seat: Seat;
  plays: "person" | "bot" | "nobody";
  name?: string;
  /** The id of the person, as others know it. */
  person?: string;
  host?: boolean;
  /** For whom the seat is reserved, at a rematch. */
  kept?: string;
  bot?: string;
  votes?: Seat[];
}

export interface Clock {
  kind: "none" | "live" | "correspondence";
  runs?: boolean;
  at?: number;
  left_ms?: Record<Seat, number>;
  /** The clocks for answers, if they are separate. */
  answer_ms?: Record<Seat, number>;
}

export interface End {
  scores: Record<Seat, number>;
  winners: Seat[];
  why: string;
}

export interface Seals {
  kept: number;
  broken: number;
  void: number;
}

/** A table as one viewer may see it. Each game defines the type of `position`. */
export interface View<Position = unknown> {
  n: number;
  as: Seat | "spectator";
  stage: "gathering" | "playing" | "over";
  game: GameName;
  edition?: string;
  options: Record<string, string>;
  players: number;
  host: string;
  public: boolean;
  talk: "private" | "public" | "none";
  open_talk?: boolean;
  whispers?: "hidden" | "seen";
  order?: "chosen" | "random";
  /** A short code to tell friends, until the game begins. */
  code?: string;
  rematch?: string;
  clock: Clock;
  seats: SeatInfo[];
  luck: { promise: string; words: Record<Seat, string>; seed?: string };
  actors?: Seat[];
  /** Whether the server answers for this seat if there is only one answer. */
  passing?: boolean;
  decision?: number;
  /** Single moves, and runs such as "bribe 1000..29000/1000". */
  legal?: string[];
  question?: string;
  position?: Position;
  /** What follows from the position by the rules, so that the page needs no rules. */
  facts?: Record<string, unknown>;
  picture?: string;
  end?: End;
  pacts?: Pact[];
  /** Kept, broken and void promises of accepted pacts. */
  seals?: Record<Seat, Seals>;
  settings?: { pacts: "none" | "public" | "private"; pace: "brisk" | "comfortable" | "off"; help?: "allowed" | "forbidden" };
  /** Set while bots wait. */
  pause?: { until: number; why: "start" | "proposal" | "wait"; by?: Seat };
  waited?: boolean;
  /** Somebody has stopped the bots. */
  paused?: boolean;
  /** On a shared device: the seats to pass it to, because they must move and do not hold it. */
  hand?: Seat[];
}

/** The answer to a request: the result or the refusal. */
export type Answer = { ok: true; [key: string]: unknown } | { ok: false; error: string; sentence: string };

/**
 * A table on a server or in a worker of this page. Components do not know which.
 * `ask` sends a request about this table ("move", "say", "sit" …).
 */
export interface Table {
  readonly name: string;
  readonly view: ReadonlySignal<View | null>;
  /** The chronicle as far back as it was sent or fetched; newest last. */
  readonly events: ReadonlySignal<TableEvent[]>;
  /** Seats whose players are connected. */
  readonly here: ReadonlySignal<Seat[]>;
  readonly host: ReadonlySignal<boolean>;
  /** Why the table cannot be shown: it does not exist, or the server's copy is damaged. */
  readonly missing: ReadonlySignal<(Answer & { ok: false }) | null>;
  /** Whether there are older events, which `older` fetches. */
  readonly hasOlder: ReadonlySignal<boolean>;
  older(): Promise<void>;
  ask(what: string, keys?: Record<string, unknown>): Promise<Answer>;
}

/** A table in the lobby. Tables that an older version stored in this browser lack the optional rules. */
/** A finished game, as `history` tells it. */
export type Finished = Listed & { ended: number; end: End; seals?: Record<Seat, Seals> };

export interface Listed extends Partial<Pick<View, "talk" | "open_talk" | "whispers" | "order" | "settings" | "clock">> {
  table: string;
  mine: boolean;
  /** It is my table, and I must move. */
  turn?: boolean;
  stage: View["stage"];
  game: GameName;
  edition?: string;
  options: Record<string, string>;
  players: number;
  host: string;
  seats: SeatInfo[];
}
