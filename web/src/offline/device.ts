/* A table in this browser: the lines of its record, people around one device, and bots. It sends what the server's tables
 * send (docs/protocol.md), to the one seat whose player holds the device. It depends on no worker, no clock and no store. */
import { ANSWERS, type Core, type Moment } from "../core";
import { fits, type Limit, LIMITS } from "../limits";
import { isAsked } from "../promises/pact";
import type { Answer, Listed, Seat, TableEvent, View } from "../wire";

/** What is stored of a table, so that it can go on after the browser was closed. */
export interface Kept {
  name: string;
  made: number;
  host: string;
  /** Who plays. A seat without a bot belongs to a person at this device. */
  seats: { seat: Seat; name?: string; bot?: string }[];
  started: boolean;
  /** The record so far: the setup, then what has happened. */
  lines: string[];
  /** The entry in the lobby, so that listing tables does not need to read their records. */
  listed: Listed;
  rematch?: string;
  /** How fast the bots play; brisk at tables from before there was a choice. */
  pace?: Pace;
  /** The bots are stopped. */
  paused?: boolean;
  /** Incremented each time the table is stored. If two tabs continue from the same version, the second one notices. */
  version: number;
}

/** Randomness and time are passed in. */
export interface Outside {
  /** A number from 0 to n - 1, uniformly distributed. */
  below(n: number): number;
  seed(): bigint;
  now(): number;
}

/** The part of an event that differs by viewer: each viewer has their own numbers for pacts, and some pacts are secret.
 * Null: this viewer is told nothing. */
type Told = Map<Viewer, Partial<TableEvent>[] | null>;
type Entry =
  | { at: number; by: Seat | "chance"; move: string; moment: Moment; became: Told }
  | { at: number; by: Seat; say: string }
  /** Pacts that were proposed, answered, or opened at the end of the game. */
  | { at: number; by: Seat | "chance"; told: Told };
type Keys = Record<string, unknown>;
type Viewer = Seat | "spectator";

export type Pace = NonNullable<View["settings"]>["pace"];
export const isPace = (value: unknown): value is Pace => value === "off" || value === "brisk" || value === "comfortable";

const done: Answer = { ok: true };
const SENTENCES = {
  request: "there is no such request at a table without a server",
  value: "a value has the wrong type or is out of range",
  too_long: "the text is too long or contains control characters",
  started: "the game has begun",
  not_started: "the game has not begun",
  not_over: "the game is not over",
  not_seated: "you have no seat at this table",
  no_secret_pacts: "pacts at a table without a server are public",
  stale: "that decision has already been made or is not due yet",
  no_such_bot: "unknown bot",
  over: "the game is over",
  waited: "you have already asked for time in this stage",
};
export const refuse = (error: keyof typeof SENTENCES): Answer => ({ ok: false, error, sentence: SENTENCES[error] });

const isText = (value: unknown, most: Limit): value is string => typeof value === "string" && value.length > 0 && fits(value, most);

/** How long bots wait for a proposal by or to a person: the same as on a server at the brisk pace. */
const HELD_MS = 12_000;
/** How long bots wait if a person asks for it, as on a server. */
const WAIT_MS = 30_000;

export class Room {
  private entries: Entry[] = [];
  private begin: Moment | null = null;
  /** Who holds the device, if several people play. Null while it is passed on. */
  private holder: Seat | null = null;
  /** When each pact was proposed, by its number in the record. */
  private proposedAt = new Map<number, number>();
  /** Who has asked the bots to wait in this stage or turn, and until when they do. Not stored: it is over in a moment. */
  private wait: { turn: number; stage: number; until: number; by?: Seat; asked: Seat[] } = { turn: 0, stage: 0, until: 0, asked: [] };
  private told = new Map<Viewer, { event: TableEvent; entry: number }[]>();

  /** Reads a stored table. A new table has only its setup line. */
  constructor(private readonly core: Core, readonly kept: Kept, private readonly outside: Outside) {
    core.reset();
    this.take(kept.lines[0]!);
    this.begin = core.moment();
    this.noteStage();
    for (const { seat, bot } of kept.seats) if (bot) core.seatBot(seat, bot, outside.seed());
    for (const line of kept.lines.slice(1)) this.take(line);
    this.speak(() => undefined); // drop what the bots say: they said it when the lines were played
  }

  private take(text: string): void {
    if (this.core.line(text) !== "read") throw new Error(this.core.why());
    const line = JSON.parse(text) as { by?: Seat; move?: string; say?: string; at?: number } & Partial<Record<(typeof ANSWERS)[number], number>>;
    const { by, move, say, at } = line;
    const when = this.kept.made + (at ?? 0);
    const act = ANSWERS.find((each) => line[each] !== undefined);
    if (by && move) this.moved(when, by, move);
    if (by && say) this.entries.push({ at: when, by, say });
    if (by && act) this.pacted(when, by, act, line[act]!);
  }

  private viewers(): Viewer[] {
    return [...this.people(), "spectator"];
  }

  /** Notes a move. Asks at once how it changed pacts for each viewer, since the module keeps only the last outcomes. */
  private moved(at: number, by: Seat | "chance", move: string): void {
    const told = (of: (viewer: Viewer) => Partial<TableEvent>[]): Told => new Map(this.viewers().map((viewer) => [viewer, of(viewer)]));
    const became = told((viewer) => {
      const pacts = this.core.outcomes(viewer);
      return pacts.length ? [{ pacts }] : [];
    });
    this.entries.push({ at, by, move, moment: this.core.moment(), became });
    this.noteStage();
    if (this.core.actors().length === 0) this.entries.push({ at, by, told: told((viewer) => this.core.opened(viewer).map((pact) => ({ do: "propose", ...pact }))) });
  }

  private noteStage(): void {
    const { turn, stage } = this.core.stage();
    if (turn !== this.wait.turn || (stage && stage !== this.wait.stage)) this.wait = { turn, stage, until: 0, asked: [] };
  }

  private pacted(at: number, by: Seat, act: (typeof ANSWERS)[number], number: number): void {
    const told: Told = new Map(this.viewers().map((viewer) => {
      const proposal = this.core.proposal(viewer, number);
      const pacts = this.core.outcomes(viewer);
      return [viewer, proposal && [{ do: act, ...(act === "propose" ? proposal : { pact: proposal.pact }), by, ...(pacts.length ? { pacts } : {}) }]];
    }));
    if (act === "propose") this.proposedAt.set(number, at);
    this.entries.push({ at, by, told });
  }

  /** Until when bots wait: a person has asked for it, or a proposal by or to a person is open. */
  heldUntil(): number {
    return Math.max(this.wait.until, this.proposalUntil());
  }

  private proposalUntil(): number {
    if (!this.kept.started) return 0;
    const people = this.people();
    const open = this.core.pacts("everything").pacts.filter((pact) => pact.state === "open" && [pact.by, ...pact.with].some((seat) => people.includes(seat)));
    return Math.max(0, ...open.map(({ pact }) => (this.proposedAt.get(pact) ?? 0) + HELD_MS));
  }

  /** The first line of a new game with the same setup. */
  newSetup(): string {
    return this.core.firstLine(true);
  }

  /** The seats of people at this device. */
  people(): Seat[] {
    return this.kept.seats.filter(({ bot }) => !bot).map(({ seat }) => seat);
  }

  private mine(): Viewer {
    return this.kept.seats.find(({ name, bot }) => !bot && name === this.kept.host)?.seat ?? "spectator";
  }

  /** The seat that the page shows. */
  viewer(): Viewer {
    if (!this.kept.started) return this.mine();
    const people = this.people();
    return this.holder ?? (people.length === 1 ? people[0]! : "spectator");
  }

  get isOver(): boolean {
    return this.kept.started && this.core.actors().length === 0;
  }

  /** People without the device who must move, or, while nobody holds it, must answer a pact. */
  private waiting(): Seat[] {
    const actors = this.kept.started ? this.core.actors() : [];
    if (actors.includes(this.viewer())) return [];
    return this.people().filter((seat) => actors.includes(seat) || (!this.holder && this.isAsked(seat)));
  }

  /** Whether a pact waits for this person's answer. */
  private isAsked(seat: Seat): boolean {
    return this.kept.started && this.core.pacts(seat).pacts.some((pact) => isAsked(pact, seat));
  }

  private decisions(seat: Viewer): number {
    return this.entries.filter((entry) => "move" in entry && entry.by === seat).length;
  }

  private last(): Moment {
    const at = this.entries.findLast((entry) => "moment" in entry) as { moment: Moment } | undefined;
    return at?.moment ?? this.begin!;
  }

  // --- output -------------------------------------------------------------------------------------------------------

  private house(): Pick<View, "host" | "public" | "talk" | "settings" | "order" | "clock" | "seats" | "luck" | "rematch"> {
    const seats = this.kept.seats.map(({ seat, name, bot }) => ({ seat, plays: bot ? ("bot" as const) : ("person" as const), ...(name ? { name } : {}), ...(bot ? { bot } : {}) }));
    return {
      host: this.kept.host, public: false, talk: "public", settings: { pacts: "public", pace: this.kept.pace ?? "brisk" }, order: "chosen", clock: { kind: "none" }, seats, luck: { promise: "", words: {} },
      ...(this.kept.rematch ? { rematch: this.kept.rematch } : {}),
    };
  }

  view(): View {
    const as = this.viewer();
    const { actors, legal, question, position, facts, picture, end, ...setup } = this.core.view(as);
    const hand = this.waiting();
    const until = this.heldUntil();
    const why = until === this.wait.until ? { why: "wait" as const, by: this.wait.by } : { why: "proposal" as const };
    return {
      n: this.events().length, as, stage: !this.kept.started ? "gathering" : end ? "over" : "playing", ...setup, ...this.house(),
      ...(this.kept.started ? { actors, position, facts, picture, ...this.core.pacts(as) } : {}),
      ...(this.kept.started && legal ? { decision: this.decisions(as), legal, question } : {}),
      ...(until > this.outside.now() ? { pause: { until, ...why } } : {}),
      ...(this.wait.asked.some((seat) => seat === as) ? { waited: true } : {}), ...(this.kept.paused ? { paused: true } : {}),
      ...(end ? { end } : {}), ...(this.people().length > 1 && hand.length ? { hand } : {}),
    };
  }

  /** The viewer's events, numbered from 1. */
  events(): TableEvent[] {
    return this.tell().map(({ event }) => event);
  }

  private tell(): { event: TableEvent; entry: number }[] {
    const as = this.viewer();
    const told = this.told.get(as) ?? [];
    this.told.set(as, told);
    for (let entry = (told.at(-1)?.entry ?? -1) + 1; entry < this.entries.length; entry++) {
      const { at, by, ...rest } = this.entries[entry]!;
      const tell = (event: Partial<TableEvent>) => told.push({ entry, event: { n: told.length + 1, at, do: "", by, ...event } });
      if ("say" in rest) tell({ do: "say", say: rest.say });
      else if ("told" in rest) rest.told.get(as)?.forEach(tell);
      else {
        this.core.goTo(rest.moment);
        tell({ do: "move", ...(by === as ? { move: rest.move } : {}), ...this.core.happened(as), ...rest.became.get(as)?.[0] });
      }
    }
    this.core.goTo(this.last());
    return told;
  }

  /** The entry in the lobby. */
  list(): Listed {
    const { game, edition, options, players } = this.core.view("spectator");
    const { seats, talk, settings, clock } = this.house();
    const stage = !this.kept.started ? "gathering" : this.isOver ? "over" : "playing";
    const turn = stage === "playing" && this.core.actors().some((seat) => this.people().includes(seat));
    return { table: this.kept.name, mine: true, turn, stage, game, ...(edition ? { edition } : {}), options, players, host: this.kept.host, talk, settings, clock, seats };
  }

  // --- moves and requests -------------------------------------------------------------------------------------------

  private write(line: Keys): void {
    this.kept.lines.push(JSON.stringify({ ...line, at: Math.max(0, this.outside.now() - this.kept.made) }));
  }

  private make(by: Seat | "chance", move: string): Answer {
    const refused = this.core.move(by, move);
    if (refused) return { ok: false, ...refused };
    this.write({ by, move });
    this.moved(this.outside.now(), by, move);
    this.speak((seat, said) => this.say(seat, said));
    return done;
  }

  private speak(say: (seat: Seat, said: string) => void): void {
    for (const { seat, bot } of this.kept.seats) {
      const said = bot ? this.core.botSays(seat) : "";
      if (said) say(seat, said);
    }
  }

  private say(by: Seat, say: string): void {
    this.write({ by, say });
    this.entries.push({ at: this.outside.now(), by, say });
  }

  /** The seat that moves by itself: chance or a bot. */
  due(): Seat | "chance" | null {
    if (!this.kept.started) return null;
    return this.core.actors().find((seat) => seat === "chance" || !this.people().includes(seat)) ?? null;
  }

  /** Lets the bots answer proposals and make their own. */
  private negotiate(): void {
    for (const { seat, bot } of this.kept.seats)
      for (let act = bot ? this.core.botNegotiates(seat) : null; act; act = this.core.botNegotiates(seat)) {
        const written = JSON.parse(act.line) as Record<(typeof ANSWERS)[number], number>;
        const what = ANSWERS.find((name) => name in written)!;
        this.write(written as unknown as Keys);
        this.pacted(this.outside.now(), seat, what, written[what]);
        if (act.say) this.say(seat, act.say);
      }
  }

  /** Makes the move of chance or of a bot that is due. */
  advance(): void {
    if (this.kept.started) this.negotiate();
    const by = this.due();
    if (by) this.make(by, by === "chance" ? this.draw() : this.core.botMove(by));
  }

  private draw(): string {
    const luck = this.core.luck();
    let left = this.outside.below(luck.reduce((sum, [, weight]) => sum + weight, 0));
    return luck.find(([, weight]) => (left -= weight) < 0)![0];
  }

  /** Handles a request as the server does. `hand` passes the device on, first to nobody, then to a seat. */
  ask(what: string, keys: Keys): Answer {
    switch (what) {
      case "move": return this.askMove(keys);
      case "say": return this.askSay(keys);
      case "propose": case "accept": case "decline": case "withdraw": return this.askPact(what, keys);
      case "consider": case "vocabulary": return this.tellPact(what, keys);
      case "wait": return this.askWait();
      case "pace": return this.askPace(keys);
      case "look": return this.look(keys);
      case "hand": return this.hand(keys);
      case "record": return this.isOver ? { ok: true, record: [...this.kept.lines, this.core.endLine(), ""].join("\n") } : refuse("not_over");
      case "sit": case "leave": case "bot": case "empty": return this.kept.started ? refuse("started") : this.seat(what, keys);
      case "start": return this.start();
    }
    return refuse("request");
  }

  private askMove({ move, decision }: Keys): Answer {
    const by = this.viewer();
    if (!this.kept.started) return refuse("not_started");
    if (by === "spectator") return refuse("not_seated");
    if (typeof move !== "string") return refuse("value");
    if (decision !== this.decisions(by)) return refuse("stale");
    return this.make(by, move);
  }

  private askSay({ say }: Keys): Answer {
    const by = this.viewer();
    if (by === "spectator") return refuse("not_seated");
    if (!isText(say, LIMITS.talk)) return refuse("too_long");
    this.say(by, say);
    if (this.kept.started && !this.isOver) this.hear(by, say);
    return done;
  }

  /** Lets the bots reply to a line of talk, or propose something. */
  private hear(by: Seat, line: string): void {
    for (const { seat, bot } of this.kept.seats) {
      const said = bot && seat !== by ? this.core.botHears(seat, by, line) : "";
      if (said) this.say(seat, said);
    }
    this.negotiate();
  }

  private askPact(act: (typeof ANSWERS)[number], { with: seats, secret, promises, pact }: Keys): Answer {
    const by = this.viewer();
    if (!this.kept.started) return refuse("not_started");
    if (by === "spectator") return refuse("not_seated");
    if (secret) return refuse("no_secret_pacts");
    if (act !== "propose" && !Number.isSafeInteger(pact)) return refuse("value");
    const line = act === "propose" ? this.core.propose(by, { with: seats ?? [], promises: promises ?? [] }) : this.core.answer(by, act, pact as number);
    if (!line) return { ok: false, error: "pact", sentence: this.core.why() };
    const written = JSON.parse(line) as Record<(typeof ANSWERS)[number], number>;
    this.write(written as unknown as Keys);
    this.pacted(this.outside.now(), by, act, written[act]);
    this.negotiate();
    return { ok: true, ...(act === "propose" ? { pact: this.core.proposal(by, written[act])!.pact } : {}) };
  }

  private askWait(): Answer {
    const by = this.viewer();
    if (!this.kept.started) return refuse("not_started");
    if (by === "spectator") return refuse("not_seated");
    if (this.isOver) return refuse("over");
    if (this.wait.asked.includes(by)) return refuse("waited");
    this.wait = { ...this.wait, until: this.outside.now() + WAIT_MS, by, asked: [...this.wait.asked, by] };
    return done;
  }

  private askPace({ pace, paused = false }: Keys): Answer {
    const by = this.viewer();
    if (!this.kept.started) return refuse("not_started");
    if (by === "spectator") return refuse("not_seated");
    if (this.isOver) return refuse("over");
    if (!isPace(pace) || typeof paused !== "boolean") return refuse("value");
    Object.assign(this.kept, { pace, paused });
    return done;
  }

  private tellPact(what: "consider" | "vocabulary", { move }: Keys): Answer {
    const by = this.viewer();
    if (what === "vocabulary") return { ok: true, ...this.core.vocabulary() };
    if (by === "spectator") return refuse("not_seated");
    return typeof move === "string" ? { ok: true, ...this.core.consider(by, move) } : refuse("value");
  }

  private look({ n }: Keys): Answer {
    const told = this.tell().find(({ event }) => event.n === n);
    const entry = this.entries.slice(0, (told?.entry ?? -1) + 1).findLast((each) => "moment" in each) as { moment: Moment } | undefined;
    if (!told || !entry) return refuse("value");
    const now = this.view();
    this.core.goTo(entry.moment);
    const { actors, position, facts, picture } = this.core.view(now.as);
    this.core.goTo(this.last());
    return { ok: true, view: { ...now, n: told.event.n, stage: "playing", actors, legal: [], position, facts, picture, end: undefined, hand: undefined } };
  }

  private hand({ seat }: Keys): Answer {
    if (seat !== undefined && !this.waiting().includes(seat as Seat)) return refuse("value");
    this.holder = (seat as Seat | undefined) ?? null;
    return done;
  }

  private seat(what: string, { seat, bot }: Keys): Answer {
    const mine = this.kept.seats.find((at) => at.seat === this.mine());
    const at = what === "leave" ? mine : this.kept.seats.find((each) => each.seat === seat);
    if (!at) return refuse("value");
    if (what === "bot" && (typeof bot !== "string" || !this.core.seatBot(at.seat, bot, this.outside.seed()))) return refuse("no_such_bot");
    if (what === "sit" && mine) delete mine.name;
    delete at.name;
    delete at.bot;
    if (what === "sit") at.name = this.kept.host;
    if (what === "bot") at.bot = bot as string;
    return done;
  }

  private start(): Answer {
    if (this.kept.started) return refuse("started");
    this.kept.started = true;
    const seats = Object.fromEntries(this.kept.seats.map(({ seat, bot }) => [seat, bot ? `bot ${bot}` : "person"]));
    const names = Object.fromEntries(this.kept.seats.flatMap(({ seat, name }) => (name ? [[seat, name]] : [])));
    this.kept.lines.push(JSON.stringify({ meta: { seats, names } }));
    return done;
  }
}
