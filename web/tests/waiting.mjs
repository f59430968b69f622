// Time to negotiate: the host chooses the pace and the kind of promises, a person asks everybody to wait, stops the bots
// and changes their pace, with a server and without. A pact is pointed at, built, proposed and accepted with the keyboard
// alone, on a desktop and on a phone.
import { check, Person, SEATS, until } from "./lib.mjs";

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** The host chooses in the form of a new table. */
async function makeByForm(anna, ben, choices) {
  await anna.makeByForm({ players: 3, who: { 1: "friend" }, ...choices });
  await ben.sit(anna.table, SEATS.intrige[1]);
  await anna.page.getByRole("button", { name: "Start" }).click();
  await until("the game", () => [anna, ben].every(({ view, news }) => news?.table === anna.table && view.stage === "playing"));
}

/** What a screen reader announces, without parts that are hidden from it. */
const heard = ({ page }) => page.locator("[role=status], [role=log], [role=alert]").evaluateAll((regions) => regions.map((region) => {
  const copy = region.cloneNode(true);
  copy.querySelectorAll("[aria-hidden=true]").forEach((hidden) => hidden.remove());
  return copy.textContent;
}).join(" "));

const shown = ({ page }) => page.locator(".status").innerText();

/** Both see the pause and its countdown, and nothing is announced. */
async function checkCounted(person) {
  const counted = /\((\d+) s\)/;
  const [before, said] = [await until("the seconds", async () => counted.exec(await shown(person))?.[1]), await heard(person)];
  check(!counted.test(said), `the seconds are read out: ${said}`);
  await until("the next second", async () => (counted.exec(await shown(person))?.[1] ?? before) !== before);
  check((await heard(person)) === said, `read out while seconds pass: ${await heard(person)}, not ${said}`);
}

async function wait([anna, ben]) {
  check(anna.view.settings.pace === "comfortable", `the pace is ${anna.view.settings.pace}`);
  await anna.cameUp("The bots hold back: time to talk.");

  await anna.page.locator(".seal-tab").click();
  await anna.page.getByRole("button", { name: "Wait!" }).click();
  await until("Anna's pause", async () => /You asked everybody to wait\./.test(await shown(anna)));
  await until("Anna's pause at Ben's page", async () => /Anna bittet alle zu warten\./.test(await shown(ben)));
  check(ben.view.pause.by === anna.view.as, `whose pause it is: ${JSON.stringify(ben.view.pause)}`);
  check(await anna.page.getByRole("button", { name: "Wait!" }).isDisabled(), "one can ask to wait twice in a turn");
  await until("that it is read out", async () => /Anna bittet alle zu warten\./.test(await heard(ben)));
  await checkCounted(anna);
  await checkCounted(ben);
}

// --- the pace ------------------------------------------------------------------------------------------------------------

/** Makes moves for the people until only bots are due. */
async function leaveToBots(people) {
  await until("a bot's turn", async () => {
    const mover = people.find(({ view }) => view.legal?.length);
    if (mover) await mover.move(() => 0);
    const { actors, seats } = people[0].view;
    return seats.some(({ seat, plays }) => plays === "bot" && actors.includes(seat)) && !people.some(({ view }) => view.legal?.length);
  });
}

/** Nothing happens at the table while requests go back and forth. */
async function checkStopped(person) {
  const { n } = person.view;
  for (let i = 0; i < 30; i++) await person.done("lobby");
  check(person.view.n === n, "a bot moves while the bots are stopped");
}

async function pace([anna, ben]) {
  await anna.page.locator(".status .pace").click();
  await anna.page.locator(".paces").getByText("comfortable").click();
  await until("another pace", () => ben.view.settings.pace === "comfortable");
  await anna.page.getByRole("button", { name: "Pause the bots" }).click();
  await until("the pause", () => ben.view.paused && anna.view.paused);
  await until("that it is said", async () => /Die Bots sind angehalten\./.test(await shown(ben)) && /The bots are paused\./.test(await shown(anna)));
  await until("that it is read out", async () => /Anna hält die Bots an\./.test(await heard(ben)));
  await leaveToBots([anna, ben]);
  await checkStopped(anna);
  const { n } = anna.view;
  await ben.page.getByRole("button", { name: "Die Bots weiterspielen lassen" }).click();
  await until("a bot's move", () => anna.view.n > n + 1 && !anna.view.paused);
  check(anna.view.settings.pace === "comfortable", `the pace is ${anna.view.settings.pace} after a pause`);
  await until("the end of the pause on the page", async () => !/The bots are paused\./.test(await shown(anna)));
  await anna.page.keyboard.press("b");
  await until("a pause by key", async () => ben.view.paused && /The bots are paused\./.test(await shown(anna)));
  await anna.page.keyboard.press("b");
  await until("the end of it", () => !ben.view.paused);
}

async function paceAlone(cora) {
  /* Without pacts: a bot's proposal to her would be another reason to wait. */
  await cora.make("incorporated", 3, { pacts: "none", bots: [[1, "easy"], [2, "easy"]] });
  await cora.done("start", { table: cora.table });
  await until("the game", () => cora.view.stage === "playing" && cora.view.settings.pace === "off");
  await cora.page.locator(".status .pace").click();
  await cora.page.getByRole("button", { name: "Pause the bots" }).click();
  await until("the pause", () => cora.view.paused);
  await leaveToBots([cora]);
  await checkStopped(cora);
  const { n } = cora.view;
  await cora.page.keyboard.press("b");
  await until("a bot's move", () => cora.view.n > n);
}

// --- by keyboard ---------------------------------------------------------------------------------------------------------

const at = ({ page }, selector) => page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

async function tabTo(person, selector) {
  for (let tries = 0; tries < 150; tries++) {
    if (await at(person, selector)) return;
    await person.page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

async function press(person, selector, key = "Enter") {
  await tabTo(person, selector);
  await person.page.keyboard.press(key);
}

/** The tabs are one stop; arrows lead from one to the next. */
async function openPromises(person) {
  await tabTo(person, ".tabs [aria-selected=true]");
  for (let tries = 0; tries < 5 && !(await at(person, ".seal-tab")); tries++) await person.page.keyboard.press("ArrowRight");
  check(await at(person, ".seal-tab[aria-selected=true]"), "the arrows do not lead to the promises");
}

/** Open: until then nothing of it is laid out, and its text has no lines. */
const dialog = ({ page }) => page.locator("dialog[open]");

/** A focused piece is pointed at with a key. Pointing can also be started first, and then a piece pressed. */
async function pointByKeys(person, seat) {
  const { page } = person;
  const about = `[data-about="seat ${seat}"]`;
  await press(person, `.seat${about}`, "p");
  const byKey = await until("the builder", () => dialog(person).locator(".readies").innerText().catch(() => ""));
  await page.keyboard.press("Escape");
  await dialog(person).waitFor({ state: "detached" });

  await openPromises(person);
  await press(person, ".promises .make button:nth-child(2)");
  await page.locator(".pointing").waitFor();
  await press(person, `.seat${about}`);
  const byPointing = await until("the builder", () => dialog(person).locator(".readies").innerText().catch(() => ""));
  check(byKey === byPointing, `pointed at ${seat}: ${byPointing}, by the key ${byKey}`);
}

/** From the builder's first page: a ready-made pact, another term, one more choice, and the proposal is sent. */
async function proposeByKeys(person, partner) {
  const { page } = person;
  await press(person, "dialog .readies button");
  const term = 'dialog .hole[data-hole="deed term"]';
  const before = await page.locator(term).first().innerText();
  await press(person, term);
  await page.locator("dialog .options").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog .options").waitFor({ state: "detached" });
  check(await at(person, term), "Escape does not lead back to what was chosen");
  await page.keyboard.press("Enter");
  await press(person, 'dialog .options button[aria-pressed="false"]');
  await until("another term", async () => (await page.locator(term).first().innerText()) !== before);
  check(await at(person, term), "the focus is lost when something is chosen");
  check((await page.locator("dialog input[type=checkbox]").count()) === 0, "a secret pact is offered where all are open");
  const known = partner.view.pacts?.length ?? 0;
  await press(person, "dialog .main");
  await dialog(person).waitFor({ state: "detached" });
  await until("the proposal", () => partner.view.pacts?.length > known);
  return partner.view.pacts.at(-1).pact;
}

async function acceptByKeys(person, pact) {
  await press(person, ".status .asked");
  const accept = `.promises .pact[data-pact="${pact}"] .main`;
  await until("the answer's button", () => at(person, accept));
  const inView = await person.page.locator(accept).evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight && button.getBoundingClientRect().top >= 0);
  check(inView, "the proposal is out of sight");
  await person.page.keyboard.press("Enter");
  await until("the pact", () => person.view.pacts.find((each) => each.pact === pact).state === "stood");
}

export default async function waiting({ browser, server }) {
  const anna = await Person.come(browser, server, "Anna", { viewport: DESKTOP });
  const ben = await Person.come(browser, server, "Ben", { viewport: PHONE, locale: "de-DE", scheme: "dark" });
  for (const person of [anna, ben]) await person.listen();
  await makeByForm(anna, ben, { pacts: "public", pace: "comfortable" });
  await wait([anna, ben]);
  for (const [one, other] of [[anna, ben], [ben, anna]]) {
    await pointByKeys(one, other.view.as);
    await acceptByKeys(other, await proposeByKeys(one, other));
    await one.cameUp(one === anna ? "Ben accepts the pact." : "Anna nimmt die Absprache an.");
  }

  await makeByForm(anna, ben, { pacts: "none", pace: "off" });
  check(!(await anna.page.locator(".seal-tab").count()), "promises can be made at a table without them");
  check(!anna.view.pause, `a pause at a table without: ${JSON.stringify(anna.view.pause)}`);
  await pace([anna, ben]);
  const cora = await Person.come(browser, server, "Cora", { path: "/offline" });
  await paceAlone(cora);
  for (const person of [anna, ben, cora]) await person.leave();
}
