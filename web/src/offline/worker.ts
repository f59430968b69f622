/* Tables without a server: a worker that answers as a server does (docs/protocol.md), so that the page need not know which
 * it talks to. Tables are stored in this browser. Nothing is sent to the page before it is stored. */
import { newInstance } from "../core";
import { EVENTS_A_PIECE, fits, LIMITS } from "../limits";
import type { Answer, Listed } from "../wire";
import { Device, type Kept, type Outside, type Recorded } from "./device";
import { Store } from "./store";

type Request = { id: string; do: string; table?: string } & Record<string, unknown>;

/** How long a bot takes for a move, and how often a stopped or waiting one looks again. */
const MOVE_MS = { off: 0, brisk: 700, comfortable: 1500 };
const AGAIN_MS = 200;

function randomBytes(n: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(n));
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const outside: Outside = { random: () => BigInt(`0x${hex(randomBytes(8))}`), now: () => Date.now() };

const store = Store.open();
let myName: string | undefined;
/** The tables that the page watches, each with the seat it was last shown as and the number of its last event. */
const watched = new Map<string, { device: Device; as: string; n: number }>();

const send = (message: Record<string, unknown>): void => postMessage(JSON.stringify(message));
const hello = (): void => send({ type: "hello", alone: true, limits: LIMITS, ...(myName ? { name: myName } : {}) });
const noTable: Answer = { ok: false, error: "no_table", sentence: "unknown table" };
const stale: Answer = { ok: false, error: "stale", sentence: "that decision has already been made or is not due yet" };
const noName: Answer = { ok: false, error: "no_name", sentence: "choose a name first" };

const opened = async (kept: Kept | Recorded): Promise<Device> => new Device(await newInstance(), kept, outside);

async function open(name: string): Promise<Device | null> {
  const device = watched.get(name)?.device;
  const kept = device ? undefined : await (await store).table(name);
  return device ?? (kept ? opened(kept) : null);
}

/** Stores the table if it has new entries. Returns false if another tab was faster; this tab then continues from the stored
 * version. */
async function keep(device: Device): Promise<boolean> {
  const { kept } = device;
  if (device.stored === kept.entries.length) return true;
  device.stored = kept.entries.length;
  kept.listed = device.list();
  kept.version++;
  const first = await (await store).put(kept);
  if (first) otherTabs.postMessage(kept.name);
  else await follow(kept.name);
  return first;
}

/** Tabs tell each other which tables have changed. */
const otherTabs = new BroadcastChannel("kickback");
otherTabs.onmessage = ({ data }: MessageEvent<string>) => void inTurn(() => follow(data));
async function follow(name: string): Promise<void> {
  const kept = await (await store).table(name);
  const watch = watched.get(name);
  if (!kept || !watch || kept.version === watch.device.kept.version) return;
  watch.device = await opened(kept);
  tell(name);
  goOn(name);
}

/** Sends the page what it does not know yet of a watched table; or the last events, if the viewer has changed or they are
 * too many. */
function tell(name: string): void {
  const watch = watched.get(name);
  if (!watch) return;
  const view = watch.device.view();
  const last = view.n - EVENTS_A_PIECE;
  const fresh = view.as !== watch.as || watch.n < last;
  const events = watch.device.events(fresh ? Math.max(0, last) : watch.n, view.n);
  Object.assign(watch, { as: view.as, n: view.n });
  send({ type: "news", table: name, fresh, events, view });
}

/** Lets chance or a bot act, unless bots hold back or have to rest before a move. A person is next: it is over. */
async function step(name: string, isRested: boolean): Promise<"done" | "held" | "rests" | "over"> {
  const device = watched.get(name)?.device;
  if (device && !device.advance()) {
    const due = device.due();
    if (due.bots && device.isHeld(due)) return "held";
    if (due.bots && !isRested) return "rests";
    if (!device.move()) turns.delete(name);
  }
  if (!device || !turns.has(name)) {
    turns.delete(name);
    return "over";
  }
  if (await keep(device)) tell(name);
  return "done";
}

/** Steps come in turn with requests, so that nothing changes a table while it is being stored. */
async function play(name: string): Promise<void> {
  for (let last = await inTurn(() => step(name, false)); last !== "over"; last = await inTurn(() => step(name, last === "rests"))) {
    const pace = watched.get(name)?.device.due().pace ?? "off";
    if (last !== "done") await new Promise((wait) => setTimeout(wait, last === "held" ? AGAIN_MS : MOVE_MS[pace]));
  }
}

/** One loop at a time for each table, until a person is next. */
const turns = new Set<string>();
function goOn(name: string): void {
  if (turns.has(name)) return;
  turns.add(name);
  play(name).catch(() => turns.delete(name));
}

/** A new table; `begin` makes it. */
async function found(begin: (device: Device) => Answer): Promise<Answer> {
  const name = hex(randomBytes(16));
  const device = await opened({ name, made: Date.now(), entries: [], listed: {} as Listed, version: 0 });
  const answered = begin(device);
  if (!answered.ok) return answered;
  await keep(device);
  return { ok: true, table: name };
}

/** A new table with the same seats. A second request returns the same table. */
async function rematch(device: Device): Promise<Answer> {
  const answered = device.rematch();
  if (!answered.ok || answered.table) return answered;
  const made = await found((next) => next.again(device));
  return made.ok ? device.rematch(String(made.table)) : made;
}

async function watch(name: string): Promise<Answer> {
  const device = await open(name);
  if (!device) return noTable;
  watched.set(name, { device, as: "", n: 0 });
  return { ok: true, host: !device.due().begun };
}

async function answer(request: Request): Promise<Answer> {
  const { table = "" } = request;
  switch (request.do) {
    case "name": {
      if (typeof request.name !== "string" || !request.name.trim() || !fits(request.name, LIMITS.name)) return { ok: false, error: "too_long", sentence: "the text is too long or contains control characters" };
      myName = request.name.trim();
      await (await store).setName(myName);
      hello();
      return { ok: true };
    }
    case "lobby": {
      const tables = (await (await store).all()).sort((a, b) => b.made - a.made);
      return { ok: true, tables: tables.map(({ listed }) => listed) };
    }
    case "create": return myName ? found((device) => device.create(request, myName!)) : noName;
    case "watch": return watch(table);
    case "unwatch": watched.delete(table); return { ok: true };
    case "forget": watched.delete(table); await (await store).remove(table); return { ok: true };
  }
  const device = await open(table);
  if (!device) return noTable;
  const answered = request.do === "rematch" ? await rematch(device) : device.ask(request);
  return (await keep(device)) ? answered : stale;
}

async function take(request: Request): Promise<void> {
  const answered = await answer(request).catch((trouble: unknown): Answer => ({ ok: false, error: "trouble", sentence: String(trouble) }));
  if (request.table && request.do !== "watch") tell(request.table);
  send({ ...answered, type: answered.ok ? "ok" : "no", id: request.id });
  if (request.table && request.do === "watch" && answered.ok) {
    tell(request.table);
    send({ type: "here", table: request.table, seats: watched.get(request.table)!.device.due().people });
  }
  if (request.table) goOn(request.table);
}

/* Fetches the rules early, while the player enters a name. Errors are reported when a game is opened. */
newInstance().catch(() => {});

/** Requests and steps come one after another. */
let queue: Promise<unknown> = store.then(async (stored) => {
  myName = await stored.name();
  hello();
});
function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const done = queue.then(act);
  queue = done.catch(() => {});
  return done;
}
addEventListener("message", (message: MessageEvent<string>) => {
  void inTurn(() => take(JSON.parse(message.data) as Request));
});
