// wasm_table.mjs KICKBACK.wasm PROGRAM GOLDEN TOLD: compares what the page uses of the WebAssembly rules with the program:
// traces, views of each seat, invalid records, refusals, restored moments, pacts, and the decisions of bots; and its tables
// with native ones.
import { execFileSync, spawnSync } from "node:child_process";
import { deepStrictEqual as same, ok } from "node:assert";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [wasmPath, program, golden, told] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(wasmPath), {});
const wasm = instance.exports;
const ALL_EYES = 8, SPECTATOR = 7, CHANCE = 6;
const bytes = (at, n) => new Uint8Array(wasm.memory.buffer, at, n);
const output = (n) => new TextDecoder().decode(bytes(wasm.text(), n));
const seen = (n) => JSON.parse(output(n));
function input(text) {
    const encoded = new TextEncoder().encode(text);
    ok(encoded.length <= wasm.text_max());
    bytes(wasm.text(), encoded.length).set(encoded);
    return encoded.length;
}
function why() {
    const all = bytes(wasm.why(), 2048);
    return new TextDecoder().decode(all.subarray(0, all.indexOf(0)));
}
const run = (...args) => execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 });
const linesOf = (text) => text.trimEnd().split("\n");
const read = (line) => wasm.line(input(line), 1);

/* Compares a record's trace rows, and a seat's view in the middle of it. A row has the pacts up to the next move. */
function checkRecord(path) {
    const rows = linesOf(run("trace", path));
    const middle = rows.length >> 1;
    let row = 0;
    const checkRow = () => {
        same(output(wasm.trace_row()), rows[row], `${path}: row ${row}`);
        if (row++ === middle) checkSight(path, middle);
    };
    wasm.reset();
    for (const line of linesOf(readFileSync(path, "utf8"))) {
        const { move, end } = JSON.parse(line);
        if (end) same(seen(wasm.end_line()).end, end);
        if (move) checkRow();
        same(read(line), 0, `${path}: ${why()}`);
    }
    checkRow();
    same(row, rows.length, path);
}

function checkSight(path, at) {
    const whole = seen(wasm.view_json(ALL_EYES));
    same(whole.position, JSON.parse(run("position", path, "--at", String(at))));
    ok(!("legal" in whole) && !("legal" in seen(wasm.view_json(SPECTATOR))));
    const { actors, legal } = seen(wasm.trace_row());
    for (const [seat, name] of Object.keys(whole.position.cash ?? whole.position.hand).entries()) {
        const mine = seen(wasm.view_json(seat));
        same(mine.position, JSON.parse(run("position", path, "--at", String(at), "--seat", name)));
        same(mine.legal, actors.includes(name) ? legal[name] : []);
        same("question" in mine, actors.includes(name));
    }
}

/* A wrong last move is refused with the program's message, and the right one is still accepted. */
function checkWrong(path) {
    const lines = linesOf(readFileSync(path, "utf8"));
    const at = lines.findLastIndex((line) => JSON.parse(line).move);
    const spoilt = JSON.stringify({ by: JSON.parse(lines[at]).by, move: "dance" });
    wasm.reset();
    lines.slice(0, at).forEach(read);
    same(read(spoilt), 2);
    const native = spawnSync(program, ["trace", "-"], { input: [...lines.slice(0, at), spoilt, ""].join("\n"), encoding: "utf8", maxBuffer: 1 << 28 });
    same(`kickback: -: ${why()}`, native.stderr.trim());
    ok(why().startsWith(`line ${at + 1}: `));
    same(wasm.line(input(lines[at].slice(0, 9)), 0), 1, "a line that is cut off");
    for (const line of lines.slice(at)) same(read(line), 0, why());
}

/* Moves as text: a refused move changes nothing and has a name. A restored moment is the same as before. */
function checkMoves() {
    wasm.reset();
    same(read('{"kickback":2,"game":"intrige","players":3}'), 0);
    same(wasm.actors(), 1 << CHANCE);
    same(seen(wasm.luck()), [["start green", 1], ["start red", 1], ["start yellow", 1]]);
    same(wasm.move(CHANCE, input("start yellow")), 0);
    same(seen(wasm.happened(0)).what, [{ kind: "starts", seat: "yellow" }, { kind: "turn", seat: "yellow", round: 1 }]);
    const before = wasm.hash();
    const state = bytes(wasm.state(), wasm.state_bytes()).slice();
    const events = bytes(wasm.events(), wasm.events_bytes()).slice();
    const refused = wasm.move(0, input(seen(wasm.trace_row()).legal.yellow[0]));
    same(seen(wasm.error(refused)).error, "not_actor");
    same(wasm.hash(), before);
    same(wasm.move(1, input(seen(wasm.trace_row()).legal.yellow[0])), 0);
    ok(wasm.hash() !== before);
    bytes(wasm.state(), state.length).set(state);
    bytes(wasm.events(), events.length).set(events);
    same(wasm.hash(), before);
    same(seen(wasm.happened(SPECTATOR)).what[1].kind, "turn");
}

/* The generator of core/rng.h. An arena game is given by its seed and number, so its bots can be seated again here. */
const u64 = (x) => BigInt.asUintN(64, x);
function generator(seed) {
    const rotate = (x, k) => u64(x << k) | (x >> (64n - k));
    const s = Array.from({ length: 4 }, () => {
        let z = (seed = u64(seed + 0x9e3779b97f4a7c15n));
        z = u64((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
        z = u64((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
        return z ^ (z >> 31n);
    });
    return () => {
        const result = u64(rotate(u64(s[1] * 5n), 7n) * 9n), t = u64(s[1] << 17n);
        s[2] ^= s[0], s[3] ^= s[1], s[1] ^= s[2], s[0] ^= s[3], s[2] ^= t;
        s[3] = rotate(s[3], 45n);
        return result;
    };
}

function checkBots(...arena) {
    const folder = mkdtempSync(join(tmpdir(), "kickback-"));
    const records = join(folder, "records");
    run("arena", ...arena, "--games", "1", "--seed", "7", "--threads", "1", "--records", records);
    const [setup, meta, ...lines] = linesOf(readFileSync(join(records, readdirSync(records)[0]), "utf8"));
    rmSync(folder, { recursive: true });
    const seats = Object.entries(JSON.parse(meta).meta.seats);
    const ofGame = generator(generator(7n)());
    ofGame(); // the game's luck
    wasm.reset();
    read(setup);
    ok(wasm.make_room(32 << 20)); // as much as the program has
    for (const [seat, [, role]] of seats.entries()) ok(wasm.bot_sit(seat, input(role.slice("bot ".length)), ofGame()), why());
    let decided = 0;
    for (const line of lines) {
        const { by, move, say } = JSON.parse(line);
        const seat = seats.findIndex(([name]) => name === by);
        if (move && seat >= 0) same(output(wasm.bot_decide(seat)), move, `decision ${decided++} of ${arena.join(" ")}`);
        if (say) same(output(wasm.bot_says(seat)), say);
        same(read(line), 0, why());
    }
    ok(decided > 10);
    same(wasm.bot_sit(0, input("clever"), 0n), 0);
    ok(why().startsWith("no bot 'clever'"));
}

/* A table that people play, one at each seat. Its requests, answered at the time `now`. */
let now = 1000, asked = 0;
const time = () => BigInt(++now);
const ask = (seat, what, keys = {}) => seen(wasm.table_ask(seat, time(), input(JSON.stringify({ id: `a${asked++}`, do: what, ...keys }))));
const entries = () => Array.from({ length: wasm.table_entries() }, (_, i) => output(wasm.table_entry(i + 1)));
function openTable(setup, bots = {}) {
    ok(wasm.table_open(7n));
    same(seen(wasm.table_create(time(), input(JSON.stringify({ host: "Anna", ...setup })))), { ok: true });
    for (const [seat, bot] of Object.entries(bots)) same(ask(SPECTATOR, "bot", { seat, bot }), { ok: true });
    same(ask(SPECTATOR, "start"), { ok: true });
}

/* Plays a game with random pacts. The program judges it alike, from the lines written here, and so does a table. */
let considered = 0; // promises that the moves broke or missed
function checkPacts(game, players, seed) {
    const draw = generator(seed), below = (n) => Number(draw() % BigInt(n)), any = (list) => list[below(list.length)];
    const setup = { game, players, options: { promises: "bond" } };
    const lines = [];
    const add = (line) => {
        const text = JSON.stringify(line), reading = read(text);
        if (reading === 0) same(wasm.table_line(time(), input(text)), 1, why());
        return reading === 0 && lines.push(text);
    };
    wasm.reset();
    openTable(setup);
    ok(add({ kickback: 2, ...setup }), why());
    const seats = seen(wasm.games()).find(({ name }) => name === game).seats.slice(0, players);
    const { deeds, terms } = seen(wasm.vocabulary());
    same(seen(wasm.table_vocabulary()), { ok: true, deeds, terms });
    const pattern = () => {
        const { verb, words } = any(deeds);
        return [verb, ...words.map(({ values }) => (!values ? any(["*", ">=1000", "<=2"]) : values.length === 1 ? values[0] : any(["*", any(values)])))].join(" ");
    };
    const promise = (seat) => ({ seat, [any(["will", "wont"])]: pattern(), term: any(terms), ...(below(4) ? {} : { if: { seat: any(seats), deed: pattern() } }) });
    const known = seats.map(() => 0);
    let proposed = 0;
    const pact = () => {
        const by = below(players), other = (by + 1 + below(players - 1)) % players, vow = !below(5);
        const parties = vow ? [by] : [by, other];
        const secret = !vow && below(2) > 0;
        const given = { with: vow ? [] : [seats[other]], ...(secret ? { secret } : {}), promises: parties.map((seat) => promise(seats[seat])) };
        if (!add({ by: seats[by], propose: proposed + 1, ...given })) return ok(/open (proposals already|promises)$/.test(why()), why());
        proposed++;
        known.forEach((_, seat) => (known[seat] += Number(!secret || parties.includes(seat))));
        same(seen(wasm.proposal(by, proposed)).pact, known[by]);
        if (secret && players > 2) same(seen(wasm.proposal(parties.includes(0) ? (parties.includes(1) ? 2 : 1) : 0, proposed)), {});
        if (!vow && !add({ by: seats[other], [any(["accept", "accept", "accept", "decline"])]: proposed })) ok(/open promises$/.test(why()), why());
    };
    while (wasm.actors()) {
        const seat = Math.log2(wasm.actors() & -wasm.actors());
        const { legal } = seen(wasm.trace_row());
        const by = seat === CHANCE ? "chance" : seats[seat];
        const move = any(legal[by]).replace(/\.\..*/, "");
        if (seat < CHANCE) {
            const view = seen(wasm.view_json(seat)), shown = seen(wasm.table_view(seat));
            same(view.legal, legal[by]);
            same([shown.legal, shown.position, shown.facts], [view.legal, view.position, view.facts]);
            const { breaks, misses } = ask(seat, "consider", { move });
            considered += breaks.length + misses.length;
        }
        ok(add({ by, move }), move);
        if (wasm.actors() && !below(6)) pact();
    }
    lines.push(output(wasm.end_line()));
    const folder = mkdtempSync(join(tmpdir(), "kickback-"));
    const path = join(folder, "pacts.kbr");
    writeFileSync(path, `${lines.join("\n")}\n`);
    const judged = linesOf(run("promises", "--json", path)).map((line) => JSON.parse(line));
    ok(judged.length > 0 && known.every((n) => n <= judged.length));
    for (let eyes = 0; eyes < players; eyes++) {
        /* Those that were opened at the end have the last numbers. */
        const numbers = judged.map((_, i) => seen(wasm.proposal(eyes, i + 1)).pact);
        same(numbers.toSorted((a, b) => a - b), judged.map((_, i) => i + 1));
        const opened = seen(wasm.table_events(eyes, 0n, 1n << 40n)).filter((event) => event.opened);
        same(opened.map(({ pact }) => pact), Array.from({ length: judged.length - known[eyes] }, (_, i) => known[eyes] + 1 + i));
    }
    const { pacts, seals } = seen(wasm.pacts(ALL_EYES));
    for (const { pact, by, state, promises } of pacts) {
        const of = judged[pact - 1];
        same([by, state, promises.map(({ seat, verdict }) => [seat, verdict ?? null])], [of.by, of.state, of.promises.map(({ seat, verdict }) => [seat, verdict])]);
    }
    for (const seat of seats)
        for (const verdict of ["kept", "broken", "void"])
            same(seals[seat][verdict], judged.filter(({ with: others }) => others.length).flatMap(({ promises }) => promises).filter((one) => one.seat === seat && one.verdict === verdict).length);
    same(seen(wasm.table_view(0)).seals, seals, "at the table");
    checkRecord(path);
    same(seen(wasm.pacts(ALL_EYES)), { pacts, seals }, "read again");
    rmSync(folder, { recursive: true });
}

/* A refusal gives a reason and changes nothing. */
function checkWrongPacts() {
    openTable({ game: "intrige", players: 3 });
    const promises = [{ seat: "red", will: "give yellow.clerk 10000", term: "turn" }];
    const refusal = (seat, what, keys) => {
        const before = entries(), { error, sentence } = ask(seat, what, keys);
        same(entries(), before);
        return [error, sentence];
    };
    const propose = (given) => refusal(0, "propose", given);
    same(propose({ with: ["yellow"], promises }), ["pact", "pacts begin after the start move"]);
    for (const line of ['{"kickback":2,"game":"intrige","players":3}', '{"by":"chance","move":"start red"}']) ok(wasm.table_line(time(), input(line)), why());
    same(propose({ with: ["yellow"] })[0], "keys");
    same(propose({ with: ["yellow"], promises: 1 })[0], "value");
    same(propose({ with: ["yellow", "yellow"], promises })[0], "no_such_seat");
    same(propose({ with: ["yellow"], promises: [{ ...promises[0], will: "give yellow.clerk 9999" }] })[1].startsWith("'9999' does not fit after 'give yellow.clerk': expected "), true);
    same(propose({ with: ["green"], promises: [{ ...promises[0], seat: "yellow" }] }), ["pact", "yellow is not a party to the pact"]);
    same(refusal(0, "accept", { pact: 1 })[0], "no_pact");
    same(seen(wasm.table_view(0)).pacts, []);
    for (let i = 1; i <= 8; i++) same(ask(0, "propose", { with: ["yellow"], promises }), { ok: true, pact: i });
    same(propose({ with: ["yellow"], promises }), ["pact", "red already has 8 open proposals"]);
    same(refusal(2, "accept", { pact: 1 })[0], "not_party");
    same(refusal(0, "consider", { move: "dance" })[0], "unknown_move");
    openTable({ game: "intrige", players: 3 });
    same(seen(wasm.table_view(0)).pacts, []);
}

/* Bots answer proposals made to them, and what they do are lines of a record. */
function checkBotPacts() {
    const bots = Object.fromEntries(["yellow", "green"].map((seat) => [seat, "greedy:honest"]));
    openTable({ game: "intrige", players: 3, pacts: "private" }, bots);
    const lines = ['{"kickback":2,"game":"intrige","players":3}'];
    ["start red", "send doctor yellow", "send clerk yellow"].forEach((move, i) => lines.push(JSON.stringify({ by: i ? "red" : "chance", move })));
    for (const line of lines) ok(wasm.table_line(time(), input(line)), why());
    const given = { with: ["yellow"], promises: [{ seat: "red", will: "pay >=9000 for red.clerk at yellow", term: "turn" }] };
    same(ask(0, "propose", given), { ok: true, pact: 1 });
    lines.push(JSON.stringify({ by: "red", propose: 1, ...given }));
    const before = wasm.table_entries();
    ok(wasm.table_talk(time()));
    const done = entries().slice(before).map((entry) => JSON.parse(entry));
    const { by, do: what, pact } = done.find((entry) => entry.pact === 1); // which of the two is up to the bot
    same([by, what === "accept" || what === "decline"], ["yellow", true]);
    lines.push(JSON.stringify({ by, [what]: pact }));
    ok(done.some((entry) => entry.by === "yellow" && entry.say), "it says something with it");
    const folder = mkdtempSync(join(tmpdir(), "kickback-"));
    writeFileSync(join(folder, "bots.kbr"), `${lines.join("\n")}\n`);
    same(JSON.parse(run("promises", "--json", join(folder, "bots.kbr"))).state, what === "accept" ? "stood" : "declined");
    rmSync(folder, { recursive: true });
}

/* The same requests at a native table: the same answers, views and events for each viewer, byte for byte. Luck and bots'
 * moves are entries. */
function checkTold(setup, bots, seed) {
    const draw = generator(seed), below = (n) => Number(draw() % BigInt(n)), any = (list) => list[below(list.length)];
    const script = [], here = [];
    const { seats } = seen(wasm.games()).find(({ name }) => name === setup.game);
    const viewers = [...Array(setup.players).keys(), SPECTATOR];
    const show = () => {
        for (const viewer of viewers) here.push(output(wasm.table_view(viewer)), output(wasm.table_events(viewer, 0n, 1n << 40n)));
        script.push("show");
    };
    const requested = (seat, what, keys = {}) => {
        const text = JSON.stringify({ id: `b${asked++}`, do: what, ...keys });
        const answer = output(wasm.table_ask(seat, time(), input(text)));
        script.push(`ask ${seat} ${now} ${text}`);
        here.push(answer);
        return JSON.parse(answer);
    };
    const alone = (act) => {
        const before = wasm.table_entries();
        const done = act();
        for (const entry of entries().slice(before)) script.push(`fold ${entry}`);
        return done;
    };
    openTable(setup, bots);
    for (const entry of entries()) script.push(`fold ${entry}`);
    const { deeds, terms } = seen(wasm.table_vocabulary());
    const pattern = () => {
        const { verb, words } = any(deeds);
        return [verb, ...words.map(() => "*")].join(" ");
    };
    let decisions = 0;
    for (let view = seen(wasm.table_view(0)); view.stage === "playing" && decisions < 120; view = seen(wasm.table_view(0))) {
        if (alone(() => wasm.table_draw(draw()) || wasm.table_talk(time()))) continue;
        const due = seen(wasm.table_due());
        const by = seats.indexOf(any(due.people)), others = seats.slice(0, setup.players).filter((_, seat) => seat !== by);
        if (!below(3)) requested(by, "say", { say: any(["Well ☕", "what a \"day\"", "9k for the 3000 post?"]), ...(below(2) ? { to: [any(others)] } : {}) });
        if (!below(3)) requested(by, "propose", { with: below(4) ? [any(others)] : [], ...(below(2) ? { secret: true } : {}), promises: [{ seat: seats[by], wont: pattern(), term: any(terms) }] });
        if (!below(3)) requested(by, any(["accept", "decline", "withdraw"]), { pact: 1 + below(6) });
        if (!below(9)) requested(by, any(["wait", "fly", "start", "passing", "leave", "sit"]), any([{}, { on: true }, { seat: seats[by] }]));
        if (due.owe.length) {
            const mover = seats.indexOf(any(due.owe)), { legal, decision } = seen(wasm.table_view(mover));
            requested(mover, "move", { move: any(legal).replace(/\.\..*/, ""), decision: decision - Number(!below(9)) });
            decisions++;
        } else if (due.bots) alone(() => wasm.table_move(time()));
        else requested(by, "sit", { seat: seats[by] });
        if (!below(4)) show();
    }
    show();
    const there = linesOf(execFileSync(told, [], { input: `${script.join("\n")}\n`, encoding: "utf8", maxBuffer: 1 << 30 }));
    same(there.length, here.length);
    for (const [i, line] of here.entries()) same(line, there[i], `line ${i + 1}`);
    ok(decisions > 20);
    return here.length;
}

/* Compares each move of one seat with the bot's. This changes nothing, and a second time it finds the same. */
function checkComparison(path, seat) {
    const lines = linesOf(readFileSync(path, "utf8"));
    let differ = 0;
    wasm.reset();
    read(lines[0]);
    ok(wasm.make_room(1 << 20));
    ok(wasm.bot_sit(seat, input("search:12"), 3n), why());
    const { position } = seen(wasm.view_json(ALL_EYES));
    const name = Object.keys(position.cash ?? position.hand)[seat];
    for (const line of lines.slice(1)) {
        const { by, move } = JSON.parse(line);
        if (move && by === name) {
            const before = wasm.hash(), found = output(wasm.bot_compare(seat, input(move)));
            same([wasm.hash(), output(wasm.bot_compare(seat, input(move)))], [before, found], `${path}: compared again`);
            const { best, made, would, what } = JSON.parse(found);
            same(best === move, made === undefined, `${path}: ${found}`);
            same(JSON.parse(output(wasm.bot_compare(seat, input(best)))), { best });
            if (made) {
                differ++;
                ok([made, would].every(({ worth, error }) => worth >= 0 && worth <= 10000 && error >= 0) && what.length > 0, found);
            }
        }
        same(read(line), 0, why());
    }
    ok(differ > 0, `${path}: nothing to compare`);
}

/* A bribe of all one has is worth less than the bot's choice. A move that is not legal is not compared. */
function checkMistake() {
    wasm.reset();
    read('{"kickback":2,"game":"intrige","players":3}');
    for (const [seat, move] of [[CHANCE, "start red"], [0, "send doctor yellow"], [0, "send clerk green"]]) same(wasm.move(seat, input(move)), 0, move);
    ok(wasm.make_room(32 << 20));
    ok(wasm.bot_sit(0, input("search:200"), 1n), why());
    const { made, would } = seen(wasm.bot_compare(0, input("bribe 32000")));
    ok(made.worth + 2 * made.error < would.worth && made.score < would.score, JSON.stringify({ made, would }));
    same(seen(wasm.bot_compare(0, input("bribe 33000"))), {});
    same(seen(wasm.bot_compare(0, input("dance"))), {});
}

const records = readdirSync(golden).filter((name) => name.endsWith(".kbr")).map((name) => join(golden, name));
ok(records.length > 0);
for (const path of records) checkRecord(path), checkWrong(path);
checkMoves();
for (let seed = 0n; seed < 12n; seed++) checkPacts("intrige", 3 + Number(seed % 3n), seed), checkPacts("incorporated", 3 + Number(seed % 2n), seed);
for (let seed = 0n; seed < 3n; seed++) checkPacts("integralis", 2 + Number(seed), seed);
ok(considered > 20);
checkWrongPacts();
checkBotPacts();
let lines = checkTold({ game: "intrige", players: 4, talk: "private", whispers: "seen", options: { promises: "bond" } }, { green: "easy:grudge" }, 1n);
lines += checkTold({ game: "incorporated", players: 3, talk: "private", pacts: "public" }, {}, 2n);
lines += checkTold({ game: "integralis", players: 3, clock: { kind: "live", bank_s: 60, increment_s: 1 }, pace: "off" }, { green: "greedy" }, 3n);
checkMistake();
for (const game of ["intrige", "integralis", "incorporated"]) checkComparison(records.find((path) => path.includes(`/${game}-`)), 0);
checkBots("intrige", "--bots", "search:60:grudge,easy:honest,greedy:opportunist,search:40", "--option", "deals=loose");
checkBots("integralis", "--bots", "easy:grudge,greedy,search:10:honest");
checkBots("incorporated", "--bots", "search:60,easy,search:40:grudge");
console.log(`${records.length} records and three games of bots are the same here and there, and ${lines} answers, views and events`);
