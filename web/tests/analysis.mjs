// The analysis after a game: it runs in the page, can be stopped, goes on where it was, also after a reload, puts the
// dearest mistakes first, and each line opens the replay at its decision, from the seat's eyes.
import { check, luck, Person, PHONE, until } from "./lib.mjs";
import { checkPage } from "./sound.mjs";

async function playToEnd(person, game) {
  const rng = luck(5);
  const table = await person.make(game, 3, { bots: [[1, "greedy"], [2, "greedy"]] });
  await person.done("start", { table });
  await person.holdNews();
  while (person.view?.stage !== "over") {
    const n = person.view?.n;
    if (person.view?.legal?.length) await person.move(rng);
    await until("news", () => person.view?.n !== n || person.view?.stage === "over");
  }
  await person.catchUp();
}

const progress = ({ page }) => page.locator(".analysis progress").evaluate(({ value, max }) => [value, max]);
const open = async ({ page }) => {
  await page.locator(".end .folded summary").click();
  await page.locator(".analysis").waitFor();
};

/** What the lines say they cost; those within the noise come last. */
const costs = ({ page }) => page.locator(".analysis li").evaluateAll((all) => all.map((line) => ({ clear: !line.classList.contains("unclear"), cost: Number(/[\d.]+/.exec(line.querySelector("strong").textContent)[0]) })));

const quick = ({ page }) => page.evaluate(() => localStorage.setItem("analyst", '"search:30"'));
const finished = ({ page }) => page.locator(".analysis [role=status]").waitFor({ timeout: 120000 });
const press = ({ page }, which) => page.locator(`.analysis button${which}`).click();
const GO = ".main", STOP = ":not(.main)";

/** With the strongest bot, which needs seconds for a decision. */
async function stopsAndGoesOn(person) {
  const { page } = person;
  await open(person);
  check(!(await page.locator(".analysis progress").count()), "it starts by itself");
  await press(person, GO);
  await until("the first result", async () => (await progress(person))[0] > 0, 60000);
  await press(person, STOP);
  const [done, all] = await progress(person);
  check(done < all && all === person.events.filter(({ do: kind, by }) => kind === "move" && by === person.view.as).length, `${done} of ${all} decisions`);
  await page.reload();
  await page.locator(".end .scenes").waitFor();
  await open(person);
  check((await progress(person))[0] >= done, `after a reload ${await progress(person)}, before ${done}`);
  check(!(await page.locator(`.analysis button${STOP}`).count()), "it goes on by itself");
  await press(person, GO);
  await until("the next result", async () => (await progress(person))[0] > done, 60000);
  await press(person, STOP);
}

/** Another bot begins anew. */
async function whole(person) {
  const { page } = person;
  await quick(person);
  await page.reload();
  await page.locator(".end .scenes").waitFor();
  await open(person);
  await press(person, GO);
  await finished(person);
}

async function dearestFirst(person, game) {
  const { page } = person;
  const smaller = page.locator(".analysis details summary");
  if (await smaller.count()) await smaller.click();
  const found = await costs(person);
  check(found.length > 0, `${game}: the bot finds no fault with random moves`);
  check((await page.locator(".analysis > ol > li").count()) === Math.min(3, found.length), `${game}: three come first`);
  const sorted = [...found].sort((a, b) => Number(b.clear) - Number(a.clear) || b.cost - a.cost);
  check(JSON.stringify(found) === JSON.stringify(sorted), `${game}: the order is ${JSON.stringify(found)}`);
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme });
    await checkPage(person, `analysis-${game}-${person.name}-${colorScheme}`);
  }
}

/** Pressing a line shows the position before the move, and the next move in the chronicle is mine. */
async function opensTheReplay(person) {
  const { page } = person;
  const line = page.locator(".analysis > ol a").first();
  const href = await line.getAttribute("href");
  const move = Number(/move=(\d+)/.exec(href)[1]);
  const record = (await person.record()).trim().split("\n").map((text) => JSON.parse(text)).filter((one) => one.move);
  check(record[move].by === person.view.as && href.includes(`eyes=${person.view.as}`), `${href} is a decision of ${record[move].by}`);
  await line.focus();
  await page.keyboard.press("Enter");
  await until("the replay", async () => (await page.locator(".replay input[type=range]").count()) === 1 && (await page.locator(".replay input[type=range]").inputValue()) === String(move));
  /* The replay has it too, with what is done already. */
  await page.locator(".analysed summary").first().click();
  await page.locator(".analysed .analysis [role=status]").waitFor();
  await checkPage(person, "analysis-in-the-replay");
}

export default async function analysis({ browser, server }) {
  const anna = await Person.come(browser, server, "Anna", { viewport: { width: 1280, height: 800 } });
  await playToEnd(anna, "intrige");
  await stopsAndGoesOn(anna);
  await whole(anna);
  await dearestFirst(anna, "intrige");
  await opensTheReplay(anna);
  const emil = await Person.come(browser, server, "Emil", { viewport: PHONE });
  await playToEnd(emil, "incorporated");
  await whole(emil);
  await dearestFirst(emil, "incorporated");
  for (const person of [anna, emil]) await person.leave();
}
