// Tests the fourth game in the page: finds it on the home page, starts it with the guide, makes a promise, and plays to
// the end by clicking.
import { execFileSync } from "node:child_process";
import { check, luck, Person, program, until } from "../../web/tests/lib.mjs";
import { checkEnd, download } from "../../web/tests/play.mjs";
import { checkPage } from "../../web/tests/sound.mjs";

const GAME = "lastcoin";

/** What the home page, the new-table form and the rules page say about it. */
async function checkHouse(person) {
  const { page, home } = person;
  const card = page.locator(".games .game").last();
  const said = await card.innerText();
  check(said.includes("The Last Coin") && said.includes("by nobody · 2–4"), `its card says: ${said}`);
  await person.fillForm({ game: GAME, pile: "large" });
  const [labels, chips] = [await page.locator(".rest label").allInnerTexts(), await page.locator(".rest summary .chips > *").allInnerTexts()];
  check(labels[0].startsWith("Pile") && chips.includes("21 coins"), `options of a new table: ${labels} | ${chips}`);
  await page.goto(`${home}#rules/${GAME}`);
  await page.locator("#rule-1\\.3").waitFor();
  await page.goto(`${home}#`);
  await card.waitFor();
}

/** Proposes a ready-made pact unchanged. */
async function promise(person) {
  const { page } = person;
  await page.locator(".seal-tab").click();
  await page.locator(".promises .make .main").click();
  await page.locator(".promise-builder .readies button").first().click();
  const words = await page.locator(".promise-builder .sentence").first().innerText();
  check(/to take\s+at most 1\s+coins/.test(words), `the promise reads: ${words}`);
  await page.locator(".promise-builder .main").click();
  await page.locator("dialog").waitFor({ state: "detached" });
  await until("the pact", () => person.view.pacts?.length > 0);
}

/** Presses one button for each legal move until the game is over. */
async function play(person, rng) {
  const buttons = person.page.locator(".board button.main");
  for (;;) {
    await until("my turn, or the end", () => person.view.legal?.length || person.view.stage === "over", 60000);
    const { decision, legal, stage } = person.view;
    if (stage === "over") return;
    await until(`a button for each of ${legal}`, async () => (await buttons.count()) === legal.length);
    await buttons.nth(rng(legal.length)).click();
    await until("the move", () => person.view.decision !== decision || person.view.stage === "over");
  }
}

export default async function fourth({ browser, server }) {
  const anna = await Person.come(browser, server, "Anna");
  await checkHouse(anna);
  await anna.page.locator(".games .game").last().locator("button").last().click(); // with the guide
  await until("the game", () => anna.view?.stage === "playing");
  check(anna.view.game === GAME && anna.view.seats.length === 4, JSON.stringify(anna.view.seats));
  await until("my turn", () => anna.view.legal?.length, 60000);
  check((await anna.page.locator(".guide p").innerText()).startsWith("Take one, two or three"), "the guide does not begin");
  await checkPage(anna, GAME);
  await promise(anna);
  await play(anna, luck(4));
  await checkEnd(anna);
  execFileSync(program, ["verify", await download(anna, server.data)]);
  await anna.leave();
}
