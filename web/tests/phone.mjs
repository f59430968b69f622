// On a phone the panels are sheets above a bar at the bottom. Opening one moves nothing, every control of the decision can
// be reached beside it, and moves are made while it is open. A whisper comes up with its words for those it concerns;
// others learn only that there was one.
import { check, GAMES, luck, Person, SEATS, until } from "./lib.mjs";
import { checkPage } from "./sound.mjs";

const PHONES = [[390, 844], [360, 740], [414, 896]];
const SHEETS = ["talk", "promises", "chronicle"];
const WORDS = "zebracrossing";

const tab = ({ page }, name) => page.locator(`.tabs [data-side=${name}]`);
const openTab = async (person, name) => {
  await tab(person, name).click();
  await person.page.locator(`.tabs [data-side=${name}][aria-selected=true]`).waitFor();
};

/** Runs in the page: where the parts of the table are, except those that stick to the bottom to stay in view. */
const places = () => JSON.stringify([scrollY, ...[...document.querySelectorAll(".bar, .seats, .status, .strip, main, .board > *, .tabs, .tabs > *")].filter((element) => getComputedStyle(element).position !== "sticky").map((element) => {
  const { left, top, width } = element.getBoundingClientRect();
  return [left, top, width].map(Math.round);
})]);

/** Runs in the page: controls of the board that cannot be scrolled to a place where nothing covers them. */
function covered() {
  const at = scrollY;
  const lost = [...document.querySelectorAll("main :is(button, input, summary)")].filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1).filter((element) => ["start", "center"].every((block) => {
    element.scrollIntoView({ block });
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, Math.max(0, top) + Math.min(20, (bottom - top) / 2));
    return !hit || !element.contains(hit);
  }));
  scrollTo(0, at);
  return lost.map((element) => element.getAttribute("aria-label") ?? element.textContent.trim());
}

async function checkSheets(person, game) {
  const { page } = person;
  for (const [width, height] of PHONES) {
    await page.setViewportSize({ width, height });
    await openTab(person, "table");
    const before = await page.evaluate(places);
    const bar = await page.locator(".tabs").evaluate((element) => element.getBoundingClientRect().toJSON());
    check(bar.left === 0 && bar.right === width && Math.round(bar.bottom) === height, `${game} at ${width}×${height}: the bar is at ${JSON.stringify(bar)}`);
    for (const name of SHEETS) {
      await openTab(person, name);
      const after = await page.evaluate(places);
      check(after === before, `${game} at ${width}×${height}: ${name} moves the table:\n  ${before}\n  ${after}`);
      const sheet = await page.locator(`#side-${name}`).evaluate((element) => element.getBoundingClientRect().toJSON());
      check(sheet.top > height / 3 && sheet.bottom <= bar.top + 1, `${game} at ${width}×${height}: ${name} is at ${JSON.stringify(sheet)}`);
      const lost = await page.evaluate(covered);
      check(!lost.length, `${game} at ${width}×${height}, ${name} open: nobody comes at ${lost.slice(0, 5).join("; ")}`);
    }
  }
  await openTab(person, SHEETS[GAMES.indexOf(game) % SHEETS.length]);
  await checkPage(person, `phone-${game}-sheet`);
}

/** A decision is made with the talk open: the sheet stays, and so does what was typed. */
async function decideWhileReading(person, rng) {
  const { page } = person;
  await openTab(person, "talk");
  await page.locator(".talk form input").fill("half a sentence");
  await page.locator(".due").click();
  check(await page.evaluate(() => document.activeElement.matches("main, main *")), "the line about the decision does not lead there");
  check(await person.press(rng), "no move was made");
  check((await tab(person, "talk").getAttribute("aria-selected")) === "true" && (await page.locator(".talk form input").inputValue()) === "half a sentence", "making a move closes the sheet");
  await page.locator(".talk form input").fill("");
}

/** The tabs are one stop of Tab; arrows go from one to the next; Escape leads back to the table. */
async function byKeyboard({ page }) {
  await page.locator(".tabs [data-side=table]").click();
  await page.keyboard.press("ArrowRight");
  check((await page.locator("[data-side=talk][aria-selected=true]:focus").count()) === 1, "the arrow does not open the next panel");
  await page.keyboard.press("End");
  check((await page.locator("[data-side=chronicle][aria-selected=true]:focus").count()) === 1, "End does not open the last panel");
  check((await page.locator(".tabs [tabindex='0']").count()) === 1, "the tabs are more than one stop");
  await page.keyboard.press("Escape");
  check((await page.locator("[data-side=table][aria-selected=true]:focus").count()) === 1, "Escape does not lead back to the table");
}

/** The toast has the words for those it concerns, is announced politely, and leads to the talk. */
async function hears(person, from) {
  const { page } = person;
  await openTab(person, "table");
  await from.done("say", { table: person.table, say: WORDS, to: [person.view.as] });
  const line = page.locator(".whispered[role=status] .words");
  await line.waitFor();
  check((await line.innerText()).includes(`${from.name} `) && (await line.innerText()).includes(WORDS), `the toast: ${await line.innerText()}`);
  check((await tab(person, "talk").locator(".count").innerText()) === "1", "the bar does not count it");
  await checkPage(person, `phone-whisper-${person.name}`);
  await line.click();
  await page.locator(".talk .said", { hasText: WORDS }).waitFor();
  check((await page.locator(".talk .rooms [aria-pressed=true]").innerText()).includes(from.name), "it opens another room");
  await until("that it counts as read", async () => (await tab(person, "talk").locator(".count").count()) === 0);
  check(!(await page.locator(".whispered p").count()), "the toast stays");
}

const whispersTold = ({ events }) => events.filter((event) => event.do === "whisper");

/** Others see that two people whisper: one line, however much is said. */
async function others(people, table) {
  const [anna, ben, carla, dora] = people;
  for (let i = 0; i < 3; i++) await anna.done("say", { table, say: `${WORDS} ${"again ".repeat(i)}`, to: [ben.view.as] });
  await carla.done("say", { table, say: "what do you whisper?" });
  for (const person of people) await until("the question", () => person.frames.some((frame) => frame.includes("what do you whisper?")));
  for (const person of [carla, dora]) {
    check(!person.frames.join("").includes(WORDS) && !(await person.page.content()).includes(WORDS), `${person.name} knows the words`);
    check(whispersTold(person).length === 1, `${person.name} is told ${JSON.stringify(whispersTold(person))}`);
    await openTab(person, "chronicle");
    check((await person.page.locator("#side-chronicle").innerText()).match(/Anna und Ben flüstern\./g).length === 1, `in ${person.name}'s chronicle: ${await person.page.locator("#side-chronicle").innerText()}`);
  }
  check(!whispersTold(anna).length && !whispersTold(ben).length, "those who whisper are told that they do");
}

async function whispers(browser, server) {
  const anna = await Person.come(browser, server, "Anna", { viewport: { width: 390, height: 844 } });
  const ben = await Person.come(browser, server, "Ben", { viewport: { width: 360, height: 740 }, locale: "de-DE", scheme: "dark" });
  const carla = await Person.come(browser, server, "Carla", { locale: "de-DE" });
  const dora = await Person.come(browser, server, "Dora", { viewport: { width: 390, height: 844 }, locale: "de-DE" });
  await anna.makeByForm({ players: 3, who: { 1: "friend", 2: "friend" }, preset: "loose", visible: "public" });
  const { table } = anna;
  check((await anna.page.locator(".gathering .chips").innerText()).includes("everybody sees who whispers"), "no chip says that whispers are seen");
  await ben.sit(table, SEATS.intrige[1]);
  await carla.sit(table, SEATS.intrige[2]);
  await dora.goTo(table);
  await anna.done("start", { table });
  const people = [anna, ben, carla, dora];
  for (const person of people) await until("the game", () => person.view?.stage === "playing");
  await hears(ben, anna);
  await hears(anna, ben);
  await others(people, table);
  await byKeyboard(anna);
  const mine = await until("somebody's turn", () => [anna, ben].find(({ view }) => view.legal?.length) ?? (carla.view.legal?.length && carla.move(luck(3)), null));
  await decideWhileReading(mine, luck(4));
  for (const person of people) await person.leave();
}

export default async function phone({ browser, server }) {
  for (const [i, game] of GAMES.entries()) {
    const person = await Person.come(browser, server, "Anna", i % 2 ? { locale: "de-DE", scheme: "dark", viewport: { width: 390, height: 844 } } : { viewport: { width: 390, height: 844 } });
    const table = await person.make(game, 3, { bots: [[1, "easy"], [2, "easy"]] });
    await person.done("start", { table });
    await until("my turn", () => person.view?.legal?.length);
    await person.page.locator(".status.mine").waitFor();
    await checkSheets(person, game);
    await person.leave();
  }
  await whispers(browser, server);
}
