// intrige.mjs KICKBACK.wasm GOLDEN: checks what the page reads from Intrige's positions and events against whole games.
import { deepStrictEqual as same, ok } from "node:assert";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "./bundle.mjs";

const [wasm, golden] = process.argv.slice(2);
const module_ = await WebAssembly.compile(readFileSync(wasm));
const records = readdirSync(golden).filter((name) => /^intrige.*\.kbr$/.test(name));
ok(records.length > 0);
const sound = (text) => ok(typeof text === "string" && text && !/undefined|NaN|null|\[object/.test(text), `${text}`);

const stakes = { cheap: 0, dear: 0, rivals: 0 };

for (const language of ["en", "de"]) {
  // What the page's words need of a browser.
  Object.assign(globalThis, { location: { search: `?lang=${language}` }, addEventListener() {}, document: { documentElement: { dataset: {} } } });
  const page = await load(`export const language = "${language}"; export { Core } from "./core"; export { Replay } from "./replay/replay";
    export * from "./games/intrige/position"; export * from "./games/intrige/sentences"; export { tapsOf } from "./games/intrige/taps";`);
  for (const name of records) {
    const replay = new page.Replay(new page.Core(new WebAssembly.Instance(module_, {})), readFileSync(join(golden, name), "utf8"));
    const moments = replay.steps.map((_, i) => i + 1);
    const happened = (eyes) => moments.map((move) => replay.what(move, eyes));
    const all = happened("everything").flat();
    const past = [];
    for (const move of moments) {
      past.push(...replay.what(move, "everything"));
      const view = replay.view(move, "everything");
      checkMoment(page, view, past, all);
    }
    checkStakes(page, readFileSync(join(golden, name), "utf8"));
    for (const eyes of [...replay.seats, "spectator"]) {
      const naming = { me: eyes, of: (seat) => seat };
      for (const event of happened(eyes).flat()) sound(page.tell(event, naming));
      if (eyes === "spectator" || eyes === "red") for (const move of moments) page.describe(replay.view(move, eyes), naming).forEach(sound);
    }
    const start = replay.view(1, "everything").position.cash;
    const last = replay.view(moments.length, "everything");
    const sums = { ...start };
    for (const { seat, amount } of all.flatMap(page.income)) sums[seat] += amount;
    same(sums, last.end.scores, `${name}: where the money came from`);
    const offers = page.offersOf(last, all);
    const judged = offers.filter(({ state }) => state === "kept" || state === "broken");
    same(judged.length, all.filter(({ kind }) => kind === "accepts").length, name);
    ok(offers.every(({ state }) => state !== "open" && state !== "accepted"), name);
  }
}

/** Giving away a post asks twice if it will bring the relative's family at least a tenth of the landlord's cash. A rival
 * who is passed over is banished: that always asks. */
function checkStakes(page, record) {
  const core = new page.Core(new WebAssembly.Instance(module_, {}));
  for (const line of record.trimEnd().split("\n")) {
    const { by, move } = JSON.parse(line);
    if (/^(place|hire|settle) /.test(move ?? "")) {
      const view = core.view(by);
      const [verb, scholar, post] = move.split(" ");
      let asked = null;
      const board = { view, legal: view.legal, naming: { me: by, of: (seat) => seat }, recent: [], past: [], choose: (choice) => (asked = choice) };
      const taps = page.tapsOf(board, verb === "hire" ? scholar : null, () => {});
      if (verb === "settle") taps.scholar(scholar)();
      else taps.post(by, { salary: Number(post), holder: null })();
      const worth = Number(post) * view.facts.incomes[scholar.split(".")[0]];
      const dear = verb !== "place" || 10 * worth >= view.position.cash[by];
      same([asked.move, !!asked.final], [move, dear], `a post for ${worth}, with ${view.position.cash[by]} in cash`);
      stakes[verb === "place" ? (dear ? "dear" : "cheap") : "rivals"]++;
    }
    same(core.line(line), "read");
  }
}

function checkMoment(page, view, past, all) {
  const { position } = view;
  const { stage, step } = position;
  sound(page.status(view, { me: "red", of: (seat) => seat }));
  const claims = page.factsOf(view).claims;
  if (stage && (step === "bribe" || step === "answer") && position.options.bribes === "open")
    same(claims.filter(({ state }) => state === "now").map(({ scholar }) => scholar), [stage.for]);
  if (stage) same(claims.slice(0, stage.paid.length).map(({ scholar, amount }) => [scholar, amount]), stage.paid.map(({ scholar, amount }) => [scholar, amount]));
  if (step === "place" || step === "hire" || step === "settle") ok(claims.some(({ state }) => state === "paid"));
  for (const seat of position.turn ? page.seatsOf(position) : []) {
    const turns = all.slice(past.length).filter((event) => event.kind === "turn" && event.seat === seat).length;
    same(page.factsOf(view).incomes[seat], turns + 1, "incomes left: the turns to come, and the final payment");
    const later = all.slice(past.length);
    const comes = later.find((event) => event.kind === "turn" && event.seat === seat);
    const term = seat === position.turn && step !== "send" ? "turn" : !comes || comes.round !== position.round ? "next" : "round";
    same(page.factsOf(view).decides[seat], term, "by when a landlord decides");
  }
  const open = page.offersOf(view, past).filter(({ state }) => state === "open");
  same(open.map(({ by, to, post, amount }) => ({ by, to, post, amount })), stage?.offer ? [{ by: stage.offer.by, to: view.actors[0], post: stage.offer.post, amount: stage.offer.amount }] : []);
}
ok(Object.values(stakes).every((n) => n > 5), `posts that were given: ${JSON.stringify(stakes)}`);
console.log(`${records.length} games of Intrige read as the page reads them`);
