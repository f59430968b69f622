// Checks that hold on every page: no sideways scrolling, large enough targets, and nothing that axe calls serious.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { check } from "./lib.mjs";

/** Rules of axe whose checks are all minor or moderate: what they find is not looked at. */
const NEVER_SERIOUS = Object.fromEntries([
  "aria-allowed-role", "aria-deprecated-role", "empty-table-header", "form-field-multiple-labels", "heading-order", "image-redundant-alt", "landmark-banner-is-top-level",
  "landmark-contentinfo-is-top-level", "landmark-main-is-top-level", "landmark-no-duplicate-banner", "landmark-no-duplicate-contentinfo", "landmark-no-duplicate-main",
  "landmark-one-main", "landmark-unique", "page-has-heading-one", "presentation-role-conflict", "region", "skip-link", "table-duplicate-name",
].map((rule) => [rule, { enabled: false }]));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function checkPage(person, name) {
  const { page } = person;
  await person.shot(name);
  const found = await page.evaluate(() => {
    const { scrollWidth, clientWidth, clientHeight } = document.documentElement;
    const seats = document.querySelector(".seats")?.getBoundingClientRect().height ?? 0;
    const small = [...document.querySelectorAll("button, a.button, select, input:not([type=checkbox]):not([type=radio]), summary, [role=button]")]
      .filter((element) => element.checkVisibility())
      .map((element) => ({ box: element.getBoundingClientRect(), name: element.getAttribute("aria-label") ?? element.textContent }))
      .filter(({ box }) => box.width > 1 && (box.height < 43.5 || box.width < 43.5));
    const moving = document.getAnimations().filter(({ playState }) => playState === "running").length;
    return { moving, wide: scrollWidth > clientWidth, seats: clientWidth < 400 ? seats / clientHeight : 0, small: small.map(({ name, box }) => `${name} ${box.width}×${box.height}`) };
  });
  check(!found.moving, `${name}: ${found.moving} things move, though everybody here has asked for no motion`);
  check(!found.wide, `${name} scrolls sideways`);
  check(found.seats <= 0.25, `${name}: the seats take ${found.seats} of the height`);
  check(!found.small.length, `${name}: too small to touch: ${found.small.slice(0, 5).join("; ")}`);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const serious = await page.evaluate(async (rules) => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"], selectors: false, rules });
    return violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, any }) => ({ html, any })) }));
  }, NEVER_SERIOUS);
  check(!serious.length, `${name}: ${serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ""}`).join(" | ")}`).join("\n")}`);
}

/** Runs in the page: controls that cannot be scrolled into view, or are covered there. */
function unreachable() {
  const controls = [...document.querySelectorAll("button, a[href], select, input, summary")].filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1);
  return controls.filter((element) => {
    element.scrollIntoView({ block: "center", inline: "center" });
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2);
    return !hit || !(element.contains(hit) || hit.closest("label")?.contains(element));
  }).map((element) => element.getAttribute("aria-label") ?? element.textContent.trim());
}

/** Zoom of 200 % on a small laptop: half the pixels are left, and every control of a decision can still be reached,
 * before and after something is selected. */
export async function checkZoomed(person, name) {
  const { page } = person;
  const before = page.viewportSize();
  const come = async () => {
    const lost = await page.evaluate(unreachable);
    check(!lost.length, `${name}, zoomed: nobody comes at ${lost.slice(0, 5).join("; ")}`);
  };
  await page.setViewportSize({ width: 640, height: 360 });
  for (const tab of await page.locator(".tabs button").all()) {
    await tab.click();
    await come();
  }
  const thing = page.locator("main").locator(".live, .choosable[aria-pressed]").first();
  if (await thing.count()) {
    await thing.click();
    await come();
  }
  await checkPage(person, `${name}-zoomed`);
  await page.setViewportSize(before);
}

/** Seats differ by shape and by letter. */
export async function checkMarks(marks, n, name) {
  const seen = await marks.evaluateAll((all) => all.map((mark) => [mark.querySelector("path").getAttribute("d"), mark.querySelector("text").textContent]));
  for (const i of [0, 1]) {
    const different = new Set(seen.map((mark) => mark[i]).filter(Boolean)).size;
    check(seen.length === n && different === n, `${name}: ${n} seats, ${different} ${["shapes", "letters"][i]}`);
  }
}

/** Texts on the page that are not from a catalogue. Names, numbers and marks are allowed. */
export async function strays(page) {
  return page.evaluate(() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const parent = node.parentElement;
      /* A sentence with choices in it comes from a catalogue as a whole. */
      const text = (parent.closest(".sentence > p")?.textContent ?? node.data).trim();
      if (!text || !parent.checkVisibility() || parent.closest("[lang]:not(html), kbd, svg")) continue;
      const bare = text.replace(/⟦[^]*⟧/g, "").replace(/Anna|Kickback/g, "");
      if (/\p{L}{2,}/u.test(bare)) found.push(text);
    }
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]"))
      for (const name of ["aria-label", "title", "placeholder"]) {
        const text = element.getAttribute(name);
        if (text && /\p{L}{2,}/u.test(text.replace(/⟦[^]*⟧/g, "").replace(/Anna/g, ""))) found.push(`${name}: ${text}`);
      }
    return found;
  });
}
