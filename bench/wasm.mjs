// wasm.mjs KICKBACK.wasm PARITY PAGE: measures the size of the page, and the speed of its bots in node and in Chromium,
// compared with native code on the same decisions. All times are processor time.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const [wasmPath, parity, page] = process.argv.slice(2);
const TIMES = 3; // the best counts
const wasm = readFileSync(wasmPath);
const packed = (bytes) => gzipSync(bytes, { level: 9 }).length;
const row = (...cells) => console.log(cells.map((cell, i) => (i ? String(cell).padStart(14) : cell.padEnd(16))).join(" "));

function weigh() {
    const files = readdirSync(page, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const parts = files.map(({ name, parentPath, path }) => join(parentPath ?? path, name)).filter((name) => /\.(html|js|css|svg)$/.test(name));
    console.log(`kickback.wasm: ${packed(wasm)} bytes by gzip; the page around it: ${parts.reduce((sum, name) => sum + packed(readFileSync(name)), 0)}`);
}

/* Runs in the module's environment. Defines hard(game), which makes the decisions and returns their hash. */
async function load(base64) {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const { text, memory, play_level, games } = (await WebAssembly.instantiate(bytes, {})).instance.exports;
    const all = JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, text(), games())));
    globalThis.hard = (game) => {
        const { written } = new TextEncoder().encodeInto("hard", new Uint8Array(memory.buffer, text(), 16));
        return BigInt.asUintN(64, play_level(game, written)).toString(16).padStart(16, "0");
    };
    return all.map(({ name }) => name);
}

async function time(game, run, seconds) {
    let best = Infinity, fold;
    for (let i = 0; i < TIMES; i++) {
        const began = await seconds();
        fold = await run(game);
        best = Math.min(best, (await seconds()) - began);
    }
    return { best, fold };
}

function native(name) {
    const runs = Array.from({ length: TIMES }, () => execFileSync(parity, ["level", name, "hard"], { encoding: "utf8" }).trim().split(" "));
    return { fold: runs[0][0], simulations: Number(runs[0][1]), best: Math.min(...runs.map((run) => Number(run[2]))) };
}

weigh();
const { chromium } = createRequire(new URL("../web/", import.meta.url))("playwright-core");
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: process.getuid() === 0 ? ["--no-sandbox"] : [] });
const tab = await browser.newPage();
const system = await browser.newBrowserCDPSession();
const inTab = (game) => tab.evaluate((game) => globalThis.hard(game), game);
async function tabSeconds() {
    const { processInfo } = await system.send("SystemInfo.getProcessInfo");
    return processInfo.filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
const names = await load(wasm.toString("base64"));
await tab.evaluate(load, wasm.toString("base64"));
row("simulations/s", "native", "node", "of native", "Chromium", "of native");
for (const [game, name] of names.entries()) {
    const here = native(name);
    const node = await time(game, globalThis.hard, () => process.cpuUsage().user / 1e6);
    const chrome = await time(game, inTab, tabSeconds);
    if (node.fold !== here.fold || chrome.fold !== here.fold) throw new Error(`${name}: hard decides otherwise in WebAssembly`);
    const perSecond = ({ best }) => Math.round(here.simulations / best);
    const share = ({ best }) => (here.best / best).toFixed(2);
    row(name, perSecond(here), perSecond(node), share(node), perSecond(chrome), share(chrome));
}
await browser.close();
