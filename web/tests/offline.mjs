// The page without a server, at /offline and as a site of its own: whole games against bots, around one device, with the
// network cut and the server gone, closed in the middle of a decision and opened again; a rematch, tables that are deleted,
// records that are dropped on it; and that it can be installed.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { browsePersistently, check, DESK, luck, PHONE, shots, until } from "./lib.mjs";
import { checkPage } from "./sound.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json" };

/** A browser of its own for somebody without a server. */
class Device {
  errors = [];

  static async take(browser, address, viewport = DESK, locale = "en-GB") {
    const device = new Device();
    Object.assign(device, { address, locale });
    device.context = await browser.newContext({ viewport, locale, reducedMotion: "reduce", acceptDownloads: true });
    /* What the worker says, and a way to speak to it. */
    await device.context.addInitScript(() => {
      window.said = [];
      window.Worker = class extends Worker {
        constructor(...args) {
          super(...args);
          window.worker = this;
          this.addEventListener("message", ({ data }) => window.said.push(data));
        }
      };
    });
    device.page = await device.open();
    return device;
  }

  async open() {
    const page = await this.context.newPage();
    page.on("pageerror", (error) => this.errors.push(String(error)));
    page.on("console", (message) => message.type() === "error" && !/ERR_/.test(message.text()) && this.errors.push(message.text()));
    await page.goto(this.address);
    return page;
  }

  view() {
    return this.page.evaluate(() => {
      const last = window.said.findLast((message) => message.includes('"type":"news"'));
      return last ? JSON.parse(last).view : null;
    });
  }

  /** A request to the worker; its answer. */
  ask(what, keys) {
    return this.page.evaluate(({ what, keys }) => new Promise((done) => {
      const id = `t${Math.random()}`;
      window.worker.addEventListener("message", function hear({ data }) {
        const message = JSON.parse(data);
        if (message.id !== id) return;
        window.worker.removeEventListener("message", hear);
        done(message);
      });
      window.worker.postMessage(JSON.stringify({ id, do: what, ...keys }));
    }), { what, keys });
  }

  async shot(name) {
    if (!shots) return;
    mkdirSync(shots, { recursive: true });
    await this.page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
  }

  async leave() {
    check(!this.errors.length, `the page says: ${this.errors.join("; ")}`);
    await this.context.close();
  }
}

const myTurn = (device) => device.page.locator(".status.mine").waitFor({ timeout: 60000 });

/** A game against bots; then there is nothing but the browser. */
async function aloneWithBots(device, cut) {
  const { page } = device;
  await page.locator(".welcome input").fill("Anna");
  await page.locator(".welcome button").click();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.locator(".games button.main").first().click();
  await myTurn(device);
  await cut();
  await device.context.setOffline(true);
  await page.reload();
  await myTurn(device);
  await checkPage(device, `offline-bots-${device.locale}`);
  const [status, hash] = [await page.locator(".status").innerText(), new URL(page.url()).hash];
  await page.close();
  device.page = await device.open();
  await device.page.locator(`a[href="${hash}"]`).click();
  await myTurn(device);
  check((await device.page.locator(".status").innerText()) === status, "the decision that was due is due after the browser was closed");
}

/** Two tabs of one table: what happens in one is seen in the other, and no decision is made twice. */
async function twoTabs(device) {
  const first = device.page;
  const other = await device.open();
  await other.goto(first.url());
  await other.locator(".status.mine").waitFor({ timeout: 60000 });
  const table = new URL(first.url()).hash.slice(1);
  const { legal, decision, n } = await device.view();
  const move = { table, move: legal[0].replace(/(\d+)\.\.\d+\/\d+/, "$1"), decision };
  check((await device.ask("move", move)).type === "ok", "the first tab moves");
  device.page = other;
  await until("news in the other tab", async () => (await device.view()).n > n);
  check((await device.ask("move", move)).error === "stale", "the other tab cannot make the same decision again");
  await until("the same in both", async () => {
    const here = await device.view();
    device.page = first;
    const there = await device.view();
    device.page = other;
    return JSON.stringify(here) === JSON.stringify(there);
  }, 60000);
  await other.close();
  device.page = first;
}

/** Three people and one device: sealed bribes, and nothing of one of them in the page of another. */
async function aroundOneDevice(device, rng) {
  const { page } = device;
  await page.goto(`${device.address}#new`);
  const seats = page.locator(".places select");
  const choice = (label) => page.locator("label", { hasText: label }).locator("select");
  await choice("Seats").selectOption("3");
  await choice("Bribes").selectOption("sealed");
  for (const place of [1, 2]) await page.locator(".places li").nth(place).locator("select").first().selectOption("friend");
  check((await seats.count()) === 3, "three people, no bot");
  await page.locator("form button.main").click();
  await page.locator(".covered").waitFor();
  await checkPage(device, "offline-covered");
  const table = new URL(page.url()).hash.slice(1);
  let covered = 0;
  for (let moves = 0; ; moves++) {
    check(moves < 3000, "the game ends");
    let view = await device.view();
    if (view.stage === "over") break;
    if (view.hand) {
      if (view.as !== "spectator") await page.locator(".pass-on button").click();
      await page.locator(".covered").waitFor();
      view = await device.view();
      check(view.as === "spectator" && !view.legal && !(await page.locator(".table").count()), "between two hands the page has nothing of anybody's");
      check(Object.values(view.position.cash).every((sum) => sum === null), "and knows nobody's cash");
      await page.locator(".covered button").first().click();
      await page.locator(".covered").waitFor({ state: "detached" });
      await until("somebody's view", async () => (await device.view()).as !== "spectator");
      covered++;
      continue;
    }
    const { legal, decision, n } = view;
    const answer = await device.ask("move", { table, move: oneOf(legal, rng), decision });
    check(answer.type === "ok", JSON.stringify(answer));
    await until("news of the move", async () => (await device.view()).n > n);
  }
  check(covered > 5, `the device went from hand to hand ${covered} times`);
  await page.locator(".end").waitFor();
  await device.shot("offline-end");
  await page.goto(`${device.address}#replay/${table}`);
  await page.locator(".replay .good").waitFor();
}

const oneOf = (legal, rng) => legal[rng(legal.length)].replace(/(\d+)\.\.\d+\/\d+/, "$1");

/** A whole game of each kind against bots, the rematch of the last, and its end; then all of them are deleted. */
async function wholeGames(device, rng) {
  const { page } = device;
  const before = await tables(device);
  for (const [game, level] of [["intrige", "medium"], ["integralis", "easy"], ["incorporated", "medium"]]) {
    const { table } = await device.ask("create", { game, players: 3 });
    const [mine, ...others] = (await device.ask("lobby", {})).tables.find((each) => each.table === table).seats.map(({ seat }) => seat);
    await device.ask("sit", { table, seat: mine });
    for (const seat of others) check((await device.ask("bot", { table, seat, bot: level })).type === "ok", `${level} sits down`);
    await page.goto(`${device.address}#${table}`);
    await device.ask("start", { table });
    await until(`${game} begins`, async () => (await device.view())?.game === game);
    await playOn(device, table, rng);
    await page.locator(".end").waitFor();
    const { record } = await device.ask("record", { table });
    check(JSON.parse(record.trimEnd().split("\n").at(-1)).end, `the record of ${game} has its end`);
  }
  await page.locator(".end button.main").click();
  await until("the table of the rematch", async () => (await device.view()).stage === "gathering");
  check((await device.view()).seats.filter(({ bot }) => bot === "medium").length === 2, "the same bots sit there");
  check((await tables(device)) === before + 4, "four tables more are kept");
  await page.goto(`${device.address}#`);
  page.on("dialog", (dialog) => void dialog.accept());
  const entries = page.locator("li:has(a.entry)");
  for (let left = before + 4; left > before; left--) {
    await until(`${left} tables in the list`, async () => (await entries.count()) === left);
    await entries.first().locator("button.plain").click();
  }
  await until("they are deleted", async () => (await tables(device)) === before);
}

const tables = async (device) => (await device.ask("lobby", {})).tables.length;

async function playOn(device, table, rng) {
  for (let view = await device.view(); view.stage !== "over"; ) {
    if (view.legal?.length) {
      const answer = await device.ask("move", { table, move: oneOf(view.legal, rng), decision: view.decision });
      check(answer.type === "ok", JSON.stringify(answer));
    }
    const { n } = view;
    view = await until("what comes next", async () => {
      const now = await device.view();
      return (now.n > n || now.stage === "over") && now;
    }, 60000);
  }
}

/** Records dropped on the page: a sound one, and one whose tenth line is wrong. */
async function droppedRecords(device, wrongTenth) {
  const { page } = device;
  const record = readFileSync(new URL("../../tests/golden/incorporated-3-above.kbr", import.meta.url), "utf8");
  const drop = async (text) => {
    await page.goto(`${device.address}#`);
    await page.goto(`${device.address}#replay`);
    const files = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "game.kbr"));
      return data;
    }, text);
    await page.locator(".replay .open").dispatchEvent("drop", { dataTransfer: files });
  };
  await drop(record);
  await page.locator(".replay .good").waitFor();
  await drop(record.split("\n").map((line, i) => (i === 9 ? '{"by":"suns","move":"dance"}' : line)).join("\n"));
  const said = await page.locator(".replay .bad").innerText();
  check(said.includes(wrongTenth) && said.includes("dance"), `the tenth line is named: ${said}`);
}

/** Chromium itself finds nothing that is missing; it installs nothing from a private window. */
async function canBeInstalled(address) {
  const folder = mkdtempSync(join(tmpdir(), "kickback-"));
  const context = await browsePersistently(folder);
  const page = await context.newPage();
  await page.goto(address);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const devtools = await context.newCDPSession(page);
  const { errors, data, manifest } = await devtools.send("Page.getAppManifest");
  check(!errors.length && (manifest || data), `the manifest is sound: ${JSON.stringify(errors)}`);
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  check(!installabilityErrors.length, `nothing is missing: ${JSON.stringify(installabilityErrors)}`);
  await context.close();
  rmSync(folder, { recursive: true, force: true });
}

/** A new version comes beside the old one, and takes over when the old one's last tab is closed. */
async function newVersion(device, folder) {
  await device.page.evaluate(async () => void (await navigator.serviceWorker.ready));
  for (const [name, from, to] of [["index.html", "<html", '<html data-version="new"'], ["sw.js", '"version":"', '"version":"new']])
    writeFileSync(join(folder, name), readFileSync(join(folder, name), "utf8").replace(from, to));
  await device.page.reload();
  await device.page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await until("the new version beside the old one", () => device.page.evaluate(async () => !!(await navigator.serviceWorker.ready).waiting));
  check((await device.page.locator("html").getAttribute("data-version")) === null, "an open page keeps its version");
  await device.page.close();
  device.page = await device.open();
  await until("the new version", async () => {
    await device.page.reload();
    return (await device.page.locator("html").getAttribute("data-version")) === "new";
  });
}

/* Bots pause before they move; here they need not. */
const AT_ONCE = "{ const wait = self.setTimeout; self.setTimeout = (go) => wait(go, 0); }\n";

/** A host of files and nothing else. */
async function host(folder) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://site").pathname);
    try {
      const name = path.endsWith("/") ? `${path}index.html` : path;
      const file = readFileSync(join(folder, name));
      response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream" }).end(/worker-[^/]*\.js$/.test(name) ? AT_ONCE + file : file);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return server;
}

export default async function offline({ browser, server }) {
  const carried = await Device.take(browser, `${server.origin}/offline`);
  let gone = false;
  try {
    await aloneWithBots(carried, async () => {
      gone = true;
      await server.stop();
    });
    await twoTabs(carried);
    await aroundOneDevice(carried, luck(3));
  } finally {
    if (gone) await server.start();
  }
  await carried.leave();

  const folder = mkdtempSync(join(tmpdir(), "kickback-"));
  const web = new URL("..", import.meta.url).pathname;
  execFileSync(join(web, "node_modules/.bin/vite"), ["build", "--mode", "site", "--base", "./", "--outDir", folder, "--emptyOutDir", "--logLevel", "error"], { cwd: web, stdio: "inherit" });
  const files = await host(folder);
  const site = await Device.take(browser, `http://127.0.0.1:${files.address().port}/`, PHONE, "de-DE");
  await canBeInstalled(site.address);
  await newVersion(site, folder);
  await aloneWithBots(site, async () => {
    files.close();
    files.closeAllConnections();
  });
  await wholeGames(site, luck(5));
  await droppedRecords(site, "Zeile 10 ist falsch: Dieser Zug ist hier nicht erlaubt.");
  await site.leave();
  rmSync(folder, { recursive: true });
}
