// Cut connections, two tabs, double clicks, a killed server: each decision is one move, nothing is lost, and no reload
// is needed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { check, luck, Person, SEATS, until } from "./lib.mjs";

const [OPEN, CLOSED] = [1, 3]; // of a WebSocket

const movesBy = (person, seat) => person.events.filter((event) => event.do === "move" && event.by === seat).length;

async function begin(browser, server) {
  const anna = await Person.come(browser, server, "Anna");
  const table = await anna.make("incorporated", 3, { bots: [[1, "easy"], [2, "easy"]], clock: { kind: "live", bank_s: 3600, increment_s: 0 } });
  await anna.done("start", { table });
  await until("my turn", () => anna.view?.legal?.length);
  return anna;
}

async function cut(anna, rng) {
  await anna.page.evaluate(() => (window.stays = true));
  await anna.context.setOffline(true);
  const banner = anna.page.locator(".banner[role=alert]");
  await banner.waitFor({ timeout: 10000 });
  const { n } = anna.view;
  /* A move made meanwhile is marked as not sent, and is sent later, once. */
  const before = movesBy(anna, SEATS.incorporated[0]);
  check(await anna.press(rng, { held: anna.page.locator(".banner b") }), "no move was made");
  check(anna.view.n === n, "news came over a line that is cut");
  await anna.shot("cut");
  await anna.context.setOffline(false);
  await banner.waitFor({ state: "detached" });
  await until("the move that was held back", () => movesBy(anna, SEATS.incorporated[0]) > before);
  check(await anna.page.evaluate(() => window.stays), "the page was loaded again");
  check(movesBy(anna, SEATS.incorporated[0]) === before + 1, "one move became several");
}

/** The page's clock and the server's agree after a reconnect. */
async function clocks(anna) {
  await until("my turn", () => anna.view?.legal?.length);
  await until("the server's clock on the page", async () => {
    const { at } = await anna.done("ping");
    const { clock, as } = anna.view;
    const shown = Number(await anna.page.locator(`.seat.seat-${as} .clock`).getAttribute("data-ms"));
    const { at: later } = await anna.done("ping");
    const server = clock.left_ms[as] - (at - clock.at);
    return shown <= server + 250 && shown >= server - (later - at) - 500;
  });
}

async function twoTabs(anna, rng) {
  const second = await anna.open(`/#${anna.table}`);
  await second.locator(".table main section, .table main div").first().waitFor();
  await until("my turn", () => anna.view?.legal?.length);
  const { legal, decision } = anna.view;
  const before = movesBy(anna, anna.view.as);
  /* Both tabs, and one of them twice, answer the same decision. */
  const keys = { table: anna.table, move: legal[rng(legal.length)], decision };
  const answers = await Promise.all([anna.ask("move", keys), anna.ask("move", keys), anna.ask("move", keys, second)]);
  check(answers.filter(({ type }) => type === "ok").length === 1, `one of three is taken: ${JSON.stringify(answers)}`);
  check(answers.filter(({ error }) => error === "stale" || error === "not_actor" || error === "over").length === 2, `the others are too late: ${JSON.stringify(answers)}`);
  await until("the move", () => movesBy(anna, anna.view.as) > before);
  check(movesBy(anna, anna.view.as) === before + 1, "one move became several");
  /* The second tab may list what happened while it was opened as missed. Each tab gets news over its own connection. */
  if (await second.locator(".since").count()) await second.locator(".since button").click();
  const equal = async (part) => (await anna.page.locator(part).innerText()) === (await second.locator(part).innerText());
  await until("equal tabs", async () => (await equal(".chronicle")) && equal("main"));
  await second.close();
}

/** A confirm bar that is open when the decision is made elsewhere closes by itself. */
async function late(browser, server) {
  const anna = await Person.come(browser, server, "Anna");
  const table = await anna.make("intrige", 3, { bots: [[1, "easy"], [2, "easy"]] });
  await anna.done("start", { table });
  const rng = luck(9);
  for (let tries = 0; ; tries++) {
    await until("my turn", () => anna.view?.legal?.length);
    if (anna.view.legal.some((move) => move.startsWith("bribe"))) break;
    check(tries < 60, "nobody wants a bribe");
    const { n } = anna.view;
    await anna.move(rng);
    await until("news of the move", () => anna.view.n > n);
  }
  const bar = anna.page.locator(".confirm");
  for (let tries = 0; !(await bar.count()); tries++) {
    check(tries < 60, "a bribe is not asked twice");
    await anna.pressOne(rng);
  }
  check(/\d/.test(await bar.innerText()), "the sum is not in the words of the second step");
  await anna.shot("confirm");
  await anna.move(rng);
  await bar.waitFor({ state: "detached" });
  await anna.leave();
}

/** Plays on until a sum can be typed, in the first person's page. */
async function untilSum(people, rng) {
  const sum = people[0].page.locator(".amount input[type=number]");
  for (let tries = 0; tries < 200; tries++) {
    const actor = await until("somebody's turn", () => people.find(({ view }) => view?.legal?.length));
    const { n, legal } = actor.view;
    if (actor === people[0] && legal.some((move) => move.startsWith("bribe"))) {
      for (let presses = 0; presses < 60 && !(await sum.count()); presses++) await actor.pressOne(rng);
      if (await sum.count()) return sum;
    }
    await actor.move(rng);
    await until("news of the move", () => actor.view.n > n);
  }
  throw new Error("nobody is asked for a sum");
}

/** A restart that takes less than two seconds is not seen: no banner, nobody disconnected, and what was typed is kept. The
 * page's time is the test's, because starting a server may take longer on a busy machine. */
async function restarted(browser, server) {
  const people = [await Person.come(browser, server, "Anna"), await Person.come(browser, server, "Ben")];
  const [anna, ben] = people;
  const table = await anna.make("intrige", 3, { bots: [[2, "easy"]] });
  await ben.sit(table, SEATS.intrige[1]);
  await anna.done("start", { table });
  const sum = await untilSum(people, luck(5));
  await anna.side("talk");
  const say = anna.page.locator(".talk form input");
  await say.fill("half a sent");
  await sum.fill("12");
  await until("both at the table", async () => (await anna.page.locator(".seat").count()) === 3 && !(await anna.page.locator(".seat.away").count()));
  for (const { page } of people) {
    await page.evaluate(() => {
      window.flicker = [];
      const note = () => document.querySelectorAll("[role=alert], .seat.away, .confirm, dialog[open]").forEach((one) => window.flicker.push(one.className + one.textContent));
      new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await page.clock.install();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  }
  const state = ({ page }) => page.evaluate(() => window.lines.at(-1).readyState);
  const settled = async (person) => until("an end of the handshake", async () => [OPEN, CLOSED].includes(await state(person)));
  const pass = async (ms) => {
    for (const person of people) {
      await person.page.clock.runFor(ms);
      await settled(person);
    }
  };
  await server.stop();
  for (const person of people) await until("the server's goodbye", async () => (await state(person)) === CLOSED);
  for (let i = 0; i < 3; i++) await pass(100); // in vain
  await server.start();
  for (let i = 0; i < 16; i++) await pass(100);
  for (const person of people) check((await state(person)) === OPEN, `${person.name} is not back within two seconds`);
  check((await sum.inputValue()) === "12" && (await sum.evaluate((field) => field === document.activeElement)), "the half-typed sum is gone");
  check((await say.inputValue()) === "half a sent", "the half-typed sentence is gone");
  await pass(3000);
  for (const { page, name } of people) {
    const seen = await page.evaluate(() => window.flicker);
    check(!seen.length, `${name}'s page flickers: ${seen[0]}`);
    await page.clock.resume();
  }
  await say.fill("half a sentence");
  await say.press("Enter");
  await until("the line", () => ben.events.some((event) => event.do === "say" && event.say === "half a sentence"));
  for (const person of people) await person.leave();
}

/** The connection is opened before the page's scripts are there, and asks for the table: what came over it meanwhile counts. */
async function ahead(anna) {
  const page = await anna.context.newPage();
  const sockets = [], sent = [];
  let release;
  const held = new Promise((go) => (release = go));
  await page.route("**/kept/index-*.js", (route) => held.then(() => route.continue()));
  page.on("websocket", (socket) => {
    sockets.push(socket.url());
    socket.on("framesent", ({ payload }) => sent.push(payload));
    socket.on("framereceived", ({ payload }) => payload.includes('"type":"news"') && release());
  });
  await page.goto(`${anna.home}t/${anna.table}`);
  await page.locator(".table .status").waitFor();
  check(sockets.length === 1 && sockets[0].endsWith(`/ws?watch=${anna.table}`), `connected to ${sockets}`);
  check(sent.length && !sent.some((frame) => frame.includes('"do":"watch"')), "the page asks for its table twice");
  await page.close();
}

/** The connection is cut when the page asks for older lines: it asks again, here by itself, because deals are counted from all lines. */
async function older(browser, server) {
  const anna = await Person.come(browser, server, "Anna");
  const table = await anna.make("intrige", 3, { options: { deals: "loose" } });
  const seat = SEATS.intrige[1];
  await until("more lines than come at once", async () => {
    await anna.ask("bot", { table, seat, bot: "easy" });
    await anna.ask("empty", { table, seat });
    return anna.view?.n > 105;
  });
  await anna.page.addInitScript(() => {
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (text) {
      if (window.wasCut || JSON.parse(text).do !== "events") return send.call(this, text);
      window.wasCut = true;
      return this.close();
    };
  });
  await anna.page.reload();
  await anna.side("chronicle");
  await until("the first line", async () => (await anna.page.locator(".chronicle li").first().innerText()) === "Anna sits down as Red.");
  check(await anna.page.evaluate(() => window.wasCut), "nobody asked for older lines");
  await anna.leave();
}

/** Another program keeps the server from writing. Returns a function that ends it. */
async function lock(server) {
  const hold = 'import sqlite3, sys; log = sqlite3.connect(sys.argv[1], isolation_level=None); log.execute("BEGIN IMMEDIATE"); print("locked", flush=True); sys.stdin.read()';
  const holder = spawn("python3", ["-c", hold, join(server.data, "log.sqlite")], { stdio: ["pipe", "pipe", "inherit"] });
  await once(holder.stdout, "data");
  return async () => {
    const ended = once(holder, "exit");
    holder.stdin.end();
    await ended;
  };
}

/** The server cannot store anything. People are told, and what they do meanwhile is done when it can. */
async function stalled(browser, anna, server, rng) {
  const ben = await Person.come(browser, server, "Ben", { locale: "de-DE" });
  await until("my turn", () => anna.view?.legal?.length);
  const me = SEATS.incorporated[0];
  const before = movesBy(anna, me);
  const unlock = await lock(server);
  const answer = anna.ask("say", { table: anna.table, say: "before" }).catch((error) => error);
  await anna.page.getByText("The server is saving its breath. Your move is kept.").waitFor({ timeout: 20000 });
  await ben.page.getByText("Der Server holt gerade Luft. Dein Zug bleibt erhalten.").waitFor({ timeout: 20000 });
  check(await anna.press(rng, { held: anna.page.locator(".banner.sending:not([role])") }), "no move was made"); // refused, and kept
  check(!(await anna.page.locator(".toast p").count()), "an error is shown");
  check(movesBy(anna, me) === before, "a move was made that is not stored");
  await anna.shot("stalled");
  const late = [];
  for (const [locale, words] of [["en-GB", "The server is saving its breath. This page goes on by itself."], ["de-DE", "Der Server holt gerade Luft. Danach geht es hier von selbst weiter."]]) {
    const guest = await Person.come(browser, server, null, { locale });
    await guest.page.locator("main").getByText(words).waitFor({ timeout: 20000 });
    await guest.page.evaluate(() => (window.stays = true));
    late.push(guest);
  }
  await late[0].shot("stalled-late");
  await unlock();
  for (const guest of late) { // they get in without a reload
    await guest.page.locator(".welcome input").waitFor();
    check(await guest.page.evaluate(() => window.stays), "the page was loaded again");
    check(!(await guest.page.locator("header [role=status]").count()), "a server that is back is said to wait");
    await guest.leave();
  }
  await anna.page.locator(".banner[role=alert]").waitFor({ state: "detached" });
  check((await answer).type === "ok", "what was asked before is not done");
  await until("the move that was kept", () => movesBy(anna, me) > before);
  check(movesBy(anna, me) === before + 1, "one move became several");
  check(await anna.page.evaluate(() => window.stays), "the page was loaded again");
  await ben.leave();
}

async function killed(anna, server) {
  await server.stop("SIGKILL");
  await anna.page.locator(".banner[role=alert]").waitFor({ timeout: 10000 });
  const { n } = anna.view;
  await server.start();
  await anna.page.locator(".banner[role=alert]").waitFor({ state: "detached" });
  await until("the table again", () => anna.view.n >= n);
  check(await anna.page.evaluate(() => window.stays), "the page was loaded again");
}

export default async function lines({ browser, server }) {
  const rng = luck(1);
  const anna = await begin(browser, server);
  await cut(anna, rng);
  await clocks(anna);
  await twoTabs(anna, rng);
  await late(browser, server);
  await restarted(browser, server);
  await ahead(anna);
  await older(browser, server);
  await stalled(browser, anna, server, rng);
  await killed(anna, server);
  await anna.leave();
}
