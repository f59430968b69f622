/* What a table says of itself, as docs/protocol.md and docs/formats.md describe it. */
import type { ReadonlySignal } from "@preact/signals";
import type { Outcome, Pact, Pledge } from "./promises/pact";

export type GameName = keyof typeof import("./games/list");
/** "red" … or "suns" …: the seats of the game. */
export type Seat = string;

/** One thing that happened in the game, as data: kind, and what belongs to it. */
export interface GameEvent {
  kind: string;
  seat?: Seat;
  amount?: number | null;
  [key: string]: unknown;
}

/** One line of a table's chronicle; n is 0 for what was seen before one sat down. */
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
  table?: string;
  stopped?: boolean;
  /** A pact by this viewer's number of it: proposed, answered. */
  pact?: number;
  with?: Seat[];
  secret?: boolean;
  promises?: Pledge[];
  /** Secret until the game was over. */
  opened?: boolean;
  /** What became of pacts with it. */
  pacts?: Outcome[];
}

export interface SeatInfo {
  seat: Seat;
  plays: "person" | "bot" | "nobody";
  name?: string;
  /** Who has it, as others know him besides his name. */
  person?: string;
  host?: boolean;
  /** For whom it is kept, at a rematch. */
  kept?: string;
  bot?: string;
  votes?: Seat[];
}

export interface Clock {
  kind: "none" | "live" | "correspondence";
  runs?: boolean;
  at?: number;
  left_ms?: Record<Seat, number>;
  /** The clocks of answers, where they run on their own. */
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

/** A table as one viewer may see it. `position` is the game's own; each game knows its type. */
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
  order?: "chosen" | "random";
  /** To be read out to friends, until the game begins. */
  code?: string;
  rematch?: string;
  clock: Clock;
  seats: SeatInfo[];
  luck: { promise: string; words: Record<Seat, string>; seed?: string };
  actors?: Seat[];
  /** Whether the server answers for this seat where there is but one answer. */
  passing?: boolean;
  decision?: number;
  /** Single moves, and runs such as "bribe 1000..29000/1000". */
  legal?: string[];
  question?: string;
  position?: Position;
  /** What the game says follows from the position, so that no rule is needed here. */
  facts?: Record<string, unknown>;
  picture?: string;
  end?: End;
  pacts?: Pact[];
  /** Promises kept, broken and void, of pacts that somebody accepted. */
  seals?: Record<Seat, Seals>;
  settings?: { pacts: "none" | "public" | "private"; pace: "brisk" | "comfortable" | "off" };
  /** While bots hold back. */
  pause?: { until: number; why: "start" | "proposal" | "wait"; by?: Seat };
  waited?: boolean;
  /** Around one device: whom it is to be handed to, because they owe a move and do not hold it. */
  hand?: Seat[];
}

/** An answer to a request: what was asked for, or the refusal. */
export type Answer = { ok: true; [key: string]: unknown } | { ok: false; error: string; sentence: string };

/**
 * A table somewhere: on a server, or in a worker of this page. No component knows which.
 * `ask` sends a request of the protocol that concerns this table ("move", "say", "sit" …).
 */
export interface Table {
  readonly name: string;
  readonly view: ReadonlySignal<View | null>;
  /** The chronicle, as far back as it was told or fetched; newest last. */
  readonly events: ReadonlySignal<TableEvent[]>;
  /** Seats whose people have a connection. */
  readonly here: ReadonlySignal<Seat[]>;
  readonly host: ReadonlySignal<boolean>;
  /** Why the table cannot be shown: there is none, or what the server kept of it is damaged. */
  readonly missing: ReadonlySignal<(Answer & { ok: false }) | null>;
  /** Whether there are lines before the first of them; `older` fetches some. */
  readonly hasOlder: ReadonlySignal<boolean>;
  older(): Promise<void>;
  ask(what: string, keys?: Record<string, unknown>): Promise<Answer>;
}

/** A table as the lobby tells of it. */
export interface Listed {
  table: string;
  mine: boolean;
  /** Mine, and I owe a move. */
  turn?: boolean;
  stage: View["stage"];
  game: GameName;
  edition?: string;
  options: Record<string, string>;
  players: number;
  host: string;
  seats: SeatInfo[];
}
