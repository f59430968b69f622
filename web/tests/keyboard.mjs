// Keyboard only: from the front page to the end of a game, with a visible focus. Shortcut keys work, and typing is not
// taken for shortcuts.
import { check, luck, often, Person, tableOf, until } from "./lib.mjs";

/** What completes a choice, and what a board marks as usable. */
const MARKED = "button.main, .choosable, .live";

const focused = (page) => page.evaluate((marked) => {
  const element = document.activeElement;
  return { name: element.getAttribute("aria-label") ?? element.textContent, outline: getComputedStyle(element).outlineStyle, inMain: !!element.closest("main, .confirm"), isMarked: element.matches(marked), kind: element.type ?? element.tagName };
}, MARKED);

async function tabTo(page, is, isEnough = () => false, key = "Tab") {
  for (let tries = 0; tries < 120; tries++) {
    if (isEnough()) return null;
    await page.keyboard.press(key);
    const at = await focused(page);
    if (is(at)) {
      check(at.outline !== "none", `the focus on ${at.name} cannot be seen`);
      return at;
    }
  }
  throw new Error("Tab does not lead there");
}

/** The focus is somewhere, and visible. */
async function checkFocus(anna) {
  const { kind, name, outline } = await focused(anna.page);
  check(kind !== "BODY", "the focus is lost");
  check(outline !== "none", `the focus on ${name} cannot be seen`);
  const unseen = await anna.page.evaluate(() => window.unseen);
  check(!unseen.length, `the focus could not be seen on ${unseen}`);
}

/** A few steps through the board, forward or back; or to the next marked control; or none, since the last press may
 * have moved the focus to the right one. */
async function goOn(page, rng, isMade) {
  const way = rng(4);
  const key = way === 1 ? "Tab" : "Shift+Tab";
  if (way === 1 || way === 2) {
    for (let steps = rng(6); steps > 0; steps--) await page.keyboard.press(key);
    await tabTo(page, ({ inMain }) => inMain, isMade, key);
  }
  if (way === 3 && (await page.locator("main").locator(MARKED).and(page.locator(":enabled")).count())) await tabTo(page, ({ inMain, isMarked }) => inMain && isMarked, isMade);
}

/** Makes one decision with Tab and Enter, at random. */
async function decide(anna, rng) {
  const { page, view: { decision, legal } } = anna;
  const isMade = () => anna.view.decision !== decision || anna.view.stage !== "playing" || String(anna.view.legal) !== String(legal);
  for (let tries = 0; tries < 1000; tries++) { // it walks at random, which can take hundreds of presses
    if (!(await page.locator(".confirm").count())) await goOn(page, rng, isMade);
    if (!(await focused(page)).inMain) await tabTo(page, ({ inMain }) => inMain, isMade);
    if (isMade()) return;
    await page.keyboard.press("Enter");
    await page.waitForTimeout(30);
    await checkFocus(anna);
  }
  throw new Error(`no key makes a move at ${JSON.stringify(legal)}`);
}

/** Decisions made by keys, and after these the first ones of each kind. The rest of a long game goes over the connection. */
const [KEYS, OF_A_KIND] = [often(12, Infinity), 2];

async function play(anna, rng) {
  let decisions = 0, byKeys = 0;
  const kinds = {};
  for (; anna.view.stage === "playing"; decisions++) {
    check(decisions < 400, "the game does not end");
    await until("my turn, or the end", () => anna.view.legal?.length || anna.view.stage === "over", 60000);
    if (anna.view.stage !== "playing") break;
    const { n, legal } = anna.view;
    const kind = String([...new Set(legal.map((move) => move.split(" ")[0]))].sort());
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    if (decisions < KEYS || kinds[kind] <= OF_A_KIND) {
      await anna.catchUp();
      await anna.page.locator(".status.mine").waitFor();
      await decide(anna, rng);
      byKeys++;
    } else {
      await anna.holdNews();
      await anna.move(rng);
      await until("news", () => anna.view.n > n);
    }
  }
  await anna.catchUp();
  await anna.page.locator(".end").waitFor();
  console.log(`  ${anna.view.game}: ${byKeys} decisions by keys of ${decisions}`);
}

/** However a person arrives at a table, the focus is on its name. */
async function checkArrival(page, game) {
  await page.locator(".table").waitFor();
  await until("the focus at the table's name", async () => (await focused(page)).kind === "H1");
  const { name, outline } = await focused(page);
  check(name === game && outline !== "none", `the focus is at ${name}, its outline ${outline}`);
}

async function told(page, key) {
  await page.keyboard.press(key);
  const toast = page.locator(".toast p");
  await toast.waitFor();
  const text = await toast.innerText();
  await toast.click();
  return text;
}

export default async function keyboard({ browser, server }) {
  const anna = await Person.come(browser, server, "");
  const { page } = anna;
  await anna.context.addInitScript(() => {
    window.unseen = [];
    addEventListener("focusin", ({ target }) => getComputedStyle(target).outlineStyle === "none" && window.unseen.push(target.outerHTML.slice(0, 120)));
  });
  await page.reload();
  await page.locator(".welcome input").waitFor();
  await tabTo(page, ({ kind }) => kind === "text");
  await page.keyboard.type("Anna");
  await page.keyboard.press("Enter");
  await page.locator(".games").waitFor();
  await tabTo(page, ({ name }) => name === "Play Incorporated");
  await page.keyboard.press("Enter");
  await checkArrival(page, "Incorporated");
  await until("my turn", () => anna.view?.legal?.length);
  check((await focused(page)).kind === "H1", "news moved the focus");
  await page.reload();
  await checkArrival(page, "Incorporated");

  const status = await page.locator(".status [role=status]").first().innerText();
  check((await told(page, "w")) === status, "w does not tell whose turn it is");
  check(/\d/.test(await told(page, "m")), "m tells no sum");
  check(await told(page, "o"), "o tells nothing");
  check(await told(page, "l"), "l tells no move");
  await page.keyboard.press("t");
  check((await page.locator(".as-text p").count()) > 3, "the table as text is empty");
  await page.keyboard.press("t");
  await page.keyboard.press("?");
  await page.locator("dialog .keys").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });

  /* Letters that are shortcuts elsewhere are text here, and news moves neither focus nor caret. */
  await tabTo(page, ({ name }) => name.startsWith("Chronicle"));
  await page.keyboard.press("ArrowRight");
  check((await focused(page)).name.startsWith("Talk"), "the arrow does not lead to the next panel");
  const input = page.locator(".talk form input");
  await input.focus();
  await page.keyboard.type("two words?");
  check((await input.inputValue()) === "two words?" && !(await page.locator(".as-text, dialog").count()), "typing was taken for keys");
  await page.keyboard.press("ArrowLeft");
  const { n } = anna.view;
  anna.table = tableOf(page);
  await anna.move(luck(3));
  await until("news", () => anna.view.n > n);
  check(await page.evaluate(() => document.activeElement.matches(".talk form input") && document.activeElement.selectionStart === 9), "news moved the caret");
  check((await page.locator("[role=log] p").count()) > 0, "the live region says nothing");

  const rng = luck(8);
  await until("my turn", () => anna.view?.legal?.length || anna.view?.stage === "over");
  await tabTo(page, ({ inMain }) => inMain);
  await play(anna, rng);
  await page.goto(`${server.origin}/#new`);
  await tabTo(page, ({ name }) => name === "Make the table");
  await page.keyboard.press("Enter");
  await checkArrival(page, "Intrige");
  for (const [game, bots] of [["intrige", [[1, "easy"], [2, "easy"]]], ["integralis", [[1, "easy"]]]]) {
    anna.frames.length = 0;
    const table = await anna.make(game, bots.length + 1, { bots });
    await anna.done("start", { table });
    await until("my turn", () => anna.view?.legal?.length);
    await tabTo(page, ({ inMain }) => inMain);
    await play(anna, rng);
  }
  await anna.leave();
}
