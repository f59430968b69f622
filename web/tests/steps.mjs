// The long form of `viewports`, for `make soak`: at every step of every decision, from the beginning of a game to its end, the board
// fits on five laptops, nothing has moved, and on three phones every control can be reached. Every game with every number of
// seats, in English and in German with help to decide. The environment variable KICKBACK_TABLE limits it to those whose names
// begin so: intrige, intrige-3 or intrige-3-Berta. It makes its moves with the controls, and prefers those that it has not pressed in such a decision yet.
import { check, luck, Person, until } from "./lib.mjs";
import { LAPTOPS, PHONES, TABLES, Watcher } from "./viewports.mjs";

/** Presses in one decision, and how many of them may be of a kind that was pressed before. Then the move is made over the
 * connection. */
const PRESSES_MAX = 8;
const REPEATED_MAX = 2;
/** A sum is typed, or the board is pressed. */
const CONTROLS = "main :is(button, .amount input[type=number])";
const PROGRESS = 10;
const FAULTS_MAX = 40;

/** Runs in the page: the controls of the board by what they are, without the seats, sums and pieces in their names. */
function listControls(selector) {
  return [...document.querySelectorAll(selector)].map((element, i) => ({ element, i }))
    .filter(({ element }) => element.checkVisibility() && !element.disabled && element.getAttribute("aria-disabled") !== "true" && !element.closest(".guide"))
    .map(({ element, i }) => ({
      i,
      kind: [...element.classList, element.dataset.about?.split(" ")[0], element.getAttribute("aria-pressed"), element.closest(".amount") ? "amount" : element.closest("section")?.classList[0]].join(" "),
      name: (element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40),
    }));
}

/** Runs in the page: uses a control, and says whether that sent a move, and whether the controls are others now. */
async function use({ selector, i }) {
  const rendered = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
  const state = () => [...document.querySelectorAll(".table :is(main, .confirm) :is(button, input)")]
    .map((element) => [element.textContent, element.value, element.className, element.getAttribute("aria-pressed"), element.disabled].join("|")).join("\n");
  const line = window.lines.at(-1), before = state(), control = document.querySelectorAll(selector)[i];
  let sent = false;
  line.send = function (text) {
    sent ||= JSON.parse(text).do === "move";
    return Object.getPrototypeOf(this).send.call(this, text);
  };
  if (control.tagName === "INPUT") {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(control, control.max);
    control.dispatchEvent(new Event("input", { bubbles: true }));
  } else control.click();
  await rendered();
  delete line.send;
  return { sent, changed: state() !== before };
}

/** Runs in the page: what is wrong with the question whether a move is meant. */
function questionFaults() {
  const question = document.querySelector(".confirm"), { left, right, top, bottom } = question.getBoundingClientRect();
  const wrong = left < 0 || right > innerWidth || top < 0 || bottom > innerHeight + 1 ? [`the question is at ${[left, top, right, bottom]}`] : [];
  if (question.scrollWidth > question.clientWidth + 1) wrong.push("the question is cut off");
  for (const button of question.querySelectorAll("button")) {
    const box = button.getBoundingClientRect();
    if (!button.contains(document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2))) wrong.push(`covered: ${button.textContent}`);
  }
  return wrong;
}

class Walker extends Watcher {
  faults = [];
  told = new Set();
  steps = 0;
  decisions = 0;
  began = Date.now();
  pressed = new Set();

  /** Goes on, so that one run finds all faults. The same fault at another step is not told again. */
  async fault([width, height], step, what) {
    const fault = `${width}×${height} ${what}`;
    if (this.told.has(fault)) return;
    this.told.add(fault);
    this.faults.push(`${this.name} at ${width}×${height}, ${step}: ${what}`);
    console.log(`    ${this.faults.at(-1)}`);
    await this.show(true);
    await this.person.shot(`steps-${this.name}-${this.faults.length}`);
    await this.show(false);
    check(this.faults.length < FAULTS_MAX, this.faults.join("\n"));
  }

  /** A page that cannot be seen has the same layout, but is not painted again at every size, which takes most of the time. */
  async show(on) {
    await this.person.page.evaluate((opacity) => (document.documentElement.style.opacity = opacity), on ? "" : "0");
  }

  /** All sizes at the beginning of a decision; at a step within it the lowest laptop, and another laptop and a phone in turn. */
  sizes(isFirst) {
    const [lowest, ...others] = LAPTOPS;
    const inTurn = (sizes) => sizes[this.steps % sizes.length];
    return isFirst ? [...LAPTOPS, ...PHONES] : [lowest, inTurn(others), inTurn(PHONES)];
  }

  async lookAt(step, isFirst) {
    this.steps++;
    for (const size of this.sizes(isFirst)) await (PHONES.includes(size) ? this.phone(size, step) : this.laptop(size, step));
  }

  /** A question covers what it is about; only the question itself is looked at. */
  async lookAtQuestion(step) {
    this.steps++;
    for (const size of this.sizes(false)) {
      await this.resize(size, PHONES.includes(size));
      const wrong = await this.person.page.evaluate(questionFaults);
      if (wrong.length) await this.fault(size, step, wrong.join("; "));
    }
  }

  /** Makes a move with the controls, and looks at every step on the way. */
  async decide(kind, rng) {
    const { page } = this.person;
    const path = [kind];
    let repeated = 0;
    await this.lookAt(kind, true);
    for (let presses = 0; presses < PRESSES_MAX; presses++) {
      const asks = await page.locator(".confirm").count();
      const selector = asks ? ".confirm button" : CONTROLS;
      const controls = await page.evaluate(listControls, selector);
      const fresh = controls.filter((control) => !this.pressed.has(`${kind} ${control.kind}`));
      const among = fresh.length ? fresh : controls;
      if (!among.length || (!fresh.length && ++repeated > REPEATED_MAX)) break;
      const control = among[rng(among.length)];
      this.pressed.add(`${kind} ${control.kind}`);
      const { sent, changed } = await page.evaluate(use, { selector, i: control.i });
      if (sent) return true;
      if (!changed) continue;
      path.push(control.name);
      const step = path.join(" › ");
      if (await page.locator(".confirm").count()) await this.lookAtQuestion(step);
      else await this.lookAt(step, false);
    }
    return false;
  }

  progress() {
    console.log(`  ${this.name}: ${this.decisions} decisions, ${this.steps} steps, ${this.faults.length} faults, ${Math.round((Date.now() - this.began) / 1000)} s`);
  }
}

async function walkThrough(person, [game, players, options], rng) {
  const table = await person.make(game, players, { options, bots: Array.from({ length: players - 1 }, (_, i) => [i + 1, "easy"]) });
  await person.done("start", { table });
  await until("the game", () => person.news?.table === table && person.view.stage !== "gathering");
  const walker = new Walker(person, `${game}-${players}-${person.name}`);
  await walker.show(false);
  for (;;) {
    await until("my turn, or the end", () => person.view.legal?.length || person.view.stage === "over", 60000);
    if (person.view.stage === "over") break;
    await person.page.locator(".status.mine").waitFor();
    const { legal, n, position: { step, pending } } = person.view;
    const kind = `${step} ${pending?.kind ?? ""} ${[...new Set(legal.map((move) => move.split(" ")[0]))].sort()}`;
    if (!(await walker.decide(kind, rng))) await person.move(rng);
    if (++walker.decisions % PROGRESS === 0) walker.progress();
    await until("news of the move", () => person.view.n > n);
  }
  walker.progress();
  return walker.faults;
}

const PEOPLE = [["Berta", { locale: "de-DE", scheme: "dark" }, true], ["Anna", {}, false]];

export default async function steps({ browser, server }) {
  const { KICKBACK_TABLE: only = "" } = process.env;
  const faults = [];
  let games = 0;
  for (const [name, look, helping] of PEOPLE) {
    const wanted = TABLES.filter(([game, players]) => `${game}-${players}-${name}`.startsWith(only));
    if (!wanted.length) continue;
    const person = await Person.come(browser, server, name, look);
    await person.page.evaluate((on) => localStorage.setItem("helping", String(on)), helping);
    await person.page.reload();
    await person.page.locator(".home .games").waitFor();
    for (const table of wanted) faults.push(...(await walkThrough(person, table, luck(11))));
    await person.leave();
    games += wanted.length;
  }
  check(games, `there is no table ${only}`);
  check(!faults.length, faults.join("\n"));
}
