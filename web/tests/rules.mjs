// The rules with pictures: every phase of every game has one, drawn with the game's pieces and told in words. Every kind
// of piece leads to its paragraph, from the help of a table and by a key.
import { check, GAMES, Person, PHONE, until } from "./lib.mjs";
import { checkPage } from "./sound.mjs";

/** The chapters that are phases of the game. */
const PHASES = {
  intrige: ["5.1", "5.2", "5.3", "5.4", "5.5", "6"],
  integralis: ["5", "6", "7", "8", "9.1", "9.2", "9.3", "10", "11"],
  incorporated: ["4.1", "4.2", "4.3", "4.4", "4.5", "5"],
};

/** The number of the heading above each picture, its caption, and whether anything is drawn and fits. */
const pictures = ({ page }) => page.locator(".rules figure").evaluateAll((all) => all.map((figure) => {
  let above = figure.parentElement.previousElementSibling;
  while (above && !/^H[23]$/.test(above.tagName)) above = above.previousElementSibling;
  const drawing = figure.querySelector(".drawing");
  return {
    at: /^[\d.]+/.exec(above.textContent)[0], says: figure.querySelector("figcaption").textContent, lang: figure.closest("[lang]").lang,
    pieces: drawing.querySelectorAll("svg").length, fits: drawing.scrollWidth <= drawing.clientWidth + 1 && drawing.clientHeight > 10,
  };
}));

async function checkPictures(person, game, lang) {
  await person.page.goto(`${person.home}?lang=${lang}#rules/${game}`);
  await person.page.locator(`.rules .${{ incorporated: "inc" }[game] ?? game}`).first().waitFor();
  const found = await pictures(person);
  check(JSON.stringify(found.map(({ at }) => at)) === JSON.stringify(PHASES[game]), `${game}: pictures at ${found.map(({ at }) => at)}`);
  for (const { at, says, pieces, fits, lang: told } of found) check(pieces > 0 && fits && says.length > 20 && told === lang, `${game} ${at}: ${pieces} pieces, ${fits ? "" : "too wide, "}“${says}” in ${told}`);
  return found.map(({ says }) => says);
}

/** Whether the paragraph with this number has the focus and is in the window. */
const isShown = (page, at) => page.evaluate((number) => {
  const { top, bottom } = document.activeElement.getBoundingClientRect();
  return document.activeElement.textContent.startsWith(`${number} `) && top >= -2 && bottom <= innerHeight + 2;
}, at);

async function checkPieces(person, browserContext, game) {
  const { page } = person;
  const table = await person.make(game, 3, { bots: [[1, "greedy"], [2, "greedy"]] });
  await person.done("start", { table });
  await page.locator(".board [data-about]").first().waitFor();
  await page.locator(".table .bar button").last().click();
  const links = page.locator("dialog .pieces a");
  await links.first().waitFor();
  await checkPage(person, `pieces-${game}-${person.name}`);
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  check(hrefs.length >= 5, `${game}: ${hrefs}`);
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  /* The key opens the paragraph about the focused piece in a tab of its own. These are buttons, whoever is to move. */
  const piece = page.locator(game === "integralis" ? ".station .head[data-about]" : ".seats button[data-about]").first();
  const about = await piece.getAttribute("data-about");
  await piece.focus();
  const [opened] = await Promise.all([browserContext.waitForEvent("page"), page.keyboard.press("r")]);
  await until(`the paragraph about ${about}`, async () => opened.url().endsWith(`#rules/${game}/${game === "integralis" ? "2.3" : "2.1"}`));
  await opened.locator(".rules figure").first().waitFor();
  for (const href of hrefs) {
    await opened.goto(new URL(href, person.home).href);
    await until(`${href} in the window`, () => isShown(opened, href.split("/").at(-1)));
  }
  await opened.close();
}

export default async function rules({ browser, server }) {
  const anna = await Person.come(browser, server, "Anna", { viewport: { width: 1280, height: 800 } });
  const emil = await Person.come(browser, server, "Emil", { viewport: PHONE, scheme: "dark" });
  for (const game of GAMES) {
    const english = await checkPictures(anna, game, "en");
    const german = await checkPictures(emil, game, "de");
    check(english.every((says, i) => says !== german[i]), `${game}: a caption is not translated`);
    for (const person of [anna, emil]) await checkPage(person, `rules-${game}-${person.name}`);
  }
  await anna.page.goto(`${anna.home}?lang=en`);
  for (const game of GAMES) await checkPieces(anna, anna.context, game);
  for (const person of [anna, emil]) await person.leave();
}
