// A new table is three choices. Each preset sets the options it stands for, the folded line says what is in force, and
// the table shows the same as chips, at the gathering and in the lobby of somebody else.
import { check, GAMES, Person, PHONE, until } from "./lib.mjs";
import { checkPage } from "./sound.mjs";

/** What each preset means: the talk, the promises, whether private talk is opened, and options of games that have them. */
const PRESETS = {
  classic: { talk: "public", pacts: "none", opened: false, options: { bribes: "open", deals: "none", promises: "word" } },
  loose: { talk: "private", pacts: "private", opened: false, options: { bribes: "open", deals: "loose", promises: "word" } },
  sworn: { talk: "private", pacts: "public", opened: false, options: { bribes: "open", deals: "binding", promises: "bond" } },
  sealed: { talk: "private", pacts: "private", opened: true, options: { bribes: "sealed", deals: "none", money: "hidden", promises: "word" } },
};
const LAPTOP = { width: 1280, height: 620 };

const chipsAt = (place) => place.locator(".chips > *").allInnerTexts();
const summary = ({ page }) => chipsAt(page.locator(".rest summary"));
const chosen = ({ page }, group) => page.locator(`[name=${group}]:checked`).evaluateAll((all) => all.map(({ value }) => value));

function checkRules({ view }, preset) {
  const { talk, pacts, opened, options } = PRESETS[preset];
  const expected = Object.entries(options).filter(([name]) => name in view.options);
  const found = [view.talk, view.settings.pacts, view.open_talk, ...expected.map(([name]) => view.options[name])];
  check(`${found}` === `${[talk, pacts, opened, ...expected.map(([, value]) => value)]}`, `${preset} in ${view.game}: ${found}`);
}

/** The form as it opens can be sent at once: bots sit at the other seats, and deals are loose. */
async function atOnce(anna) {
  await anna.page.goto(`${anna.home}#new`);
  await anna.page.locator(".new-table").waitFor();
  check(`${await chosen(anna, "preset")}` === "loose", `chosen at first: ${await chosen(anna, "preset")}`);
  await anna.page.locator(".go button").click();
  await until("the game", () => anna.view?.stage === "playing");
  checkRules(anna, "loose");
  check(anna.view.seats.every(({ plays }, i) => plays === (i ? "bot" : "person")), "bots are not at the other seats");
}

/** Play Intrige: the same terms without a form. */
async function quick(anna) {
  await anna.page.goto(`${anna.home}#`);
  await anna.page.locator(".game button.main").first().click();
  await anna.page.locator(".table").waitFor();
  await until("the game", () => anna.news?.table && anna.page.url().endsWith(anna.news.table) && anna.view.stage === "playing");
  checkRules(anna, "loose");
}

async function everyPreset(anna) {
  for (const game of GAMES)
    for (const preset of Object.keys(PRESETS)) {
      await anna.makeByForm({ game, preset, who: { 1: "friend" } });
      checkRules(anna, preset);
      const [named] = await chipsAt(anna.page.locator(".gathering"));
      check(named === { classic: "Classic", loose: "Loose tongues", sworn: "Sworn word", sealed: "Sealed envelopes" }[preset], `${game}, ${preset}: the first chip is ${named}`);
    }
}

/** A preset is a set of options, so changing one of them leaves no preset, and changing it back finds it again. */
async function ownMix(anna) {
  await anna.fillForm({ preset: "sealed", refund: "yes" });
  check(`${await chosen(anna, "preset")}` === "sealed", "an option that presets leave alone changes the preset");
  check((await summary(anna)).includes("bribes paid back"), `the folded line: ${await summary(anna)}`);
  await anna.page.locator(".rest [name=bribes]").selectOption("open");
  check(!(await chosen(anna, "preset")).length && (await summary(anna))[0] === "Your own mix", `no preset: ${await summary(anna)}`);
  await anna.page.locator(".rest [name=bribes]").selectOption("sealed");
  check(`${await chosen(anna, "preset")}` === "sealed", "the preset is not found again");
  await anna.page.locator(".pick:has([value=integralis])").click();
  check(`${await chosen(anna, "preset")}` === "sealed" && (await summary(anna)).includes("hidden money"), `another game: ${await summary(anna)}`);
}

/** Options that nobody has chosen are those of the edition, in the form and at the table. */
async function everyEdition(anna) {
  await anna.fillForm();
  const editions = await anna.page.locator(".rest [name=edition] option").evaluateAll((all) => all.map(({ value }) => value));
  check(editions.length > 1, `editions: ${editions}`);
  for (const edition of editions) {
    await anna.fillForm({ who: { 1: "friend" }, edition });
    const shown = await anna.page.locator(".rest select").evaluateAll((all) => Object.fromEntries(all.map(({ name, value }) => [name, value])));
    await anna.page.locator(".new-table .go button").click();
    await until("the table", () => anna.news && anna.page.url().endsWith(anna.news.table) && anna.view.edition === edition);
    for (const [name, value] of Object.entries(anna.view.options)) check(shown[name] === value, `${edition}: ${name} is ${value}, the form shows ${shown[name]}`);
  }
}

/** Somebody else sees in the list what is in force at a table. */
async function inTheLobby(anna, ben) {
  await anna.makeByForm({ preset: "sworn", who: { 1: "friend" }, refund: "yes", visible: "public", clock: "live" });
  const here = await chipsAt(anna.page.locator(".gathering"));
  check(["Sworn word", "Mayfair 2005", "binding deals", "bribes paid back", "promises bind", "open promises", "whispers", "with a clock", "in the list"].every((chip) => here.includes(chip)), `at the gathering: ${here}`);
  await ben.page.goto(`${ben.home}#`);
  const entry = ben.page.locator(`.entry[href$="${anna.table}"]`);
  await entry.waitFor();
  check((await chipsAt(entry)).includes("bindende Absprachen"), `in the list: ${await chipsAt(entry)}`);
  check((await entry.locator(".chips > *").count()) >= here.length - 1, `the list leaves out: ${await chipsAt(entry)}`);
  await checkPage(ben, "lobby-chips");
}

export default async function making({ browser, server }) {
  const anna = await Person.come(browser, server, "Anna", { viewport: LAPTOP });
  const ben = await Person.come(browser, server, "Ben", { viewport: PHONE, locale: "de-DE", scheme: "dark" });
  await atOnce(anna);
  await quick(anna);
  await everyPreset(anna);
  await ownMix(anna);
  await everyEdition(anna);
  await inTheLobby(anna, ben);
  for (const person of [anna, ben]) {
    await person.fillForm({ clock: "live" });
    await checkPage(person, `new-open-${person.name}`);
    await person.leave();
  }
}
