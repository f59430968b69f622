// Shared by all browser tests: a server of their own, people with a browser each, and checks that say what they saw.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";
import { listed } from "../facts.mjs";

export const program = process.argv[2];
export const shots = process.argv[3];

/** The games and their seats, as the page gets them. */
const games = await listed(join(dirname(program), "targets/wasm/kickback.wasm"));
export const SEATS = Object.fromEntries(games.map(({ name, seats }) => [name, seats]));
export const GAMES = Object.keys(SEATS);

export function check(is, what) {
  if (!is) throw new Error(what);
}

/** Polls until the condition holds, since everything at a table is asynchronous. */
export async function until(what, ask, ms = 20000) {
  const end = Date.now() + ms;
  for (;;) {
    const got = await ask();
    if (got) return got;
    if (Date.now() > end) throw new Error(`this did not come: ${what}`);
    await new Promise((go) => setTimeout(go, 40));
  }
}

/** Gives the server the same luck in every run. Not built with every program. */
const fixed = join(dirname(program), "tests/libfixed.so");
if (!existsSync(fixed)) console.log(`there is no ${fixed}: luck differs from run to run`);

/** A server in its own folder, with bots that do not wait and the same luck in every run. */
export class Server {
  data = mkdtempSync(join(tmpdir(), "kickback-"));
  port = 0;

  async start() {
    this.process = spawn(program, ["serve", "--data", this.data, "--listen", `127.0.0.1:${this.port}`, "--bot-wait", "0", "--log-level", "warning"], {
      stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, ...(existsSync(fixed) && { LD_PRELOAD: resolve(fixed) }) },
    });
    const [line] = await new Promise((said, failed) => {
      createInterface(this.process.stdout).once("line", (text) => said([text]));
      this.process.once("exit", (code) => failed(new Error(`the server ended with ${code}`)));
    });
    this.origin = /(http:\/\/127\.0\.0\.1:(\d+))\//.exec(line)[1];
    this.port = Number(new URL(this.origin).port);
    return this;
  }

  async stop(signal = "SIGTERM") {
    const ended = new Promise((go) => this.process.once("exit", go));
    this.process.removeAllListeners("exit");
    this.process.once("exit", () => {});
    this.process.kill(signal);
    await Promise.race([ended, new Promise((go) => this.process.once("exit", go))]);
  }

  async remove() {
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** Chromium without what surrounds a page takes a third less time. It shows no notifications. */
const [SHELL, WHOLE] = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const optionsOf = (isWhole) => ({
  executablePath: process.env.CHROMIUM ?? (isWhole || !existsSync(SHELL) ? WHOLE : SHELL), args: process.getuid() === 0 ? ["--no-sandbox"] : [],
});
export const browse = (isWhole = false) => chromium.launch(optionsOf(isWhole));
/** Not a private window like all others here: its storage stays in the folder when it is closed. */
export const browserIn = (folder) => ({ newContext: (options) => chromium.launchPersistentContext(folder, { ...optionsOf(false), ...options }) });

export const PHONE = { width: 360, height: 740 };
/** How often something is repeated: in the tests, and in `make soak`. */
export const often = (tests, soak) => (process.env.KICKBACK_SOAK ? soak : tests);

export const DESK = { width: 1280, height: 900 };

/** Runs in the page: the place where a press hits a control of the board of this kind, rather one whose words are not among the
 * known; or whether the page asks for a confirmation, or is sending a move. */
function controlAt({ kind, known, at }) {
  if (document.querySelector(".confirm button.main")) return { asks: true };
  if (document.querySelector(".banner.sending:not([role])")) return { sends: true };
  const able = [...document.querySelectorAll(`main ${kind}`)].filter((button) => button.checkVisibility({ visibilityProperty: true }) && !button.disabled && button.ariaDisabled !== "true");
  const names = able.map((button) => button.innerText), fresh = able.filter((_, i) => known.length && !known.includes(names[i]));
  const all = fresh.length ? fresh : able, control = all[at % all.length];
  if (!control) return { names };
  /* What sticks to an edge of the window may cover a control that is in sight: then people scroll on. */
  for (const block of ["nearest", "center"]) {
    control.scrollIntoView({ block });
    const { left, right, top, bottom } = control.getBoundingClientRect(), place = [(left + right) / 2, (top + bottom) / 2];
    if (control.contains(document.elementFromPoint(...place))) return { names, place };
  }
  return { names, place: null };
}

/** The table that a page shows, by its address. */
export const tableOf = (page) => /\/t\/([0-9a-f]{32})$/.exec(page.url())[1];

/** Requests made by tests so far. The page's own ids look different. */
let asked = 0;

/** Runs in the page. To paint gradients, pictures and shadows takes a quarter of the time. They stay in the styles that tests and axe read. */
function leavePlain() {
  window.plain = new CSSStyleSheet();
  window.plain.replaceSync("*, ::before, ::after { background-size: 0 0 !important; box-shadow: none !important }");
  document.adoptedStyleSheets.push(window.plain);
}

/** From now on the page is painted as people see it. */
export const paint = (page) => page.evaluate(() => void (window.plain.disabled = true));

/** A person with a browser. The frames received are kept, and any error on the page fails the test. `server` is
 * anything with an origin. At its /offline, or on a static file host, the page's own worker is at the other end of the
 * connection. */
export class Person {
  framesOf = new Map();
  errors = [];

  static async come(browser, server, name, { viewport = DESK, scheme = "light", locale = "en-GB", path = "/", storage, motion = "reduce" } = {}) {
    const person = new Person();
    person.name = name;
    person.server = server;
    person.home = server.origin + new URL(path, server.origin).pathname;
    person.context = await browser.newContext({ viewport, colorScheme: scheme, locale, reducedMotion: motion, storageState: storage });
    await person.context.addInitScript(leavePlain);
    await person.context.exposeBinding("heard", ({ page }, frame) => person.hear(page, frame));
    /* The page's own connection, so that a test can use it too. */
    await person.context.addInitScript(() => {
      window.lines = [];
      /* News can be held back from the page, as on a slow connection; answers cannot. */
      const hold = (line) => (event) => {
        if (!window.held || JSON.parse(event.data).type !== "news") return;
        event.stopImmediatePropagation();
        window.held.push({ line, data: event.data });
      };
      window.Worker = class extends Worker {
        constructor(...args) {
          super(...args);
          if (!/\/worker-[^/]*$/.test(args[0])) return; // the analysis has a worker, too
          window.lines.push(this);
          this.addEventListener("message", ({ data, isTrusted }) => isTrusted && window.heard(data)); // not again when it is released
          this.addEventListener("message", hold(this));
        }

        send(text) {
          this.postMessage(text);
        }
      };
      window.WebSocket = class extends WebSocket {
        constructor(...args) {
          super(...args);
          window.lines.push(this);
          this.addEventListener("message", hold(this));
        }

        /* With window.tasted set, moves are not sent: they are recorded and refused as too late. With window.finished set,
           these are the finished games on the server, of the reader and of everybody. */
        send(text) {
          const { id, do: what, move, of, before } = JSON.parse(text);
          if (window.finished && what === "history") {
            const all = window.finished[of], from = before ? all.findIndex(({ table }) => table === before) + 1 : 0;
            return this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify({ type: "ok", id, games: all.slice(from, from + 20) }) }));
          }
          if (!window.tasted || what !== "move") return super.send(text);
          window.tasted.push(move);
          this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify({ type: "no", id, error: "stale", sentence: "too late" }) }));
        }
      };
    });
    person.page = await person.open(path);
    if (name && !storage) await person.sayName();
    return person;
  }

  hear(page, frame) {
    if (!this.framesOf.has(page)) this.framesOf.set(page, []);
    this.framesOf.get(page).push(frame);
  }

  /** What the current page was sent. */
  get frames() {
    return this.framesOf.get(this.page) ?? [];
  }

  async open(path = "") {
    const page = await this.context.newPage();
    page.on("pageerror", (error) => this.errors.push(String(error)));
    page.on("console", (message) => message.type() === "error" && !/ERR_|WebSocket|status of 503/.test(message.text()) && this.errors.push(message.text()));
    page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => this.hear(page, String(payload))));
    page.on("request", (request) => new URL(request.url()).origin !== this.server.origin && !/^(blob|data):/.test(request.url()) && this.errors.push(`asked elsewhere: ${request.url()}`));
    await page.goto(new URL(path, this.home).href);
    return page;
  }

  async sayName() {
    await this.page.locator(".welcome input").fill(this.name);
    await this.page.locator(".welcome button").click();
    await this.page.locator(".home .games, .table").first().waitFor();
  }

  /** Opens a tab of the column shared by chronicle, talk and standing. */
  async side(name) {
    await this.page.locator(`.tabs [data-side=${name}]`).click();
  }

  /** Called by hand, tests save pictures for people to look at, which takes half of the time of some. */
  async shot(name) {
    if (!shots || process.env.KICKBACK_SHOTS === "failed") return;
    mkdirSync(shots, { recursive: true });
    await paint(this.page);
    /* The rules have 28,000 pixels on a phone, which takes a busy machine more than the usual 30 s. */
    await this.page.screenshot({ path: join(shots, `${name}.png`), fullPage: true, timeout: 0 });
  }

  /** The latest news this browser was sent, and the view of its table in it. Tests ask many times for one. */
  get news() {
    const last = this.frames.findLast((frame) => frame.includes('"type":"news"'));
    if (last !== this.read?.frame) this.read = { frame: last, news: last ? JSON.parse(last) : null };
    return this.read?.news ?? null;
  }

  get view() {
    return this.news?.view ?? null;
  }

  /** Sends a request over the page's own connection and returns the answer. If the page connects again meanwhile, sends the
   * request again with the same id, as the page does with its own: what was sent last may be lost. */
  async ask(what, keys = {}, page = this.page) {
    const id = `t${asked++}`;
    return page.evaluate(({ id, what, keys }) => new Promise((done) => {
      const sendOver = (line) => {
        const again = setInterval(() => {
          const newest = window.lines.at(-1);
          if (newest === line || newest.readyState !== WebSocket.OPEN) return;
          stop();
          sendOver(newest);
        }, 500);
        const hear = ({ data }) => {
          const message = JSON.parse(data);
          if (message.id !== id) return;
          stop();
          done(message);
        };
        const stop = () => {
          clearInterval(again);
          line.removeEventListener("message", hear);
        };
        line.addEventListener("message", hear);
        line.send(JSON.stringify({ id, do: what, ...keys }));
      };
      sendOver(window.lines.at(-1));
    }), { id, what, keys });
  }

  /** The whole record of the table, which comes in pieces. */
  async record() {
    let record = "";
    for (let keys = {}; ; ) {
      const answer = await this.done("record", { table: this.table, ...keys });
      record += answer.record;
      if (answer.next === undefined) return record;
      keys = { after: answer.next };
    }
  }

  async done(what, keys) {
    const answer = await this.ask(what, keys);
    check(answer.type === "ok", `${what} was refused: ${JSON.stringify(answer)}`);
    return answer;
  }

  async goTo(table) {
    this.table = table;
    await this.page.goto(`${this.home}#${table}`);
    await this.page.locator(".table").waitFor();
  }

  /** Makes a table and sits down at its first seat, with bots at the given seats. Bots leave no time to talk unless
   * told to. */
  async make(game, players, { bots = [], ...keys } = {}) {
    const { table } = await this.done("create", { game, players, pace: "off", ...keys });
    await this.done("sit", { table, seat: SEATS[game][0] });
    for (const [seat, bot] of bots) await this.done("bot", { table, seat: SEATS[game][seat], bot });
    await this.goTo(table);
    return table;
  }

  /** Fills in the form for a new table and sends it: the game, the number of seats, players by seat, a preset, and values
   * of the folded fields by their names. */
  async makeByForm({ game = "intrige", players, who = {}, preset, ...rest } = {}) {
    await this.fillForm({ game, players, who, preset, ...rest });
    await this.page.locator(".new-table .go button").click();
    await this.page.locator(".table").waitFor();
    this.table = tableOf(this.page);
    await until("the table's view", () => this.news?.table === this.table);
  }

  async fillForm({ game = "intrige", players, who = {}, preset, ...rest } = {}) {
    const { page } = this;
    await page.goto(`${this.home}#new`);
    const pick = (group, value) => page.locator(`.pick:has([name=${group}][value="${value}"])`).click();
    await pick("game", game);
    if (players) await pick("players", players);
    for (const [seat, player] of Object.entries(who)) await page.locator(".new-table .places li").nth(Number(seat)).locator("select").first().selectOption(player);
    if (preset) await pick("preset", preset);
    const folded = page.locator(".rest:not([open]) summary");
    if (Object.keys(rest).length && (await folded.count())) await folded.click();
    for (const [name, value] of Object.entries(rest)) await page.locator(`.rest [name=${name}]`).selectOption(value);
  }

  async sit(table, seat) {
    await this.goTo(table);
    await this.done("sit", { table, seat });
  }

  /** Presses a random control of the board, rather one that is not among the known, unless a question or a move is on its way. */
  async pressOne(rng, kind = "button", known = []) {
    const found = await this.page.evaluate(controlAt, { kind, known, at: rng(2 ** 30) });
    if (found.place) await this.page.mouse.click(...found.place);
    return found;
  }

  /** Makes a move by pressing random controls until it is made, without knowing the game. `asked`: stops at the
   * confirmation question, if there is one. `held`: stops when this shows, which says that the move is not sent yet;
   * further presses could be the next move. */
  async press(rng, { asked = () => false, held } = {}) {
    const { decision } = this.view;
    const yes = this.page.locator(".confirm button.main");
    const isSent = async () => (await held?.count()) || !(await this.page.locator(".banner.sending:not([role])").count());
    let known = [];
    for (let tries = 0; tries < 300; tries++) {
      if (this.view.decision !== decision || this.view.stage !== "playing" || (await held?.count())) return true;
      /* In turn: new controls, those that complete a choice, those that the board marks, and all. */
      const kind = ["button", "button.main", "button.choosable", "button"][tries % 4];
      const found = await this.pressOne(rng, kind, tries % 4 ? [] : known);
      if (found.asks) {
        if (asked()) return true;
        await yes.click();
        await this.page.locator(".confirm").waitFor({ state: "detached" });
      }
      if (found.asks || found.sends) await until("the answer to a move", isSent);
      if (kind === "button") known = found.names ?? known;
    }
    return false;
  }

  /** From now on the page gets no news, until it catches up. `frames` and `view` have it at once. For long games: what takes
   * most of the time is to show every move. */
  async holdNews() {
    await this.page.evaluate(() => (window.held ??= []));
  }

  async catchUp() {
    await this.page.evaluate(() => {
      const held = window.held ?? [];
      window.held = null;
      for (const { line, data } of held) line.dispatchEvent(new MessageEvent("message", { data }));
    });
  }

  /** Makes a move over the connection, for long games. */
  async move(rng) {
    const { legal, decision } = this.view;
    const move = legal[rng(legal.length)].replace(/(\d+)\.\.\d+\/\d+/, "$1");
    await this.ask("move", { table: this.table, move, decision });
  }

  /** All events this browser was told, without duplicates. */
  get events() {
    const news = this.frames.filter((frame) => frame.includes('"type":"news"')).flatMap((frame) => JSON.parse(frame).events);
    return [...new Map(news.map((event) => [event.n, event])).values()];
  }

  /** From now on, records everything that is announced. */
  async listen() {
    await this.page.evaluate(() => {
      window.told = new Set();
      const note = () => document.querySelectorAll("[role=status], .toast").forEach((place) => window.told.add(place.textContent));
      new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
  }

  cameUp(text) {
    return until(`"${text}" at ${this.name}'s page`, () => this.page.evaluate((wanted) => [...window.told].some((told) => told.includes(wanted)), text));
  }

  async leave() {
    check(!this.errors.length, `${this.name}'s page says: ${this.errors.join("; ")}`);
    await this.context.close();
  }
}

/** Small pseudo-random numbers, the same in every run. */
export function luck(seed) {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 4294967296) * n);
  };
}
