// Two worlds that differ in one card of the seat that is asked for a counter. Everybody else's page is identical in
// both, while the seat is asked and after it has passed.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { check, Person, SEATS, until } from "./lib.mjs";

/** A card and its counter. Every team has one of each. */
const ATTACKS = { sabotage5: "sabotage5", sabotage2: "sabotage2", illness: "vitamins" };
const WORKERS = ["fritz", "greta", "hugo", "wilma", "ida", "jupp", "kathi", "lars", "moni"];

/** Everybody only draws cards until Ben (yellow) is asked and could counter. Returns the counter card. */
async function findMoment(seats) {
  const ben = seats[1];
  for (;;) {
    const mine = await until("somebody's turn", () => seats.find(({ view }) => view?.legal?.length));
    const { legal, decision, n } = mine.view;
    const hand = ben.view.position.hand.yellow;
    if (mine === ben && legal.includes("counter")) return ATTACKS[ben.view.position.pending.card];
    const attack = legal.find((move) => {
      const [verb, card, target] = move.split(" ");
      return mine !== ben && verb === "play" && hand.includes(ATTACKS[card]) && (card !== "illness" || target === "yellow");
    });
    const move = attack ?? ["pass", "draw", "end"].find((quiet) => legal.includes(quiet)) ?? legal[0];
    await mine.done("move", { table: mine.table, move, decision });
    await until("news", () => mine.view.n > n);
  }
}

/** The same log, except that yellow has drawn another card. */
function exchange(folder, card, other) {
  const change = "import sqlite3, sys\nwith sqlite3.connect(sys.argv[1]) as log: print(log.execute('UPDATE entries SET body = replace(body, ?, ?) WHERE instr(body, ?)', (*sys.argv[2:], sys.argv[2])).rowcount)";
  const changed = execFileSync("python3", ["-c", change, join(folder, "log.sqlite"), `draw yellow ${card}"`, `draw yellow ${other}"`], { encoding: "utf8" });
  check(Number(changed) === 1, `${card} was drawn ${changed} times`);
}

const everything = async ({ page, view }) => ({
  title: await page.title(),
  html: await page.evaluate(() => document.documentElement.outerHTML),
  heard: await page.locator("body").ariaSnapshot(),
  view: JSON.stringify(view),
});

/** Everybody's page while Ben is asked, and after he has passed. */
async function look(browser, server, table, memories) {
  const people = [];
  for (const [name, storage] of memories) people.push(await Person.come(browser, server, name, { storage, path: `/#${table}` }));
  for (const { page } of people) await until("everybody", async () => (await page.locator(".seats .seat:not(.away)").count()) === 3);
  const asked = await Promise.all(people.map(everything));
  const lines = ({ page }) => page.locator(".chronicle button").count();
  const before = await Promise.all(people.map(lines));
  await people[1].done("move", { table, move: "pass", decision: people[1].view.decision });
  for (const [i, person] of people.entries()) await until("the pass", async () => (await lines(person)) > before[i]);
  const passed = await Promise.all(people.map(everything));
  for (const person of people) await person.leave();
  return { asked, passed };
}

function compare(card, when, holds, lacks) {
  for (const [i, name] of ["Anna", "Ben", "Carla", "Dora"].entries())
    for (const [what, one] of Object.entries(holds[i])) {
      const other = lacks[i][what];
      const at = [...one].findIndex((letter, n) => letter !== other[n]);
      const around = (text) => text.slice(Math.max(0, at - 80), at + 80);
      check(name === "Ben" || one === other, `${name} can tell from the ${what} whether Ben holds ${card}, ${when}:\n${around(one)}\n${around(other)}`);
    }
}

export default async function asked({ browser, server }) {
  const people = [];
  for (const name of ["Anna", "Ben", "Carla", "Dora"]) people.push(await Person.come(browser, server, name));
  const [anna, ben, carla, dora] = people;
  const table = await anna.make("integralis", 3, { public: true });
  await ben.sit(table, SEATS.integralis[1]);
  await carla.sit(table, SEATS.integralis[2]);
  await dora.goTo(table);
  await anna.done("start", { table });
  await until("the game", () => [anna, ben, carla].every(({ view }) => view?.stage === "playing"));
  const card = await findMoment([anna, ben, carla]);
  const instead = WORKERS.find((worker) => !ben.view.position.hand.yellow.includes(worker));
  const memories = await Promise.all(people.map(async ({ name, context }) => [name, await context.storageState()]));
  for (const person of people) await person.leave();
  await server.stop();

  /* One after the other at the same address, so that not even that differs. */
  const { data } = server;
  const worlds = [];
  for (const world of ["holds", "lacks"]) {
    server.data = mkdtempSync(`${data}-${world}-`);
    cpSync(data, server.data, { recursive: true });
    if (world === "lacks") exchange(server.data, card, instead);
    await server.start();
    worlds.push(await look(browser, server, table, memories));
    await server.remove();
  }
  server.data = data;
  await server.start();

  const [holds, lacks] = worlds;
  check(holds.asked[1].html !== lacks.asked[1].html, "Ben's own page is the same with the card and without it");
  for (const when of ["asked", "passed"]) compare(card, when, holds[when], lacks[when]);
  console.log(`  ${card}, or ${instead} instead: three other pages are the same`);
}
