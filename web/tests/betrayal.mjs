// A broken promise: a seal breaks over everybody's table and holds nothing back; a key ends it; with reduced motion there is
// none. The seat keeps the broken seal, and its details say what was broken;
// after the end the server remembers it, for those who may look at that game.
import { check, luck, Person, SEATS, until } from "./lib.mjs";

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

/** What the server remembers of Anna, as this person reads it at the table they are at. */
async function recordOf(person, seat) {
  await person.page.locator(`.seat-${seat}.seat`).click();
  const said = await person.page.locator("dialog .server-record").innerText();
  await person.page.keyboard.press("Escape");
  await person.page.locator("dialog").waitFor({ state: "detached" });
  return said;
}

/** At the next table those who played there know Anna's record. The table was not public: somebody else does not. */
async function remembered(browser, server, [anna, ben, carla]) {
  const rng = luck(5);
  for (;;) {
    const mine = await until("somebody's turn, or the end", () => [anna, ben, carla].find(({ view }) => view.legal?.length || view.stage === "over"), 60000);
    if (mine.view.stage === "over") break;
    const { decision } = mine.view;
    await mine.move(rng);
    await until("news", () => mine.view.decision !== decision || mine.view.stage === "over");
  }
  await until("the end", () => anna.view.end);
  const won = anna.view.end.winners.includes(anna.view.as) ? 1 : 0;
  const { kept, broken: lost } = anna.view.seals[anna.view.as];
  check(lost === 1, `broken promises: ${lost}`);
  const table = await anna.make("integralis", 3);
  await ben.sit(table, SEATS.integralis[1]);
  const dora = await Person.come(browser, server, "Dora");
  await dora.goTo(table);
  const [seat] = SEATS.integralis;
  const told = { english: await recordOf(anna, seat), german: await recordOf(ben, seat), stranger: await recordOf(dora, seat) };
  check(told.english === `On this server: one finished game, ${won} won; ${kept} promises kept, 1 broken.`, told.english);
  check(told.german === `Auf diesem Server: ein beendetes Spiel, ${won} gewonnen; ${kept} Versprechen gehalten, 1 gebrochen.`, told.german);
  check(told.stranger === "On this server: no finished game that you can look at.", `somebody who was not there reads: ${told.stranger}`);
  await dora.leave();
}

/** Many finished games come in pages. A bot is known by its character, wherever it sat; a game that comes twice counts once. */
async function manyGames(anna) {
  const [first, second, third] = SEATS.intrige;
  await anna.make("intrige", 3, { bots: [[1, "greedy"], [2, "easy"]] });
  const { person } = anna.view.seats[0];
  const game = (n, keys) => ({
    table: n.toString(16).padStart(32, "0"), game: "intrige", players: 3, seals: { [first]: { kept: 2, broken: 0 }, [second]: { kept: 1, broken: 1 } },
    seats: [{ seat: first, plays: "person", person }, { seat: second, plays: "bot", bot: "greedy" }, { seat: third, plays: "bot", bot: "hard" }], end: { winners: [second], scores: {} }, ...keys,
  });
  const mine = Array.from({ length: 45 }, (_, i) => game(i));
  const stranger = { seat: first, plays: "person", person: "f".repeat(32), name: "Anna" };
  /* Two of these are among Anna's own. In the third, the bot has two seats, and somebody else is called Anna. */
  const everybody = [mine[3], mine[40], game(100, { seats: [stranger, { seat: second, plays: "bot", bot: "greedy" }, { seat: third, plays: "bot", bot: "greedy" }], end: { winners: [third], scores: {} } })];
  await anna.page.evaluate((finished) => (window.finished = finished), { me: mine, everybody });
  const told = [await recordOf(anna, first), await recordOf(anna, second), await recordOf(anna, third)];
  check(told[0] === "On this server: 45 finished games, 0 won; 90 promises kept, 0 broken.", told[0]);
  check(told[1] === "On this server: 47 finished games, 46 won; 46 promises kept, 46 broken.", told[1]);
  check(told[2] === "On this server: no finished game that you can look at.", told[2]);
  await anna.page.evaluate(() => (window.finished = null));
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
  await carla.page.keyboard.press("Escape");
  await remembered(browser, server, people);
  await manyGames(anna);
  for (const person of people) await person.leave();
}
