// A browser that is closed in the middle of a game without a server, and opened again: a choice that was made by half, a
// step at which several choose and one has chosen, a bot that thinks. A game of each, each with its own tab.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { carried, Host } from "./host.mjs";
import { browserIn, check, luck, Person, SEATS, until } from "./lib.mjs";

const GAMES = Object.keys(SEATS);

/** The lines of a table's record, as the browser keeps them. */
const kept = (person) => person.page.evaluate((table) => new Promise((done) => {
  const opening = indexedDB.open("kickback");
  opening.onsuccess = () => {
    const reading = opening.result.transaction("tables").objectStore("tables").get(table);
    reading.onsuccess = () => (opening.result.close(), done(reading.result.lines));
  };
}), person.table);

/** Nothing of the earlier lines is lost or other than it was. */
const goesOn = (now, before) => JSON.stringify(now.slice(0, before.length)) === JSON.stringify(before);

/** One life of the browser: a tab for each game, and what is done in it; then it is closed. */
async function life(folder, host, todo) {
  const person = await Person.come(browserIn(folder), host, "", { path: "/offline" });
  if (await until("the door", async () => (await person.page.locator(".welcome, .games").count()) > 0 && (await person.page.locator(".welcome").count()) + 1) > 1) {
    person.name = "Anna";
    await person.sayName();
  }
  for (const game of GAMES) {
    person.page = await person.open();
    await person.page.locator(".games").waitFor();
    await todo(person, game);
  }
  await person.leave();
}

async function begin(person, game, keys) {
  const table = await person.make(game, 3, keys);
  await person.done("start", { table });
  return table;
}

/** The next decision of somebody here; a device that is handed on is taken by the first who is asked. */
async function turn(person) {
  const view = await until("a decision, or the end", () => (person.view?.legal?.length || person.view?.hand || person.view?.stage === "over") && person.view, 60000);
  if (view.hand) await person.done("hand", { table: person.table, seat: view.hand[0] });
  return view.stage !== "over";
}

export default async function resume() {
  const folder = mkdtempSync(join(tmpdir(), "kickback-"));
  const host = await new Host(carried, 200).start(); // a bot that does not pause is never seen to think
  const rng = luck(9);
  const against = {}, around = {};

  /* By half: it was asked whether that is meant. */
  await life(folder, host, async (person, game) => {
    const table = await begin(person, game, { bots: [[1, "medium"], [2, "medium"]] });
    let asked = false;
    while (!asked && (await turn(person))) check(await person.press(rng, () => (asked = true)), "nothing can be pressed");
    check(asked, `nothing in ${game} is asked twice`);
    against[game] = { table, lines: await kept(person), legal: person.view.legal, decision: person.view.decision };
  });
  /* It is due as it was; then three people around the device, of whom the first has chosen. */
  await life(folder, host, async (person, game) => {
    const { table, lines, legal, decision } = against[game];
    await person.goTo(table);
    await person.page.locator(".status.mine").waitFor();
    const { view } = person;
    check(goesOn(await kept(person), lines) && String(view.legal) === String(legal) && view.decision === decision, `${game}: half a choice has changed something`);
    check(!(await person.page.locator(".confirm").count()), "what was not meant yet is not asked now");
    let first;
    while (!first) {
      await begin(person, game, { options: game === "intrige" ? { bribes: "sealed" } : {} });
      while (!first && (await turn(person))) {
        const { actors, as, n } = person.view;
        await person.move(rng);
        const now = await until("news of a move", () => person.view.n > n && person.view);
        if (actors.length > 1 && now.hand && !now.actors.includes(as)) first = { by: as, others: now.hand };
      }
    }
    around[game] = { table: person.table, lines: await kept(person), ...first };
  });
  /* Who has chosen is not asked again, the others are; then the bots are next. */
  await life(folder, host, async (person, game) => {
    const { table, lines, by, others } = around[game];
    person.table = table;
    await person.page.goto(`${person.home}#${table}`);
    await person.page.locator(".covered").waitFor();
    const { hand, as } = person.view;
    check(as === "spectator" && String(hand) === String(others), `${game}: ${by} had chosen, ${others} had not; asked are ${hand}`);
    check(JSON.stringify(await kept(person)) === JSON.stringify(lines), `${game}: what was chosen is not what was kept`);
    await person.goTo(against[game].table);
    const thinks = () => person.view.actors.some((seat) => person.view.seats.find((each) => each.seat === seat)?.bot);
    do {
      await until("my turn", () => person.view?.legal?.length, 60000);
      const { n } = person.view;
      await person.move(rng);
      await until("who is next", () => person.view.n > n && (thinks() || person.view.legal?.length));
    } while (!thinks());
    against[game].lines = await kept(person);
  });
  /* They go on from where they were. */
  await life(folder, host, async (person, game) => {
    const { table, lines } = against[game];
    await person.goTo(table);
    await until(`${game} goes on`, () => person.view?.legal?.length || person.view?.stage === "over", 60000);
    check(goesOn(await kept(person), lines), `${game}: something is lost, or made twice`);
    const { record, error } = await person.ask("record", { table });
    check(record || error === "not_over", "the table is there");
  });
  host.stop();
  rmSync(folder, { recursive: true, force: true });
}
