/* The connection to the server: one WebSocket, which reconnects by itself. Requests without an answer are sent again after
 * a cut, with the same id, so that the server executes them only once. The few that concern one connection fail instead. */
import { effect, signal } from "@preact/signals";
import { EVENTS_A_PIECE, LIMITS, type Limits } from "./limits";
import { offline, workerSocket, type Socket } from "./offline/socket";
import { keep, read } from "./settings";
import type { Answer, Listed, Table, TableEvent, View } from "./wire";

interface Request {
  text: string;
  /** Fails on a new connection, which asks for watched tables and the lobby anyway. */
  fleeting: boolean;
  /** The server cannot store anything at the moment. It is asked again when it can. */
  refused?: boolean;
  done(answer: Answer): void;
}

export interface News {
  type: "news";
  table: string;
  fresh: boolean;
  events: TableEvent[];
  view: View;
  code?: string;
}

/** "cut" only after a while: a short interruption, such as a restart of the server, is not shown. */
type Line = "open" | "cut" | "connecting";

/** The state of the connection. */
export const line = signal<Line>("connecting");
/** The server is there, but cannot store anything for a while. New connections are refused then. */
export const stalled = signal(false);
/** Who we are to the server. `person` and the fields after it are set if the server knows people across devices. */
export interface Me {
  name?: string;
  person?: string;
  /** Whether the name is protected by a passphrase. */
  kept?: boolean;
  /** People whom we have muted. */
  muted?: { person: string; name: string }[];
  /** Maximum lengths of texts. */
  limits?: Limits;
  /** There is no server: nobody else can join the tables of this browser. */
  alone?: boolean;
}
/** Null until the server has said hello. */
export const me = signal<Me | null>(null);
export const limits = (): Limits => me.value?.limits ?? LIMITS;
export const isMuted = (person: string | undefined): boolean => me.value?.muted?.some((muted) => muted.person === person) ?? false;
/** The tables of the lobby; null until it is followed. */
export const tables = signal<Listed[] | null>(null);
/** How far the server's clock is ahead of ours, in milliseconds. */
export const ahead_ms = signal(0);

/** The delay before the first attempt to connect again; it doubles with each attempt. */
const FIRST_PAUSE_MS = 500;
/** The first delay if the server said goodbye: there is another one behind the proxy, or it starts again. */
const GOODBYE_PAUSE_MS = 100;
const GOING_AWAY = 1001;
/** The time after which an interruption is shown: of our connection, or of another player's. */
const PATIENCE_MS = 2000;

const pending = new Map<string, Request>();
const watched = new Map<string, ServerTable>();
let socket: Socket | null = null;
let pause = FIRST_PAUSE_MS;
let showing: ReturnType<typeof setTimeout> | undefined;
let followsLobby = false;

/** The time after which a silent connection counts as lost, so that the banner appears soon after any kind of cut. */
const PULSE_MS = 4000;
/** The longest delay before the next attempt to connect, and to a server that says that it will be back. */
const LAST_PAUSE_MS = 8000;
const STALLED_PAUSE_MS = 2000;
/** How long a server may take to say why it refuses connections. */
const REASON_MS = 1000;
/** The delay before asking a busy server for a table again. */
const AGAIN_MS = 1000;

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function answerTo(id: string, text: string, fleeting: boolean): Promise<Answer> {
  return new Promise((done) => {
    pending.set(id, { text, fleeting, done });
  });
}

/** The answer to a fleeting request that a cut connection has swallowed. */
const CUT = { ok: false, error: "cut", sentence: "" } as const;
/** Refusals that say nothing about the request: it is repeated after a while. */
const isPassing = (answer: Answer): boolean => !answer.ok && (answer.error === "busy" || answer.error === "too_fast");

export function ask(what: string, keys: Record<string, unknown> = {}, fleeting = false): Promise<Answer> {
  const id = newId();
  const text = JSON.stringify({ id, do: what, ...keys });
  const answer = answerTo(id, text, fleeting); // first, since the page without a server answers some at once
  if (socket?.readyState === WebSocket.OPEN) socket.send(text);
  return answer;
}

/** The table that the address of the first connection asks for, until the page wants it too. The request has the id "watch". */
let askedFor: string | null = null;
/** Asks for a table, or waits for the answer to the first connection's request. */
function askToWatch(table: string, keys: Record<string, unknown>): Promise<Answer> {
  const isAsked = table === askedFor;
  askedFor = null;
  return isAsked ? answerTo("watch", "", true) : ask("watch", { table, ...keys }, true);
}

/** A table on the server, as far as this viewer knows it. */
export class ServerTable implements Table {
  readonly view = signal<View | null>(null);
  readonly events = signal<TableEvent[]>([]);
  readonly here = signal<string[]>([]);
  readonly host = signal(false);
  readonly missing = signal<(Answer & { ok: false }) | null>(null);
  readonly hasOlder = signal(false);

  private code?: string;
  private leaving?: ReturnType<typeof setTimeout>;

  constructor(readonly name: string) {}

  ask(what: string, keys: Record<string, unknown> = {}): Promise<Answer> {
    return ask(what, { table: this.name, ...keys });
  }

  /** Starts to watch the table. After a cut this also fetches the events that were missed. */
  async watch(): Promise<void> {
    const seen = this.view.value;
    const answer = await askToWatch(this.name, seen ? { after: seen.n, as: seen.as } : {});
    if (answer === CUT) return; // the new connection has asked again
    if (isPassing(answer)) {
      setTimeout(() => watched.get(this.name) === this && void this.watch(), AGAIN_MS);
      return;
    }
    this.missing.value = answer.ok ? null : answer;
    if (!answer.ok) return;
    this.host.value = answer.host === true;
    this.code = answer.code as string | undefined;
  }

  /** A seat's chronicle begins when its player sits down. Events that the player saw as a spectator are kept before it. They
   * get the number 0, since these moments can no longer be viewed. Who is handed a device has sat there before. */
  private earlier(news: News): TableEvent[] {
    const sitsDown = this.view.value?.as === "spectator" && !this.view.value.hand && news.view.as !== "spectator" && news.events[0]?.n !== 1;
    return sitsDown ? this.events.value.map((event) => ({ ...event, n: 0 })) : [];
  }

  take(news: News): void {
    this.events.value = [...(news.fresh ? this.earlier(news) : this.events.value), ...news.events];
    this.view.value = { ...news.view, code: news.code ?? this.code };
    /* A short batch is complete. The first number does not tell, since a seat's chronicle may begin with any number. */
    const isAll = news.events.length > 0 && news.events.length < EVENTS_A_PIECE;
    if (news.fresh) this.hasOlder.value = !isAll && this.first() > 1;
  }

  /** People who are back soon never show as disconnected. */
  takeHere(seats: string[]): void {
    const gone = this.here.value.filter((seat) => !seats.includes(seat));
    clearTimeout(this.leaving);
    this.here.value = [...seats, ...gone];
    if (gone.length) this.leaving = setTimeout(() => (this.here.value = seats), PATIENCE_MS);
  }

  private first(): number {
    return this.events.value[0]?.n ?? (this.view.value?.n ?? 0) + 1;
  }

  async older(): Promise<void> {
    const [before, as] = [this.first(), this.view.value?.as];
    const answer = await this.ask("events", { before });
    if (isPassing(answer)) {
      await new Promise((done) => setTimeout(done, AGAIN_MS));
      return this.older();
    }
    if (!answer.ok || answer.as !== as || as !== this.view.value?.as || before !== this.first()) return;
    const events = answer.events as TableEvent[];
    this.events.value = [...events, ...this.events.value];
    this.hasOlder.value = events.length >= EVENTS_A_PIECE && this.first() > 1;
  }
}

/** Fetches the record of a game, which comes in pieces. Returns the refusal if there is one. */
export async function askRecord(asks: (keys: Record<string, unknown>) => Promise<Answer>): Promise<Answer> {
  let record = "";
  for (let keys = {}; ; ) {
    const answer = await asks(keys);
    if (!answer.ok && answer.error === "too_fast") await new Promise((done) => setTimeout(done, 500));
    else if (!answer.ok) return answer;
    else {
      record += String(answer.record);
      if (answer.next === undefined) return { ...answer, record };
      keys = { after: answer.next };
    }
  }
}

export function openTable(name: string): ServerTable {
  const table = watched.get(name) ?? new ServerTable(name);
  if (!watched.has(name)) {
    watched.set(name, table);
    if (line.value === "open") void table.watch();
  }
  return table;
}

export function closeTable(table: ServerTable): void {
  watched.delete(table.name);
  void ask("unwatch", { table: table.name }, true);
}

/** Subscribes to the lobby. The subscription is renewed after a cut. */
export async function followLobby(): Promise<void> {
  followsLobby = true;
  const answer = await ask("lobby", { follow: true }, true);
  if (answer.ok) tables.value = answer.tables as Listed[];
}

export function leaveLobby(): void {
  followsLobby = false;
  void ask("lobby", { follow: false }, true);
}

/** Applies a change of the lobby: new and changed tables, and tables that are gone. */
function takeLobby(changed: Listed[], gone: string[]): void {
  const known = tables.value ?? [];
  const fresh = changed.filter(({ table }) => !known.some((old) => old.table === table));
  tables.value = [...fresh, ...known.map((old) => changed.find(({ table }) => table === old.table) ?? old)].filter(({ table }) => !gone.includes(table));
}

/** When the server last sent anything. A server that waits for its log says so, but may not answer for a while. */
let heardAt = 0;

async function feelPulse(of: Socket): Promise<void> {
  const sent = Date.now();
  const lost = setTimeout(() => of === socket && heardAt < sent && giveUp(), PULSE_MS);
  const answer = await ask("ping", {}, true);
  clearTimeout(lost);
  if (answer.ok) ahead_ms.value = (answer.at as number) - (sent + Date.now()) / 2;
}

setInterval(() => {
  if (socket?.readyState === WebSocket.OPEN && document.visibilityState === "visible") void feelPulse(socket);
}, PULSE_MS);

/** The page without a server reuses the name that the player gave to the server at this address. */
function greet(hello: Me): void {
  const known = offline && !hello.name ? read<string | null>("name", null) : null;
  if (known) void ask("name", { name: known }).then((answer) => answer.ok || (me.value = hello));
  else me.value = hello;
}
effect(() => {
  if (me.value && !offline) keep("name", me.value.name ?? null);
});

/** Sends what a server refused only because it could not store it. */
function askAgain(): void {
  for (const request of pending.values()) {
    if (request.refused) socket?.send(request.text);
    request.refused = false;
  }
  if (followsLobby) void followLobby();
}

function take(message: { type: string; id?: string; table?: string } & Record<string, unknown>): void {
  switch (message.type) {
    case "hello":
      greet(message as Me);
      break;
    case "lobby":
      takeLobby(message.tables as Listed[], (message.gone ?? []) as string[]);
      break;
    case "ok":
    case "no": {
      const request = pending.get(message.id!);
      if (request && !request.fleeting && stalled.value && message.error === "busy") {
        request.refused = true;
        break;
      }
      pending.delete(message.id!);
      request?.done({ ...message, ok: message.type === "ok" } as Answer);
      break;
    }
    case "news":
      watched.get(message.table!)?.take(message as unknown as News);
      break;
    case "state":
      stalled.value = message.state === "waiting";
      if (!stalled.value) askAgain();
      break;
    case "closed": {
      const table = watched.get(message.table!);
      if (table) table.missing.value = { ok: false, error: message.error as string, sentence: message.sentence as string };
      break;
    }
    case "here":
      watched.get(message.table!)?.takeHere(message.seats as string[]);
      break;
  }
}

/** Shows that there is no connection: the line is cut, or the server waits for its log and says so. */
async function showCut(): Promise<void> {
  const health = offline ? null : await fetch("/healthz", { signal: AbortSignal.timeout(REASON_MS) }).then((answer) => answer.json() as Promise<{ state?: string }>).catch(() => null);
  if (!showing) return; // connected meanwhile
  stalled.value = health?.state === "waiting";
  line.value = stalled.value ? "connecting" : "cut";
}

/** Drops the socket at once and reconnects later. Waiting for it to close can take long if the other end is gone. The
 * delay varies, so that not everybody connects to the next server at once. */
function giveUp(): void {
  const dead = socket;
  socket = null;
  dead?.close();
  if (line.value === "open") line.value = "connecting";
  else if (line.value === "cut" || stalled.value) void showCut();
  showing ??= setTimeout(() => void showCut(), PATIENCE_MS);
  setTimeout(connect, pause * (0.5 + Math.random() / 2));
  pause = Math.min(2 * pause, stalled.value ? STALLED_PAUSE_MS : LAST_PAUSE_MS);
}

declare global {
  interface Window {
    /** The connection that the page's inline script has opened (site.ts), and what has come over it. */
    first?: Socket & { url: string; early: { data: string }[] };
  }
}

export function connect(): void {
  if (socket) return;
  const { first } = window;
  delete window.first;
  askedFor = first?.url.split("?watch=")[1] ?? null;
  const mine = (socket = offline ? workerSocket() : first ?? (new WebSocket(location.origin.replace(/^http/, "ws") + "/ws") as Socket));
  mine.onopen = () => {
    pause = FIRST_PAUSE_MS;
    clearTimeout(showing);
    showing = undefined;
    line.value = "open";
    stalled.value = false;
    for (const [id, request] of pending) {
      request.refused = false;
      if (!request.fleeting) mine.send(request.text);
      else {
        pending.delete(id);
        request.done(CUT);
      }
    }
    void feelPulse(mine);
    if (followsLobby) void followLobby();
    for (const table of watched.values()) void table.watch();
  };
  mine.onmessage = (message) => {
    heardAt = Date.now();
    take(JSON.parse(message.data as string));
  };
  mine.onclose = (event) => {
    if (mine !== socket) return;
    if (event?.code === GOING_AWAY) pause = GOODBYE_PAUSE_MS;
    giveUp();
  };
  /* The first connection may be further than that. */
  if (mine.readyState === WebSocket.OPEN) mine.onopen();
  first?.early.forEach((message) => mine.onmessage!(message));
  if (mine.readyState > WebSocket.OPEN) mine.onclose();
}

/** Drops the connection and opens a new one, after this browser has become another person. */
export function reconnect(): void {
  pause = FIRST_PAUSE_MS;
  giveUp();
}

/** How often, and with what delay, a server is asked for the cookie of a login that another server may not have told it yet. */
const COOKIE_TRIES = 5;
const COOKIE_PAUSE_MS = 300;

/** A WebSocket cannot set a cookie, so the one that a login has made is fetched. */
async function takeCookie(token: string): Promise<boolean> {
  for (let n = 0; n < COOKIE_TRIES; n++) {
    if (n) await new Promise((done) => setTimeout(done, COOKIE_PAUSE_MS));
    const answer = await fetch("/renew", { headers: { "Kickback-Token": token } }).catch(() => null);
    if (answer?.ok) return true;
  }
  return false;
}

/** Tabs share their cookie: one that logs in changes the person of all. */
const otherTabs = offline ? null : new BroadcastChannel("kickback login");
if (otherTabs) otherTabs.onmessage = reconnect;

/** Makes this browser another person, by a passphrase or a link. */
export async function logIn(what: "login" | "device", keys: Record<string, unknown>): Promise<Answer> {
  const answer = await ask(what, keys);
  if (!answer.ok) return answer;
  const isDone = !answer.token || (await takeCookie(answer.token as string));
  reconnect();
  otherTabs?.postMessage(null);
  return isDone ? answer : { ok: false, error: "busy", sentence: "the server is busy; try again in a moment" };
}

addEventListener("offline", () => socket && !offline && giveUp());
addEventListener("online", connect);
