// By keyboard alone: from the door to the end of a game, with a focus that can be seen; keys that tell, and typing that is left alone.
import { check, luck, Person, until } from "./lib.mjs";

const focused = (page) => page.evaluate(() => {
  const element = document.activeElement;
  return { name: element.getAttribute("aria-label") ?? element.textContent, outline: getComputedStyle(element).outlineStyle, inMain: !!element.closest("main, .confirm"), kind: element.type ?? element.tagName };
});

async function tabTo(page, is) {
  for (let tries = 0; tries < 120; tries++) {
    await page.keyboard.press("Tab");
    const at = await focused(page);
    if (is(at)) {
      check(at.outline !== "none", `the focus on ${at.name} cannot be seen`);
      return at;
    }
  }
  throw new Error("Tab does not lead there");
}

/** One decision with Tab and Enter, at random. */
async function decide(anna, rng) {
  const { decision } = anna.view;
  for (let tries = 0; tries < 60; tries++) {
    if (anna.view.decision !== decision || anna.view.stage !== "playing") return;
    if (!(await anna.page.locator(".confirm").count())) for (let steps = rng(6); steps >= 0; steps--) await tabTo(anna.page, ({ inMain }) => inMain);
    if (anna.view.decision !== decision || anna.view.stage !== "playing") return;
    await anna.page.keyboard.press("Enter");
    await anna.page.waitForTimeout(30);
  }
  throw new Error(`no key makes a move at ${JSON.stringify(anna.view.legal)}`);
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
  await page.locator(".welcome input").waitFor();
  await tabTo(page, ({ kind }) => kind === "text");
  await page.keyboard.type("Anna");
  await page.keyboard.press("Enter");
  await page.locator(".games").waitFor();
  await tabTo(page, ({ name }) => name === "Play Incorporated");
  await page.keyboard.press("Enter");
  await page.locator(".table").waitFor();
  await until("my turn", () => anna.view?.legal?.length);

  const status = await page.locator(".status").innerText();
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

  /* Letters that are keys elsewhere are letters here, and news move neither focus nor caret. */
  const input = page.locator(".talk form input");
  await input.focus();
  await page.keyboard.type("two words?");
  check((await input.inputValue()) === "two words?" && !(await page.locator(".as-text, dialog").count()), "typing was taken for keys");
  await page.keyboard.press("ArrowLeft");
  const { n } = anna.view;
  anna.table = page.url().split("#")[1];
  await anna.move(luck(3));
  await until("news", () => anna.view.n > n);
  check(await page.evaluate(() => document.activeElement.matches(".talk form input") && document.activeElement.selectionStart === 9), "news moved the caret");
  check((await page.locator("[role=log] p").count()) > 0, "the live region says nothing");

  const rng = luck(8);
  for (let decisions = 0; anna.view.stage === "playing"; decisions++) {
    check(decisions < 200, "the game does not end");
    await until("my turn, or the end", () => anna.view.legal?.length || anna.view.stage === "over", 60000);
    if (anna.view.stage === "playing") await decide(anna, rng);
  }
  await page.locator(".end").waitFor();
  await anna.leave();
}
