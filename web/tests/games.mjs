// Whole games of each kind: two people and bots, on a desk and on a phone, in light and dark, in English and German.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { checkMarks, checkPage, checkZoomed } from "./sound.mjs";
import { check, DESK, luck, Person, PHONE, program, SEATS, until } from "./lib.mjs";

/** The first decisions are made by pressing; the rest of a long game over the line. */
const PRESSED = 16;

async function play(people, rng) {
  let pressed = 0, moves = 0;
  for (;;) {
    const [first] = people;
    if (first.view?.stage === "over") return { pressed, moves };
    const mine = people.find(({ view }) => view?.legal?.length);
    if (!mine) {
      await first.page.waitForTimeout(20);
      continue;
    }
    moves++;
    const { n } = mine.view;
    await checkMains(mine);
    if (pressed % 8 === 4) await checkZoomed(mine, mine.view.game);
    if (pressed < PRESSED) {
      check(await mine.press(rng), `nothing on ${mine.name}'s board makes a move at ${JSON.stringify(mine.view.legal)}`);
      pressed++;
      if (pressed % 8 === 0) for (const person of people) await checkPage(person, `${person.view.game}-${pressed}-${person.name}`);
      if (pressed === 8) await checkWidths(people[0]);
    } else {
      await mine.move(rng);
      await until("news of a move", () => mine.view.n > n);
    }
  }
}

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

/** The record that is downloaded is the whole game: the program replays it to the same end, and finds its luck sound. */
async function checkDownload(person, folder) {
  const [download] = await Promise.all([person.page.waitForEvent("download"), person.page.locator(".end").getByRole("button", { name: "Download" }).click()]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  execFileSync(program, ["verify", path]);
  const trace = execFileSync(program, ["trace", path], { encoding: "utf8", maxBuffer: 1 << 28 }).trimEnd().split("\n").at(-1);
  for (const score of Object.values(person.view.end.scores)) check(trace.includes(String(score)), `${score} is not in the record's end`);
}

async function checkEnd(person) {
  await person.page.locator(".end").waitFor();
  const { end } = person.view;
  const rows = await person.page.locator(".end table").first().locator("tbody tr").allInnerTexts();
  check(rows.length === Object.keys(end.scores).length, `ranks: ${rows}`);
  await checkPage(person, `${person.view.game}-end-${person.name}`);
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
    await play([anna, ben], rng);
    for (const person of [anna, ben]) await checkEnd(person);
    await checkDownload(anna, server.data);
  }
  for (const person of [anna, ben]) await person.leave();
}
