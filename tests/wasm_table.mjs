// wasm_table.mjs KICKBACK.wasm PROGRAM GOLDEN: compares what the page uses of the WebAssembly rules with the program:
// traces, views of each seat, invalid records, refusals, restored moments, pacts, and the decisions of bots.
import { execFileSync, spawnSync } from "node:child_process";
import { deepStrictEqual as same, ok } from "node:assert";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [wasmPath, program, golden] = process.argv.slice(2);
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

/* Plays a game with random pacts. The program judges it alike, from the lines written here. */
let considered = 0; // promises that the moves broke or missed
function checkPacts(game, players, seed) {
    const draw = generator(seed), below = (n) => Number(draw() % BigInt(n)), any = (list) => list[below(list.length)];
    const lines = [`{"kickback":2,"game":"${game}","players":${players},"options":{"promises":"bond"}}`];
    wasm.reset();
    same(read(lines[0]), 0, why());
    const seats = seen(wasm.games()).find(({ name }) => name === game).seats.slice(0, players);
    const { deeds, terms } = seen(wasm.vocabulary());
    const pattern = () => {
        const { verb, words } = any(deeds);
        return [verb, ...words.map(({ values }) => (!values ? any(["*", ">=1000", "<=2"]) : values.length === 1 ? values[0] : any(["*", any(values)])))].join(" ");
    };
    const promise = (seat) => ({ seat, [any(["will", "wont"])]: pattern(), term: any(terms), ...(below(4) ? {} : { if: { seat: any(seats), deed: pattern() } }) });
    const known = seats.map(() => 0);
    const pact = () => {
        const by = below(players), other = (by + 1 + below(players - 1)) % players, vow = !below(5);
        const parties = vow ? [by] : [by, other];
        const given = { with: vow ? [] : [seats[other]], secret: !vow && below(2) > 0, promises: parties.map((seat) => promise(seats[seat])) };
        const n = wasm.propose(by, input(JSON.stringify(given)));
        if (!n) return ok(/open (proposals already|promises)$/.test(why()), why());
        lines.push(output(n));
        known.forEach((_, seat) => (known[seat] += Number(!given.secret || parties.includes(seat))));
        const { propose } = JSON.parse(lines.at(-1));
        same(seen(wasm.proposal(by, propose)).pact, known[by]);
        if (given.secret && players > 2) same(seen(wasm.proposal(parties.includes(0) ? (parties.includes(1) ? 2 : 1) : 0, propose)), {});
        if (vow) return;
        const answered = wasm.answer(other, any([1, 1, 1, 2]), known[other]);
        if (answered) lines.push(output(answered));
        else ok(/open promises$/.test(why()), why());
    };
    while (wasm.actors()) {
        const seat = Math.log2(wasm.actors() & -wasm.actors());
        const { legal } = seen(wasm.trace_row());
        const by = seat === CHANCE ? "chance" : seats[seat];
        const move = any(legal[by]).replace(/\.\..*/, "");
        if (seat < CHANCE) {
            same(seen(wasm.view_json(seat)).legal, legal[by]);
            const { breaks, misses } = seen(wasm.consider(seat, input(move)));
            considered += breaks.length + misses.length;
        }
        same(wasm.move(seat, input(move)), 0, move);
        lines.push(JSON.stringify({ by, move }));
        if (wasm.actors() && !below(6)) pact();
    }
    lines.push(output(wasm.end_line()));
    const folder = mkdtempSync(join(tmpdir(), "kickback-"));
    const path = join(folder, "pacts.kbr");
    writeFileSync(path, `${lines.join("\n")}\n`);
    const judged = linesOf(run("promises", "--json", path)).map((line) => JSON.parse(line));
    ok(judged.length > 0 && known.every((n) => n <= judged.length));
    for (let eyes = 0; eyes < players; eyes++) {
        const opened = seen(wasm.opened(eyes));
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
    checkRecord(path);
    same(seen(wasm.pacts(ALL_EYES)), { pacts, seals }, "read again");
    rmSync(folder, { recursive: true });
}

/* A refusal gives a reason and changes nothing. */
function checkWrongPacts() {
    wasm.reset();
    read('{"kickback":2,"game":"intrige","players":3}');
    const propose = (given) => [wasm.propose(0, input(typeof given === "string" ? given : JSON.stringify(given))), why()];
    const promises = [{ seat: "red", will: "give yellow.clerk 10000", term: "turn" }];
    same(propose({ with: ["yellow"], promises }), [0, "pacts begin after the start move"]);
    wasm.move(CHANCE, input("start red"));
    same(propose("[]")[0], 0);
    same(propose({ with: ["yellow"] }), [0, "missing key 'promises'"]);
    same(propose({ with: ["yellow", "yellow"], promises }), [0, "'with' names yellow twice"]);
    same(propose({ with: ["yellow"], promises: [{ ...promises[0], will: "give yellow.clerk 9999" }] })[1].startsWith("'9999' does not fit after 'give yellow.clerk': expected "), true);
    same(propose({ with: ["green"], promises: [{ ...promises[0], seat: "yellow" }] }), [0, "yellow is not a party to the pact"]);
    same([wasm.answer(0, 1, 1), why()], [0, "there is no pact 1"]);
    same(seen(wasm.pacts(0)).pacts, []);
    for (let i = 0; i < 8; i++) ok(propose({ with: ["yellow"], promises })[0]);
    same(propose({ with: ["yellow"], promises }), [0, "red already has 8 open proposals"]);
    same([wasm.answer(2, 1, 1), why()], [0, "pact 1 was not proposed with green"]);
    same(seen(wasm.consider(0, input("dance"))), {});
    wasm.reset();
    same(seen(wasm.pacts(0)).pacts, []);
}

/* Bots answer proposals made to them, and their lines are lines of the record. */
function checkBotPacts() {
    wasm.reset();
    const lines = ['{"kickback":2,"game":"intrige","players":3}'];
    read(lines[0]);
    ok(wasm.make_room(32 << 20));
    for (const seat of [1, 2]) ok(wasm.bot_sit(seat, input("greedy:honest"), 1n), why());
    const act = (line) => (lines.push(line), same(read(line), 0, why()));
    ["start red", "send doctor yellow", "send clerk yellow"].forEach((move, i) => act(JSON.stringify({ by: i ? "red" : "chance", move })));
    const given = { with: ["yellow"], promises: [{ seat: "red", will: "pay >=9000 for red.clerk at yellow", term: "turn" }] };
    lines.push(output(wasm.propose(0, input(JSON.stringify(given)))));
    const n = wasm.bot_negotiate(1);
    ok(n > 0);
    lines.push(output(n));
    const { by, accept, decline } = JSON.parse(lines.at(-1)); // which of the two is up to the bot
    same([by, accept ?? decline], ["yellow", 1]);
    ok(why().length > 0, "it says something with it");
    const folder = mkdtempSync(join(tmpdir(), "kickback-"));
    writeFileSync(join(folder, "bots.kbr"), `${lines.join("\n")}\n`);
    same(JSON.parse(run("promises", "--json", join(folder, "bots.kbr"))).state, accept ? "stood" : "declined");
    rmSync(folder, { recursive: true });
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
checkMistake();
for (const game of ["intrige", "integralis", "incorporated"]) checkComparison(records.find((path) => path.includes(`/${game}-`)), 0);
checkBots("intrige", "--bots", "search:60:grudge,easy:honest,greedy:opportunist,search:40", "--option", "deals=loose");
checkBots("integralis", "--bots", "easy:grudge,greedy,search:10:honest");
checkBots("incorporated", "--bots", "search:60,easy,search:40:grudge");
console.log(`${records.length} records and three games of bots are the same here and there`);
