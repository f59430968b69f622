// A browser is closed in the middle of games without a server and opened again: during a half-made choice, during a
// step in which several choose and one has chosen, and while a bot thinks. Each game has its own tab.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { carried, Host } from "./host.mjs";
import { browserIn, check, GAMES, luck, Person, until } from "./lib.mjs";


/** The entries of a table as stored in the browser. */
const kept = (person) => person.page.evaluate((table) => new Promise((done) => {
  const opening = indexedDB.open("kickback");
  opening.onsuccess = () => {
    const reading = opening.result.transaction("tables").objectStore("tables").get(table);
    reading.onsuccess = () => (opening.result.close(), done(reading.result.entries));
  };
}), person.table);

/** Whether the earlier entries are all there and unchanged. */
const goesOn = (now, before) => JSON.stringify(now.slice(0, before.length)) === JSON.stringify(before);

/** One run of the browser: a tab for each game, and what is done in it. Then it is closed. */
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

/** The next decision of a person here. The first who is asked takes the device. */
async function turn(person) {
  const view = await until("a decision, or the end", () => (person.view?.legal?.length || person.view?.hand || person.view?.stage === "over") && person.view, 60000);
  if (view.hand) await person.done("hand", { table: person.table, seat: view.hand[0] });
  return view.stage !== "over";
}

export default async function resume() {
  const folder = mkdtempSync(join(tmpdir(), "kickback-"));
  const host = await new Host(carried, 200).start(); // a bot that does not pause would never be seen thinking
  const rng = luck(9);
  const against = {}, around = {};

  /* Stops at the confirmation question. */
  await life(folder, host, async (person, game) => {
    const table = await begin(person, game, { bots: [[1, "medium"], [2, "medium"]] });
    let asked = false;
    while (!asked && (await turn(person))) check(await person.press(rng, { asked: () => (asked = true) }), "nothing can be pressed");
    check(asked, `nothing in ${game} is asked twice`);
    against[game] = { table, entries: await kept(person), legal: person.view.legal, decision: person.view.decision };
  });
  /* The decision is due as before. Then three people around the device, of whom the first has chosen. */
  await life(folder, host, async (person, game) => {
    const { table, entries, legal, decision } = against[game];
    await person.goTo(table);
    await person.page.locator(".status.mine").waitFor();
    const { view } = person;
    check(goesOn(await kept(person), entries) && String(view.legal) === String(legal) && view.decision === decision, `${game}: half a choice has changed something`);
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
    around[game] = { table: person.table, entries: await kept(person), ...first };
  });
  /* The one who has chosen is not asked again, but the others are. Then the bots are next. */
  await life(folder, host, async (person, game) => {
    const { table, entries, by, others } = around[game];
    person.table = table;
    await person.page.goto(`${person.home}#${table}`);
    await person.page.locator(".covered").waitFor();
    const { hand, as } = person.view;
    check(as === "spectator" && String(hand) === String(others), `${game}: ${by} had chosen, ${others} had not; asked are ${hand}`);
    check(JSON.stringify(await kept(person)) === JSON.stringify(entries), `${game}: what was chosen is not what was kept`);
    await person.goTo(against[game].table);
    const thinks = () => person.view.actors.some((seat) => person.view.seats.find((each) => each.seat === seat)?.bot);
    do {
      await until("my turn", () => person.view?.legal?.length, 60000);
      const { n } = person.view;
      await person.move(rng);
      await until("who is next", () => person.view.n > n && (thinks() || person.view.legal?.length));
    } while (!thinks());
    against[game].entries = await kept(person);
  });
  /* The bots continue from there. */
  await life(folder, host, async (person, game) => {
    const { table, entries } = against[game];
    await person.goTo(table);
    await until(`${game} goes on`, () => person.view?.legal?.length || person.view?.stage === "over", 60000);
    check(goesOn(await kept(person), entries), `${game}: something is lost, or made twice`);
    const { record, error } = await person.ask("record", { table });
    check(record || error === "not_over", "the table is there");
  });
  host.stop();
  rmSync(folder, { recursive: true, force: true });
}
