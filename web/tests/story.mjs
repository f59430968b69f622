// story.mjs KICKBACK.wasm GOLDEN: the story that the page tells at the end of a game, against what happened in it.
import { deepStrictEqual as same, ok } from "node:assert";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "./bundle.mjs";

const [wasm, golden] = process.argv.slice(2);
const module_ = await WebAssembly.compile(readFileSync(wasm));
const records = readdirSync(golden).filter((name) => name.endsWith(".kbr"));
const sound = (text) => ok(text && !/undefined|NaN|null|\[object|[{}]|  /.test(text), text);
const naming = { me: "spectator", of: (seat) => `N${seat}` };
const most = (scenes, kind) => Math.max(0, ...scenes.filter((scene) => scene.kind === kind).map(({ worth }) => worth));

/** What each relative in Intrige really earned in the posts of a landlord, less the bribes, counted salary by salary. */
function profits(replay) {
  const earned = new Map();
  const add = (landlord, scholar, sum) => earned.set(`${landlord} ${scholar}`, (earned.get(`${landlord} ${scholar}`) ?? 0) + sum);
  let landlord;
  for (let move = 1; move <= replay.steps.length; move++) {
    const { position } = replay.view(move, "everything"); // income comes last in a move
    for (const { kind, seat, scholar, amount, bank } of replay.what(move, "everything")) {
      if (kind === "turn") landlord = seat;
      if (kind === "pays" && !bank) add(landlord, scholar, -amount);
      if (kind !== "income" && kind !== "final_income") continue;
      const held = Object.entries(position.palace).flatMap(([palace, posts]) => Object.entries(posts).filter(([, holder]) => holder?.startsWith(`${seat}.`)).map(([salary, holder]) => [palace, holder, Number(salary)]));
      same(held.reduce((sum, [, , salary]) => sum + salary, 0), amount, "the salaries of a turn");
      for (const [palace, holder, salary] of held) add(palace, holder, salary);
    }
  }
  return earned;
}

function checkIntrige(replay, scenes) {
  const events = replay.steps.flatMap((_, i) => replay.what(i + 1, "everything"));
  same(most(scenes, "bribe"), Math.max(...events.filter(({ kind, bank }) => kind === "pays" && !bank).map(({ amount }) => amount)));
  same(scenes.filter(({ kind }) => kind === "banishment").length, events.filter(({ kind }) => kind === "banished").length);
  /* Refunds and relatives who are hired a second time are counted differently. */
  if (events.some(({ kind }) => kind === "refunded")) return 0;
  const earned = profits(replay);
  const hired = events.filter(({ kind }) => kind === "gets_post").map(({ seat, scholar }) => `${seat} ${scholar}`);
  const banished = new Set(events.filter(({ kind }) => kind === "banished").map(({ seat, scholar }) => `${seat} ${scholar}`));
  const once = hired.filter((each) => hired.filter((other) => other === each).length === 1 && !banished.has(each));
  const told = new Map(scenes.filter(({ kind }) => kind === "bargain").map((scene, i) => [hired[i], scene.worth]));
  for (const each of once) same(told.get(each), earned.get(each), `${each}: what the post brought less the bribes`);
  return once.length;
}

function checkTurningPoint({ turningPoint }) {
  const winner = { winners: ["a"] };
  const at = (...pairs) => pairs.map(([a, b]) => ({ a, b }));
  same(turningPoint(at([0, 0], [1, 2], [3, 2], [2, 3], [3, 3], [5, 3], [6, 3]), winner), 5, "the last time that the winner takes the lead");
  same(turningPoint(at([0, 0], [1, 0], [2, 2], [3, 2]), winner), null, "the winner was never behind");
  same(turningPoint(at([0, 1], [2, 1]), { winners: ["a", "b"] }), null, "several winners");
  same(turningPoint(at([0, 1], [0, 1]), { winners: [] }), null, "nobody won");
  same(turningPoint(at([0, 1], [1, 1]), winner), null, "the winner wins a tie without having led");
}

for (const language of ["en", "de"]) {
  Object.assign(globalThis, { location: { search: `?lang=${language}` }, addEventListener() {}, document: { documentElement: { dataset: {} } } });
  const page = await load(`export const language = "${language}"; export { Core } from "./core"; export { Replay } from "./replay/replay";
    export * from "./end/story"; export * from "./end/telling"; export { summaryOf } from "./end/summary"; export { storyWords } from "./end/words";`);
  checkTurningPoint(page);
  let hires = 0;
  const kinds = new Set();
  for (const name of records) {
    const replay = new page.Replay(new page.Core(new WebAssembly.Instance(module_, {})), readFileSync(join(golden, name), "utf8"));
    const last = replay.view(replay.steps.length, "everything");
    const scenes = page.scenesOf(replay, naming);
    for (const { kind, move, seat, to, title, text } of scenes) {
      kinds.add(`${last.game} ${kind}`);
      ok(move >= 1 && move <= replay.steps.length && replay.seats.includes(seat) && (!to || (replay.seats.includes(to) && to !== seat)), `${name}: ${move} ${seat} ${to} ${text}`);
      sound(title);
      sound(text);
    }
    const broken = replay.verdicts().filter(({ verdict }) => verdict === "broken").length;
    const betrayals = scenes.filter(({ kind }) => kind === "betrayal").length;
    ok(last.game === "intrige" ? betrayals >= broken : betrayals === broken, `${name}: a betrayal is a broken promise, or in Intrige a broken deal`);
    if (last.game === "intrige") hires += checkIntrige(replay, scenes);
    const highlights = page.highlightsOf(scenes);
    ok(highlights.length <= 3 && highlights.every((scene) => scene.worth === most(scenes, scene.kind) || scene.worth === 0), name);
    const telling = page.tellingOf(replay, page.verdictOf(last));
    same(telling.standings.at(-1), last.end.scores, `${name}: the chart ends with the result`);
    telling.scenes.forEach(({ title, text }) => (sound(title), sound(text)));
    same(telling.marks.map(({ at }) => at), telling.scenes.map(({ move }) => move));
    ok(telling.awards.length <= 3 && new Set(telling.awards.map((award) => award.name)).size === telling.awards.length, name);
    for (const { name: award, amount } of telling.awards) sound(`${page.storyWords().award[award]} ${page.storyWords().why[award](String(amount), amount === 1)}`);
  }
  ok(hires > 20, `${hires} posts were compared`);
  for (const kind of ["intrige bribe", "intrige betrayal", "intrige banishment", "intrige bargain", "integralis bribe", "integralis bargain", "incorporated effort", "incorporated hindrance", "incorporated bargain"])
    ok(kinds.has(kind), `no golden game has ${kind}`);
}
console.log(`${records.length} games told at their end`);
