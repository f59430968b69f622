// What the others did since my last move: at most three lines in a fixed place, the pieces outlined while a line has the
// pointer or the focus.
import { check, luck, Person, until } from "./lib.mjs";
import { checkPage } from "./sound.mjs";

const DECISIONS = 12;
/** What happens by itself. */
const ROUTINE = ["starts", "turn", "income", "revealed", "card_returns", "round", "dealt", "final_income", "ends"];

/** What was told since my last move, with every line of the chronicle, and the place of the strip. */
const read = ({ page }) => page.evaluate(() => {
  const { top, left, width, height } = document.querySelector(".strip").getBoundingClientRect();
  const texts = (selector) => [...document.querySelectorAll(selector)].map((element) => element.textContent);
  /* On a phone the status line above it may take two rows. */
  const place = innerWidth < 500 ? [height] : [top, left, width, height];
  return { place: place.map(Math.round).join(" "), lines: texts(".strip li"), chronicle: texts(".chronicle button.plain") };
});

const outlined = ({ page }) => page.evaluate(() => document.querySelectorAll(".board [data-told]").length);

/** The events of others' moves since my last one that the strip must tell of. */
const movesSince = ({ events, view }) => {
  const moves = events.filter(({ do: kind, by }) => kind === "move" && by !== "chance");
  const mine = moves.findLastIndex(({ by }) => by === view.as);
  return moves.slice(mine + 1).flatMap(({ what = [] }) => what.map(({ kind }) => kind)).filter((kind) => !ROUTINE.includes(kind));
};

async function checkOutlines(person, lines) {
  const { page } = person;
  let pieces = 0;
  for (let i = 0; i < lines.length; i++) {
    await page.locator(".strip li").nth(i).hover();
    pieces += await outlined(person);
  }
  await page.mouse.move(1, 1);
  check(!(await outlined(person)), "the outlines stay");
  await page.locator(".strip li[tabindex='0']").focus();
  for (const _ of lines) await page.keyboard.press("ArrowUp");
  for (let i = 0; i < lines.length; i++) {
    check(await page.evaluate((at) => document.activeElement === document.querySelectorAll(".strip li")[at], i), `the arrow keys do not lead to line ${i + 1}`);
    await page.keyboard.press("ArrowDown");
  }
  check((await page.locator(".strip li[tabindex='0']").count()) === 1, "one stop for Tab");
  await page.evaluate(() => document.activeElement.blur());
  return pieces;
}

async function checkBothLights(person, game) {
  const lines = person.page.locator(".strip li");
  if (await lines.count()) await lines.last().hover();
  for (const colorScheme of ["dark", "light"]) {
    await person.page.emulateMedia({ colorScheme });
    await checkPage(person, `strip-${game}-${person.name}-${colorScheme}`);
  }
}

async function playGame(person, game, players, rng) {
  const table = await person.make(game, players, { bots: Array.from({ length: players - 1 }, (_, i) => [i + 1, "easy"]) });
  await person.done("start", { table });
  let place, told = 0, pieces = 0;
  for (let decisions = 0; decisions < DECISIONS; decisions++) {
    await until("my turn, or the end", () => person.news?.table === table && (person.view.legal?.length || person.view.stage === "over"), 60000);
    if (person.view.stage === "over") break;
    await person.page.locator(".status.mine").waitFor();
    const since = movesSince(person);
    const strip = await read(person);
    place ??= strip.place;
    check(strip.place === place, `${game}: the strip is at ${strip.place}, was at ${place}`);
    check(strip.lines.length <= 3, `${game}: ${strip.lines.length} lines`);
    for (const line of strip.lines) check(strip.chronicle.includes(line), `${game}: not in the chronicle: ${line}`);
    if (since.length) {
      check(strip.lines.length > 0, `${game}: nothing is told of ${since}`);
      told += strip.lines.length;
      pieces += await checkOutlines(person, strip.lines);
    }
    if (decisions === 6) await checkBothLights(person, game);
    const { n } = person.view;
    await person.move(rng);
    await until("news of a move", () => person.view.n > n);
  }
  check(told > 0 && pieces > 0, `${game}: ${told} lines, ${pieces} pieces outlined`);
  console.log(`  ${game}: ${told} lines, ${pieces} pieces outlined`);
}

export default async function strip({ browser, server }) {
  const laptop = { viewport: { width: 1280, height: 800 } };
  const phone = { viewport: { width: 390, height: 844 }, scheme: "dark", locale: "de-DE" };
  for (const [name, where, game, players] of [["Anna", laptop, "intrige", 4], ["Ben", phone, "incorporated", 3], ["Carla", laptop, "integralis", 3]]) {
    const person = await Person.come(browser, server, name, where);
    await playGame(person, game, players, luck(4));
    await person.leave();
  }
}
