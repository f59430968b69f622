/* Reads and checks a whole record, so that any moment of it can be shown to any viewer. */
import { ANSWERS, type Core, type Eyes, type Moment } from "../core";
import { settled, type Outcome, type Pact } from "../promises/pact";
import type { GameEvent, Seat, SeatInfo, TableEvent, View } from "../wire";
import type { Draw, LuckFound, Proof } from "./luck";

export interface Step {
  line: number;
  by: Seat | "chance";
  move: string;
  moment: Moment;
}

export interface Talk {
  /** The number of moves before it. */
  after: number;
  by: Seat;
  say: string;
  to?: Seat[];
}

/** An act about a pact, or the effect of a move on pacts. */
export interface Dealing {
  /** The number of moves up to and including it. */
  after: number;
  event: TableEvent;
}

/** The kind of a wrong line. */
export type Fault = "cut" | "unreadable" | "begin" | "move" | "talk" | "luck" | "end" | "other";

/** The first wrong line: its number, its kind, and what was found and expected, in the words of the rules. */
export interface Wrong {
  line: number;
  fault: Fault;
  why: string;
}

interface Line {
  by?: Seat;
  move?: string;
  say?: string;
  to?: Seat[];
  meta?: { seats?: Record<Seat, string>; names?: Record<Seat, string> };
  luck?: Record<string, unknown>;
  end?: unknown;
  propose?: number;
  accept?: number;
  decline?: number;
  withdraw?: number;
}

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === "object" && value !== null && Object.values(value).every((text) => typeof text === "string");

const isHash = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

function faultOf(text: string, isFirst: boolean): Fault {
  try {
    const { move, say, end } = JSON.parse(text) as Line;
    return isFirst ? "begin" : move !== undefined ? "move" : say !== undefined ? "talk" : end !== undefined ? "end" : "other";
  } catch {
    return "unreadable";
  }
}

export class Replay {
  private begin: Moment | null = null;
  readonly steps: Step[] = [];
  readonly talk: Talk[] = [];
  readonly dealings: Dealing[] = [];
  private roles: Record<Seat, string> = {};
  private names: Record<Seat, string> = {};
  /** The game is over, and the record has its end line. */
  ended = false;
  private proof: Proof = { words: {} };
  wrong: Wrong | null = null;

  constructor(private readonly core: Core, readonly record: string) {
    core.reset();
    const lines = record.split("\n");
    const rest = lines.pop()!;
    if (!lines.every((line, i) => this.take(line, i + 1, true))) return;
    if (rest || lines.length === 0) this.take(rest, lines.length + 1, false);
  }

  private take(text: string, line: number, whole: boolean): boolean {
    const reading = this.core.line(text, whole);
    if (reading !== "read") {
      this.wrong = { line, fault: reading === "cut" ? "cut" : faultOf(text, !this.begun), why: this.core.why().replace(/^line \d+: /, "") };
      return false;
    }
    this.begin ??= this.core.moment();
    const read = JSON.parse(text) as Line;
    const { by, move, say, to, meta, luck, end } = read;
    if (luck && !this.takeLuck(luck)) {
      this.wrong = { line, fault: "luck", why: "that is not what a luck line says" };
      return false;
    }
    if (by && move) this.steps.push({ line, by, move, moment: this.core.moment() });
    if (by) this.takeDealing(read, by);
    if (by && say !== undefined) this.talk.push({ after: this.steps.length, by, say, ...(to ? { to } : {}) });
    if (isTexts(meta?.seats)) this.roles = meta.seats;
    if (isTexts(meta?.names)) this.names = meta.names;
    this.ended ||= end !== undefined;
    return true;
  }

  /** Takes a line about a pact, or the effect of a move on pacts. The numbers are the record's. */
  private takeDealing(line: Line, by: Seat): void {
    const act = ANSWERS.find((each) => line[each] !== undefined);
    const pacts = act || this.dealings.length ? this.core.outcomes("everything") : [];
    if (!act && !pacts.length) return;
    const what = act === "propose" ? this.core.proposal("everything", line.propose!) : act ? { pact: line[act]! } : {};
    this.dealings.push({ after: this.steps.length, event: { n: 0, at: 0, do: act ?? "move", ...what, by, ...(pacts.length ? { pacts } : {}) } });
  }

  /** What these eyes learn of pacts during the game. A secret pact is known to its parties only. */
  dealingsOf(eyes: Eyes): Dealing[] {
    const secret = this.dealings.flatMap(({ event: { do: act, pact, by, with: seats, secret: hides } }) => (act === "propose" && hides && eyes !== "everything" && ![by, ...(seats ?? [])].includes(eyes) ? [pact] : []));
    return this.dealings.flatMap(({ after, event }) => {
      const { pacts: outcomes, ...rest } = event;
      const pacts = outcomes?.filter(({ pact }) => !secret.includes(pact));
      return secret.includes(event.pact) || (event.do === "move" && !pacts?.length) ? [] : [{ after, event: { ...rest, ...(pacts?.length ? { pacts } : {}) } }];
    });
  }

  /** The pacts that these eyes know after this move, in their state at that time. */
  pacts(move: number, eyes: Eyes = "everything"): Pact[] {
    const pacts: Pact[] = [];
    for (const { event } of this.dealingsOf(eyes).filter(({ after }) => after <= move)) {
      const { pact = 0, by = "", with: seats = [], secret, promises = [], pacts: outcomes = [] } = event;
      if (event.do === "propose") pacts.push({ pact, by, with: seats, accepted: [], secret, state: "open", promises: promises.map((pledge) => ({ ...pledge })) });
      if (event.do === "accept") pacts.find((each) => each.pact === pact)?.accepted?.push(by);
      for (const outcome of outcomes) settled(pacts, outcome);
    }
    return pacts;
  }

  /** Kept and broken promises, by the move that settled them. */
  verdicts(): { move: number; verdict: "kept" | "broken" }[] {
    return this.dealings.flatMap(({ after, event }) => (event.pacts ?? []).flatMap(({ verdict }: Outcome) => (verdict === "kept" || verdict === "broken" ? [{ move: after, verdict }] : [])));
  }

  /** Takes a luck line: the promise with words and order, or the seed. Ignores other keys. */
  private takeLuck({ promise, words, order, seed }: Record<string, unknown>): boolean {
    const isSeat = (seat: unknown) => this.seats.includes(seat as Seat);
    if (promise !== undefined) {
      const said = words ?? {};
      if (this.proof.promise || !isHash(promise) || !isTexts(said) || !Object.keys(said).every(isSeat) || Object.values(said).some((text) => text.includes("\n"))) return false;
      if (order !== undefined && !(Array.isArray(order) && order.length === this.seats.length && order.every(isSeat))) return false;
      Object.assign(this.proof, { promise, words: said, late: this.steps.some(({ by }) => by === "chance"), ...(order ? { order } : {}) });
    }
    if (seed === undefined) return true;
    if (this.proof.seed || !isHash(seed)) return false;
    this.proof.seed = seed;
    return true;
  }

  /** Whether the luck was as promised. The code for it is loaded only on demand. */
  async luck(): Promise<LuckFound> {
    const { checkLuck } = await import("./luck");
    const draws: Draw[] = this.steps.flatMap(({ line, by, move }, i) => {
      if (by !== "chance") return [];
      this.goTo(i);
      return [{ line, move, list: this.core.luck() }];
    });
    this.goTo(0);
    return checkLuck(this.proof, this.core.firstLine(), this.seats, draws);
  }

  /** Whether there is anything to show: the first line was valid. */
  get begun(): boolean {
    return this.begin !== null;
  }

  get seats(): Seat[] {
    return this.core.seats;
  }

  private people(): SeatInfo[] {
    return this.seats.map((seat) => {
      const bot = /^bot (.*)/.exec(this.roles[seat] ?? "")?.[1];
      const name = this.names[seat];
      return { seat, plays: bot ? "bot" : "person", ...(bot ? { bot } : {}), ...(name ? { name } : {}) };
    });
  }

  private goTo(move: number): void {
    this.core.goTo(this.steps[move - 1]?.moment ?? this.begin!);
  }

  /** The table after this many moves. */
  view(move: number, eyes: Eyes): View & { position: unknown } {
    this.goTo(move);
    const { legal: _, question: __, ...seen } = this.core.view(eyes);
    return {
      n: move, as: eyes === "everything" ? "spectator" : eyes, stage: seen.end ? "over" : "playing", ...seen,
      host: "", public: false, talk: "private", clock: { kind: "none" }, seats: this.people(), luck: { promise: "", words: {} },
      pacts: this.pacts(move, seen.end ? "everything" : eyes), // all pacts are opened when the game is over
    };
  }

  /** The events of a move, counted from 1. */
  what(move: number, eyes: Eyes): GameEvent[] {
    if (move < 1) return [];
    this.goTo(move);
    return this.core.happened(eyes).what;
  }

  /** What this viewer heard between this move and the next. */
  heard(move: number, eyes: Eyes): Talk[] {
    return this.talk.filter(({ after, by, to }) => after === move && (!to || eyes === "everything" || by === eyes || to.includes(eyes)));
  }
}
