// Tables from creation to the end, by what the page shows: friends, codes, bots in abandoned seats, the past, absences,
// muting, other devices, and notifications when the page is in the background.
import { checkPage } from "./sound.mjs";
import { check, luck, Person, PHONE, tableOf, until } from "./lib.mjs";

const button = (person, name) => person.page.getByRole("button", { name, exact: true });

async function makeByHand(anna) {
  const { page } = anna;
  await anna.fillForm({ players: 3, who: { 1: "friend", 2: "" }, preset: "loose", clock: "live" });
  await page.getByLabel("Green: how strong").selectOption("easy");
  await checkPage(anna, "new-filled");
  await button(anna, "Make the table").click();
  await page.locator(".gathering").waitFor();
  await page.locator(".gathering .qr").waitFor();
  anna.table = tableOf(page);
  await checkPage(anna, "gathering");
  return /: (\S+)$/.exec(await page.locator(".code").innerText())[1];
}

async function joinByCode(ben, code) {
  await ben.page.locator(".more input").fill(code.toLowerCase());
  await ben.page.getByRole("button", { name: "Go to the table" }).click();
  await ben.page.locator(".gathering").waitFor();
  ben.table = tableOf(ben.page);
  const seen = await ben.page.locator(".chronicle li").allTextContents();
  check(seen.length > 1, "nothing has happened at the table");
  await ben.page.getByRole("button", { name: "Sit down as Yellow" }).click();
  await ben.page.locator(".chronicle li", { hasText: "Ben" }).waitFor({ state: "attached" });
  const now = await ben.page.locator(".chronicle li").allTextContents();
  check(now.length === seen.length + 1 && seen.every((line, i) => now[i] === line), `sitting down changes what was told: ${seen.join(" ")} | ${now.join(" ")}`);
  await ben.page.getByLabel("My words for the luck").fill("seven");
  await button(ben, "Add my words").click();
  await ben.page.locator(".gathering li", { hasText: "seven" }).waitFor();
  await checkPage(ben, "gathering-phone");
}

/** Plays until the condition holds, for at most 300 moves. */
async function playOn(people, rng, isEnough) {
  for (let moves = 0; moves < 300 && !isEnough(); moves++) {
    const mine = people.find(({ view }) => view?.legal?.length);
    if (mine) {
      const { n } = mine.view;
      await mine.move(rng);
      await until("news", () => mine.view.n > n);
    } else await people[0].page.waitForTimeout(30);
  }
}

async function lookBack(anna) {
  await anna.side("chronicle"); // a bot may have proposed something
  const lines = anna.page.locator(".chronicle button");
  const seen = await anna.page.locator("main").innerText();
  await lines.nth(Math.floor((await lines.count()) / 2)).click();
  await anna.page.locator(".banner.past").waitFor();
  check(!(await anna.page.locator("main .choosable").count()), "something can be chosen in the past");
  await anna.shot("past");
  await anna.page.getByRole("button", { name: "Back to now" }).click();
  await anna.page.locator(".banner.past").waitFor({ state: "detached" });
  check((await anna.page.locator("main").innerText()) === seen, "now is not what it was");
}

async function mute(anna, ben) {
  for (const person of [anna, ben]) await person.side("talk");
  await ben.page.locator(".talk form input").fill("noise");
  await ben.page.locator(".talk form input").press("Enter");
  await anna.page.locator(".said", { hasText: "noise" }).waitFor();
  await anna.page.locator(".seats button", { hasText: "Ben" }).click();
  await button(anna, "Do not show what this person says").click();
  await anna.page.locator(".said", { hasText: "noise" }).waitFor({ state: "detached" });
  await anna.side("chronicle");
}

/** A seat is abandoned and the host puts a bot there. When Ben returns, he is told what he missed and takes the seat
 * back. */
async function abandon(anna, ben, rng) {
  await ben.page.goto("about:blank");
  const seat = anna.page.locator(".seats button", { hasText: "Ben" });
  await anna.page.locator(".seat.away", { hasText: "Ben" }).waitFor();
  await seat.click();
  await button(anna, "Put a bot here").click();
  await until("the bot", () => anna.view.seats.find(({ name }) => name === "Ben").plays === "bot");
  const { n } = anna.view;
  await playOn([anna], rng, () => anna.view.n > n + 12 || anna.view.stage === "over");
  await ben.goTo(anna.table);
  await ben.page.locator(".since").waitFor();
  const told = await ben.page.locator(".since li").count();
  check(told > 3, "what was missed is not told");
  await checkPage(ben, "since");
  const back = ben.view.n;
  await playOn([anna], rng, () => anna.view.n > back + 6 || anna.view.stage === "over");
  await until("what goes on", () => ben.view.n === anna.view.n);
  check((await ben.page.locator(".since li").count()) === told, "what was seen is told as missed");
  await button(ben, "OK").click();
  await ben.page.locator(".seats button", { hasText: "Ben" }).click();
  await button(ben, "Take my seat back").click();
  await until("Ben's seat", () => ben.view.seats.find(({ name }) => name === "Ben").plays === "person");
}

/** It is Anna's turn while her page is in the background: title, icon and one sound; no sound once it is switched
 * off. */
async function called(anna, ben, rng) {
  const hide = (is) => anna.page.evaluate((is) => (window.looksElsewhere = is), is);
  const turn = async () => {
    await playOn([anna], rng, () => !anna.view.legal?.length);
    await playOn([ben], rng, () => anna.view.legal?.length);
  };
  await hide(true);
  await turn();
  await until("the title", async () => (await anna.page.title()).includes("Your turn"));
  check((await anna.page.locator("link[rel=icon]").getAttribute("href")).includes("turn"), "the icon is the same");
  check((await anna.page.evaluate(() => window.chimes)) >= 1, "nothing was heard");
  await anna.page.evaluate(() => (window.chimes = 0));
  await anna.page.getByRole("button", { name: "Settings" }).click();
  await anna.page.getByLabel("A sound when").uncheck();
  await anna.page.keyboard.press("Escape");
  await turn();
  check((await anna.page.evaluate(() => window.chimes)) === 0, "it was heard though it is switched off");
  await hide(false);
}

/** The finished game is among my results, but not among everybody's, because its table was for friends. */
async function results(anna) {
  await anna.page.goto(`${anna.server.origin}/#`);
  const mine = anna.page.locator(`.results a[href="/t/${anna.table}"]`);
  await mine.waitFor();
  await button(anna, "At public tables").click();
  await mine.waitFor({ state: "detached" });
  await button(anna, "Mine").click();
  await mine.waitFor();
}

/** Somebody who played in neither finds the game of a public table and can replay it, but not the friends' game. */
async function publicResults(browser, server, anna, rng) {
  const ofFriends = anna.table;
  anna.frames.length = 0;
  const open = await anna.make("incorporated", 3, { public: true, bots: [[1, "easy"], [2, "easy"]] });
  await anna.done("start", { table: open });
  const isOver = () => anna.view?.stage === "over";
  while (!isOver()) await playOn([anna], rng, isOver);
  const carla = await Person.come(browser, server, "Carla");
  await button(carla, "At public tables").click();
  const [listed, hidden] = [open, ofFriends].map((table) => carla.page.locator(`.results a[href="/t/${table}"]`));
  await listed.waitFor();
  check((await carla.page.locator(".results li", { has: carla.page.locator(`a[href="/t/${open}"]`) }).innerText()).includes("Incorporated"), "the game is not named");
  check(!(await hidden.count()), "a game among friends is shown to everybody");
  await listed.click();
  await carla.page.locator(".end").getByRole("link", { name: "Replay" }).click();
  await carla.page.locator(".replay .luck.good").waitFor();
  await carla.leave();
}

async function secondDevice(browser, server, anna) {
  await anna.page.goto(`${server.origin}/`);
  await anna.page.getByRole("button", { name: /Settings/ }).click();
  await anna.page.getByText("Continue on another device").click();
  await button(anna, "Show the link").click();
  await anna.page.locator(".qr").waitFor();
  await checkPage(anna, "device");
  const link = await anna.page.getByLabel("Continue on another device").inputValue();
  const phone = await Person.come(browser, server, "", { viewport: PHONE, path: new URL(link).pathname + new URL(link).hash });
  await phone.page.getByRole("button", { name: "Yes, that is me" }).click();
  await phone.page.locator(".entries a").first().waitFor();
  check((await phone.page.locator("header button").innerText()).includes("Anna"), "the phone is somebody else");
  await phone.leave();
}

async function passphrase(browser, server, anna) {
  await anna.page.getByText("A passphrase", { exact: true }).click();
  await anna.page.getByLabel("Passphrase", { exact: true }).fill("four words are fine");
  await button(anna, "Keep my name with it").click();
  await anna.page.getByText("Your name is kept for you").waitFor();
  const other = await Person.come(browser, server, "Somebody");
  await other.page.getByRole("button", { name: /Settings/ }).click();
  const secondTab = await other.context.newPage();
  await secondTab.goto(server.origin);
  await secondTab.getByRole("button", { name: /Somebody/ }).waitFor();
  const cookie = async () => (await other.context.cookies()).find(({ name }) => name === "kickback");
  const before = await cookie();
  await other.page.getByText("A passphrase", { exact: true }).click();
  await other.page.getByLabel("I have a name and a passphrase").check();
  await other.page.getByLabel("Your name").fill("Anna");
  await other.page.getByLabel("Passphrase", { exact: true }).fill("four words are fine");
  await button(other, "Come back").click();
  await until("Anna's name", async () => (await other.page.locator("header button").first().innerText()).includes("Anna"));
  await secondTab.getByRole("button", { name: /Anna/ }).waitFor();
  const after = await cookie();
  check(after.value !== before.value && after.httpOnly && after.sameSite === before.sameSite, "the login has not changed the cookie");
  await other.leave();
}

async function rematch(anna, ben, rng) {
  for (const person of [anna, ben]) await person.goTo(anna.table);
  await playOn([anna, ben], rng, () => anna.view.stage === "over");
  await button(anna, "Rematch").click();
  await anna.page.locator(".gathering").waitFor();
  check(tableOf(anna.page) !== anna.table, "the rematch is the same table");
  await ben.page.getByRole("link", { name: "To the rematch" }).click();
  await until("Ben at the rematch", () => ben.view?.seats.some(({ name, plays }) => name === "Ben" && plays === "person") && ben.view.stage === "gathering");
}

export default async function tables({ browser, server }) {
  const rng = luck(6);
  const anna = await Person.come(browser, server, "Anna");
  await anna.context.addInitScript(() => {
    window.chimes = 0;
    window.AudioContext = class extends AudioContext {
      constructor() {
        super();
        window.chimes++;
      }
    };
    Object.defineProperty(document, "hidden", { get: () => window.looksElsewhere ?? false });
  });
  await anna.page.reload();
  const ben = await Person.come(browser, server, "Ben", { viewport: PHONE });
  await joinByCode(ben, await makeByHand(anna));
  await button(anna, "Start the game").click();
  await until("the game", () => anna.view?.stage === "playing" && ben.view?.stage === "playing");
  await playOn([anna, ben], rng, () => anna.view.n > 25);
  await lookBack(anna);
  await mute(anna, ben);
  await abandon(anna, ben, rng);
  await called(anna, ben, rng);
  await rematch(anna, ben, rng);
  await results(anna);
  await publicResults(browser, server, anna, rng);
  await secondDevice(browser, server, anna);
  await passphrase(browser, server, anna);
  for (const person of [anna, ben]) await person.leave();
}
