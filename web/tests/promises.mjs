// Promises at a table with the page's own controls: Anna on a desktop, Ben on a phone, in German and in dark mode. In
// each game a pact is built, proposed and accepted, and promises are kept and broken. The card says so on both pages,
// and seals stay at the seat.
import { check, luck, Person, SEATS, until } from "./lib.mjs";
import { checkPage, strays } from "./sound.mjs";

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

const other = ([anna, ben], person) => (person === anna ? ben : anna);
/** Leaves out pacts of the bot in the third seat, which makes proposals of its own. */
const pacts = ({ view }) => (view.pacts ?? []).filter(({ by, with: seats }) => ![by, ...seats].includes(SEATS[view.game][2]));
const last = (person) => pacts(person).at(-1);
/** News reaches one page before the other: waits until `is` holds on both. */
const both = (people, what, is) => until(`${what} on both pages`, () => people.every(is));
const card = (person) => person.page.locator(`.promises .pact[data-pact="${last(person).pact}"]`);
const openPanel = ({ page }) => page.locator(".seal-tab").click();

/** Presses, and counts the presses. */
class Presses {
  n = 0;

  async on(locator) {
    this.n++;
    await locator.click();
  }
}

async function start(people, game, players, keys = {}) {
  const [anna, ben] = people;
  const table = await anna.make(game, players, { ...keys, bots: players > 2 ? [[2, "easy"]] : [] });
  await ben.sit(table, SEATS[game][1]);
  await anna.done("start", { table });
  await until("the game", () => people.every(({ view, news }) => news?.table === table && view.stage === "playing"));
}

/** Plays until `there` holds. `moves` chooses the moves of these two. */
async function playUntil(people, there, moves) {
  for (;;) {
    const found = people.map((person) => [person, there(person)]).find(([, is]) => is);
    if (found) return found;
    const mine = await until("a move of ours", () => people.find(({ view }) => view.legal?.length));
    const { legal, decision, n } = mine.view;
    const move = (moves(mine, legal) ?? legal[0]).replace(/(\d+)\.\.\d+\/\d+/, "$1");
    await mine.done("move", { table: mine.table, move, decision });
    await until("news", () => mine.view.n > n);
    const seen = mine.view.n;
    await until("the others", () => people.some(({ view }) => view.legal?.length) || mine.view.n > seen || mine.view.stage === "over");
  }
}

/** A proposal opens the promises by itself where they cover nothing; on a phone the bar counts it, and a press opens them. */
async function toProposal(person) {
  const { page } = person;
  if (page.viewportSize().width > PHONE.width) return card(person).waitFor();
  await page.locator(".seal-tab .count").waitFor();
  await openPanel(person);
}

async function answer(person, what) {
  const { pact } = last(person);
  await toProposal(person);
  await card(person).locator("button", { hasText: what }).click();
  await until("the answer", () => pacts(person).find((each) => each.pact === pact)?.state !== "open");
}

const YES = /Accept|Annehmen/, NO = /Decline|Ablehnen/, BACK = /Withdraw|Zurückziehen/, COUNTER = /Counter|Gegenvorschlag/;

/** The verdicts on the promises of the latest pact. */
const verdicts = (person, pact = last(person)) => pacts(person).find((each) => each.pact === pact.pact).promises.map(({ verdict }) => verdict);
async function judged(people, wanted) {
  for (const person of people) await until(`${wanted} at ${person.name}'s page, not ${verdicts(person)}`, () => String(verdicts(person)) === String(wanted));
}

/** Builds a promise by hand: the deed, its words and the term are chosen in the sentence. */
async function build({ page }, { deed, wont, words = {}, term }) {
  await openPanel({ page });
  await page.locator(".promises .make .main").click();
  await page.locator(".promise-builder > button").click();
  const hole = (name) => page.locator(`.hole[data-hole="deed ${name}"]`);
  const option = (match) => page.locator(".options button").filter({ hasText: match });
  await hole("deed").click();
  if (deed) {
    await option(deed).first().click();
    await hole("deed").click();
  }
  await page.locator(".options button").nth(wont ? 1 : 0).click();
  for (const [place, nth] of Object.entries(words)) {
    await hole(place).click();
    await page.locator(".options button").nth(nth).click();
  }
  await hole("term").click();
  await page.locator(".options button").nth(["turn", "round", "next", "game"].indexOf(term)).click();
}

const propose = async ({ page }) => {
  await page.locator(".promise-builder .main").click();
  await page.locator("dialog").waitFor({ state: "detached" });
};

async function agree(people, proposer) {
  const partner = other(people, proposer);
  const known = pacts(partner).length;
  await propose(proposer);
  await both(people, "the proposal", (person) => pacts(person).length > known);
  await answer(partner, YES);
  await both(people, "the pact", (person) => last(person).state === "stood");
}

/** The second step warns, and going back leaves everything as it was. */
async function warned({ page, view }, choose, says) {
  await choose();
  const bar = page.locator(".confirm .word");
  await bar.first().waitFor();
  check(says.test(await bar.first().innerText()), `the second step says: ${await bar.first().innerText()}`);
  await page.locator(".confirm button:not(.main)").click();
  await bar.first().waitFor({ state: "detached" });
  return view;
}
const BREAKS = /This breaks your word to Ben|Damit brichst du dein Wort gegenüber Anna/;
const MISSES = /You could keep your word|Du könntest dein Wort/;

async function seals(people, seat, wanted) {
  for (const person of people) {
    await until(`the seals of ${seat} at ${person.name}'s page`, async () => {
      const said = await person.page.locator(`.seat.seat-${seat} .seals`).getAttribute("aria-label").catch(() => "");
      return said?.replace(/\D+/g, " ").trim() === wanted;
    });
  }
}

// --- Intrige: a post for a bribe in three presses, and a promise about sending -------------------------------------------

async function intrige(people) {
  await start(people, "intrige", 3);
  const toEachOther = (mine, legal) => legal.find((move) => move.startsWith("send") && move.endsWith(` ${other(people, mine).view.as}`));
  const [payer] = await playUntil(people, ({ view }) => view.legal?.some((move) => move.startsWith("bribe")) && people.some((one) => one.view.as === view.position.turn), toEachOther);
  const landlord = other(people, payer);
  const presses = new Presses();
  await presses.on(payer.page.locator(".seal-tab"));
  await presses.on(payer.page.locator(".readies button").first());
  await checkPage(payer, `promise-intrige-${payer.name}`);
  await presses.on(payer.page.locator(".promise-builder .main"));
  check(presses.n === 3, `a common promise takes ${presses.n} presses`);
  await both(people, "the proposal", (person) => last(person)?.state === "open");
  await toProposal(landlord);

  /* Withdrawn, declined, countered: each one disappears, and the counter-proposal is a new pact. */
  await card(payer).locator("button", { hasText: BACK }).click();
  await both(people, "the withdrawal", (person) => last(person).state === "withdrawn");
  const again = async () => {
    const known = pacts(landlord).length;
    await payer.page.locator(".promises .make .main").click();
    await payer.page.locator(".promise-builder .readies button").first().click();
    await propose(payer);
    await both(people, "the proposal", (person) => pacts(person).length > known);
  };
  await again();
  await answer(landlord, NO);
  await again();
  const countered = last(landlord).pact;
  await card(landlord).locator("button", { hasText: COUNTER }).click();
  await propose(landlord);
  await both(people, "the counter-proposal", (person) => last(person).by === landlord.view.as && last(person).state === "open");
  await both(people, "the end of what it counters", (person) => pacts(person).find(({ pact }) => pact === countered).state === "declined");
  await answer(payer, YES);
  await both(people, "the pact", (person) => last(person).state === "stood");

  /* The payer keeps the promise by paying. The landlord is warned that another post would break it. */
  const pay = Number(/>=(\d+)/.exec(JSON.stringify(last(payer).promises))[1]);
  const give = /give (\S+) (\d+)/.exec(JSON.stringify(last(payer).promises));
  await payer.done("move", { table: payer.table, move: `bribe ${pay}`, decision: payer.view.decision });
  await seals(people, payer.view.as, "1");
  const keeping = ({ view }) => view.as === landlord.view.as && view.legal?.find((move) => [`place ${give[1]} ${give[2]}`, `hire ${give[1]} ${give[2]}`, `settle ${give[1]}`].includes(move));
  await playUntil(people, keeping, (_, legal) => legal.find((move) => !move.endsWith(` ${give[2]}`)));
  const free = landlord.page.locator(".act .choice");
  if (landlord.view.legal.some((move) => move.startsWith("place")) && (await free.count()) > 1) await warned(landlord, () => free.first().click(), MISSES);
  await landlord.done("move", { table: landlord.table, move: keeping(landlord), decision: landlord.view.decision });
  await judged(people, ["kept", "kept"]);
  await seals(people, landlord.view.as, "1");
  await checkPage(landlord, `promise-intrige-kept-${landlord.name}`);

  /* Both promise to send nobody to the other. One does anyway, after a warning. */
  const [sender] = await playUntil(people, ({ view }) => view.legal?.some((move) => move.startsWith("send")), () => undefined);
  const to = other(people, sender);
  /* A promise to send nobody at all could not be broken: there would be no other choice. */
  const first = ["scientist", "doctor", "priest", "clerk"].indexOf(sender.view.position.home[sender.view.as][0]);
  await build(sender, { deed: /send|schicken/, wont: true, words: { 0: first }, term: "game" });
  await agree(people, sender);
  const choose = async () => {
    await sender.page.locator(".act .choice").first().click();
    await sender.page.locator(".act .choice").last().click();
  };
  await warned(sender, choose, BREAKS);
  await to.listen();
  await choose();
  await sender.page.locator(".confirm button.main").click();
  await judged(people, ["broken"]);
  await to.cameUp(to.name === "Anna" ? "Ben broke their word" : "Anna hat das Versprechen gebrochen");
  await seals(people, sender.view.as, "1 1");
  await sender.page.locator(`.seat.seat-${sender.view.as}`).click();
  check((await sender.page.locator("dialog .pact").count()) >= 2, "the seat does not tell its promises");
  await checkPage(sender, `promise-intrige-broken-${sender.name}`);
  await sender.page.keyboard.press("Escape");
  check(to.errors.length === 0, "no errors");
}

// --- Integralis: taking an order as promised, and playing a card against a promise ------------------------------------------

async function integralis(people) {
  await start(people, "integralis", 2);
  const [mine] = await playUntil(people, ({ view }) => view.legal?.some((move) => move.startsWith("take")), () => undefined);
  await build(mine, { deed: /^(to take any|irgendeinen Auftrag zu nehmen)/, term: "turn" });
  await agree(people, mine);
  await mine.page.locator('.shelf [data-about^="order"]').first().click();
  await mine.page.locator(".desk .picked button:not(.close)").first().click();
  await judged(people, ["kept"]);
  await seals(people, mine.view.as, "1");

  const aimed = ({ view }) => view.legal?.find((move) => /^play (fritz|greta|hugo|wilma|ida|jupp|kathi|lars|moni|sabotage.) (collate|fold|glue|sew)$/.test(move));
  const [player] = await playUntil(people, aimed, (_, legal) => legal.find((move) => move === "draw") ?? legal.find((move) => move === "end"));
  await player.page.setViewportSize(player.name === "Anna" ? DESKTOP : PHONE);
  await build(player, { deed: /at any machine$|an irgendeine Maschine zu spielen$/, wont: true, term: "round" });
  await checkPage(player, `promise-integralis-${player.name}`);
  await agree(people, player);
  const [, card, machine] = aimed(player).split(" ");
  const choose = async () => {
    const piece = player.page.locator(`[data-about="card ${card}"]`).first();
    if ((await piece.getAttribute("aria-pressed")) !== "true") await piece.click();
    await player.page.locator(`[data-about="machine ${machine}"]`).first().click();
  };
  await warned(player, choose, BREAKS);
  await choose();
  await player.page.locator(".confirm button.main").click();
  await judged(people, ["broken"]);
}

// --- Incorporated: one tile keeps one promise and breaks another; then to the end, and the replay ------------------------

async function incorporated(people, rng) {
  await start(people, "incorporated", 3, { pacts: "private" });
  const [mine] = await playUntil(people, ({ view }) => view.legal?.some((move) => move.startsWith("play")), () => undefined);
  const [, tile] = mine.view.legal.find((move) => move.startsWith("play")).split(" ");
  await build(mine, { term: "turn" });
  await agree(people, mine);
  /* The other promise starts at the tile itself, with the right mouse button or a long press, and is secret. */
  await mine.page.locator(`[data-about="tile ${tile}"]`).last().click({ button: "right" });
  await mine.page.locator(".promise-builder > button").click();
  const named = await mine.page.locator('.hole[data-hole="deed 0"]').innerText();
  /* "the 2 of crowns" in English, "Krone 2" in German. */
  check(named.match(/\d/)?.[0] === tile[1], `pointed at ${tile}, the sentence is about ${named}`);
  await mine.page.keyboard.press("Escape");
  await build(mine, { wont: true, words: { 0: 6 * "SMC".indexOf(tile[0]) + Number(tile[1]) }, term: "turn" });
  await mine.page.locator(".promise-builder input[type=checkbox]").check();
  await checkPage(mine, `promise-incorporated-${mine.name}`);
  await agree(people, mine);
  check(last(mine).secret, "the pact is not secret");
  const choose = () => mine.page.locator(`.inc-hand [data-about="tile ${tile}"]`).click();
  await warned(mine, choose, BREAKS);
  await choose();
  await mine.page.locator(".confirm button.main").click();
  await judged(people, ["broken"]);
  await seals(people, mine.view.as, "1 1");

  while (people[0].view.stage !== "over") {
    const next = await until("a move of ours", () => people.find(({ view }) => view.legal?.length) ?? (people[0].view.stage === "over" && people[0]), 60000);
    if (next.view.stage === "over") break;
    const { n } = next.view;
    await next.move(rng);
    await until("news", () => next.view.n > n);
  }
  const [anna] = people;
  /* The ranks are there at once. The outcomes of promises are read from the record. */
  await until("three rows about promises", async () => (await anna.page.locator(".end tbody tr").filter({ hasText: /^Promises (kept|broken|void)/ }).count()) === 3);
  await checkPage(anna, "promise-end");
  /* The broken promise was secret: it is marked for those who see everything, and not for a spectator, who learns of it at the end. */
  await anna.page.goto(`${anna.home}#replay/${anna.table}?eyes=everything`);
  const betrayals = anna.page.locator(".replay .marks .betrayal");
  await betrayals.first().waitFor();
  check(await anna.page.locator(".replay .marks .kept").count(), "no kept promise is marked");
  await anna.page.locator(".replay select").first().selectOption("spectator");
  await until("marks without the secret", async () => !(await betrayals.count()));
  check(!(await anna.page.locator(".replay .pact.secret").count()), "a spectator sees the secret pact before the end");
  await anna.page.getByRole("button", { name: "Last" }).click();
  check((await anna.page.locator(".replay .pact.secret").count()) >= 1, "the secret pact is not opened");
  await checkPage(anna, "promise-replay");
}

/** A line of talk becomes a card from the bot it is about, and Anna accepts it. Ben reads the bot's words in German. */
async function spoken([anna, ben]) {
  const table = await anna.make("intrige", 3, { bots: [[1, "greedy"], [2, "greedy"]] });
  await ben.goTo(table);
  await anna.done("start", { table });
  await until("the game", () => [anna, ben].every(({ view, news }) => news?.table === table && view.stage === "playing"));
  await playUntil([anna], ({ view }) => view.legal?.some((move) => move.startsWith("bribe")), (_, legal) => legal.find((move) => /^send \w+ yellow/.test(move)));
  for (const person of [anna, ben]) await person.side("talk");
  await anna.page.locator(".talk form input").fill("9k for the 3000 post?");
  await anna.page.locator(".talk form input").press("Enter");
  const answer = () => anna.view.pacts?.find(({ by, state, promises: [first] }) => by !== "red" && state === "open" && /^pay >=9000 /.test(first.will ?? ""));
  const { pact } = await until("a card", answer);
  await ben.page.locator(".talk button", { hasText: "Am Tisch" }).click();
  await until("the reason in German", async () => (await ben.page.locator(".talk").innerText()).match(/Einverstanden|Abgemacht|Das passt uns beiden/));
  await openPanel(anna);
  await anna.page.locator(`.promises .pact[data-pact="${pact}"] button`, { hasText: YES }).first().click();
  await until("it stands", () => anna.view.pacts.find((each) => each.pact === pact).state === "stood");
}

/** In the pseudo-language the builder has no text outside the catalogues. */
async function pseudo(browser, server) {
  const carla = await Person.come(browser, server, "Anna", { path: "/offline?lang=pseudo", viewport: DESKTOP });
  const table = await carla.make("intrige", 3, { bots: [[1, "easy"], [2, "easy"]] });
  await carla.done("start", { table });
  await until("my turn", () => carla.view?.legal?.length);
  await openPanel(carla);
  for (const step of [".promises .make .main", "dialog .readies button", ".hole[data-hole='deed deed']"]) {
    await carla.page.locator(step).first().click();
    const found = await strays(carla.page);
    check(!found.length, `outside the catalogues: ${found.slice(0, 5).join("; ")}`);
  }
  await carla.leave();
}

export default async function promises({ browser, server }) {
  const anna = await Person.come(browser, server, "Anna", { viewport: DESKTOP });
  const ben = await Person.come(browser, server, "Ben", { viewport: PHONE, locale: "de-DE", scheme: "dark" });
  const people = [anna, ben];
  await intrige(people);
  await integralis(people);
  await incorporated(people, luck(3));
  await spoken(people);
  for (const person of people) await person.leave();
  await pseudo(browser, server);
}
