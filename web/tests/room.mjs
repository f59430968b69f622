// room.mjs KICKBACK.wasm: a table without a server, as in the worker: whole games of people and bots around one device,
// what each is shown, passing the device on, resuming after the browser was closed, and refusals.
import { deepStrictEqual as same, ok } from "node:assert";
import { readFileSync } from "node:fs";
import { load } from "./bundle.mjs";

const { Core, Replay, Room } = await load('export { Core } from "./core"; export { Replay } from "./replay/replay"; export { Room } from "./offline/room";');
const module_ = await WebAssembly.compile(readFileSync(process.argv[2]));
const newCore = () => new Core(new WebAssembly.Instance(module_, {}));

let state = 1;
const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8;
let clock = 1000;
const outside = { below: (n) => random() % n, seed: () => BigInt(random()), now: () => clock++ };

function newRoom(setup) {
  const core = newCore();
  const line = JSON.stringify({ kickback: 2, ...setup });
  same(core.line(line), "read", core.why());
  return new Room(newCore(), { name: "t", made: 0, host: "Anna", seats: core.seats.map((seat) => ({ seat })), started: false, lines: [line], version: 0 }, outside);
}

const anyOf = (legal) => legal[random() % legal.length].replace(/(\d+)\.\.\d+\/\d+/, "$1");
/* The same table after the browser was closed, from its stored data alone. */
const reopened = (room) => new Room(newCore(), JSON.parse(JSON.stringify(room.kept)), outside);

/* A seat is shown what the rules show it, whatever else was asked of the table. */
function checkView(room) {
  const view = room.view();
  const core = newCore();
  room.kept.lines.forEach((line) => same(core.line(line), "read", core.why()));
  const { position, legal, actors } = core.view(view.as);
  same([view.position, view.legal, view.actors], [position, legal, actors]);
  same(room.events().map(({ n }) => n), room.events().map((_, i) => i + 1));
  for (const { by, move } of room.events()) ok(!move || by === view.as, "a move's notation is for who made it");
}

function playGame(setup, people) {
  let room = newRoom(setup);
  same(room.view().stage, "gathering");
  const seats = room.view().seats.map(({ seat }) => seat);
  same(room.ask("sit", { seat: seats[0] }), { ok: true });
  same(room.view().as, seats[0]);
  for (const seat of seats.slice(people)) same(room.ask("bot", { seat, bot: "easy:grudge" }), { ok: true });
  same(room.ask("bot", { seat: seats[0], bot: "clever" }).error, "no_such_bot");
  same(room.ask("move", { move: "x", decision: 0 }).error, "not_started");
  same(room.ask("start", {}), { ok: true });
  same(room.ask("start", {}).error, "started");
  let handed = 0, decisions = 0;
  for (let step = 0; !room.isOver; step++) {
    ok(step < 20000);
    if (step % 50 === 25) {
      const before = room.kept.lines.length;
      room = reopened(room);
      same(room.kept.lines.length, before);
      if (people > 1) same(room.view().as, "spectator", "a device that was put down is nobody's");
    }
    if (step % 20 === 0) checkView(room);
    if (room.due()) {
      room.advance();
      continue;
    }
    let view = room.view();
    if (view.hand) {
      const covered = room.ask("hand", {});
      same([covered.ok, room.view().as, room.view().legal], [true, "spectator", undefined]);
      for (const { by, move } of room.events()) ok(!move, `${by}'s move is told while nobody holds the device`);
      same(room.ask("move", { move: "end", decision: 0 }).error, "not_seated");
      same(room.ask("hand", { seat: "nobody" }).error, "value");
      same(room.ask("hand", { seat: view.hand[0] }), { ok: true });
      handed++;
      view = room.view();
    }
    ok(view.legal.length > 0);
    same(room.ask("move", { move: "dance", decision: view.decision }).ok, false);
    same(room.ask("move", { move: anyOf(view.legal), decision: view.decision + 1 }).error, "stale");
    const made = room.ask("move", { move: anyOf(view.legal), decision: view.decision });
    same(made, { ok: true });
    decisions++;
  }
  checkView(room);
  ok(decisions > 3 && (people === 1 || handed > 1));
  same(room.view().stage, "over");
  same(room.ask("say", { say: "Well played." }).ok, room.view().as !== "spectator");
  const { record } = room.ask("record", {});
  const replay = new Replay(newCore(), room.ask("record", {}).record);
  same([replay.wrong, replay.ended], [null, true], record.slice(-300));
  const middle = room.events().findLast((event, i, all) => event.do === "move" && i < all.length / 2);
  const looked = room.ask("look", { n: middle.n });
  same([looked.view.n, looked.view.end, looked.view.stage], [middle.n, undefined, "playing"]);
  ok(JSON.stringify(looked.view.position) !== JSON.stringify(room.view().position));
  same(room.ask("look", { n: 0 }).error, "value");
  same(room.ask("fly", {}).error, "request");
}

playGame({ game: "intrige", players: 4, options: { bribes: "sealed" } }, 1);
playGame({ game: "intrige", players: 3, options: { deals: "loose" } }, 3);
playGame({ game: "integralis", players: 3 }, 2);
playGame({ game: "incorporated", players: 4 }, 2);
/* Bots wait at the call of a person, once in each stage. */
{
  const room = newRoom({ game: "integralis", players: 3 });
  same(room.ask("wait", {}).error, "not_started");
  const seats = room.view().seats.map(({ seat }) => seat);
  ok(room.ask("sit", { seat: seats[0] }).ok);
  for (const seat of seats.slice(1)) ok(room.ask("bot", { seat, bot: "greedy" }).ok);
  ok(room.ask("start", {}).ok);
  let calls = 0, refused = 0;
  while (!room.isOver) {
    if (room.ask("wait", {}).ok) calls++;
    else refused++;
    const { legal, decision } = room.view();
    if (room.due()) room.advance();
    else ok(room.ask("move", { move: anyOf(legal), decision }).ok);
  }
  const turns = newCore();
  const seen = new Set();
  for (const line of room.kept.lines) {
    turns.line(line);
    if (turns.actors().length) seen.add(turns.stage().turn);
  }
  same(calls, seen.size, "once in each turn");
  ok(refused > 0);
  same(room.ask("wait", {}).error, "over");
}

/* The pace is set during the game and stored; so is that the bots are stopped. */
{
  const room = newRoom({ game: "intrige", players: 3 });
  same(room.ask("pace", { pace: "off" }).error, "not_started");
  const seats = room.view().seats.map(({ seat }) => seat);
  ok(room.ask("sit", { seat: seats[0] }).ok);
  for (const seat of seats.slice(1)) ok(room.ask("bot", { seat, bot: "greedy" }).ok);
  ok(room.ask("start", {}).ok);
  same([room.view().settings.pace, room.view().paused], ["brisk", undefined]);
  same([room.ask("pace", { pace: "slow" }).error, room.ask("pace", { pace: "off", paused: 1 }).error], ["value", "value"]);
  ok(room.ask("pace", { pace: "comfortable", paused: true }).ok);
  for (const each of [room, reopened(room)]) same([each.view().settings.pace, each.view().paused], ["comfortable", true]);
  ok(room.ask("pace", { pace: "off" }).ok);
  same([room.view().settings.pace, room.view().paused], ["off", undefined]);
}

/* A bot answers a line with a card. Bots hold back until the person has answered it, but at most 12 seconds. */
{
  const lines = [{ kickback: 2, game: "intrige", players: 3 }, { by: "chance", move: "start red" }, { by: "red", move: "send doctor yellow" }, { by: "red", move: "send clerk green" }];
  const seats = [{ seat: "red", name: "Anna" }, { seat: "yellow", bot: "greedy" }, { seat: "green", bot: "greedy" }];
  const room = new Room(newCore(), { name: "t", made: 0, host: "Anna", seats, started: true, lines: lines.map((line) => JSON.stringify(line)), version: 0 }, outside);
  const events = room.events().length;
  ok(!room.view().pause);
  same([room.ask("wait", {}), room.ask("wait", {}).error], [{ ok: true }, "waited"]);
  const { pause, waited } = room.view();
  same([pause.why, pause.by, waited, pause.until > clock + 29_000, room.heldUntil()], ["wait", "red", true, true, pause.until]);
  clock = pause.until;
  same([room.view().pause, room.view().waited], [undefined, true]);
  ok(room.ask("say", { say: "what a day" }).ok);
  same(room.events().length, events + 1, "small talk is left alone");
  ok(room.ask("say", { say: "9k for the 3000 post?" }).ok);
  const card = room.view().pacts.find((pact) => pact.by === "yellow" && pact.state === "open");
  same(card.promises.map(({ will }) => will), ["pay >=9000 for red.doctor at yellow", "give red.doctor 3000"]);
  same([room.view().pause.why, room.view().pause.until > clock + 11_000], ["proposal", true]);
  ok(Math.abs(reopened(room).heldUntil() - room.heldUntil()) < 10);
  for (const pact of room.view().pacts) if (pact.state === "open") ok(room.ask(pact.pact === card.pact ? "accept" : pact.by === "red" ? "withdraw" : "decline", { pact: pact.pact }).ok);
  same(room.view().pacts.find(({ pact }) => pact === card.pact).state, "stood");
  ok(!room.view().pause);
  ok(room.ask("say", { say: "Yellow, 9k for the 4711 post?" }).ok && room.ask("say", { say: "Yellow, 9k for the 4712 post?" }).ok);
  same(room.events().filter(({ do: what, by, say }) => what === "say" && by === "yellow" && say.startsWith("I do not follow")).length, 1);
}

console.log("four games around one device");
