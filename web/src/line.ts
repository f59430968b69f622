/* The line to the server: one WebSocket, kept up. What has no answer yet is asked again after a cut, under the same id;
 * the server does it once. */
import { signal } from "@preact/signals";
import type { Answer, Table, TableEvent, View } from "./wire";

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
}

type Line = "open" | "cut" | "connecting";

/** Whether the line is up, and how many requests wait for an answer. */
export const line = signal<Line>("connecting");
export const waiting = signal(0);
/** The name the server knows us by; null before one was said. */
export const myName = signal<string | null>(null);

const pending = new Map<string, Request>();
const watched = new Map<string, ServerTable>();
let socket: WebSocket | null = null;
let pause = 500;

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
  readonly missing = signal(false);

  constructor(readonly name: string) {}

  ask(what: string, keys: Record<string, unknown> = {}): Promise<Answer> {
    return ask(what, { table: this.name, ...keys });
  }

  /** Also after a cut: what was missed comes with the answer. */
  async watch(): Promise<void> {
    const seen = this.view.value;
    const answer = await ask("watch", { table: this.name, ...(seen ? { after: seen.n, as: seen.as } : {}) }, true);
    this.missing.value = !answer.ok;
    if (answer.ok) this.host.value = answer.host === true;
  }

  take(news: News): void {
    this.events.value = news.fresh ? news.events : [...this.events.value, ...news.events];
    this.view.value = news.view;
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

function take(message: { type: string; id?: string; table?: string; name?: string } & Record<string, unknown>): void {
  switch (message.type) {
    case "hello":
      myName.value = message.name ?? null;
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
    case "here": {
      const table = watched.get(message.table!);
      if (table) table.here.value = message.seats as string[];
      break;
    }
  }
}

export function connect(): void {
  socket = new WebSocket(location.origin.replace(/^http/, "ws") + "/ws");
  socket.onopen = () => {
    pause = 500;
    line.value = "open";
    for (const [id, request] of pending) {
      if (request.fleeting) pending.delete(id);
      else socket!.send(request.text);
    }
    waiting.value = pending.size;
    for (const table of watched.values()) void table.watch();
  };
  socket.onmessage = (message) => take(JSON.parse(message.data as string));
  socket.onclose = () => {
    line.value = "cut";
    setTimeout(connect, pause);
    pause = Math.min(2 * pause, 8000);
  };
}
