/* The line to the server: one WebSocket, kept up. What has no answer yet is asked again after a cut, under the same id;
 * the server does it once. */
import { effect, signal } from "@preact/signals";
import { EVENTS_A_PIECE } from "./limits";
import { offline, workerSocket, type Socket } from "./offline/socket";
import { keep, read } from "./settings";
import type { Answer, Listed, Table, TableEvent, View } from "./wire";

interface Request {
  text: string;
  /** Of no use to a new connection: watching is said anew, the lobby is asked anew. */
  fleeting: boolean;
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

type Line = "open" | "cut" | "connecting";

/** Whether the line is up, and how many requests wait for an answer. */
export const line = signal<Line>("connecting");
export const waiting = signal(0);
/** Who the server knows us as; `person` and what follows it are there where it keeps people over several devices. */
export interface Me {
  name?: string;
  person?: string;
  /** Whether a passphrase keeps the name for us. */
  kept?: boolean;
  /** Whom we do not want to hear. */
  muted?: { person: string; name: string }[];
  /** Nobody else can come here: the tables are this browser's own. */
  alone?: boolean;
}
/** Null until the server has said hello. */
export const me = signal<Me | null>(null);
export const isMuted = (person: string | undefined): boolean => me.value?.muted?.some((muted) => muted.person === person) ?? false;
/** The tables of the lobby, once it is followed; null before. */
export const tables = signal<Listed[] | null>(null);
/** How far the server's clock is ahead of ours. */
export const ahead_ms = signal(0);

const pending = new Map<string, Request>();
const watched = new Map<string, ServerTable>();
let socket: Socket | null = null;
let pause = 500;
let followsLobby = false;

/** A line that gives no sign of life for so long is given up: a banner comes soon after it is cut, however it was. */
const PULSE_MS = 4000;
/** A server that is busy is asked for the table again. */
const AGAIN_MS = 1000;

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function ask(what: string, keys: Record<string, unknown> = {}, fleeting = false): Promise<Answer> {
  const id = newId();
  const text = JSON.stringify({ id, do: what, ...keys });
  return new Promise((done) => {
    pending.set(id, { text, fleeting, done });
    waiting.value = pending.size;
    if (socket?.readyState === WebSocket.OPEN) socket.send(text);
  });
}

/** A table on the server, and what this viewer knows of it. */
export class ServerTable implements Table {
  readonly view = signal<View | null>(null);
  readonly events = signal<TableEvent[]>([]);
  readonly here = signal<string[]>([]);
  readonly host = signal(false);
  readonly missing = signal<(Answer & { ok: false }) | null>(null);
  readonly hasOlder = signal(false);

  private code?: string;

  constructor(readonly name: string) {}

  ask(what: string, keys: Record<string, unknown> = {}): Promise<Answer> {
    return ask(what, { table: this.name, ...keys });
  }

  /** Also after a cut: what was missed comes with the answer. */
  async watch(): Promise<void> {
    const seen = this.view.value;
    const answer = await ask("watch", { table: this.name, ...(seen ? { after: seen.n, as: seen.as } : {}) }, true);
    if (!answer.ok && (answer.error === "busy" || answer.error === "too_fast")) {
      setTimeout(() => watched.get(this.name) === this && void this.watch(), AGAIN_MS);
      return;
    }
    this.missing.value = answer.ok ? null : answer;
    if (!answer.ok) return;
    this.host.value = answer.host === true;
    this.code = answer.code as string | undefined;
  }

  /** A seat's chronicle begins when somebody sits down. What they had seen as a spectator stays in front of it, by the
   * number 0: it cannot be looked at again. */
  private earlier(news: News): TableEvent[] {
    const sitsDown = this.view.value?.as === "spectator" && news.view.as !== "spectator" && news.events[0]?.n !== 1;
    return sitsDown ? this.events.value.map((event) => ({ ...event, n: 0 })) : [];
  }

  take(news: News): void {
    this.events.value = [...(news.fresh ? this.earlier(news) : this.events.value), ...news.events];
    this.view.value = { ...news.view, code: news.code ?? this.code };
    /* Fewer than a piece is all there is for these eyes: a seat's chronicle may begin with any number. */
    const isAll = news.events.length > 0 && news.events.length < EVENTS_A_PIECE;
    if (news.fresh) this.hasOlder.value = !isAll && this.first() > 1;
  }

  private first(): number {
    return this.events.value[0]?.n ?? (this.view.value?.n ?? 0) + 1;
  }

  async older(): Promise<void> {
    const [before, as] = [this.first(), this.view.value?.as];
    const answer = await ask("events", { table: this.name, before }, true);
    if (!answer.ok || answer.as !== as || as !== this.view.value?.as || before !== this.first()) return;
    const events = answer.events as TableEvent[];
    this.events.value = [...events, ...this.events.value];
    this.hasOlder.value = events.length >= EVENTS_A_PIECE && this.first() > 1;
  }
}

/** The record of a game, which comes in pieces, or the refusal. */
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

/** The table that an address leads to. */
export const tableAt = (hash: string): string | null => /^#?([0-9a-f]{32})$/.exec(hash)?.[1] ?? null;

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

/** From now on the lobby is told of by itself, also after a cut. */
export async function followLobby(): Promise<void> {
  followsLobby = true;
  const answer = await ask("lobby", { follow: true }, true);
  if (answer.ok) tables.value = answer.tables as Listed[];
}

export function leaveLobby(): void {
  followsLobby = false;
  void ask("lobby", { follow: false }, true);
}

/** What has changed in the lobby: new lines in the place of old ones, and tables that are gone. */
function takeLobby(changed: Listed[], gone: string[]): void {
  const known = tables.value ?? [];
  const fresh = changed.filter(({ table }) => !known.some((old) => old.table === table));
  tables.value = [...fresh, ...known.map((old) => changed.find(({ table }) => table === old.table) ?? old)].filter(({ table }) => !gone.includes(table));
}

async function feelPulse(of: Socket): Promise<void> {
  const sent = Date.now();
  const lost = setTimeout(() => of === socket && giveUp(), PULSE_MS);
  const answer = await ask("ping", {}, true);
  clearTimeout(lost);
  if (answer.ok) ahead_ms.value = (answer.at as number) - (sent + Date.now()) / 2;
}

setInterval(() => {
  if (socket?.readyState === WebSocket.OPEN && document.visibilityState === "visible") void feelPulse(socket);
}, PULSE_MS);

/** The page without a server takes the name that was said to the server of this address, and asks for none. */
function greet(hello: Me): void {
  const known = offline && !hello.name ? read<string | null>("name", null) : null;
  if (known) void ask("name", { name: known }).then((answer) => answer.ok || (me.value = hello));
  else me.value = hello;
}
effect(() => {
  if (me.value && !offline) keep("name", me.value.name ?? null);
});

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
      pending.delete(message.id!);
      waiting.value = pending.size;
      request?.done({ ...message, ok: message.type === "ok" } as Answer);
      break;
    }
    case "news":
      watched.get(message.table!)?.take(message as unknown as News);
      break;
    case "closed": {
      const table = watched.get(message.table!);
      if (table) table.missing.value = { ok: false, error: message.error as string, sentence: message.sentence as string };
      break;
    }
    case "here": {
      const table = watched.get(message.table!);
      if (table) table.here.value = message.seats as string[];
      break;
    }
  }
}

/** A socket that is closed without an answer from the other end would wait for it for long. */
function giveUp(): void {
  const dead = socket;
  socket = null;
  dead?.close();
  line.value = "cut";
  setTimeout(connect, pause);
  pause = Math.min(2 * pause, 8000);
}

export function connect(): void {
  if (socket) return;
  const mine = (socket = offline ? workerSocket() : (new WebSocket(location.origin.replace(/^http/, "ws") + "/ws") as Socket));
  mine.onopen = () => {
    pause = 500;
    line.value = "open";
    for (const [id, request] of pending) {
      if (request.fleeting) pending.delete(id);
      else mine.send(request.text);
    }
    waiting.value = pending.size;
    void feelPulse(mine);
    if (followsLobby) void followLobby();
    for (const table of watched.values()) void table.watch();
  };
  mine.onmessage = (message) => take(JSON.parse(message.data as string));
  mine.onclose = () => mine === socket && giveUp();
}

/** For another person's line: this browser's secret is somebody else's now, or the waiting was long enough. */
export function reconnect(): void {
  pause = 500;
  giveUp();
}

addEventListener("offline", () => socket && !offline && giveUp());
addEventListener("online", connect);
