// The board fits on one screen. At five laptop sizes everything needed for a decision is inside the window, uncovered
// and unclipped, and nothing has moved since the game began. On three phones every control can be scrolled into view. There, and
// on a tablet, no text is cut, covered or broken within a word, and the main buttons are in sight.
// Each game with the fewest and the most seats (and between in `make soak`): at each decision one laptop and one phone in turn,
// and at a new kind of move all of them at the fullest table (at all in `make soak`). `steps` is the long form: every step of whole games.
import { check, luck, often, Person, SEATS, until } from "./lib.mjs";

export const LAPTOPS = [[1280, 620], [1280, 720], [1366, 768], [1440, 900], [1920, 1080]];
export const PHONES = [[390, 844], [360, 740], [414, 896]];
/** Where the board scrolls beside the column. */
const TABLETS = [[1024, 768]];
export const TABLES = [
  ["intrige", 3, { deals: "loose", defence: "may" }, "brisk"], ["intrige", 4, { bribes: "sealed" }], ["intrige", 5, { deals: "binding" }],
  ["integralis", 2, {}], ["integralis", 3, {}], ["integralis", 4, {}],
  ["incorporated", 4, {}], ["incorporated", 3, {}],
];
/** Decisions checked in each game: the first ones, and new kinds later. */
const LOOKS = 3;
const MOVES_MAX = 60;

/** Runs in the page: the parts of the table that are not visible, and where all parts are. */
function look() {
  const wrong = [], boxes = new Map();
  const boxOf = (element) => boxes.get(element) ?? boxes.set(element, element.getBoundingClientRect()).get(element);
  const clipping = new Map();
  const visible = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 1 && !element.closest(".quiet, .bargains, .why");
  const name = (element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} “${(element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 30)}”`;
  const inside = (inner, outer, by) => inner.left >= outer.left - by && inner.right <= outer.right + by && inner.top >= outer.top - by && inner.bottom <= outer.bottom + by;
  const root = document.documentElement, board = document.querySelector("main > .board");
  if (root.scrollHeight > innerHeight + 1) wrong.push(`the page is ${root.scrollHeight} high`);
  if (root.scrollWidth > innerWidth) wrong.push(`the page is ${root.scrollWidth} wide`);
  const window_ = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const clips = (element) => clipping.get(element) ?? clipping.set(element, /auto|hidden|clip|scroll/.test(getComputedStyle(element).overflow)).get(element);
  for (const element of board.querySelectorAll("*")) {
    if (!visible(element)) continue;
    const box = boxOf(element);
    if (!inside(box, window_, 1)) wrong.push(`outside: ${name(element)} ${Math.round(box.top)}–${Math.round(box.bottom)}`);
    if (element instanceof SVGElement && !(element instanceof SVGSVGElement)) continue;
    for (let parent = element.parentElement; parent !== board.parentElement.parentElement; parent = parent.parentElement)
      if (clips(parent) && !inside(box, boxOf(parent), 7)) wrong.push(`clipped by ${name(parent)}: ${name(element)}`);
  }
  for (const control of [...board.querySelectorAll("button, input, summary")].filter(visible)) {
    const { left, right, top, bottom } = control.getBoundingClientRect();
    const hit = document.elementFromPoint(left + Math.min(10, (right - left) / 2), (top + bottom) / 2);
    if (!control.contains(hit)) wrong.push(`covered by ${hit && name(hit)}: ${name(control)}`);
  }
  for (const place of board.querySelectorAll(".act, .desk, .inc-desk"))
    for (const child of [...place.children].filter(visible)) if (!inside(child.getBoundingClientRect(), place.getBoundingClientRect(), 3)) wrong.push(`out of ${name(place)}: ${name(child)}`);
  /* There is room for as many orders as long as the longest one. */
  for (const shelf of board.querySelectorAll(".shelf:has(.order)")) {
    const copy = shelf.cloneNode(true), orders = [...copy.querySelectorAll(".order")];
    const longest = orders.reduce((a, b) => (b.querySelectorAll(".task").length > a.querySelectorAll(".task").length ? b : a));
    for (const order of orders) if (order !== longest) order.replaceWith(longest.cloneNode(true));
    shelf.after(copy);
    if (copy.scrollWidth > copy.clientWidth + 2) wrong.push(`too much in ${name(copy)}: ${copy.scrollWidth} wide of ${copy.clientWidth}`);
    copy.remove();
  }
  const parts = ".bar, .seats, .status, aside, main, .board, .gate, .act, .palace, .island, .machine, .station, .team, .hand, .desk, .shelf, .forecast, .inc-initiative, .inc-seat, .inc-desk, .inc-hand, .inc-fists";
  const places = [...document.querySelectorAll(`.table :is(${parts})`)].map((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    if (element.scrollHeight > element.clientHeight + 2 && !element.matches(".gate, aside, .status")) wrong.push(`too much in ${name(element)}: ${element.scrollHeight} of ${element.clientHeight}`);
    const label = element.matches(".gate") ? "gate" : element.getAttribute("aria-label") ?? `${element.tagName} ${element.classList[0]} ${element.querySelector("h3")?.firstChild.textContent ?? ""}`;
    return [label.replace(/:.*/, ""), [left, top, width, height].map(Math.round).join(" ")];
  });
  return { wrong, places: Object.fromEntries(places) };
}

/** Runs in the page: controls of the board that cannot be scrolled into view, or are covered there, and where the controls of
 * the decision are: what sticks to the bottom by its lower edge, the rest by its upper one. */
function reach() {
  const isHit = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint((left + right) / 2, (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2));
  };
  /* Most are found while the page passes by; looking for each of them takes longer. */
  let lost = [...document.querySelectorAll("main :is(button, input, summary)")].filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1);
  for (let y = 0; lost.length && y < document.documentElement.scrollHeight; y += innerHeight / 3) {
    scrollTo(0, y);
    lost = lost.filter((element) => !isHit(element));
  }
  lost = lost.filter((element) => ["center", "start"].every((block) => {
    element.scrollIntoView({ block });
    return !isHit(element);
  }));
  /* Where the board begins, nothing above it keeps what sticks from its place. */
  document.querySelector("main").scrollIntoView();
  const places = [...document.querySelectorAll(".tabs, .act, .inc-desk, .integralis .mine")].filter((element) => element.checkVisibility()).map((element) => {
    const { left, width, top, bottom } = element.getBoundingClientRect(), style = getComputedStyle(element);
    const sticks = style.position !== "static" && bottom > innerHeight - parseFloat(style.bottom) - 1;
    return [element.classList[0], [left, width, sticks ? bottom : top + scrollY].map(Math.round).join(" ")];
  });
  scrollTo(0, 0);
  return { lost: lost.map((element) => element.getAttribute("aria-label") ?? element.textContent.trim()), places: Object.fromEntries(places) };
}

/** Runs in the page: text that is cut, lies over other text, or is broken within a word. Text that can be scrolled into view counts as whole. */
function illegible() {
  const wrong = [], items = [];
  const name = (element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`;
  const root = document.querySelector(".table");
  const styles = new Map(), boxes = new Map();
  const styleOf = (element) => styles.get(element) ?? styles.set(element, getComputedStyle(element)).get(element);
  const boxOf = (element) => boxes.get(element) ?? boxes.set(element, element.getBoundingClientRect()).get(element);
  /** What lies above the rest on a ground of its own. */
  const layerOf = (element) => {
    const { position, zIndex } = styleOf(element);
    return element === root || position === "fixed" || position === "sticky" || (position !== "static" && zIndex !== "auto") ? element : layerOf(element.parentElement);
  };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement, text = node.data.trim(), called = `${name(element)} “${text.slice(0, 40)}”`;
    if (!text || element.closest("svg, .quiet, select, dialog") || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1).map(({ left, right, top, bottom, height }) => ({ left, right, top, bottom, height }));
    for (let parent = element; parent !== root; parent = parent.parentElement) {
      const { display, overflowX, overflowY } = styleOf(parent), box = boxOf(parent);
      if (overflowX === "visible" || display === "inline" || display === "contents") continue;
      for (const line of lines) {
        if (!/auto|scroll/.test(overflowX) && line.right > line.left && (line.left < box.left - 1.5 || line.right > box.right + 1.5)) wrong.push(`cut by ${name(parent)}: ${called}`);
        if (!/auto|scroll/.test(overflowY) && line.bottom > line.top && (line.top < box.top - 4 || line.bottom > box.bottom + 4)) wrong.push(`cut by ${name(parent)}: ${called}`);
        Object.assign(line, { left: Math.max(line.left, box.left), right: Math.min(line.right, box.right), top: Math.max(line.top, box.top), bottom: Math.min(line.bottom, box.bottom) });
      }
    }
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}.,\u00ad]{2,}/gu)) {
      if (lines.length < 2 || word.includes("\u00ad")) continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top))).size > 1) wrong.push(`broken: “${word}” in ${called}`);
    }
    items.push({ called, layer: layerOf(element), lines: lines.filter(({ left, right, top, bottom }) => right - left > 1 && bottom - top > 1) });
  }
  for (const [i, one] of items.entries())
    for (const other of items.slice(i + 1)) {
      if (one.layer !== other.layer) continue;
      /* Measured by whole lines: of two that overlap a little, the edge of a part that scrolls may leave no more than that. */
      const over = one.lines.some((a) => other.lines.some((b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > .35 * Math.min(a.height, b.height)));
      if (over) wrong.push(`over each other: ${one.called} and ${other.called}`);
    }
  return [...new Set(wrong)];
}

/** Runs in the page: main buttons of the decision that are not in sight when one arrives. On a phone, help to decide takes their place. */
function unseen() {
  if (document.querySelector(".help") && document.querySelector("[data-side=table]")) return [];
  scrollTo(0, 0);
  document.querySelector("main").scrollTop = 0;
  return [...document.querySelectorAll(".board :is(.act, .desk, .inc-desk) .main")].filter((button) => button.checkVisibility() && !button.disabled).filter((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    return !button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)) || bottom > innerHeight;
  }).map((button) => button.textContent);
}

export class Watcher {
  /** By size: where the parts of the table were first, and on a phone where the controls were first in this decision. */
  first = new Map();

  constructor(person, name) {
    Object.assign(this, { person, name });
  }

  /** Something is wrong at this size and step. */
  async fault([width, height], step, what) {
    await this.person.shot(`viewport-misfit-${this.name}-${width}x${height}`);
    throw new Error(`${this.name} at ${width}×${height}, ${step}: ${what}`);
  }

  /** The page learns of a new size a moment later: only a phone has a tab for the board. */
  async resize([width, height], phone) {
    const { page } = this.person;
    await page.setViewportSize({ width, height });
    await page.evaluate(async (phone) => {
      while ((document.querySelector("[data-side=table][aria-selected=true]") !== null) !== phone) await new Promise((go) => setTimeout(go, 5));
    }, phone);
  }

  async compare(size, key, places, step) {
    const first = this.first.get(key) ?? places;
    this.first.set(key, first);
    const moved = Object.keys(places).filter((part) => first[part] && places[part] !== first[part]);
    if (moved.length) await this.fault(size, step, `not in its place: ${moved.map((part) => `${part} at ${places[part]}, was at ${first[part]}`).join("; ")}`);
  }

  async laptop(size, step) {
    await this.resize(size, false);
    const { wrong, places } = await this.person.page.evaluate(look);
    if (wrong.length) await this.fault(size, step, `\n  ${[...new Set(wrong)].slice(0, 12).join("\n  ")}`);
    await this.compare(size, `${size}`, places, step);
  }

  async phone(size, step) {
    await this.resize(size, true);
    const { lost, places } = await this.person.page.evaluate(reach);
    if (lost.length) await this.fault(size, step, `nobody comes at ${lost.slice(0, 5).join("; ")}`);
    await this.compare(size, `${size} ${this.person.view.decision}`, places, step);
    await this.read(size, step);
  }

  async tablet(size, step) {
    await this.resize(size, false);
    await this.read(size, step);
  }

  /** All words can be read, and the main buttons are in sight, except on the lowest phone. */
  async read(size, step) {
    const unread = await this.person.page.evaluate(illegible);
    if (unread.length) await this.fault(size, step, `\n  ${unread.slice(0, 12).join("\n  ")}`);
    const lost = size === PHONES[1] ? [] : await this.person.page.evaluate(unseen);
    if (lost.length) await this.fault(size, step, `out of sight: ${lost.join("; ")}`);
  }
}

/** Selects something: nothing moves, and everything that appears is visible. */
async function pickSomething({ page }, rng) {
  const things = page.locator("main").locator("button.live, button.choosable[aria-pressed], .act button[aria-expanded=false]");
  const n = await things.count();
  if (!n) return false;
  await things.nth(rng(n)).click();
  if (!(await page.locator(".confirm").count())) return true;
  await page.locator(".confirm button").last().click();
  return false;
}

async function watchGame(person, [game, players, options, pace = "off"], everywhere, rng) {
  const name = `${game}-${players}`;
  const table = await person.make(game, players, { options, pace, bots: Array.from({ length: players - 1 }, (_, i) => [i + 1, "easy"]) });
  await person.done("start", { table });
  await until("the game", () => person.news?.table === table && person.view.stage === "playing");
  const watcher = new Watcher(person, name);
  const verbs = new Set();
  let looks = 0;
  for (let moves = 0; moves < MOVES_MAX; moves++) {
    await until("my turn", () => person.view.legal?.length || person.view.stage === "over", 60000);
    if (person.view.stage === "over") break;
    const { legal, n, position: { step, pending } } = person.view;
    const kind = `${step} ${pending?.kind ?? ""} ${[...new Set(legal.map((move) => move.split(" ")[0]))].sort()}`;
    if (!verbs.has(kind) || looks < LOOKS) {
      const all = everywhere && !verbs.has(kind) && verbs.size < 8;
      verbs.add(kind);
      looks++;
      await person.catchUp();
      await person.page.locator(".status.mine").waitFor();
      for (const size of all ? LAPTOPS : [LAPTOPS[looks % LAPTOPS.length]]) await watcher.laptop(size, kind);
      if (await pickSomething(person, rng)) {
        await person.shot(`viewport-${name}-${looks}-picked`);
        for (const size of [LAPTOPS[0], LAPTOPS[looks % LAPTOPS.length]]) await watcher.laptop(size, `${kind}, something picked`);
        for (const size of TABLETS) await watcher.tablet(size, `${kind}, something picked`);
      }
      for (const size of TABLETS) await watcher.tablet(size, kind);
      for (const size of all ? PHONES : [PHONES[looks % PHONES.length]]) await watcher.phone(size, kind);
      await person.page.setViewportSize({ width: 1280, height: 720 });
    }
    await person.holdNews();
    if (person.view.n === n) await person.move(rng);
    await until("news of a move", () => person.view.n > n);
  }
  await person.catchUp();
  console.log(`  ${name}: ${looks} decisions of ${verbs.size} kinds`);
}

export default async function viewports({ browser, server }) {
  const anna = await Person.come(browser, server, "Anna");
  const berta = await Person.come(browser, server, "Berta", { locale: "de-DE", scheme: "dark" }); // longer words, and help to decide
  await berta.page.evaluate(() => localStorage.setItem("helping", "true"));
  await berta.page.reload();
  for (const [i, table] of TABLES.entries()) {
    const [game, players] = table, everywhere = often(players === SEATS[game].length, true);
    const fewest = Math.min(...TABLES.filter((other) => other[0] === game).map((other) => other[1]));
    if (often(!everywhere && players > fewest, false)) continue;
    await watchGame(i % 3 === 2 ? berta : anna, table, everywhere, luck(9));
  }
  for (const person of [anna, berta]) await person.leave();
}
