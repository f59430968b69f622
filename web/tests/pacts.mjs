// pacts.mjs KICKBACK.wasm GOLDEN: the page's wording of promises, in both languages. Every deed of every game has a
// sentence, ready-made pacts fit the position, and a record's pacts end as the rules say.
import { deepStrictEqual as same, ok } from "node:assert";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "./bundle.mjs";

const [wasm, golden] = process.argv.slice(2);
const module_ = await WebAssembly.compile(readFileSync(wasm));
const records = readdirSync(golden).filter((name) => name.endsWith(".kbr"));
const sound = (text) => ok(text && !/undefined|NaN|null|\[object|[{}*|]|  /.test(text), text);
const any = (list, at) => list[at % list.length];

/** Patterns of a form: unspecific, fully specific, and with alternatives and bounds where possible. */
function patterns(page, form, deeds, at) {
  const each = (say) => [form.verb, ...form.words.map(say)].join(" ");
  const either = ({ values }, i) => {
    if (!values) return any([">=5000", "<=3", "7"], at + i);
    const parts = page.twoParts({ values });
    if (parts) return `${any(parts[0], at)}|${any(parts[0], at + 1)}.${any([...parts[1], "*"], at + i)}`;
    return values.length > 1 && values.every((value) => /^\d+$/.test(value)) ? `>=${any(values, at + i)}` : [...new Set([any(values, at), any(values, at + 1)])].join("|");
  };
  return [page.openPattern(form, deeds), each(({ values }, i) => (values ? any(values, at + i) : "5000")), each(either)];
}

function checkSpeech(page, core, speech) {
  const { deeds, terms } = core.vocabulary();
  const voice = (seat) => ({ person: 1 + core.seats.indexOf(seat) % 3, name: "Anna" });
  same(terms, ["turn", "round", "next", "game"]);
  for (const term of terms) for (const wont of [false, true]) sound(page.termWords(term, wont, speech));
  for (const form of deeds)
    for (let at = 0; at < 12; at++)
      for (const pattern of patterns(page, form, deeds, at)) {
        ok(page.formOf(deeds, pattern) === form, `${pattern} is not read as ${JSON.stringify(form)}`);
        for (const said of [{}, { wont: true }, { who: any(core.seats, at) }]) {
          const fragments = page.sentence(pattern, speech, voice, said);
          sound(page.textOf(fragments));
          ok(!page.textOf(fragments).includes(form.verb + " " + pattern.split(" ")[1] + "“"), `no sentence for ${pattern}`);
          // Every word that has other values is a choice in the sentence.
          const choices = form.words.flatMap(({ values }, i) => (!values || values.length > 1 ? [i] : []));
          const holes = fragments.map(({ hole }) => hole);
          ok(choices.every((place) => holes.includes(place)) && holes.includes(said.who ? "who" : "deed"), `the choices in ${pattern}: ${holes}`);
        }
      }
  for (const pattern of deeds[0].verb === "pay" ? ["give|banish *.doctor **"] : deeds[0].verb === "recall" ? ["bribe|tempt yellow.jupp **", "play **"] : ["play|staff **"])
    sound(page.textOf(page.sentence(pattern, speech, voice)));
}

/** German negates the unspecific word: "niemanden zu schicken", not "irgendjemanden nicht zu schicken". */
function checkNegation(page) {
  const voice = (seat) => ({ person: ["red", "green"].indexOf(seat) + 1 || 3, name: "Tomas" });
  const renounced = (game, pattern) => page.textOf(page.sentence(pattern, page.games[game].speech, voice, { wont: true }));
  same(renounced("intrige", "send * green"), "niemanden zu dir zu schicken");
  same(renounced("intrige", "send doctor blue"), "keinen Arzt zu Tomas zu schicken");
  same(renounced("intrige", "give blue.* *"), "keinem von Tomas’ Verwandten einen Posten zu geben");
  same(renounced("intrige", "banish green.doctor"), "deinen Arzt nicht zu verbannen");
  same(renounced("intrige", "give green.doctor *"), "deinem Arzt keinen Posten zu geben");
  same(renounced("integralis", "play * *"), "keine Karte auf irgendeinen Arbeiter zu spielen");
  same(renounced("incorporated", "manage *.* hinder on M0|M1|M2|M3|M4|M5"), "den Manager störend zu Mond 0 bis 5 (irgendwo) nicht zu schicken");
  same(renounced("incorporated", "play M4|M5|C0|C1|C2|C3|C4|C5"), "Mond 4, Mond 5 oder Krone 0 bis 5 nicht zu spielen");
}

/** Adds a line about a pact, which gets the next number. Returns the line; null if it is refused. */
const numbers = new WeakMap();
function add(core, line) {
  const text = JSON.stringify(line);
  if (core.line(text) !== "read") return null;
  if (line.propose) numbers.set(core, line.propose);
  return text;
}
const newest = (core) => numbers.get(core) ?? 0;
const offer = (core, by, { with: seats, secret, promises }) => add(core, { by, propose: newest(core) + 1, with: seats, ...(secret ? { secret } : {}), promises });
const reply = (core, by, act) => add(core, { by, [act]: newest(core) });

/** At every moment of a game, everything offered to anybody can be proposed. */
function checkReady(page, record, game) {
  const core = new page.Core(new WebAssembly.Instance(module_, {}));
  let offered = 0;
  const kinds = new Set();
  for (const line of record.trimEnd().split("\n")) {
    const { move, propose, accept, end } = JSON.parse(line);
    if (end) break;
    if (propose || accept) continue; // the numbers would not match: ours are in between
    same(core.line(line), "read", core.why());
    if (!move || !core.actors().length || core.actors()[0] === "chance") continue;
    for (const seat of core.seats) {
      const all = game.ready(core.view(seat), seat, null);
      const { claims = [], position } = { ...core.view(seat).facts, ...core.view(seat) };
      for (const { will } of all.filter(({ kind }) => kind === "bribe").flatMap(({ promises }) => promises)) {
        const [, scholar, landlord] = /^pay \S+ for (\S+) at (\S+)$/.exec(will) ?? [];
        const those = landlord === position.turn ? claims.filter((claim) => claim.scholar === scholar) : [];
        ok(!those.length || those.some(({ state }) => /now|later|unsealed/.test(state)), `${will} is offered when it has been paid`);
      }
      const committed = position.committed ?? {};
      ok(!all.some(({ kind, promises }) => kind === "commit" && promises.some(({ seat: promiser }) => promiser in committed)), "a closed fist is asked to commit");
      for (const { kind, title, about, with: seats, secret, promises } of [...all.slice(0, 3), ...all.slice(-3)]) {
        if (!seats.length && kinds.has(kind)) continue; // vows stay open, and there may be at most 64
        ok(offer(core, seat, { with: seats, secret, promises }), `${kind}: ${JSON.stringify(promises)}: ${core.why()}`);
        sound(title);
        ok(about.length && about.every((thing) => /^[a-z]+ \S+( \d+)?$/.test(thing)), `${about}`);
        kinds.add(kind);
        offered++;
        if (seats.length) ok(reply(core, seat, "withdraw"), core.why());
      }
    }
  }
  return [offered, kinds];
}

let state = 5;
const below = (n) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8) % n;

/** The record of a game in which everybody keeps proposing ready-made pacts, accepts them, and moves at random. */
function playGame(page, setup, game) {
  const core = new page.Core(new WebAssembly.Instance(module_, {}));
  const lines = [setup];
  same(core.line(setup), "read");
  while (core.actors().length) {
    const [by] = core.actors();
    const legal = by === "chance" ? core.luck().map(([move]) => move) : core.view(by).legal;
    if (by !== "chance" && below(4) === 0) {
      const seat = core.seats[below(core.seats.length)];
      const ready = game.ready(core.view(seat), seat, null);
      const { with: seats, secret, promises } = ready[below(ready.length)];
      const line = offer(core, seat, { with: seats, secret, promises });
      const answers = line ? [line, ...seats.map((other) => reply(core, other, below(5) ? "accept" : "decline"))] : [];
      lines.push(...answers.filter(Boolean));
      continue;
    }
    const move = legal[below(legal.length)].replace(/(\d+)\.\.\d+\/\d+/, "$1");
    const refused = core.move(by, move);
    if (!refused) lines.push(JSON.stringify({ by, move }));
  }
  return [...lines, core.endLine(), ""].join("\n");
}

/** What the page makes of the lines about pacts is what the rules have at the end. */
function checkRecord(page, record, name) {
  const core = new page.Core(new WebAssembly.Instance(module_, {}));
  const replay = new page.Replay(core, record);
  same(replay.wrong, null, name);
  const brief = ({ pact, by, state, promises }) => ({ pact, by, state, verdicts: promises.map(({ verdict }) => (state === "stood" ? verdict ?? "open" : null)) });
  const last = new Map(replay.pacts(replay.steps.length).map((pact) => [pact.pact, brief(pact)]));
  for (const pact of core.pacts("everything").pacts) same(last.get(pact.pact), brief(pact), name);
  const { seals } = core.pacts("everything");
  const { seats, dearest } = page.summaryOf(replay);
  for (const seat of replay.seats) same(seats[seat].word, { kept: 0, broken: 0, void: 0, ...seals[seat] }, name);
  const judged = replay.verdicts().length;
  ok(!dearest || judged);
  same(judged, [...last.values()].flatMap(({ verdicts }) => verdicts).filter((verdict) => verdict === "kept" || verdict === "broken").length, name);
  return judged;
}

let judged = 0;
const offered = {};
for (const language of ["en", "de"]) {
  // What the page's words need of a browser.
  Object.assign(globalThis, { location: { search: `?lang=${language}` }, addEventListener() {}, document: { documentElement: { dataset: {} } } });
  const page = await load(`export const language = "${language}"; export { Core } from "./core"; export { Replay } from "./replay/replay"; export { summaryOf } from "./end/summary";
    export * from "./promises/phrase"; export { games } from "./games/games";`);
  if (language === "de") checkNegation(page);
  for (const name of records) {
    const record = readFileSync(join(golden, name), "utf8");
    const core = new page.Core(new WebAssembly.Instance(module_, {}));
    same(core.line(record.split("\n")[0]), "read");
    const { game } = core.view("spectator");
    checkSpeech(page, core, page.games[game].speech);
    checkRecord(page, record, name);
    if (language === "de" || JSON.parse(record.split("\n")[0]).kickback === 1) continue; // version 1 has no pacts
    const [n, kinds] = checkReady(page, record, page.games[game]);
    offered[game] = (offered[game] ?? 0) + n;
    ok(kinds.size > 1, `${name}: ${[...kinds]}`);
    judged += checkRecord(page, playGame(page, record.split("\n")[0], page.games[game]), `a game like ${name}`);
  }
}
ok(judged > 0);
for (const [game, n] of Object.entries(offered)) ok(n > 20, `${game}: ${n}`);
console.log(`${records.length} records, ${judged} promises judged, offered ready-made:`, offered);
