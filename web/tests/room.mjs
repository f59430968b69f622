// room.mjs KICKBACK.wasm: a table without a server, as in the worker: whole games of people and bots around one device,
// what each is shown, passing the device on, resuming after the browser was closed, tables stored by earlier versions, and
// refusals.
import { deepStrictEqual as same, ok } from "node:assert";
import { readFileSync } from "node:fs";
import { load } from "./bundle.mjs";

const { Core, Replay, Device } = await load('export { Core } from "./core"; export { Replay } from "./replay/replay"; export { Device } from "./offline/device";');
const module_ = await WebAssembly.compile(readFileSync(process.argv[2]));
const instance = () => new WebAssembly.Instance(module_, {});
const newCore = () => new Core(instance());

let state = 1;
const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8;
let clock = 1000;
const outside = { random: () => BigInt(random()) << 24n | BigInt(random()), now: () => clock++ };

const opened = (kept) => new Device(instance(), kept, outside);
const empty = (name) => opened({ name, made: clock, entries: [], version: 0 });
function newRoom(setup) {
  const room = empty("t");
  same(room.create(setup, "Anna"), { ok: true });
  return room;
}

let n = 0;
const ask = (room, what, keys = {}) => room.ask({ id: `r${n++}`, do: what, table: "t", ...keys });
const answered = (room, what, keys) => same(ask(room, what, keys), { ok: true });
const refused = (room, what, keys) => ask(room, what, keys).error;
const seatsOf = (room) => room.view().seats.map(({ seat }) => seat);
const events = (room) => room.events(0, room.view().n);
const recordOf = (room) => ask(room, "record").record;
const anyOf = (legal) => legal[random() % legal.length].replace(/(\d+)\.\.\d+\/\d+/, "$1");
/* The same table after the browser was closed, from its stored data alone. */
const reopened = (room) => opened(JSON.parse(JSON.stringify(room.kept)));
/* What happens by itself: luck, and what bots say; then a move of a bot, if one is due. */
function goOn(room) {
  while (room.advance()) continue;
  return room.move();
}
const moves = (room) => room.kept.entries.map((entry) => JSON.parse(entry)).filter((entry) => entry.do === "move");

/* A seat is shown what the rules show it, whatever else was asked of the table. */
function checkView(room, setup) {
  const view = room.view();
  const core = newCore();
  same(core.line(JSON.stringify({ kickback: 2, ...setup })), "read");
  for (const { by, move } of moves(room)) same(core.move(by, move), null);
  const { position, legal, actors } = core.view(view.as);
  same([view.position, view.legal, view.actors], [position, legal, actors]);
  const told = events(room);
  same(told.map(({ n }) => n), told.map((_, i) => told[0].n + i));
  same(told.at(-1).n, view.n);
  for (const { by, move } of told) ok(!move || by === view.as, "a move's notation is for who made it");
}

function playGame(setup, people) {
  let room = newRoom(setup);
  same(room.view().stage, "gathering");
  const seats = seatsOf(room);
  answered(room, "sit", { seat: seats[0] });
  same(room.view().as, seats[0]);
  for (const seat of seats.slice(people)) answered(room, "bot", { seat, bot: "easy:grudge" });
  same(refused(room, "bot", { seat: seats.at(-1), bot: "clever" }), "no_such_bot");
  same(refused(room, "move", { move: "x", decision: 0 }), "not_started");
  answered(room, "start");
  same(refused(room, "start"), room.view().as === "spectator" ? "not_seated" : "started");
  let handed = 0, decisions = 0;
  for (let step = 0; room.view().stage !== "over"; step++) {
    ok(step < 20000);
    if (step % 50 === 25) {
      const before = room.kept.entries;
      room = reopened(room);
      same(room.kept.entries, before);
      if (people > 1) same(room.view().as, "spectator", "a device that was put down is nobody's");
    }
    if (step % 20 === 0) checkView(room, setup);
    if (goOn(room)) continue;
    let view = room.view();
    if (view.hand) {
      const covered = ask(room, "hand");
      same([covered.ok, room.view().as, room.view().legal], [true, "spectator", undefined]);
      for (const { by, move } of events(room)) ok(!move, `${by}'s move is told while nobody holds the device`);
      same(refused(room, "move", { move: "end", decision: 0 }), "not_seated");
      same(refused(room, "hand", { seat: "nobody" }), "value");
      same(ask(room, "hand", { seat: view.hand[0] }), { ok: true });
      handed++;
      view = room.view();
    }
    if (view.stage === "over") break;
    ok(view.legal.length > 0);
    same(ask(room, "move", { move: "dance", decision: view.decision }).ok, false);
    const move = anyOf(view.legal);
    same(refused(room, "move", { move, decision: view.decision + 1 }), "stale");
    answered(room, "move", { move, decision: view.decision });
    decisions++;
  }
  checkView(room, setup);
  ok(decisions > 3 && (people === 1 || handed > 1));
  same(room.view().stage, "over");
  same(ask(room, "say", { say: "Well played." }).ok, room.view().as !== "spectator");
  const record = recordOf(room);
  const replay = new Replay(newCore(), record);
  same([replay.wrong, replay.ended], [null, true], record.slice(-300));
  ok(!record.includes('"luck"'), "nobody has promised its luck");
  const all = events(room);
  same(ask(room, "events", { before: all.at(-1).n }), { ok: true, as: room.view().as, events: all.slice(-101, -1) });
  same(ask(room, "events", { before: all[0].n }).events, []);
  const middle = all.findLast((event, i, all) => event.do === "move" && i < all.length / 2);
  const looked = ask(room, "look", { n: middle.n });
  same([looked.view.n, looked.view.end, looked.view.stage], [middle.n, undefined, "playing"]);
  ok(JSON.stringify(looked.view.position) !== JSON.stringify(room.view().position));
  same(refused(room, "look", { n: 0 }), "no_event");
  same(refused(room, "fly"), "request");
  return room;
}

/* The same people and bots sit at a rematch; there is one, whoever asks. */
function checkRematch(room, people) {
  same(room.rematch(), { ok: true });
  const next = empty("u");
  next.again(room);
  same(room.rematch("u"), { ok: true, table: "u" });
  same([room.rematch("v"), room.view().rematch], [{ ok: true, table: "u" }, "u"]);
  const plays = ({ seats }) => seats.map(({ plays, bot, name }) => [plays, bot, name]);
  same(plays(next.view()), plays(room.view()));
  same(next.view().seats.filter(({ plays }) => plays === "person").length, people);
  same([next.view().stage, next.view().as], ["gathering", seatsOf(room)[0]]);
  answered(next, "start");
  same(reopened(next).view().stage, "playing");
}

playGame({ game: "intrige", players: 4, options: { bribes: "sealed" } }, 1);
playGame({ game: "intrige", players: 3, options: { deals: "loose" } }, 3);
playGame({ game: "integralis", players: 3 }, 2);
playGame({ game: "incorporated", players: 4 }, 2);
checkRematch(playGame({ game: "incorporated", players: 3 }, 1), 1);

function seated(setup) {
  const room = newRoom(setup);
  const seats = seatsOf(room);
  ok(ask(room, "sit", { seat: seats[0] }).ok);
  for (const seat of seats.slice(1)) ok(ask(room, "bot", { seat, bot: "greedy" }).ok);
  return room;
}

/* Bots wait at the call of a person, once in each stage. */
{
  const setup = { game: "integralis", players: 3 };
  const room = seated(setup);
  same(refused(room, "wait"), "not_started");
  ok(ask(room, "start").ok);
  let calls = 0, late = 0;
  while (room.view().stage !== "over") {
    if (ask(room, "wait").ok) calls++;
    else late++;
    const { legal, decision } = room.view();
    if (!goOn(room) && legal?.length) ok(ask(room, "move", { move: anyOf(legal), decision }).ok);
  }
  const turns = newCore();
  const seen = new Set();
  turns.line(JSON.stringify({ kickback: 2, ...setup }));
  for (const { by, move } of moves(room)) {
    turns.move(by, move);
    const turn = turns.view("everything").position.turns || 1;
    if (turns.actors().length) seen.add(turn);
  }
  same(calls, seen.size, "once in each turn");
  ok(late > 0);
  same(refused(room, "wait"), "over");
}

/* The pace is set during the game and stored; so is that the bots are stopped. */
{
  const room = seated({ game: "intrige", players: 3 });
  same(refused(room, "pace", { pace: "off" }), "not_started");
  ok(ask(room, "start").ok);
  same([room.view().settings.pace, room.view().paused], ["brisk", undefined]);
  same([refused(room, "pace", { pace: "slow" }), refused(room, "pace", { pace: "off", paused: 1 })], ["value", "value"]);
  ok(ask(room, "pace", { pace: "comfortable", paused: true }).ok);
  for (const each of [room, reopened(room)]) same([each.view().settings.pace, each.view().paused, each.isHeld(each.due())], ["comfortable", true, true]);
  ok(ask(room, "pace", { pace: "off" }).ok);
  same([room.view().settings.pace, room.view().paused, room.isHeld(room.due())], ["off", undefined, false]);
}

/* A table of an earlier version: the lines of its record. */
const recorded = (lines, keys) => opened({ name: "t", made: clock, host: "Anna", started: true, version: 1, lines: lines.map((line) => JSON.stringify(line)), ...keys });

/* A bot answers a line with a card. Bots hold back at the beginning, and until the person has answered it, but at most 12
 * seconds. */
{
  const lines = [{ kickback: 2, game: "intrige", players: 3 }, { by: "chance", move: "start red" }, { by: "red", move: "send doctor yellow" }, { by: "red", move: "send clerk green" }];
  const seats = [{ seat: "red", name: "Anna" }, { seat: "yellow", bot: "greedy" }, { seat: "green", bot: "greedy" }];
  const room = recorded(lines, { seats });
  const talk = () => {
    while (room.advance()) continue;
  };
  same(room.view().pause.why, "start");
  clock = room.view().pause.until;
  talk(); // offers of their own
  for (const pact of room.view().pacts) if (pact.state === "open" && pact.with.includes("red")) ok(ask(room, "decline", { pact: pact.pact }).ok);
  same([room.isHeld(room.due()), ask(room, "wait"), refused(room, "wait")], [false, { ok: true }, "waited"]);
  const { pause, waited } = room.view();
  same([pause.why, pause.by, waited, pause.until > clock + 29_000, room.due().until], ["wait", "red", true, true, pause.until]);
  same(room.isHeld(room.due()), true);
  clock = pause.until;
  same([room.isHeld(room.due()), room.view().waited], [false, true]);
  const before = events(room).length;
  ok(ask(room, "say", { say: "what a day" }).ok);
  talk();
  same(events(room).length, before + 1, "small talk is left alone");
  ok(ask(room, "say", { say: "9k for the 3000 post?" }).ok);
  talk();
  const card = room.view().pacts.findLast((pact) => pact.by === "yellow" && pact.state === "open");
  same(card.promises.map(({ will }) => will), ["pay >=9000 for red.doctor at yellow", "give red.doctor 3000"]);
  same([room.view().pause.why, room.view().pause.until > clock + 11_000], ["proposal", true]);
  same(reopened(room).due().until, room.due().until);
  for (const pact of room.view().pacts) if (pact.state === "open") ok(ask(room, pact.pact === card.pact ? "accept" : pact.by === "red" ? "withdraw" : "decline", { pact: pact.pact }).ok);
  same(room.view().pacts.find(({ pact }) => pact === card.pact).state, "stood");
  ok(!room.isHeld(room.due()));
  ok(ask(room, "say", { say: "Yellow, 9k for the 4711 post?" }).ok);
  talk();
  ok(ask(room, "say", { say: "Yellow, 9k for the 4712 post?" }).ok);
  talk();
  same(events(room).filter(({ do: what, by, say }) => what === "say" && by === "yellow" && say.startsWith("I do not follow")).length, 1);
}

/* Nothing is said or agreed in secret where everybody looks at the same page. */
{
  const room = seated({ game: "intrige", players: 3, talk: "private", pacts: "private" });
  ok(ask(room, "start").ok);
  while (room.advance()) continue;
  same(refused(room, "say", { say: "psst", to: ["yellow"] }), "no_private_talk");
  same(refused(room, "propose", { with: ["yellow"], secret: true, promises: [{ seat: "red", wont: "banish *.doctor", term: "game" }] }), "no_secret_pacts");
  same(refused(room, "say", { say: "é".repeat(601) }), "too_long");
  answered(room, "say", { say: "👩‍👩‍👧‍👦".repeat(90) }); // as many characters as people count
}

/* Tables that the page stored before it had entries go on as they were shown: the position, talk and pacts. */
for (const { kept, shown } of JSON.parse(readFileSync(new URL("kept.json", import.meta.url), "utf8"))) {
  const room = opened(kept);
  clock = Math.max(clock, kept.made);
  if (room.view().hand) same(ask(room, "hand", { seat: room.view().hand[0] }), { ok: true });
  for (const each of [room, ...(room.view().hand || kept.seats.filter(({ bot }) => !bot).length > 1 ? [] : [reopened(room)])]) {
    const { says, settings, ...rest } = shown;
    const view = each.view();
    same(Object.fromEntries(Object.keys(rest).map((key) => [key, view[key]])), rest);
    same({ ...view.settings, ...settings }, view.settings);
    same(events(each).filter((event) => event.do === "say").map(({ by, say }) => [by, say]), says.map(([by, say]) => [by, say]));
    const times = kept.lines.map((line) => JSON.parse(line)).filter(({ move }) => move).map(({ at }) => kept.made + at);
    same(events(each).filter((event) => event.do === "move").map(({ at }) => at), times);
    const { seats, options, stage, turn } = each.list();
    same([seats.map(({ plays, bot }) => [plays === "nobody" ? "person" : plays, bot]), options, stage, turn], [kept.listed.seats.map(({ plays, bot }) => [plays, bot]), kept.listed.options, kept.listed.stage, kept.listed.turn]);
  }
  const { legal, decision, stage } = room.view();
  same(stage === "playing", (legal?.length ?? 0) > 0);
  if (stage === "gathering") same(ask(room, "start"), { ok: true });
  if (legal?.length) same(ask(room, "move", { move: anyOf(legal), decision }), { ok: true });
  if (stage === "over") same([room.rematch().table, ask(room, "record").ok], [kept.rematch, true]);
}

console.log("five games around one device, and tables of earlier versions");
