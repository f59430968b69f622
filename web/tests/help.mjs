// Help to decide: off unless switched on in the settings, and never at a table that forbids it. It has a place of its own
// of a fixed height, moves nothing on the board, and says what the view says.
import { check, luck, Person, PHONE, SEATS, until } from "./lib.mjs";
import { checkPage } from "./sound.mjs";

/** At least so many decisions are looked at, and as many more as it takes until enough was told. */
const DECISIONS = 10;
const TOLD_MIN = 3;
const LAPTOP = { width: 1280, height: 800 };

const lines = ({ page }) => page.locator(".help li").allInnerTexts();
const sum = (value) => new Intl.NumberFormat("en-GB").format(value);

/** Where the parts of the board and the help are. */
const places = ({ page }) => page.evaluate(() => Object.fromEntries([...document.querySelectorAll("main, main section, .seats, .strip, .help")].map((element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [`${element.tagName} ${element.className} ${element.getAttribute("aria-label")}`, `${left} ${top} ${width} ${height}`];
})));

async function switchHelp({ page }, label) {
  await page.locator(".table .bar button").nth(-2).click();
  await page.getByRole("checkbox", { name: label }).click();
  await page.locator("dialog button").first().click();
  await page.locator("dialog").waitFor({ state: "detached" });
}

/** What the lines must contain at this decision. */
const expected = {
  intrige: ({ position: { palace, turn, step }, facts: { disputed, incomes, incomes_if_sent }, as, legal }) => {
    const free = (seat) => Math.max(...Object.entries(palace[seat]).filter(([, holder]) => !holder).map(([salary]) => Number(salary)));
    if (step === "send") return [...new Set(legal.map((move) => move.split(" ")[2]))].filter((seat) => free(seat) > 0).map((seat) => sum(free(seat) * incomes_if_sent[seat]));
    const best = disputed ?? free(turn);
    return best > 0 && step === "bribe" ? [sum(best * incomes[as])] : [];
  },
  integralis: ({ position: { step, pending }, facts: { forecast, makes, machines }, as }) => [
    ...(step === "act" ? [sum(forecast[as].pay)] : []),
    ...(step === "act" && !pending && Object.entries(makes).some(([move, n]) => n > (machines[move.split(" ")[2]]?.tasks ?? n)) ? ["→"] : []),
  ],
  incorporated: ({ position: { step }, facts: { running, initiatives, at_once }, as }) => {
    const { wins, loses } = initiatives[running ? Number(running.split(".")[0]) - 1 : -1]?.stakes[as] ?? { wins: 0 };
    return [...(wins ? [`+${wins} or −${loses}`] : []), ...(step === "staff" ? [`a coin of ${at_once}`] : [])];
  },
};

/** Picking a relative to send adds who of the same profession is there, palace by palace. The help keeps its size. */
async function followsPick(person) {
  const { page, view: { position: { palace, park }, legal } } = person;
  const there = (profession, seat) => [...Object.values(palace[seat]), ...park[seat]].filter((scholar) => scholar?.endsWith(`.${profession}`)).length;
  const sends = [...new Set(legal.filter((move) => move.startsWith("send")).map((move) => move.split(" ")[1]))];
  const palaces = [...new Set(legal.map((move) => move.split(" ")[2]))];
  const profession = sends.find((each) => palaces.some((seat) => there(each, seat))) ?? sends[0];
  const relative = page.locator(".palace.mine .relative.choosable", { hasText: new RegExp(profession) });
  if (!(await relative.count())) return 0;
  /* A press scrolls on a phone. */
  const size = async () => (await places(person))["SECTION help Help to decide"].split(" ").slice(2).join(" × ");
  const before = await size();
  if ((await relative.getAttribute("aria-pressed")) !== "true") await relative.click();
  const wanted = palaces.map((seat) => there(profession, seat));
  const said = async () => (await lines(person)).map((line) => line.split("of the same profession there:")[1]?.split(/, | and /).length ?? 0);
  await until("help for what is picked", async () => String(await said()) === String(wanted)).catch(async () => check(false, `${profession}: ${wanted} expected in: ${await lines(person)}`));
  const after = await size();
  check(before === after, `the help was ${before}, is ${after}`);
  return wanted.filter(Boolean).length;
}

async function playGame(person, game, players, helped) {
  const rng = luck(4);
  const begin = async () => {
    const table = await person.make(game, players, { bots: Array.from({ length: players - 1 }, (_, i) => [i + 1, "easy"]) });
    await person.done("start", { table });
    return table;
  };
  let table = await begin();
  let first, told = 0;
  for (let decisions = 0; decisions < DECISIONS || told < TOLD_MIN; decisions++) {
    await until("my turn, or the end", () => person.news?.table === table && (person.view.legal?.length || person.view.stage === "over"), 60000);
    if (person.view.stage === "over") {
      if (told >= TOLD_MIN) break;
      table = await begin(); // a short game may have nothing to tell
      continue;
    }
    await person.page.locator(".status.mine").waitFor();
    if (!decisions && helped) {
      check(!(await person.page.locator(".help").count()), `${game}: help was not asked for`);
      const before = await places(person);
      await switchHelp(person, helped);
      await person.page.locator(".help").waitFor();
      const after = await places(person);
      /* On a phone it stands above the board. */
      const isPhone = person.page.viewportSize().width < 500;
      const moved = Object.keys(before).filter((part) => before[part] !== after[part] && !isPhone);
      check(!moved.length, `${game}: help moves ${moved}`);
    }
    const wanted = expected[game](person.view);
    await until("help for this decision", async () => { const said = (await lines(person)).join(" "); return wanted.every((part) => said.includes(part)); }).catch(async () => check(false, `${game}: ${wanted} is not in: ${await lines(person)}`));
    told += wanted.length;
    const at = (await places(person))["SECTION help Help to decide"] ?? "";
    first ??= at.split(" ").at(-1);
    check(at.split(" ").at(-1) === first, `${game}: the help is ${at.split(" ").at(-1)} high, was ${first}`);
    if (decisions === 2) for (const colorScheme of ["dark", "light"]) {
      await person.page.emulateMedia({ colorScheme });
      await checkPage(person, `help-${game}-${person.name}-${colorScheme}`);
    }
    if (game === "intrige" && person.view.position.step === "send") told += await followsPick(person);
    const { n } = person.view;
    await person.move(rng);
    await until("news of a move", () => person.view.n > n);
  }
}

/** How much a relative sent to this landlord helps to make rivals: most if another family's of the profession waits there. */
function rivalry({ as, position: { park, palace } }, landlord, profession) {
  const isThere = (scholars) => scholars.some((scholar) => scholar?.endsWith(`.${profession}`));
  if (isThere(Object.values(palace[landlord])) || park[landlord].includes(`${as}.${profession}`)) return 0;
  return isThere(park[landlord]) ? 2 : 1;
}

/** Two others send the same profession to the first: picking one of these rivals says what the posts bring this one. */
async function followsRival(people) {
  const [landlord, ...others] = people;
  const table = await landlord.make("intrige", 3);
  for (const [i, person] of others.entries()) await person.sit(table, SEATS.intrige[i + 1]);
  await landlord.done("start", { table });
  await until("the game", () => people.every(({ view, news }) => news?.table === table && view.stage === "playing"));
  for (;;) {
    const mover = await until("a decision", () => people.find(({ view }) => view.legal?.length));
    const { legal, decision, n } = mover.view;
    if (["yellow", "green"].every((family) => legal.some((move) => move.startsWith(`hire ${family}.`)))) break;
    const to = landlord.view.as;
    const [best] = legal.filter((move) => move.startsWith("send") && move.endsWith(` ${to}`)).map((move) => ({ move, rank: rivalry(mover.view, to, move.split(" ")[1]) })).sort((a, b) => b.rank - a.rank);
    const move = best?.move ?? legal[0].replace(/\.\.\d+\/\d+/, "");
    await mover.done("move", { table, move, decision });
    await until("news", () => people.every(({ view }) => view.n > n));
  }
  for (const name of ["Ben", "Carla"]) {
    await landlord.page.locator(".gate button.claim", { hasText: name }).click();
    await until(`what the posts bring ${name}`, async () => (await lines(landlord)).some((line) => line.startsWith(`${name}, and what the posts bring to the end:`)));
  }
}

/** The host of a table can forbid it; the chips say so, at the table and in the lobby. */
async function forbidden(anna, ben) {
  await anna.makeByForm({ who: { 1: "friend" }, help: "forbidden", visible: "public" });
  check(anna.view.settings.help === "forbidden", `the table says ${JSON.stringify(anna.view.settings)}`);
  check((await anna.page.locator(".gathering .chips > *").allInnerTexts()).includes("no help to decide"), "no chip at the gathering");
  await ben.page.goto(`${ben.home}#`);
  const entry = ben.page.locator(`.entry[href$="${anna.table}"]`);
  await entry.waitFor();
  check((await entry.locator(".chips > *").allInnerTexts()).includes("keine Entscheidungshilfe"), "no chip in the lobby");
  await anna.done("bot", { table: anna.table, seat: anna.view.seats[1].seat, bot: "easy" });
  await anna.done("start", { table: anna.table });
  await anna.page.locator(".strip").waitFor();
  check(!(await anna.page.locator(".help").count()), "the table forbids help, but it is shown");
}

export default async function help({ browser, server }) {
  const anna = await Person.come(browser, server, "Anna", { viewport: LAPTOP });
  await playGame(anna, "intrige", 4, /^Help to decide/);
  await playGame(anna, "integralis", 3);
  await playGame(anna, "incorporated", 4);
  const ben = await Person.come(browser, server, "Ben", { locale: "de-DE" });
  await forbidden(anna, ben);
  const carla = await Person.come(browser, server, "Carla");
  await followsRival([anna, ben, carla]);
  const emil = await Person.come(browser, server, "Emil", { viewport: PHONE });
  await playGame(emil, "intrige", 3, /^Help to decide/);
  for (const person of [anna, ben, carla, emil]) await person.leave();
}
