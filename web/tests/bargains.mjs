// Bargaining in Intrige with the page's own controls. An offer is a card that shows its state on everybody's page.
// Accepting an offer that no longer exists is refused with a message.
import { check, luck, Person, SEATS, until } from "./lib.mjs";

const button = ({ page }, name) => page.locator(".intrige .act").getByRole("button", { name });

/** The states of the newest cards, newest first, on everybody's page. */
async function stand(people, ...states) {
  for (const { name, page } of people)
    await until(`${states} at ${name}'s page`, async () => {
      const said = await page.locator(".gate .offer .state").allTextContents();
      return String(said.slice(0, states.length)) === String(states.map((state) => (typeof state === "string" ? state : state(name))));
    });
  check(await people[0].page.locator(".gate .offer .state").first().isVisible(), "how an offer stands cannot be seen");
}

async function pay(payer, confirmed) {
  const { n } = payer.view;
  await button(payer, /^Pay/).click();
  if (confirmed) await payer.page.locator(".confirm button.main").click();
  await until("the bribe", () => payer.view.n > n);
}

const whoseTurn = (people) => until("somebody's turn", () => people.find(({ view }) => view?.legal?.length));

/** Plays until somebody may make an offer for an uncontested relative. */
async function findPayer(people, rng) {
  for (;;) {
    const mine = await whoseTurn(people);
    const { legal, position, n } = mine.view;
    if (position.stage?.kind === "uncontested" && legal.some((move) => move.startsWith("offer"))) return [mine, people.find(({ view }) => view.as === position.turn)];
    await mine.move(rng);
    await until("news", () => mine.view.n > n);
  }
}

/** The rest of the stage: everybody pays the minimum, and the landlord keeps any agreement. */
async function decideStage(people) {
  for (;;) {
    const mine = await whoseTurn(people);
    const { legal, decision, n, position: { stage } } = mine.view;
    if (stage?.kind !== "uncontested") return;
    const agreed = stage.deals.map(({ scholar, post }) => `place ${scholar} ${post}`);
    const move = legal.find((move) => agreed.includes(move)) ?? legal.find((move) => /^(place|bribe)/.test(move) && !stage.deals.some(({ post }) => move.endsWith(` ${post}`)));
    await mine.done("move", { table: mine.table, move: move.replace(/\.\..*/, ""), decision });
    await until("news", () => mine.view.n > n);
  }
}

/** A typed amount takes effect at once, even if it is not in the list: the button says what it would do. */
async function typeSum({ page }) {
  const [field, slider] = ["number", "range"].map((type) => page.locator(`.intrige .amount input[type=${type}]`));
  await field.focus();
  await page.keyboard.press("ControlOrMeta+a");
  for (const [typed, sum] of [["1", "1,000"], ["2000", "12,000"], ["0", null], ["\b", "12,000"]]) {
    if (typed === "\b") await page.keyboard.press("Backspace");
    else await page.keyboard.type(typed);
    const high = await slider.getAttribute("max");
    const wanted = sum ?? Number(high).toLocaleString("en-GB");
    await until(`Pay ${wanted} after ${typed}`, async () => (await page.locator(".intrige .act .main").first().innerText()) === `Pay ${wanted}`);
    check(Number(await slider.inputValue()).toLocaleString("en-GB") === wanted, "the slider lags behind");
  }
  await field.blur();
  check((await field.inputValue()) === "12000", "the field is not what is paid");
  await page.keyboard.press("ControlOrMeta+a");
  await field.fill("1000");
}

async function keep(people, rng) {
  const [payer, landlord] = await findPayer(people, rng);
  await typeSum(payer);
  await button(payer, /^Offer/).click();
  await stand(people, "open");
  await button(landlord, "Counter …").click();
  await button(landlord, /^Ask/).click();
  await stand(people, "open", "countered");
  await button(payer, "Refuse").click();
  await stand(people, "refused", "countered");
  await button(payer, /^Offer/).click();
  await stand(people, "open", "refused", "countered");
  await button(landlord, /^Accept/).click();
  await stand(people, "accepted", "refused", "countered");
  await payer.shot("bargain");
  await pay(payer, false);
  await decideStage(people);
  await stand(people, "kept", "refused", "countered");
}

/** A deal is made by accepting a demand, and then too little is paid. */
async function breakIt(people, rng) {
  const [payer, landlord] = await findPayer(people, rng);
  await button(payer, /^Offer/).click();
  await button(landlord, "Counter …").click();
  await button(landlord, /^Ask/).click();
  await button(payer, /^Accept/).click();
  await stand(people, "accepted", "countered");
  await button(payer, /^−/).last().click();
  await pay(payer, true); // this breaks a deal
  await stand(people, "paid too little", "countered");
  await decideStage(people);
  await stand(people, (name) => `broken by ${name === payer.name ? "you" : payer.name}`, "countered");
  await payer.shot("bargain-broken");
  await keepsSeal(people, payer);
}

/** The seat keeps the seal of a broken deal, also for somebody who loads the page again, and its details tell the deal. */
async function keepsSeal(people, payer) {
  const seat = `.seat.seat-${payer.view.as}`;
  await people[2].page.reload();
  for (const { name, page } of people) await until(`the broken seal at ${name}'s page`, async () => /1 broken/.test(await page.locator(`${seat} .seals`).getAttribute("aria-label").catch(() => "")));
  const reader = people.find((person) => person !== payer);
  await reader.page.locator(seat).click();
  check((await reader.page.locator("dialog .deals li", { hasText: `${payer.name} breaks the deal` }).count()) === 1, "the deal is not among the details of the seat");
  await reader.page.keyboard.press("Escape");
  await reader.page.locator("dialog").waitFor({ state: "detached" });
}

/** The landlord's other tab refuses the offer shown here, and a higher one follows. Accepting the old one makes no
 * deal. */
async function acceptLate(people, rng) {
  const [payer, landlord] = await findPayer(people, rng);
  await button(payer, /^Offer/).click();
  await stand(people, "open");
  const terms = await landlord.page.locator(".gate .offer .terms").first().innerText();
  const second = await landlord.open(`/#${landlord.table}`);
  await landlord.holdNews();
  await button({ page: second }, "Refuse").click();
  await stand([payer], "refused");
  await button(payer, /^\+/).first().click();
  await button(payer, /^Offer/).click();
  await stand([payer, { name: "the other tab", page: second }], "open", "refused");
  check((await landlord.page.locator(".gate .offer .terms").first().innerText()) === terms, "the landlord reads what was held back");
  const { n } = payer.view;
  await button(landlord, /^Accept/).click();
  await landlord.page.locator(".toast", { hasText: "that decision has already been made" }).waitFor();
  await payer.done("ping");
  check(payer.view.n === n && !payer.view.position.stage.deals.length, "a deal was made that one of the two has not read");

  await landlord.catchUp();
  await stand(people, "open", "refused");
  await button(landlord, /^Accept/).click();
  await stand(people, "accepted", "refused");
  const [{ amount }] = payer.view.position.stage.deals;
  check(!terms.includes(amount.toLocaleString("en-GB")), `the deal is for ${amount}, which is in what was refused: ${terms}`);
  await second.close();
}

export default async function bargains({ browser, server }) {
  const people = [];
  for (const name of ["Anna", "Ben", "Carla"]) people.push(await Person.come(browser, server, name));
  const [anna, ben, carla] = people;
  const table = await anna.make("intrige", 3, { options: { deals: "loose" } });
  await ben.sit(table, SEATS.intrige[1]);
  await carla.sit(table, SEATS.intrige[2]);
  await anna.done("start", { table });
  const rng = luck(4);
  await keep(people, rng);
  await breakIt(people, rng);
  await acceptLate(people, rng);
  for (const person of people) await person.leave();
}
