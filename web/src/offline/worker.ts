/* Tables without a server: a worker that answers as a server does (docs/protocol.md), so that the page need not know which
 * it talks to. Tables are stored in this browser. Nothing is sent to the page before it is stored. */
import { newCore } from "../core";
import { fits, LIMITS } from "../limits";
import type { Answer, TableEvent } from "../wire";
import { isPace, refuse, Room, type Kept, type Outside } from "./room";
import { Store } from "./store";

type Request = { id: string; do: string; table?: string } & Record<string, unknown>;

/** How long a bot takes for a move, and how often a stopped or waiting one looks again. */
const MOVE_MS = { off: 0, brisk: 700, comfortable: 1500 };
const AGAIN_MS = 200;

function randomBytes(n: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(n));
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const outside: Outside = {
  /** Draws again if the number would make low results more likely. */
  below(n) {
    const fair = 2 ** 32 - (2 ** 32 % n);
    for (;;) {
      const [drawn] = crypto.getRandomValues(new Uint32Array(1)) as unknown as [number];
      if (drawn < fair) return drawn % n;
    }
  },
  seed: () => BigInt(`0x${hex(randomBytes(8))}`),
  now: () => Date.now(),
};

const store = Store.open();
let myName: string | undefined;
/** The tables that the page watches, each with the seat it was last shown as and the number of its last event. */
const watched = new Map<string, { room: Room; as: string; n: number }>();

const send = (message: Record<string, unknown>): void => postMessage(JSON.stringify(message));
const hello = (): void => send({ type: "hello", alone: true, limits: LIMITS, ...(myName ? { name: myName } : {}) });
const noTable: Answer = { ok: false, error: "no_table", sentence: "unknown table" };
const noName: Answer = { ok: false, error: "no_name", sentence: "choose a name first" };

async function open(name: string): Promise<Room | null> {
  const kept = watched.get(name)?.room.kept ?? (await (await store).table(name));
  return watched.get(name)?.room ?? (kept ? new Room(await newCore(), kept, outside) : null);
}

/** Stores the table. Returns false if another tab was faster; this tab then continues from the stored version. */
async function keep(room: Room): Promise<boolean> {
  const { kept } = room;
  kept.listed = room.list();
  kept.version++;
  const first = await (await store).put(kept);
  if (first) otherTabs.postMessage(kept.name);
  else await follow(kept.name);
  return first;
}

/** Tabs tell each other which tables have changed. */
const otherTabs = new BroadcastChannel("kickback");
otherTabs.onmessage = ({ data }: MessageEvent<string>) => void (queue = queue.then(() => follow(data)));
async function follow(name: string): Promise<void> {
  const kept = await (await store).table(name);
  const watch = watched.get(name);
  if (!kept || !watch || kept.version === watch.room.kept.version) return;
  watch.room = new Room(await newCore(), kept, outside);
  tell(name);
  goOn(name);
}

/** Sends the page what it does not know yet of a watched table, or everything if the viewer has changed. */
function tell(name: string): void {
  const watch = watched.get(name);
  if (!watch) return;
  const view = watch.room.view();
  const fresh = view.as !== watch.as;
  const events: TableEvent[] = watch.room.events().slice(fresh ? 0 : watch.n);
  Object.assign(watch, { as: view.as, n: view.n });
  send({ type: "news", table: name, fresh, events, view });
}

/** Lets chance and bots move, one after another, until a person must move. */
async function play(name: string): Promise<void> {
  for (let room = watched.get(name)?.room; room; room = watched.get(name)?.room) {
    const due = room.due();
    if (!due) return;
    const held = due !== "chance" && (room.kept.paused || room.heldUntil() > Date.now());
    if (due !== "chance") await new Promise((wait) => setTimeout(wait, held ? AGAIN_MS : MOVE_MS[room.kept.pace ?? "brisk"]));
    if (held) continue;
    if (watched.get(name)?.room !== room) return;
    room.advance();
    if (await keep(room)) tell(name);
  }
}

/** One loop at a time for each table. Bots move after a request, never in the middle of one. */
const turns = new Map<string, Promise<void>>();
function goOn(name: string): void {
  if (turns.has(name)) return;
  turns.set(name, play(name).finally(() => turns.delete(name)));
}

async function create(keys: Request): Promise<Answer> {
  if (!myName) return noName;
  const { game, edition, options, players, pace } = keys;
  const core = await newCore();
  const setup = JSON.stringify({ kickback: 2, game, ...(edition ? { edition } : {}), ...(options ? { options } : {}), players });
  if (core.line(setup) !== "read") return { ok: false, error: "value", sentence: core.why() };
  return { ok: true, table: await found(core.seats.map((seat) => ({ seat })), setup, isPace(pace) ? pace : undefined) };
}

async function found(seats: Kept["seats"], setup: string, pace: Kept["pace"]): Promise<string> {
  const kept = { name: hex(randomBytes(16)), made: Date.now(), host: myName!, seats, started: false, lines: [setup], version: 0, ...(pace ? { pace } : {}) } as unknown as Kept;
  await keep(new Room(await newCore(), kept, outside));
  return kept.name;
}

/** A new table with the same seats. A second request returns the same table. */
async function rematch(room: Room): Promise<Answer> {
  if (!room.isOver) return refuse("not_over");
  room.kept.rematch ??= await found(structuredClone(room.kept.seats), room.newSetup(), room.kept.pace);
  return { ok: true, table: room.kept.rematch };
}

async function watch(name: string): Promise<Answer> {
  const room = await open(name);
  if (!room) return noTable;
  watched.set(name, { room, as: "", n: 0 });
  return { ok: true, host: !room.kept.started };
}

async function answer(request: Request): Promise<Answer> {
  const { table = "" } = request;
  switch (request.do) {
    case "name": {
      if (typeof request.name !== "string" || !request.name.trim() || !fits(request.name, LIMITS.name)) return refuse("too_long");
      myName = request.name.trim();
      await (await store).setName(myName);
      hello();
      return { ok: true };
    }
    case "lobby": {
      const tables = (await (await store).all()).sort((a, b) => b.made - a.made);
      return { ok: true, tables: tables.map(({ listed }) => listed) };
    }
    case "create": return create(request);
    case "watch": return watch(table);
    case "unwatch": watched.delete(table); return { ok: true };
    case "forget": watched.delete(table); await (await store).remove(table); return { ok: true };
  }
  const room = await open(table);
  if (!room) return noTable;
  const answered = request.do === "rematch" ? await rematch(room) : room.ask(request.do, request);
  return !answered.ok || (await keep(room)) ? answered : refuse("stale");
}

async function take(request: Request): Promise<void> {
  const answered = await answer(request).catch((trouble: unknown): Answer => ({ ok: false, error: "trouble", sentence: String(trouble) }));
  if (request.table && request.do !== "watch") tell(request.table);
  send({ ...answered, type: answered.ok ? "ok" : "no", id: request.id });
  if (request.table && request.do === "watch" && answered.ok) {
    tell(request.table);
    send({ type: "here", table: request.table, seats: watched.get(request.table)!.room.people() });
  }
  if (request.table) goOn(request.table);
}

/* Fetches the rules early, while the player enters a name. Errors are reported when a game is opened. */
newCore().catch(() => {});

/** Requests are answered in order. */
let queue: Promise<unknown> = store.then(async (opened) => {
  myName = await opened.name();
  hello();
});
addEventListener("message", (message: MessageEvent<string>) => {
  queue = queue.then(() => take(JSON.parse(message.data) as Request));
});
