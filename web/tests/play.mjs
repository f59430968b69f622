// Plays a whole game in the page: this many decisions by pressing, the rest of a long one over the connection. People
// around one device pass it on.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { check, often, program, until } from "./lib.mjs";
import { checkPage } from "./sound.mjs";

/** The person to move, among people with a browser each, or around one device; null when the game is over. */
async function nextOf(people, pass) {
  for (;;) {
    if (people[0].view?.stage === "over") return null;
    const holder = people.find(({ view }) => view?.hand);
    const mine = people.find(({ view }) => view?.legal?.length);
    if (holder) await pass(holder);
    else if (mine) return mine;
    else await people[0].page.waitForTimeout(20);
  }
}

/** Of the decisions that are not pressed, the page shows every tenth only (all in `make soak`): showing takes most of the time. */
const SHOWN = often(10, 1);

/** Calls `due` at each decision that the page shows, `look` after each press, and `pass` when the device is passed on. Stops
 * after `most` decisions. */
export async function play(people, rng, { presses, most = Infinity, due = () => {}, look = () => {}, pass }) {
  const all = (what) => Promise.all(people.map(what));
  let pressed = 0;
  for (let mine = await nextOf(people, pass), made = 0; mine && made < most; mine = await nextOf(people, pass), made++) {
    const isShown = pressed < presses || made % SHOWN === 0;
    if (isShown) {
      await all((person) => person.catchUp());
      await due(mine, pressed);
    }
    const { n, legal } = mine.view;
    if (!legal?.length) continue; // `due` has already made the move
    if (pressed < presses) {
      check(await mine.press(rng), `nothing on ${mine.name}'s board makes a move at ${JSON.stringify(mine.view.legal)}`);
      await look(++pressed);
    } else {
      if (isShown && SHOWN > 1) await all((person) => person.holdNews());
      await mine.move(rng);
      await until("news of a move", () => mine.view.n > n);
    }
  }
  await all((person) => person.catchUp());
  return pressed;
}

export async function checkEnd(person) {
  await person.page.locator(".end").waitFor();
  const { end } = person.view;
  const rows = await person.page.locator(".end table").first().locator("tbody tr").allInnerTexts();
  check(rows.length === Object.keys(end.scores).length, `ranks: ${rows}`);
  await checkPage(person, `${person.view.game}-end-${person.name}`);
}

/** The downloaded record is the whole game: the program replays it to the same end. Returns its path. */
export async function download(person, folder) {
  const [file] = await Promise.all([person.page.waitForEvent("download"), person.page.locator(".end .row button").last().click()]);
  const path = join(folder, file.suggestedFilename());
  await file.saveAs(path);
  const end = execFileSync(program, ["trace", path], { encoding: "utf8", maxBuffer: 1 << 28 }).trimEnd().split("\n").at(-1);
  for (const score of Object.values(person.view.end.scores)) check(end.includes(String(score)), `${score} is not in the record's end`);
  return path;
}
