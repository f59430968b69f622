// page.mjs PROGRAM: measures how soon a table appears, and a move shows, on a slow connection without TLS. The connection is
// a proxy, so that all traffic uses it: files, the WebSocket, and requests of workers.
import { connect, createServer } from "node:net";
import { cpus, loadavg } from "node:os";
import { browse, luck, Person, SEATS, Server, until } from "../web/tests/lib.mjs";

const DOWN = 1.6e6, UP = 750e3; // bits per second
const ROUND_MS = 150;
const PIECE = 1400; // bytes per packet
const TIMES = 5; // the median counts
const MOVES = 8; // of each game

/** One direction of the line: connections take turns, one packet each. */
class Way {
    free = 0; // when the last packet has been sent
    waiting = []; // a queue for each connection with something to send

    constructor(bits) {
        this.bytesPerMs = bits / 8000;
    }

    carry(queue, bytes, arrive) {
        if (!queue.length) this.waiting.push(queue);
        for (let at = 0; at < bytes.length || !at; at += PIECE) queue.push([bytes.subarray(at, at + PIECE), arrive]);
        if (!this.timer) this.send();
    }

    send() {
        const now = performance.now();
        if (!this.timer) this.free = Math.max(this.free, now);
        while (this.waiting.length && this.free <= now) {
            const queue = this.waiting.shift();
            const [piece, arrive] = queue.shift();
            if (queue.length) this.waiting.push(queue);
            this.free += piece.length / this.bytesPerMs;
            setTimeout(arrive, ROUND_MS / 2, piece);
        }
        this.timer = this.waiting.length ? setTimeout(() => this.send(), this.free - now) : null;
    }
}

/** A proxy with a slow line; a new connection waits for a round trip. */
async function slowLine(port) {
    const up = new Way(UP), down = new Way(DOWN);
    const sockets = new Set();
    const join = (from, to, way) => {
        const queue = [];
        from.on("data", (bytes) => way.carry(queue, bytes, (piece) => to.write(piece)));
        from.on("end", () => way.carry(queue, Buffer.alloc(0), () => to.end()));
        from.on("error", () => to.destroy()).on("close", () => sockets.delete(from));
        sockets.add(from);
    };
    const proxy = createServer({ noDelay: true }, (near) => {
        const far = connect({ port, host: "127.0.0.1", noDelay: true });
        join(near, far, up);
        join(far, near, down);
        near.pause();
        setTimeout(() => near.resume(), ROUND_MS);
    });
    await new Promise((go) => proxy.listen(0, "127.0.0.1", go));
    return {
        origin: `http://127.0.0.1:${proxy.address().port}`,
        /** Closes all connections, so that none is reused; the browser needs a moment to notice. */
        hangUp() {
            sockets.forEach((socket) => socket.destroy());
            return new Promise((go) => setTimeout(go, ROUND_MS));
        },
        close: () => proxy.close(),
    };
}

/** Runs in the page: records when a board was first painted, and for each move the times from the press until it showed and was made. */
function watch() {
    const afterPaint = (then) => requestAnimationFrame(() => setTimeout(() => then(performance.now())));
    let pressed = 0, sent = null;
    window.moves = [];
    addEventListener("click", ({ timeStamp }) => (pressed = timeStamp), true);
    new MutationObserver(() => {
        if (!window.painted && document.querySelector(".table .status") && document.querySelector(".table main button")) {
            window.painted = -1;
            afterPaint((now) => (window.painted = now));
        }
        const isSending = !!document.querySelector(".banner.sending");
        if (isSending && !sent) {
            const move = (sent = { pressed });
            window.moves.push(move);
            afterPaint((now) => (move.shown = now - move.pressed));
        } else if (!isSending && sent) {
            const move = sent;
            sent = null;
            afterPaint((now) => (move.made = now - move.pressed));
        }
    }).observe(document, { childList: true, subtree: true });
}

const middle = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const row = (what, values, wanted = "") => console.log(`${what.padEnd(52)} ${String(Math.round(middle(values))).padStart(6)} ms  ${`${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))}`.padStart(11)}  ${wanted}`);

/** Opens an address in a page of its own over new connections; when it was painted. */
async function timeOpening(context, line, path) {
    await line.hangUp();
    const page = await context.newPage();
    await page.goto(line.origin + path);
    const ms = await until("the table", () => page.evaluate(() => window.painted > 0 && window.painted), 60000);
    await page.close();
    return ms;
}

async function timeTable(browser, line, storage, table) {
    const cold = [], warm = [];
    for (let i = 0; i < TIMES; i++) {
        const context = await browser.newContext({ storageState: storage });
        await context.addInitScript(watch);
        cold.push(await timeOpening(context, line, `/#${table}`));
        warm.push(await timeOpening(context, line, `/#${table}`));
        await context.close();
    }
    row("a running table, by a browser that knows the page", warm, "wanted: 1000");
    row("a running table, by a browser that has never been here", cold);
}

async function timeMoves(browser, line, server) {
    for (const game of Object.keys(SEATS)) {
        const anna = await Person.come(browser, { ...server, origin: line.origin }, "Anna");
        await anna.context.addInitScript(watch);
        await anna.page.evaluate(() => localStorage.setItem("confirm", "false"));
        await anna.page.reload();
        await anna.page.locator(".home .games").waitFor();
        const table = await anna.make(game, 3, { bots: [[1, "easy"], [2, "easy"]] });
        await anna.done("start", { table });
        const rng = luck(1);
        for (let i = 0; i < MOVES; i++) {
            await until("my turn", () => anna.view?.legal?.length, 60000);
            await anna.press(rng);
        }
        const moves = (await anna.page.evaluate(() => window.moves)).filter(({ made }) => made);
        row(`${game}: a move shows after it is pressed`, moves.map(({ shown }) => shown), "wanted: 100");
        row(`${game}: it is made, the server says so`, moves.map(({ made }) => made));
        await anna.leave();
    }
}

/** In the page: somebody who says his name and begins a game as soon as it lets him. */
function hurry() {
    const look = new MutationObserver(() => {
        const name = document.querySelector(".welcome input");
        if (name && !name.value) {
            name.value = "Anna";
            name.dispatchEvent(new Event("input", { bubbles: true }));
        }
        const next = document.querySelector(".welcome button:enabled, .games button.main:enabled");
        if (next?.closest(".games")) look.disconnect();
        next?.click();
    });
    look.observe(document, { childList: true, subtree: true, attributes: true });
}

async function timeOffline(browser, line) {
    const times = [];
    for (let i = 0; i < TIMES; i++) {
        const context = await browser.newContext();
        for (const script of [watch, hurry]) await context.addInitScript(script);
        times.push(await timeOpening(context, line, "/offline"));
        await context.close();
    }
    row("/offline, by such a browser: a game has begun", times, "wanted: 2000");
}

const server = await new Server().start();
const browser = await browse();
const line = await slowLine(server.port);
const host = await Person.come(browser, { ...server, origin: line.origin }, "Anna");
const table = await host.make("intrige", 4, { bots: [[1, "easy"], [2, "easy"], [3, "easy"]] });
await host.done("start", { table });
await until("my turn", () => host.view?.legal?.length);
const storage = await host.context.storageState();
await host.leave();
console.log(`a line of ${DOWN / 1e6} Mbit/s down, ${UP / 1e3} kbit/s up, ${ROUND_MS} ms there and back${" ".repeat(4)}middle of ${TIMES}, range`);
console.log(`${cpus().length} cores, and ${loadavg()[0].toFixed(1)} processes that want one: beyond that all of it takes longer`);
await timeTable(browser, line, storage, table);
await timeMoves(browser, line, server);
await timeOffline(browser, line);
await browser.close();
line.close();
await server.remove();
