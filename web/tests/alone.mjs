// Whole games without a server and with the network cut: one of each against bots, and one of each with people around
// one device. Each is played to the end screen and to a record that the program replays, except the longest in `make test`.
// Then a rematch, and all tables are deleted.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { carried, Host } from "./host.mjs";
import { check, luck, often, Person, PHONE, until } from "./lib.mjs";
import { checkEnd, download, play } from "./play.mjs";
import { checkPage } from "./sound.mjs";

/** How many decisions are made by pressing, and how often the device is passed on by hand. The rest of a long game goes
 * through the worker directly. */
const [PRESSES, PRESSES_AROUND, PASSES] = [often(10, 30), 8, 6];

/** Decisions of Integralis around one device: a whole game is passed on 170 times. */
const MOST = { integralis: often(60, Infinity) };

/** The fewest people for each game: more people make it longer. */
const PLAYERS = { intrige: 3, integralis: 2, incorporated: 3 };

async function begin(person, game, keys) {
  const table = await person.make(game, PLAYERS[game], keys);
  await person.done("start", { table });
  await until("the game", () => person.news?.table === table && person.view.stage === "playing");
}

async function againstBots(person, game, folder, rng) {
  await begin(person, game, { bots: Array.from({ length: PLAYERS[game] - 1 }, (_, i) => [i + 1, "easy"]) });
  const pressed = await play([person], rng, { presses: PRESSES });
  console.log(`  ${game}: ${pressed} decisions pressed against bots`);
  await checkEnd(person);
  await download(person, folder);
}

/** While the device is passed on, the page says only who is next: neither the table nor anything told to one person. */
async function checkCovered(person) {
  const { view: { as, legal, question }, page } = person;
  check(as === "spectator" && !legal && !question, "between two hands the page has nobody's eyes");
  const rest = await page.evaluate(() => {
    const body = document.body.cloneNode(true);
    body.querySelector(".covered").remove();
    return { text: body.textContent.trim(), elements: [...body.querySelectorAll("*:not(script)")].map(({ outerHTML }) => outerHTML) };
  });
  check(!rest.text && rest.elements.length <= 2, `this is in the page besides: ${rest.elements.join(" ")}`);
}

async function pass(person, handed) {
  const { page, table, view: { as, hand } } = person;
  await person.catchUp();
  if (handed >= PASSES) return void (await person.done("hand", { table, seat: hand[0] }));
  if (as !== "spectator") {
    await page.keyboard.press("m");
    await page.locator(".toast p").waitFor();
    await page.locator(".pass-on button").click();
    await page.locator(".covered").waitFor();
  }
  await checkCovered(person);
  if (handed < 2) await checkPage(person, `covered-${person.view.game}-${handed}`);
  await page.locator(".covered button").first().click();
  await until("somebody's eyes", () => person.view.as !== "spectator");
  await page.locator(".table").waitFor();
}

async function aroundOneDevice(person, game, options, folder, rng) {
  let handed = 0;
  await begin(person, game, { options });
  await play([person], rng, { presses: PRESSES_AROUND, most: MOST[game], pass: () => pass(person, handed++) });
  console.log(`  ${game}: handed on ${handed} times`);
  check(handed > 5, `the device went from hand to hand ${handed} times`);
  if (person.view.stage !== "over" && game in MOST) return;
  await checkEnd(person);
  await download(person, folder);
}

const tables = async (person) => (await person.done("lobby")).tables.length;

async function rematchAndDelete(person) {
  const { page } = person;
  const before = await tables(person);
  await page.locator(".end button.main").click();
  await until("the table of the rematch", () => person.view.stage === "gathering");
  check(person.view.seats.every(({ plays }) => plays === "person"), "the same people sit there");
  check((await tables(person)) === before + 1, "it is one table more");
  await page.goto(`${person.home}#`);
  page.on("dialog", (dialog) => void dialog.accept());
  for (let left = before + 1; left > 0; left--) {
    await until(`${left} tables in the list`, async () => (await page.locator("a.entry").count()) === left);
    await page.locator("li:has(a.entry) button.plain").first().click();
  }
  await until("no table in the list", async () => !(await page.locator("a.entry").count()));
  check((await tables(person)) === 0, "they are deleted");
}

/** A person whose browser has loaded the page, and then has no network. */
async function comeAlone(browser, host, name, look) {
  const person = await Person.come(browser, host, name, { path: "/offline", ...look });
  await person.page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await person.context.setOffline(true);
  await person.page.reload();
  await person.page.locator(".games").waitFor();
  return person;
}

export default async function alone({ browser }) {
  const host = await new Host(carried).start();
  const folder = mkdtempSync(join(tmpdir(), "kickback-"));
  const cora = await comeAlone(browser, host, "Cora");
  for (const game of Object.keys(PLAYERS)) await againstBots(cora, game, folder, luck(3));
  await cora.leave();
  const dirk = await comeAlone(browser, host, "Dirk", { viewport: PHONE, scheme: "dark", locale: "de-DE" });
  for (const [game, options] of [["intrige", { bribes: "sealed" }], ["integralis", {}], ["incorporated", {}]]) await aroundOneDevice(dirk, game, options, folder, luck(5));
  await rematchAndDelete(dirk);
  await dirk.leave();
  host.stop();
  rmSync(folder, { recursive: true });
}
