// A closing time, a count and an income are shown step by step until they are pressed away, beside the decision and not
// instead of it. The lines are those of the chronicle, and the sums are those of the events.
import { check, GAMES, luck, Person, until } from "./lib.mjs";
import { checkPage } from "./sound.mjs";

const MOVES_MAX = 400;
/** A game may end without a sum of more than one step. */
const TABLES_MAX = 6;
/** The events that pay in a sum. */
const PAYS = { intrige: "income", integralis: "delivers", incorporated: "scores" };
const card = ({ page }) => page.locator(".reckoning");
const numbers = (text) => (text.match(/[\d.,]*\d/g) ?? []).map((sum) => Number(sum.replace(/[.,]/g, "")));

/** The page shows everything that it was sent. */
async function settled(person) {
  await person.done("ping");
  await person.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Plays until a sum stands there and it is my turn. False if the game ends before. */
async function playToSum(person, rng) {
  for (let moves = 0; moves < MOVES_MAX; moves++) {
    await until("my turn", () => person.view.legal?.length || person.view.stage === "over", 60000);
    if (person.view.stage === "over") return false;
    await person.page.locator(".status.mine").waitFor();
    await settled(person);
    if (await card(person).count()) return true;
    const { n } = person.view;
    await person.move(rng);
    await until("news", () => person.view.n > n);
  }
  return false;
}

async function begin(person, game) {
  person.frames.length = 0;
  const table = await person.make(game, 3, { bots: [[1, "easy"], [2, "easy"]] });
  await person.done("start", { table });
  await until("the game", () => person.news?.table === table && person.view.stage === "playing");
}

/** What the last events of that kind paid to each seat, as far as they are one sum. */
function paidIn({ events, view }) {
  const all = events.flatMap(({ what = [] }) => what).filter(({ kind }) => kind === PAYS[view.game]);
  return all.filter(({ seat }) => view.game !== "intrige" || seat === view.as);
}

async function checkSum(person) {
  const { page, view } = person;
  if (page.viewportSize().width < 500) await card(person).locator("summary").click();
  await page.locator(".reckoning[open]").waitFor();
  const lines = await card(person).locator("li").allInnerTexts();
  const sums = numbers((await card(person).locator("p").allInnerTexts()).join(" "));
  check(lines.length > 1, `the steps: ${lines}`);
  const due = paidIn(person);
  const amounts = new Set(due.map(({ amount }) => Math.abs(amount)));
  if (view.game === "intrige") {
    const income = due.at(-1).amount;
    check(sums.length === 1 && sums[0] === income, `paid ${sums}, told ${income}`);
    check(lines.slice(0, -1).map((line) => numbers(line).at(-1)).reduce((a, b) => a + b) === income, `the posts do not add up to ${income}: ${lines}`);
  } else if (view.game === "incorporated") check(sums.every((sum) => amounts.has(sum)), `paid ${sums}, told ${[...amounts]}`);
  else check(sums.every((sum) => sum > 0) && sums.length <= due.length, `paid ${sums}, told ${[...amounts]}`);
  const inReach = await card(person).getByRole("button").evaluate((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });
  check(inReach, `${view.game}: the button is not seen without scrolling`);
  await checkPage(person, `reckoning-${view.game}`);
}

/** The decision can be made while it stands there; pressed away, it stays away until there is another. */
async function pressAway(person) {
  const { page } = person;
  const free = await page.evaluate(() => [...document.querySelectorAll("main .board :is(button, input)")].filter((element) => element.checkVisibility() && !element.disabled && element.getBoundingClientRect().width > 1).every((element) => {
    element.scrollIntoView({ block: "end" });
    element.scrollIntoView({ block: "center" });
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return !document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest(".reckoning");
  }));
  check(free || page.viewportSize().width < 500, "it covers a control of the decision");
  await card(person).getByRole("button").click();
  await card(person).waitFor({ state: "detached" });
}

/** A proposal comes while the sum is there: the sum folds, and the answer is in sight. */
async function giveWay({ page, view, news }) {
  const [proposer] = view.seats.map(({ seat }) => seat).filter((seat) => seat !== view.as);
  const pact = { pact: 99, by: proposer, with: [view.as], accepted: [], secret: false, state: "open", promises: [{ seat: proposer, wont: `bribe * ${view.as}`, term: "game", verdict: "open" }, { seat: view.as, wont: `bribe * ${proposer}`, term: "game", verdict: "open" }] };
  const size = page.viewportSize();
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.evaluate((data) => window.lines.at(-1).onmessage({ data }), JSON.stringify({ ...news, fresh: false, events: [], view: { ...view, pacts: [pact] } }));
  const accept = page.locator(".pact button.main");
  await accept.waitFor();
  const seen = await accept.evaluate((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });
  check(seen, "the sum hides the answer to a proposal");
  await page.evaluate((data) => window.lines.at(-1).onmessage({ data }), JSON.stringify({ ...news, fresh: false, events: [] }));
  await accept.waitFor({ state: "detached" });
  await page.setViewportSize(size);
}

export default async function reckoning({ browser, server }) {
  const anna = await Person.come(browser, server, "Anna", { viewport: { width: 1280, height: 800 } });
  const ben = await Person.come(browser, server, "Ben", { viewport: { width: 390, height: 844 }, locale: "de-DE", scheme: "dark" });
  for (const [i, game] of GAMES.entries()) {
    const person = i % 2 ? ben : anna;
    const rng = luck(5);
    let found = false;
    for (let tables = 0; tables < TABLES_MAX && !found; tables++) {
      await begin(person, game);
      found = await playToSum(person, rng);
    }
    check(found, `${game}: no sum in ${TABLES_MAX} games`);
    await checkSum(person);
    if (game === "intrige") await giveWay(person);
    await pressAway(person);
  }
  for (const person of [anna, ben]) await person.leave();
}
