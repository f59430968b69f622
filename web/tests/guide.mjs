// A first game with a guide: each kind of decision is explained once, when it first comes up, until the person has had
// enough.
import { readFileSync } from "node:fs";
import { load } from "./bundle.mjs";
import { check, GAMES, luck, Person, PHONE, tableOf, until } from "./lib.mjs";
import { checkPage } from "./sound.mjs";

/** A lesson is about a verb of its game: with a misspelt one it would never be shown. */
const lessonsOf = {};
for (const game of GAMES) lessonsOf[game] = (await load(`export { about } from "./games/${game}/about.en";`)).about.lessons;
function checkLessons() {
  for (const [game, lessons] of Object.entries(lessonsOf)) {
    const [, list] = /verbs\[\] = \{([^}]*)\}/.exec(readFileSync(new URL(`../../games/${game}/text.c`, import.meta.url), "utf8"));
    const verbs = [...list.matchAll(/"(\w+)"/g)].map(([, verb]) => verb);
    for (const lesson of Object.keys(lessons)) check(lesson === "begin" || verbs.includes(lesson), `${game} has no verb ${lesson}`);
  }
}

/** The number of decisions made with the guide. By then most verbs of a game have come up. */
const DECISIONS = 24;

const byClick = (person) => person.page.locator(".guide button").first().click();

async function byKeys({ page }) {
  for (let tries = 0; !(await page.evaluate(() => document.activeElement.matches(".guide button:first-child"))); tries++) {
    check(tries < 120, "Tab does not lead to the guide");
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  check(await page.evaluate(() => document.activeElement !== document.body), "the focus is lost");
}

/** What the guide says now: each lesson once and when it is due, until it has said enough. */
async function listen(person, said, understand) {
  const guide = person.page.locator(".guide");
  for (const { game, legal = [] } = person.view; await guide.count(); ) {
    const words = await guide.locator("p").innerText();
    const [lesson] = Object.entries(lessonsOf[game]).find(([, text]) => text === words);
    check(!said.includes(lesson), `told twice: ${lesson}`);
    check(lesson === "begin" || legal.some((move) => move.split(" ")[0] === lesson), `${lesson} is explained, but what may be done is ${legal}`);
    said.push(lesson);
    await understand(person);
    await until("another lesson, or none", async () => !(await guide.count()) || (await guide.locator("p").innerText()) !== words);
  }
}

async function learn(person, game, understand, rng) {
  const { page } = person;
  const said = [];
  await page.goto(`${person.server.origin}/#`);
  await page.locator(".games .game").nth(GAMES.indexOf(game)).locator("button").last().click();
  await page.locator(".guide").waitFor({ timeout: 60000 });
  await checkPage(person, `guide-${game}-${person.name}`);
  person.table = tableOf(page);
  for (let decisions = 0; decisions < DECISIONS; decisions++) {
    await until("my turn, or the end", () => person.news?.table === person.table && (person.view.legal?.length || person.view.stage === "over"), 60000);
    await page.locator(".status.mine, .end").first().waitFor();
    await listen(person, said, understand);
    if (person.view.stage === "over") break;
    const { n } = person.view;
    await person.move(rng);
    await until("news of a move", () => person.view.n > n);
  }
  console.log(`  ${game}: ${said.join(", ")}`);
  check(said[0] === "begin" && said.length >= 4, `${game}: the first words, and what came up: ${said}`);
  await page.reload();
  await page.locator(".status").waitFor({ timeout: 60000 });
  await listen(person, said, understand);
}

export default async function guide({ browser, server }) {
  checkLessons();
  const anna = await Person.come(browser, server, "Anna");
  for (const game of GAMES) await learn(anna, game, game === GAMES.at(-1) ? byKeys : byClick, luck(2));
  await anna.leave();
  const ben = await Person.come(browser, server, "Ben", { viewport: PHONE, locale: "de-DE", scheme: "dark" });
  await ben.page.locator(".games .game").first().locator("button").last().click();
  await ben.page.locator(".guide").waitFor({ timeout: 60000 });
  await checkPage(ben, "guide-Ben");
  await ben.page.locator(".guide button").last().click();
  await ben.page.locator(".guide").waitFor({ state: "detached" });
  await ben.page.reload();
  await ben.page.locator(".status").waitFor();
  check(!(await ben.page.locator(".guide").count()), "enough is enough");
  await ben.leave();
}
