// Whole games of each kind: two people and bots, on a desktop and on a phone, in light and dark, in English and German.
import { execFileSync } from "node:child_process";
import { check, DESK, luck, Person, PHONE, program, SEATS, until } from "./lib.mjs";
import { checkEnd, download, play } from "./play.mjs";
import { checkMarks, checkPage, checkZoomed } from "./sound.mjs";

/** The first decisions are made by pressing. The rest of a long game goes over the connection. `make check` presses less, and
 * looks at nothing on the way. */
const quick = !!process.env.KICKBACK_CHECK;
const PRESSES = quick ? 4 : 16;

/** At most four main buttons at once. */
async function checkMains({ page, view }) {
  const mains = await page.locator(".main:visible").allInnerTexts();
  check(mains.length <= 4, `${view.game}: main buttons at ${JSON.stringify(view.legal)}: ${mains.join("; ")}`);
}

async function checkWidths(person) {
  for (const width of [768, 1920]) {
    await person.page.setViewportSize({ ...DESK, width });
    await checkPage(person, `${person.view.game}-${width}`);
  }
  await person.page.setViewportSize(DESK);
}

async function due(mine, pressed) {
  await checkMains(mine);
  if (pressed % 8 === 4) await checkZoomed(mine, mine.view.game);
}

async function look(people, pressed) {
  if (pressed % 8 === 0) for (const person of people) await checkPage(person, `${person.view.game}-${pressed}-${person.name}`);
  if (pressed === 8) await checkWidths(people[0]);
}

export default async function games({ browser, server }) {
  const anna = await Person.come(browser, server, "Anna", { viewport: DESK });
  const ben = await Person.come(browser, server, "Ben", { viewport: PHONE, scheme: "dark", locale: "de-DE" });
  for (const [game, seed, options] of [["intrige", 3, { deals: "loose" }], ["incorporated", 5, {}], ["integralis", 7, {}]]) {
    const rng = luck(seed);
    const players = game === "intrige" ? 4 : 3;
    const table = await anna.make(game, players, { options, bots: [[1, "easy"], ...(players > 3 ? [[3, "easy"]] : [])] });
    await ben.sit(table, SEATS[game][2]);
    await anna.done("start", { table });
    await until("the game", () => anna.view?.stage === "playing" && ben.view?.stage === "playing");
    for (const { page } of [anna, ben]) await checkMarks(page.locator(".seats .mark"), players, game);
    await play([anna, ben], rng, { presses: PRESSES, ...(!quick && { due, look: (pressed) => look([anna, ben], pressed) }) });
    for (const person of [anna, ben]) await checkEnd(person);
    execFileSync(program, ["verify", await download(anna, server.data)]);
  }
  for (const person of [anna, ben]) await person.leave();
}
