// integralis.mjs KICKBACK.wasm GOLDEN EVENTS.c: checks Integralis's words and sums in the page against records of whole
// games.
import { deepStrictEqual as same, ok } from "node:assert";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "./bundle.mjs";

const [wasm, golden, events_c] = process.argv.slice(2);
// What the page's words need of a browser.
Object.assign(globalThis, { location: { search: "?lang=en" }, localStorage: { getItem: () => null, setItem: () => {} }, document: { documentElement: { dataset: {} } }, addEventListener: () => {} });
const { Core, Replay, MACHINES, describe, factsOf, income, printed, ready, speak, status, tell } = await load(`
  export { Core } from "./core";
  export { Replay } from "./replay/replay";
  export { MACHINES, factsOf, printed } from "./games/integralis/position";
  export { ready } from "./games/integralis/promises";
  export { describe, income, status, tell } from "./games/integralis/say";
  export { speak } from "./words";`);
const module_ = await WebAssembly.compile(readFileSync(wasm));
const replay = (record) => new Replay(new Core(new WebAssembly.Instance(module_, {})), record);

const naming = (me) => ({ me, of: (seat) => seat.toUpperCase() });
const isSound = (text, where) => ok(typeof text === "string" && text && !/undefined|null|NaN|\[object|  /.test(text), `${where}: ${text}`);

// Every kind of event has a line, for every reader.
const sample = {
  SEAT: { seat: "red" }, ROUND: { round: 3 }, CARD: { card: "hugo" }, THEIR_CARD: { countered: "coffee" }, TARGET: { on: "blue.hugo" }, WORKER: { worker: "red.wilma" },
  MACHINE: { machine: "fold" }, AT_MACHINE: { machine: "sew" }, ORDER: { order: "o9" }, TO: { order: "o9", for: "o14" }, PAYER: { payer: "blue" }, AMOUNT: { amount: 3000 }, NONE: {},
};
const kinds = [...readFileSync(events_c, "utf8").matchAll(/= \{"(\w+)", \{([\w, ]+)\}\}/g)];
ok(kinds.length > 30);
for (const language of ["en", "de", "pseudo"]) {
  speak(language);
  for (const [, kind, fields] of kinds)
    for (const me of ["red", "blue", "spectator"]) isSound(tell(Object.assign({ kind }, ...fields.split(", ").map((field) => sample[field])), naming(me)), kind);
}

/** What the first closing time of a move produced, by machine. */
function made(events) {
  const from = events.findIndex(({ kind }) => kind === "closes");
  const next = events.findIndex(({ kind }, i) => i > from && kind === "closes");
  return events.slice(from, next < 0 ? undefined : next).filter(({ kind }) => kind === "produces");
}

const records = readdirSync(golden).filter((name) => name.startsWith("integralis-"));
ok(records.length > 0);
let closings = 0, forecasts = 0;
for (const name of records) {
  const read = replay(readFileSync(join(golden, name), "utf8"));
  for (const eyes of [...read.seats, "spectator"]) {
    for (let move = 0; move <= read.steps.length; move++) {
      const [view, events] = [read.view(move, eyes), read.what(move, eyes)];
      // Only workers who take money can be bought.
      if (eyes !== "spectator")
        for (const { promises } of ready(view, eyes).filter(({ kind }) => kind === "sell"))
          for (const { will } of promises) ok(printed.workers[/\.(\w+)/.exec(will)[1]].price > 0, `${name} ${move}: ${will}`);
      for (const language of ["en", "de"]) {
        speak(language);
        for (const line of [status(view, naming(eyes)), ...describe(view, naming(eyes)), ...events.map((event) => tell(event, naming(eyes)))]) isSound(line, `${name} ${move}`);
      }
    }
  }
  // The sources of a seat's money add up to what it has.
  const events = read.steps.flatMap((_, i) => read.what(i + 1, "everything"));
  const money = { ...read.view(0, "everything").position.money };
  for (const { seat, amount } of events.flatMap((event) => income(event))) money[seat] += amount;
  same(money, read.view(read.steps.length, "everything").position.money, name);
  // A closing time brings what the board says it would bring.
  for (let move = 1; move <= read.steps.length; move++) {
    const events = read.what(move, "everything");
    if (!events.some(({ kind }) => kind === "closes")) continue;
    const before = read.view(move - 1, "everything");
    const { position: after } = read.view(move, "everything");
    const told = MACHINES.map((machine) => ({ machine, ...factsOf(before).machines[machine] })).filter(({ tasks }) => tasks > 0);
    const brought = made(events);
    const asked = after.pending?.kind === "cover"; // the following machines are still to come
    same(brought.map(({ machine, seat, amount }) => [machine, seat, amount]), told.slice(0, asked ? brought.length : undefined).map(({ machine, team, tasks }) => [machine, team, tasks]), `${name} ${move}`);
    if (!asked && events.filter(({ kind }) => kind === "closes").length === 1)
      for (const [seat, { pay, chooses }] of Object.entries(factsOf(before).forecast)) {
        const paid = events.filter((event) => event.kind === "delivers" && event.seat === seat).reduce((sum, { amount }) => sum + amount, 0);
        ok(chooses ? paid >= pay : paid === pay, `${name} ${move}: ${seat} was to have ${pay}, and has ${paid}`);
        forecasts++;
      }
    closings++;
  }
}
ok(closings > 0 && forecasts > 0);
console.log(`${kinds.length} kinds of events, ${records.length} records, ${closings} closing times`);
