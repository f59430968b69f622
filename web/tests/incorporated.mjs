// incorporated.mjs KICKBACK.wasm GOLDEN EVENTS.c: checks Incorporated's words and sums in the page against records of
// whole games.
import { deepStrictEqual as same, ok } from "node:assert";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "./bundle.mjs";

const [wasm, golden, events_c] = process.argv.slice(2);
// What the page's words need of a browser.
Object.assign(globalThis, { location: { search: "?lang=en" }, localStorage: { getItem: () => null, setItem: () => {} }, document: { documentElement: { dataset: {} } }, addEventListener: () => {} });
const { Core, Replay, describe, income, missing, running, roundsOf, speak, status, tableOf, tell } = await load(`
  export { Core } from "./core";
  export { Replay } from "./replay/replay";
  export { roundsOf } from "./games/incorporated/history";
  export { missing, running, tableOf } from "./games/incorporated/position";
  export { describe, income, status, tell } from "./games/incorporated/say";
  export { speak } from "./words";`);
const module_ = await WebAssembly.compile(readFileSync(wasm));
const replay = (record) => new Replay(new Core(new WebAssembly.Instance(module_, {})), record);

const naming = (me) => ({ me, of: (seat) => seat.toUpperCase() });
const isSound = (text, where) => ok(typeof text === "string" && text && !/undefined|null|NaN|\[object|  /.test(text), `${where}: ${text}`);

// Every kind of event has a line, for every reader.
const sample = {
  SEAT: { seat: "suns" }, ROUND: { round: 2 }, TILE: { tile: "M3" }, TASK: { task: "2.1" }, TASK_AMOUNT: { task: "2.1" }, COIN: { coin: 2 }, COINS: { coins: "0+3" },
  HELPS: { helps: true }, COMPLETE: { complete: false }, INITIATIVE: { initiative: 1 }, FAILED: { failed: 3 }, POINTS: { won: 2, lost: 6 }, AMOUNT: { amount: -4 }, NONE: {},
};
const kinds = [...readFileSync(events_c, "utf8").matchAll(/= \{"(\w+)", \{([\w, ]+)\}\}/g)];
same(kinds.length, 17);
for (const language of ["en", "de", "pseudo"]) {
  speak(language);
  for (const [, kind, fields] of kinds)
    for (const me of ["suns", "moons", "spectator"]) isSound(tell(Object.assign({ kind }, ...fields.split(", ").map((field) => sample[field])), naming(me)), kind);
}
// A tile dealt to another seat is not shown.
same(tell({ kind: "dealt", seat: "suns", tile: null }, naming("moons")), null);

const records = readdirSync(golden).filter((name) => name.startsWith("incorporated-"));
ok(records.length > 0);
let counted = 0, staffed = 0, opened = 0;
for (const name of records) {
  const read = replay(readFileSync(join(golden, name), "utf8"));
  for (const eyes of [...read.seats, "spectator"])
    for (let move = 0; move <= read.steps.length; move++) {
      const [view, events] = [read.view(move, eyes), read.what(move, eyes)];
      for (const language of ["en", "de"]) {
        speak(language);
        const lines = events.filter(({ kind, tile }) => kind !== "dealt" || tile).map((event) => tell(event, naming(eyes)));
        for (const line of [status(view, naming(eyes)), ...describe(view, naming(eyes)), ...lines]) isSound(line, `${name} ${move}`);
      }
    }

  // The sources of a seat's points add up to its score, if they know the whole round.
  const events = read.steps.flatMap((_, i) => read.what(i + 1, "everything"));
  const { scores } = read.view(read.steps.length, "everything").position;
  const points = Object.fromEntries(read.seats.map((seat) => [seat, 0]));
  speak("en");
  for (const { seat, source, amount } of events.flatMap(income)) {
    ok(/: initiatives that/.test(source), source);
    points[seat] += amount;
  }
  same(points, scores, name);
  // A reader who came late and knows only the end still gets correct sums.
  const late = events.slice(events.findIndex(({ kind }) => kind === "scores") - 1);
  const sums = (all) => all.filter(({ kind }) => kind === "scores").map(({ amount }) => amount).reduce((a, b) => a + b, 0);
  same(late.flatMap(income).reduce((sum, { amount }) => sum + amount, 0), sums(late), name);
  same(roundsOf(late)[0].number, events.filter(({ kind }) => kind === "round").length > 1 ? 1 : null);

  for (let move = 1; move <= read.steps.length; move++) {
    const happened = read.what(move, "everything");
    const before = tableOf(read.view(move - 1, "everything")), after = tableOf(read.view(move, "everything"));
    // A coin does what the board says it would do.
    for (const { tile, coin } of happened.filter(({ kind }) => kind === "staffs")) {
      same(running(before).tile, tile);
      same(coin >= before.facts.at_once, happened.some(({ kind }) => kind === "done"), `${name} ${move}`);
      staffed++;
    }
    // Commitments add what the board says they come to.
    if (happened.some(({ kind }) => kind === "commits")) {
      const [initiative, place] = before.facts.running.split(".");
      const added = happened.filter(({ kind, coins }) => kind === "commits" && coins !== "none").flatMap(({ seat, coins }) => coins.split("+").map((coin) => Number(coin) + before.facts.bonus[seat]));
      same(after.initiatives[initiative - 1][place - 1].total, added.reduce((a, b) => a + b, running(before).total), `${name} ${move}`);
      opened++;
    }
    // A tile goes where the status line said.
    for (const { task } of happened.filter(({ kind }) => kind === "plays")) same(task, before.facts.next);
    for (const { seat, round } of happened.filter(({ kind }) => kind === "round")) same(after.facts.firsts[round - 1], seat);
    // The count agrees with what the board says a task has and lacks, and with its number of failing initiatives.
    const results = happened.filter(({ kind }) => kind === "counted");
    if (!happened.some(({ kind }) => kind === "scores")) continue;
    ok(after.facts.counted);
    for (const { tile, amount, complete } of results) {
      const task = after.initiatives.flat().find((on) => on.tile === tile);
      same([task.total, missing(task) <= 0], [amount, complete], `${name} ${move} ${tile}`);
      counted++;
    }
    same(after.facts.failing, happened.filter(({ kind }) => kind === "fails").length, `${name} ${move}`);
    same(after.facts.initiatives.map(({ standing }) => standing === "succeeded"), happened.filter(({ kind }) => kind === "succeeds" || kind === "fails").map(({ kind }) => kind === "succeeds"));
  }
}
ok(counted > 0 && staffed > 0 && opened > 0);
console.log(`${kinds.length} kinds of events, ${records.length} records, ${staffed} coins, ${counted} counted tasks`);
