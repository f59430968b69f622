// A first game with a guide: each kind of decision is explained once, when it first comes up, until it is enough.
import { readFileSync } from "node:fs";
import { load } from "./bundle.mjs";
import { check, Person, PHONE, until } from "./lib.mjs";
import { checkPage } from "./sound.mjs";

/** A lesson is about a verb of its game: one that is misspelt would never be told. */
async function checkLessons() {
  const { en } = await load('export { en } from "./guide/words.en";');
  for (const [game, lessons] of Object.entries(en.lessons)) {
    const [, list] = /verbs\[\] = \{([^}]*)\}/.exec(readFileSync(new URL(`../../games/${game}/text.c`, import.meta.url), "utf8"));
    const verbs = [...list.matchAll(/"(\w+)"/g)].map(([, verb]) => verb);
    for (const lesson of Object.keys(lessons)) check(lesson === "begin" || verbs.includes(lesson), `${game} has no verb ${lesson}`);
  }
}

async function learn(person, game) {
  const { page } = person;
  const guide = page.locator(".guide");
  const said = [];
  await page.goto(`${person.server.origin}/#`);
  await page.locator(".games .game").nth(["intrige", "integralis", "incorporated"].indexOf(game)).locator("button:not(.main)").click();
  await guide.waitFor({ timeout: 60000 });
  await checkPage(person, `guide-${game}-${person.name}`);
  await page.locator(".status.mine").waitFor({ timeout: 60000 });
  for (let lesson = 0; lesson < 12 && (await guide.count()); lesson++) {
    const words = await guide.locator("p").innerText();
    check(!said.includes(words), `told twice: ${words}`);
    said.push(words);
    await guide.locator("button").first().click();
    await until("another lesson, or none", async () => !(await guide.count()) || (await guide.locator("p").innerText()) !== words);
  }
  check(said.length >= 2, `${game}: the first words, and something about the first decision: ${said.join(" / ")}`);
  await page.reload();
  await page.locator(".status.mine").waitFor({ timeout: 60000 });
  check(!(await guide.count()), "what was understood is not told again");
}

export default async function guide({ browser, server }) {
  await checkLessons();
  const anna = await Person.come(browser, server, "Anna");
  for (const game of ["intrige", "integralis", "incorporated"]) await learn(anna, game);
  await anna.leave();
  const ben = await Person.come(browser, server, "Ben", { viewport: PHONE, locale: "de-DE", scheme: "dark" });
  await ben.page.locator(".games .game button:not(.main)").first().click();
  await ben.page.locator(".guide").waitFor({ timeout: 60000 });
  await checkPage(ben, "guide-Ben");
  await ben.page.locator(".guide button").last().click();
  await ben.page.locator(".guide").waitFor({ state: "detached" });
  await ben.page.reload();
  await ben.page.locator(".status").waitFor();
  check(!(await ben.page.locator(".guide").count()), "enough is enough");
  await ben.leave();
}
