// The rules with pictures: every phase of every game has one, drawn with the game's pieces and told in words. Every piece
// leads to its paragraph: by pointing at it, by the right mouse button, by a key, and from a list.
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

/** Where the board is on the page: a press may scroll. */
const places = (page) => page.locator(".table > main, .board > *").evaluateAll((all) => JSON.stringify(all.map((part) => {
  const { x, y, width, height } = part.getBoundingClientRect();
  return [x, y + scrollY, width, height].map(Math.round);
})));

const dialog = ({ page }) => page.locator("dialog[open]").last();

/** Waits for the paragraph with this number in a dialog. */
async function isExplained(person, game, at) {
  const paragraph = dialog(person).locator(".paragraph");
  await until(`${game} ${at} in the dialog`, async () => (await paragraph.count()) && (await paragraph.innerText()).startsWith(`${at} `));
  check((await dialog(person).locator("a").getAttribute("href")).endsWith(`#rules/${game}/${at}`), `${game} ${at}: the link to all rules`);
  check((await dialog(person).locator(".drawing svg").count()) > 0, `${game} ${at}: no drawing`);
}

async function close({ page }) {
  const before = await page.locator("dialog").count();
  await page.keyboard.press("Escape");
  await until("a dialog that is gone", async () => (await page.locator("dialog").count()) < before);
}

/** Pieces on the board that are there in every position, and the paragraph about each; the first two also on a phone. */
const POINTED = {
  intrige: [[".island", "2.5"], [".purse", "2.6"], [".park", "2.4"], [".post .salary", "2.2"], [".seats .seat", "2.1"]],
  integralis: [[".station .head", "2.3"], [".shelf .order b", "2.6"], [".whistles", "10"], [".hand .playing", "7"], [".team .money", "2.2"], [".seats .seat", "2.1"]],
  incorporated: [[".inc-purse .inc-coin", "2.3"], [".inc-hand .inc-tile", "2.2"], [".inc-ruin", "5"], [".inc-seat .inc-pawn", "2.4"], [".inc-fists", "4.2.4"]],
};

/** "?", then "Point at something", then a press on a piece: nothing moves, and no move is made. The key leads there, too. */
async function checkPointing(person, game, most) {
  const { page } = person;
  const before = await places(page);
  const { decision } = person.view;
  for (const [i, [selector, at]] of POINTED[game].slice(0, most).entries()) {
    if (i) {
      await page.locator(".table h1").focus();
      await page.keyboard.press("r");
    } else {
      await page.locator(".table .bar button").last().click();
      await dialog(person).getByRole("button", { name: "Point at something" }).click();
    }
    await page.locator(".table.for-rules .banner.aim").waitFor();
    check((await places(page)) === before, `${game}: pointing moves the board`);
    await page.locator(`.table ${selector}:visible`).first().click();
    await isExplained(person, game, at);
    await close(person);
    check(!(await page.locator(".for-rules").count()), `${game}: still pointing`);
  }
  check((await places(page)) === before, `${game}: pointing has moved the board`);
  check(person.view.decision === decision && !(await page.locator(".confirm").count()), `${game}: a press in order to read has done something`);
}

/** The right mouse button, or a long press, on every kind of piece on the board. Where promises can be made it starts one,
 * and the paragraph is one press further. */
async function checkRightButton(person, game, promises) {
  const { page } = person;
  const all = page.locator(".board :is([data-about], [data-what]), .seats [data-about]");
  const kinds = await all.evaluateAll((pieces) => pieces.map(({ dataset }) => dataset.what ?? dataset.about.split(" ")[0]));
  for (const kind of new Set(kinds)) {
    const piece = all.nth(kinds.indexOf(kind));
    const can = promises && (await piece.evaluate((element) => element.closest("[data-about]") !== null));
    await piece.dispatchEvent("contextmenu");
    if (can) await dialog(person).getByRole("button", { name: "The rules about this" }).click();
    await until(`the paragraph about ${kind}`, async () => /\S/.test(await dialog(person).locator(".paragraph").innerText()));
    await close(person);
    if (can) await close(person);
  }
}

/** The keyboard alone: the key on a piece; the key on nothing, and then Tab to a piece and Enter; Escape ends it. */
async function checkKeys(person, game) {
  const { page } = person;
  const [selector, at] = { intrige: [".seats button", "2.1"], integralis: [".station .head", "2.3"], incorporated: [".seats button", "2.1"] }[game];
  await page.locator(selector).first().focus();
  await page.keyboard.press("r");
  await isExplained(person, game, at);
  await close(person);
  await page.locator(".table h1").focus();
  await page.keyboard.press("r");
  await page.locator(".banner.aim").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".banner.aim").waitFor({ state: "detached" });
  await page.keyboard.press("r");
  await page.locator(".banner.aim").waitFor();
  const piece = page.locator({ intrige: ".island", integralis: ".whistles", incorporated: ".inc-ruin" }[game]);
  const reached = () => piece.evaluate((wanted) => wanted === document.activeElement);
  for (let i = 0; i < 150 && !(await reached()); i++) await page.keyboard.press("Tab");
  check(await reached(), `${game}: Tab does not reach the piece`);
  await page.keyboard.press("Enter");
  await isExplained(person, game, { intrige: "2.5", integralis: "10", incorporated: "5" }[game]);
  await close(person);
  check((await piece.getAttribute("tabindex")) === null, `${game}: the piece is still a stop for Tab`);
}

async function checkList(person, game) {
  const { page } = person;
  await page.locator(".table .bar button").last().click();
  const pieces = dialog(person).locator(".pieces button");
  await pieces.first().waitFor();
  await checkPage(person, `pieces-${game}-${person.name}`);
  const hrefs = [];
  for (let i = 0; i < (await page.locator("dialog .pieces button").count()); i++) {
    await page.locator("dialog .pieces button").nth(i).click();
    const link = dialog(person).locator(".explained + p a");
    await link.waitFor();
    hrefs.push(await link.getAttribute("href"));
    await isExplained(person, game, hrefs.at(-1).split("/").at(-1));
    if (!i) await checkPage(person, `explained-${game}-${person.name}`);
    await close(person);
  }
  await close(person);
  check(hrefs.length >= 5, `${game}: ${hrefs}`);
  /* In the whole rules, the paragraph is in the window. */
  const opened = await person.open();
  for (const href of hrefs) {
    await opened.goto(new URL(href, person.home).href);
    await until(`${href} in the window`, () => isShown(opened, href.split("/").at(-1)));
  }
  await opened.close();
}

async function start(person, game, keys) {
  const table = await person.make(game, 3, { bots: [[1, "greedy"], [2, "greedy"]], ...keys });
  await person.done("start", { table });
  await person.page.locator(".board [data-about]").first().waitFor();
  await until("a decision", () => person.view?.legal?.length);
}

/** In a replay, too. */
async function checkReplay(person) {
  const { page } = person;
  await page.goto(`${person.home}#replay`);
  await page.locator(".replay input[type=file]").setInputFiles(new URL("../../tests/golden/intrige-mayfair2005-4-talk.kbr", import.meta.url).pathname);
  await page.getByRole("button", { name: "What is this?" }).click();
  await page.locator(".for-rules").waitFor();
  await page.locator(".replay .island").click();
  await isExplained(person, "intrige", "2.5");
  await close(person);
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
  for (const person of [anna, emil]) await person.page.goto(`${person.home}?lang=en`);
  for (const game of GAMES) {
    await start(anna, game, { pacts: "none" });
    await checkPointing(anna, game);
    await checkKeys(anna, game);
    await checkRightButton(anna, game, false);
    await checkList(anna, game);
    await start(emil, game, { pacts: "public" });
    await checkPointing(emil, game, 2);
  }
  await checkRightButton(emil, GAMES.at(-1), true);
  await checkReplay(anna);
  for (const person of [anna, emil]) await person.leave();
}
