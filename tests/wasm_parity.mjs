// wasm_parity.mjs KICKBACK.wasm PARITY GOLDEN: the WebAssembly rules play the same games as the native ones: every
// golden record, random games of every configuration, games of bots, and the decisions of the levels. PARITY is the
// native program.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const [wasmPath, parity, golden] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(wasmPath), {});
const wasm = instance.exports;
const bytes = (at, n) => new Uint8Array(wasm.memory.buffer, at, n);
const hex = (sum) => BigInt.asUintN(64, sum).toString(16).padStart(16, "0");
const fold = (sum, hash) => BigInt.asUintN(64, (sum ^ BigInt.asUintN(64, hash)) * 0x100000001b3n);

function why() {
    const all = bytes(wasm.why(), 2048);
    return new TextDecoder().decode(all.subarray(0, all.indexOf(0)));
}

function foldRecord(path) {
    let sum = 0n;
    wasm.reset();
    for (const line of readFileSync(path, "utf8").split("\n").slice(0, -1)) {
        const text = new TextEncoder().encode(line);
        if (text.length > wasm.text_max()) throw new Error(`${path}: a line too long`);
        bytes(wasm.text(), text.length).set(text);
        if (wasm.line(text.length, 1) !== 0) throw new Error(`${path}: ${why()}`);
        sum = fold(sum, wasm.hash());
    }
    return sum;
}

function foldGames(setup, games, play) {
    let sum = 0n;
    for (let seed = 0n; seed < games; seed++) {
        bytes(wasm.setup(), setup.length).set(setup);
        if (wasm.start() !== 0) throw new Error(`setup ${setup} is refused`);
        sum += play(seed);
    }
    return sum;
}

const PACKED_MAX = 150_000;
const lines = (text) => text.trim().split("\n");
let compared = 0;
let wrong = 0;
function compare(what, ours, expected) {
    compared++;
    if (ours === expected) return;
    wrong++;
    console.log(`${what}: WebAssembly comes to ${ours}, native code to ${expected}`);
}

for (const line of lines(readFileSync(join(golden, "hashes.txt"), "utf8"))) {
    const [name, expected] = line.split(" ");
    compare(name, hex(foldRecord(join(golden, name))), expected);
}
let played = 0;
function compareGames(what, kind, games, play) {
    for (const line of lines(execFileSync(parity, [kind, String(games)], { encoding: "utf8" }))) {
        played += games;
        const numbers = line.split(" ");
        const expected = numbers.pop();
        compare(`${what}, setup ${numbers.join(" ")}`, hex(foldGames(numbers.map(Number), games, play)), expected);
    }
}
compareGames("random games", "random", 15, wasm.play);
compareGames("bots", "bots", 250, wasm.play_bots);
/* The page offers the same opponents as the program. */
const games = JSON.parse(new TextDecoder().decode(bytes(wasm.text(), wasm.games())));
for (const [game, { name }] of games.entries())
    for (const level of ["easy", "medium", "hard"]) {
        const [expected] = lines(execFileSync(parity, ["level", name, level], { encoding: "utf8" }))[0].split(" ");
        const { written } = new TextEncoder().encodeInto(level, bytes(wasm.text(), wasm.text_max()));
        compare(`${name}, ${level}`, hex(wasm.play_level(game, written)), expected);
    }
const module_ = readFileSync(wasmPath);
const packed = gzipSync(module_, { level: 9 }).length;
console.log(`the module has ${module_.length} bytes, ${packed} by gzip; a page should not have to load more than ${PACKED_MAX}`);
console.log(`${compared} records and configurations compared, ${played} games on either side, ${wrong} wrong`);
process.exit(wrong > 0 || compared < 2 || packed > PACKED_MAX ? 1 : 0);
