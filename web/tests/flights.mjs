// Animations: in each game pieces and coins fly between places inside the window, in order, and disappear afterwards.
// They do not intercept presses, a key lands all of them, and people who prefer reduced motion see none.
import { check, luck, Person, until } from "./lib.mjs";

/** The number of people, selectors for what must have been seen flying, and the number of moves. */
const GAMES = [
  ["intrige", 3, [".coins-flying", ".token"], 24],
  ["integralis", 2, [".face", ".flying-card"], 40],
  ["incorporated", 3, [".inc-tile", ".inc-coin"], 16],
];

/** Runs in the page: records everything that flies. */
function watch() {
  window.flown = [];
  const place = (transform) => transform.match(/-?[\d.]+(?=px)/g).slice(0, 2).map(Number);
  new MutationObserver((changes) => {
    for (const piece of changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node.parentElement?.matches(".flights"))) {
      const { effect } = piece.getAnimations()[0];
      const frames = effect.getKeyframes();
      window.flown.push({ html: piece.innerHTML, from: place(frames[0].transform), to: place(frames.at(-1).transform), delay: effect.getTiming().delay, at: performance.now() });
    }
  }).observe(document.body, { childList: true, subtree: true });
}

const flown = (person) => person.page.evaluate(() => window.flown);
const inTheAir = (person) => person.page.locator(".flights > span").count();

/** Stopped in mid-air: presses go through to what is below, and a key lands everything. */
async function checkPressesAndKeys(person) {
  await person.page.evaluate(() => document.getAnimations().forEach((animation) => animation.effect.target.closest(".flights") && animation.pause()));
  if (!(await inTheAir(person))) return false;
  const hit = await person.page.locator(".flights > span").first().evaluate((piece) => {
    const { left, top, width, height } = piece.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".flights") === null;
  });
  check(hit, "a piece in the air takes a press");
  await person.shot(`flights-${person.view.game}`);
  await person.page.keyboard.press("Shift");
  await until("everything to land", async () => (await inTheAir(person)) === 0);
  return true;
}

async function playGame(browser, server, [game, players, wanted, moves], rng) {
  const anna = await Person.come(browser, server, "Anna", { motion: "no-preference" });
  const ben = await Person.come(browser, server, "Ben");
  const bots = Array.from({ length: players - 1 }, (_, i) => [i + 1, "easy"]);
  const table = await anna.make(game, players, { bots });
  await ben.goTo(table);
  for (const { page } of [anna, ben]) await page.evaluate(watch);
  await anna.done("start", { table });
  await until("the game", () => anna.news?.table === table && anna.view.stage === "playing");
  let pressed = false;
  for (let move = 0; move < moves; move++) {
    await until("my turn", () => anna.view.legal?.length || anna.view.stage === "over", 60000);
    if (anna.view.stage === "over") break;
    const { n } = anna.view;
    await anna.move(rng);
    await until("news of a move", () => anna.view.n > n);
    pressed ||= await checkPressesAndKeys(anna);
  }
  check(pressed, `${game}: nothing was caught in the air`);
  await until("everything to land", async () => (await inTheAir(anna)) === 0);
  const seen = await flown(anna);
  for (const kind of wanted) check(seen.some(({ html }) => html.includes(kind.slice(1))), `${game}: no ${kind} among ${seen.length} flights`);
  const { width, height } = anna.page.viewportSize();
  for (const { from, to, html } of seen)
    for (const [x, y] of [from, to]) check(x > 0 && x < width && y > -height && y < 3 * height, `${game}: a flight from ${from} to ${to}: ${html.slice(0, 80)}`);
  if (game === "intrige") check(seen.some(({ delay }) => delay > 0), "nothing came in a sequence");
  check(!(await flown(ben)).length, `${game}: something moved for somebody who asked for less`);
  console.log(`  ${game}: ${seen.length} flights`);
  check(!anna.errors.length, anna.errors.join("\n"));
}

export default async function flights({ browser, server }) {
  for (const game of GAMES) await playGame(browser, server, game, luck(3));
}
