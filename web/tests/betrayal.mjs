// A broken promise: a seal breaks over everybody's table and holds nothing back; a key ends it; with reduced motion there is
// none. The seat keeps the broken seal, and its details say what was broken.
import { check, Person, SEATS, until } from "./lib.mjs";

/** Runs in the page: counts the seals that break, and stops them there to be looked at. */
function watch() {
  window.broken = [];
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((added) => added.matches?.(".betrayal"))) {
      const times = node.getAnimations({ subtree: true }).map((animation) => animation.effect.getComputedTiming().endTime);
      const { left, top, width, height } = node.querySelector(".halves").getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      window.broken.push({ times, text: node.textContent, through: !hit?.closest(".betrayal"), hidden: node.getAttribute("aria-hidden") });
    }
  }).observe(document.body, { childList: true, subtree: true });
}

const broken = ({ page }) => page.evaluate(() => window.broken);

/** Anna promises Ben not to send anybody to Carla, and does it. */
async function breakWord([anna, ben, carla]) {
  const { pact } = await anna.done("propose", { table: anna.table, with: [ben.view.as], promises: [{ seat: anna.view.as, wont: `send * ${carla.view.as}`, term: "game" }] });
  await until("the proposal", () => ben.view.pacts?.length);
  await ben.done("accept", { table: anna.table, pact: ben.view.pacts[0].pact });
  await until("the pact", () => anna.view.pacts.find((each) => each.pact === pact).state === "stood");
  for (;;) {
    const mine = await until("somebody's turn", () => [anna, ben, carla].find(({ view }) => view.legal?.length));
    const { legal, decision, n } = mine.view;
    const breaks = mine === anna && legal.find((move) => move.startsWith("send") && move.endsWith(` ${carla.view.as}`));
    await mine.done("move", { table: mine.table, move: (breaks || legal[0]).replace(/(\d+)\.\.\d+\/\d+/, "$1"), decision });
    if (breaks) return;
    await until("news", () => mine.view.n > n);
  }
}

export default async function betrayal({ browser, server }) {
  const [anna, ben, carla] = [
    await Person.come(browser, server, "Anna", { motion: "no-preference", viewport: { width: 1280, height: 800 } }),
    await Person.come(browser, server, "Ben", { motion: "no-preference", viewport: { width: 390, height: 844 }, scheme: "dark", locale: "de-DE" }),
    await Person.come(browser, server, "Carla"),
  ];
  const people = [anna, ben, carla];
  const table = await anna.make("intrige", 3);
  await ben.sit(table, SEATS.intrige[1]);
  await carla.sit(table, SEATS.intrige[2]);
  await anna.done("start", { table });
  for (const person of people) {
    await until("the game", () => person.view?.stage === "playing");
    await person.page.evaluate(watch);
  }
  await breakWord(people);
  for (const [person, words] of [[anna, "You broke your word"], [ben, "Anna hat das Versprechen gebrochen"]]) {
    const [seal, ...more] = await until(`the seal at ${person.name}'s page`, async () => (await broken(person)).length && broken(person));
    check(!more.length && seal.text.includes(words), `${person.name} sees ${JSON.stringify([seal, ...more])}`);
    check(seal.through && seal.hidden === "true", `${person.name}: it takes presses, or is read out a second time`);
    check(seal.times.length >= 3 && seal.times.every((ms) => ms >= 250 && ms <= 900), `${person.name}: it takes ${seal.times} ms`);
    await until("its end", async () => !(await person.page.locator(".betrayal").count()));
  }
  for (const person of people) await until(`the broken seal at ${person.name}'s page`, async () => /^1 /.test(await person.page.locator(`.seat-${anna.view.as} .seals`).getAttribute("aria-label").catch(() => "")));
  check(!(await broken(carla)).length, "something moved for somebody who asked for less");
  await carla.page.locator(`.seat-${anna.view.as}.seat`).click();
  await carla.page.locator("dialog .pact li.broken").waitFor();
  for (const person of people) await person.leave();
}
