/* The table without a server: a worker that answers what a server answers (docs/protocol.md), so that the page need not know
 * which of them it talks to. Tables are kept in this browser; nothing is told before it is kept. */
import { newCore } from "../core";
import { charactersOf, NAME_MAX } from "../limits";
import type { Answer, TableEvent } from "../wire";
import { refuse, Room, type Kept, type Outside } from "./room";
import { Store } from "./store";

type Request = { id: string; do: string; table?: string } & Record<string, unknown>;

const BOT_PAUSE_MS = 700;

function randomBytes(n: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(n));
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const outside: Outside = {
  /** Numbers that would favour the low ones are drawn again. */
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
/** The tables that are watched, and how far the page knows each: as whom, up to which event. */
const watched = new Map<string, { room: Room; as: string; n: number }>();

const send = (message: Record<string, unknown>): void => postMessage(JSON.stringify(message));
const hello = (): void => send({ type: "hello", alone: true, ...(myName ? { name: myName } : {}) });
const noTable: Answer = { ok: false, error: "no_table", sentence: "unknown table" };
const noName: Answer = { ok: false, error: "no_name", sentence: "choose a name first" };

async function open(name: string): Promise<Room | null> {
  const kept = watched.get(name)?.room.kept ?? (await (await store).table(name));
  return watched.get(name)?.room ?? (kept ? new Room(await newCore(), kept, outside) : null);
}

/** False where another tab was first: then this one goes on from what is kept. */
async function keep(room: Room): Promise<boolean> {
  const { kept } = room;
  kept.listed = room.list();
  kept.version++;
  const first = await (await store).put(kept);
  if (first) otherTabs.postMessage(kept.name);
  else await follow(kept.name);
  return first;
}

/** The same table in another tab has changed. */
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

/** What the page does not know yet of a table it watches; all of it to other eyes. */
function tell(name: string): void {
  const watch = watched.get(name);
  if (!watch) return;
  const view = watch.room.view();
  const fresh = view.as !== watch.as;
  const events: TableEvent[] = watch.room.events().slice(fresh ? 0 : watch.n);
  Object.assign(watch, { as: view.as, n: view.n });
  send({ type: "news", table: name, fresh, events, view });
}

/** Chance and bots, one after another, until people are asked. */
async function play(name: string): Promise<void> {
  for (let room = watched.get(name)?.room; room; room = watched.get(name)?.room) {
    const due = room.due();
    if (!due) return;
    const held = due === "chance" ? 0 : room.heldUntil() - Date.now();
    if (due !== "chance") await new Promise((wait) => setTimeout(wait, BOT_PAUSE_MS));
    if (held > 0) continue;
    if (watched.get(name)?.room !== room) return;
    room.advance();
    if (await keep(room)) tell(name);
  }
}

/** One at a time for each table: bots move behind requests, never between their parts. */
const turns = new Map<string, Promise<void>>();
function goOn(name: string): void {
  if (turns.has(name)) return;
  turns.set(name, play(name).finally(() => turns.delete(name)));
}

async function create(keys: Request): Promise<Answer> {
  if (!myName) return noName;
  const { game, edition, options, players } = keys;
  const core = await newCore();
  const setup = JSON.stringify({ kickback: 2, game, ...(edition ? { edition } : {}), ...(options ? { options } : {}), players });
  if (core.line(setup) !== "read") return { ok: false, error: "value", sentence: core.why() };
  return { ok: true, table: await found(core.seats.map((seat) => ({ seat })), setup) };
}

async function found(seats: Kept["seats"], setup: string): Promise<string> {
  const kept = { name: hex(randomBytes(16)), made: Date.now(), host: myName!, seats, started: false, lines: [setup], version: 0 } as unknown as Kept;
  await keep(new Room(await newCore(), kept, outside));
  return kept.name;
}

/** The same seats once more; asked again, the same table. */
async function rematch(room: Room): Promise<Answer> {
  if (!room.isOver) return refuse("not_over");
  room.kept.rematch ??= await found(structuredClone(room.kept.seats), room.newSetup());
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
      if (typeof request.name !== "string" || !request.name.trim() || charactersOf(request.name).length > NAME_MAX) return refuse("value");
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

/* The rules are fetched while somebody still says his name; who could not is told when he plays. */
newCore().catch(() => {});

/** Requests are answered in their order. */
let queue: Promise<unknown> = store.then(async (opened) => {
  myName = await opened.name();
  hello();
});
addEventListener("message", (message: MessageEvent<string>) => {
  queue = queue.then(() => take(JSON.parse(message.data) as Request));
});
