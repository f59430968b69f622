// replay.mjs KICKBACK.wasm GOLDEN: how the page reads records: every moment through every pair of eyes, and invalid
// records.
import { deepStrictEqual as same, ok } from "node:assert";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "./bundle.mjs";

const [wasm, golden] = process.argv.slice(2);
Object.assign(globalThis, { location: { search: "?lang=en" }, addEventListener() {}, document: { documentElement: { dataset: {} } } });
const { Core, Replay, scenesOf } = await load('export { Core } from "./core"; export { Replay } from "./replay/replay"; export { scenesOf } from "./end/story";');
const module_ = await WebAssembly.compile(readFileSync(wasm));
const replay = (record) => new Replay(new Core(new WebAssembly.Instance(module_, {})), record);

const records = readdirSync(golden).filter((name) => name.endsWith(".kbr"));
ok(records.length > 0);
for (const name of records) {
  const record = readFileSync(join(golden, name), "utf8");
  const lines = record.trimEnd().split("\n").map((line) => JSON.parse(line));
  const read = replay(record);
  same(read.wrong, null, name);
  same(read.steps.length, lines.filter((line) => line.move).length);
  same(read.ended, lines.some((line) => line.end));
  for (const eyes of [...read.seats, "spectator", "everything"]) {
    // Going backwards and forwards gives the same: a moment depends only on itself.
    const there = read.steps.map((_, i) => JSON.stringify([read.view(i + 1, eyes), read.what(i + 1, eyes)]));
    const back = read.steps.map((_, i) => i + 1).reverse().map((move) => JSON.stringify([read.view(move, eyes), read.what(move, eyes)]));
    same(there, back.reverse());
    ok(there.every((view) => !view.includes('"legal"')));
  }
  const whole = read.view(read.steps.length, "everything");
  same(whole.end, lines.find((line) => line.end)?.end);
  const heard = (eyes) => read.steps.flatMap((_, i) => read.heard(i, eyes)).concat(read.heard(read.steps.length, eyes));
  same(heard("everything").map(({ say }) => say), lines.flatMap((line) => line.say ?? []));
  for (const { by, to } of heard(read.seats[0])) ok(!to || by === read.seats[0] || to.includes(read.seats[0]));
  ok(heard("spectator").every(({ to }) => !to));
}

const text = readFileSync(join(golden, "intrige-mayfair2005-4-talk.kbr"), "utf8");
const lines = text.trimEnd().split("\n");
const broken = (line, instead) => replay(lines.map((old, i) => (i === line - 1 ? instead : old)).join("\n") + "\n");
const wrong = broken(30, '{"by":"red","move":"dance"}');
same([wrong.wrong.line, wrong.wrong.fault], [30, "move"]);
ok(/^red: 'dance': /.test(wrong.wrong.why), wrong.wrong.why);
same(wrong.steps.length, lines.slice(0, 29).filter((line) => JSON.parse(line).move).length);
same(wrong.view(wrong.steps.length, "spectator").stage, "playing");
same(broken(2, `{"meta":{"seats":"${"x".repeat(70000)}"}}`).wrong, { line: 2, fault: "other", why: "longer than 65536 bytes" });
same(broken(2, '{"meta":{"seats":7,"names":{"red":1}}}').wrong, null);
same(replay("").begun, false);
const fault = (line, text) => broken(line, text).wrong.fault;
same(fault(30, "hello"), "unreadable");
same(fault(1, '{"kickback":1,"game":"chess","players":2}'), "begin");
same(fault(30, '{"by":"nobody","say":"hello"}'), "talk");
same(fault(30, '{"end":{}}'), "end");
same(replay("hello\n").wrong.line, 1);
const cut = replay(text.slice(0, -20));
same([cut.wrong.line, cut.wrong.fault], [lines.length, "cut"]);
same([cut.ended, cut.steps.length], [false, replay(text).steps.length]);
// The marks above the slider: what the eyes did not see when it happened, they do not tell. Two records that differ only in
// what is hidden from a viewer have the same marks for this viewer, and others for those who knew.
const naming = { me: "spectator", of: (seat) => seat };
const marks = (record, eyes) => scenesOf(record, naming, eyes).map(({ kind, move, text: said }) => `${kind} ${move} ${said}`);
function checkMarks(one, other, knowing) {
  const pair = [replay(one), replay(other)];
  for (const { wrong } of pair) same(wrong, null);
  for (const eyes of [...pair[0].seats, "spectator", "everything"]) {
    const [here, there] = pair.map((record) => marks(record, eyes));
    if (knowing.includes(eyes) || eyes === "everything") ok(JSON.stringify(here) !== JSON.stringify(there), `${eyes} knew better than the marks`);
    else same(here, there, `the marks tell ${eyes} what was hidden`);
  }
}

/* A sealed bribe: known to the payer and the landlord. */
const sealed = readFileSync(join(golden, "intrige-mayfair2005-4-sealed-may.kbr"), "utf8").trimEnd().split("\n").filter((line) => JSON.parse(line).end === undefined);
const bribed = sealed.findLastIndex((line) => /"bribe [1-9]\d{3,}"/.test(line));
const { by: payer, move: paid } = JSON.parse(sealed[bribed]);
const less = { by: payer, move: `bribe ${Number(paid.split(" ")[1]) - 1000}` };
const whole = replay(sealed.join("\n") + "\n");
const { position: { turn: landlord } } = whole.view(whole.steps.findIndex(({ line }) => line === bribed + 1), "everything");
ok(landlord !== payer && marks(whole, payer).some((mark) => /^bribe/.test(mark)));
checkMarks(sealed.join("\n") + "\n", sealed.map((line, i) => (i === bribed ? JSON.stringify(less) : line)).join("\n") + "\n", [payer, landlord]);

/* A secret pact: known to its parties, kept in one record and broken in the other. */
const [setup, ...rest] = readFileSync(join(golden, "incorporated-3-bond.kbr"), "utf8").replace('"promises":"bond"', '"promises":"word"').trimEnd().split("\n").filter((line) => JSON.parse(line).end === undefined);
const start = rest.findIndex((line) => JSON.parse(line).by !== "chance" && JSON.parse(line).move);
const { by: promiser, move: first } = JSON.parse(rest[start]);
const partner = replay(setup + "\n").seats.find((seat) => seat !== promiser);
const pact = (will) => [
  { by: promiser, propose: 1, with: [partner], secret: true, promises: [{ seat: promiser, [will]: first, term: "round" }] },
  { by: partner, accept: 1 },
].map((line) => JSON.stringify(line));
const secretly = (will) => [setup, ...rest.slice(0, start), ...pact(will), ...rest.slice(start)].join("\n") + "\n";
checkMarks(secretly("will"), secretly("wont"), [promiser, partner]);
const bystander = replay(setup + "\n").seats.find((seat) => seat !== promiser && seat !== partner);
const [kept, told] = [replay(secretly("will")), [promiser, partner, bystander, "spectator", "everything"]];
same(told.map((eyes) => kept.view(kept.steps.length - 1, eyes).pacts.length), [1, 1, 0, 0, 1], "a secret pact is its parties' until the end");
console.log(`${records.length} records read as the page reads them`);
