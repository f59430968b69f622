// Hidden information is in none of a seat's frames, its page, its storage, or its screen reader announcements.
import { check, luck, Person, SEATS, until } from "./lib.mjs";

const WHISPER = "zebracrossing";

async function everything(person) {
  const { html, kept } = await person.page.evaluate(() => ({
    html: document.documentElement.outerHTML + [...document.querySelectorAll("input, textarea")].map((field) => field.value).join("\n"),
    kept: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  }));
  const heard = await person.page.locator("body").ariaSnapshot();
  return { frames: person.frames.join("\n"), html, kept, heard };
}

async function mustNotKnow(person, secret) {
  for (const [where, text] of Object.entries(await everything(person))) check(!text.includes(secret), `${person.name} finds ${secret} in ${where}`);
}

/** A whisper is for one seat. It is on nobody else's page. */
async function whisper(people, table) {
  const [anna, ben, carla, spectator] = people;
  await anna.side("talk");
  await anna.page.locator(".talk [aria-expanded]").click();
  await anna.page.locator(".talk label.check", { hasText: "Ben" }).click();
  await anna.page.locator(".talk button", { hasText: "Open" }).click();
  check((await anna.page.locator(".talk .to").innerText()).includes("Ben"), "who hears it does not stand above the words");
  await anna.page.locator(".talk form input").fill("not sent yet");
  await anna.page.locator(".talk .rooms button").first().click();
  check((await anna.page.locator(".talk form input").inputValue()) === "", "what was typed for Ben stands in everybody's room");
  await anna.page.locator(".talk .rooms button", { hasText: "Ben" }).click();
  check((await anna.page.locator(".talk form input").inputValue()) === "not sent yet", "the draft is lost");
  await anna.page.locator(".talk form input").fill(WHISPER);
  await anna.page.locator(".talk form input").press("Enter");
  await until("the whisper", () => ben.frames.some((frame) => frame.includes(WHISPER)));
  await until("the count", async () => (await ben.page.locator(".talk .rooms .count").count()) === 1);
  await ben.side("talk");
  await ben.page.locator(".talk .rooms button", { hasText: "Anna" }).click();
  await until("no count, since Ben has read it", async () => (await ben.page.locator(".tabs .count").count()) === 0);
  for (const person of [carla, spectator]) await mustNotKnow(person, WHISPER);
  for (const person of [carla, spectator]) check(!person.events.some((event) => event.do === "whisper"), `${person.name} is told that there was a whisper`);
  await carla.done("say", { table, say: "aloud" });
  for (const person of people) await until("talk to everybody", () => person.frames.some((frame) => frame.includes("aloud")));
  await spectatorsRoom(spectator, table);
}

/** Spectators read the players' talk in a separate room, and cannot write there. */
async function spectatorsRoom(spectator, table) {
  const { page } = spectator;
  await spectator.side("talk");
  await spectator.done("say", { table, say: "among us" });
  await page.locator(".said", { hasText: "among us" }).waitFor();
  check(!(await page.locator(".said").innerText()).includes("aloud"), "the players' talk is in the spectators' room");
  await page.locator(".talk .rooms button", { hasText: "The players" }).click();
  await page.locator(".said", { hasText: "aloud" }).waitFor();
  check(!(await page.locator(".said").innerText()).includes("among us") && !(await page.locator(".talk form").count()), "a spectator talks to the players");
}

/** A sealed amount is known to its payer, and later to the landlord. */
async function sealed(people, rng) {
  const seats = people.slice(0, 3);
  for (let moves = 0; moves < 200; moves++) {
    const mine = await until("somebody's turn", () => seats.find(({ view }) => view?.legal?.length));
    const { legal, n, decision } = mine.view;
    const run = legal.find((move) => /^seal.*\d\.\./.test(move) || /^bribe .*\.\./.test(move));
    const move = run ? run.replace(/\d+\.\.\d+\/\d+/, "7000") : legal[rng(legal.length)];
    const others = seats.filter((person) => person !== mine);
    others.forEach((person) => (person.frames.length = 0));
    const answer = await mine.ask("move", { table: mine.table, move, decision });
    check(answer.type === "ok", `${move}: ${JSON.stringify(answer)}`);
    await until("news", () => mine.view.n > n);
    if (!run) continue;
    for (const person of [...others, people[3]]) {
      const { frames, kept, heard } = await everything(person);
      const landlord = person.view?.position?.turn === person.view?.as;
      if (landlord) continue;
      for (const [where, text] of Object.entries({ frames, kept, heard })) check(!/\b7,?000\b/.test(text), `${person.name} finds the sealed sum in ${where}`);
    }
    return;
  }
  check(false, "nobody sealed a bribe");
}

export default async function secrets({ browser, server }) {
  const anna = await Person.come(browser, server, "Anna");
  const ben = await Person.come(browser, server, "Ben");
  const carla = await Person.come(browser, server, "Carla");
  const spectator = await Person.come(browser, server, "Dora");
  const table = await anna.make("intrige", 3, { options: { bribes: "sealed", money: "hidden" }, talk: "private", public: true });
  await ben.sit(table, SEATS.intrige[1]);
  await carla.sit(table, SEATS.intrige[2]);
  await spectator.goTo(table);
  await anna.done("start", { table });
  const people = [anna, ben, carla, spectator];
  for (const person of people) await until("the game", () => person.view?.stage === "playing");
  check(spectator.view.legal === undefined && spectator.view.as === "spectator", "a spectator has a legal list");
  await whisper(people, table);
  await sealed(people, luck(2));
  for (const person of people) await person.leave();
}
