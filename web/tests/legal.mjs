// The controls offer exactly the legal list. At each decision every control of the board is pressed in every order that
// leads somewhere. The moves that the page would send are intercepted and compared with the list, as sets.
import { check, luck, often, Person, SEATS, until } from "./lib.mjs";

/** Decisions of each game that are explored, besides those with a new verb. */
const LOOKS = often(1, 3);
/** Decisions of a game. Only Integralis has more, nearly all of kinds seen before. */
const MOST = often(120, Infinity);

/** Runs in the page: every move that its controls would send, with the number of presses it takes. `sums` are the
 * amounts to try on a slider, besides its ends. */
function explore({ news, sums, first, deeper }) {
  const turn = () => new Promise((go) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => go(port1.close());
    port2.postMessage(null);
  });
  /* The page renders in microtasks. Without a turn of the event loop the browser draws nothing, which takes most of the time. */
  const rendered = async () => {
    for (let i = 0; i < 50; i++) await null;
  };
  const isOpen = (element) => element.checkVisibility() && !element.disabled && element.getAttribute("aria-disabled") !== "true";
  const slider = () => document.querySelector("main .amount input[type=range]");
  /** Controls by name and index: the elements themselves do not survive a new rendering. */
  const controls = (selector) => {
    const found = [...document.querySelectorAll("main button")].map((element, i) => ({ element, i }))
      .filter(({ element }) => element.matches(selector) && !element.matches(".amount button, .guide button") && isOpen(element));
    const range = slider();
    const values = range ? [...new Set([Number(range.min), Number(range.max), ...sums.filter((sum) => sum >= range.min && sum <= range.max)])] : [];
    return [...found.map(({ i }) => ({ press: i })), ...values.map((value) => ({ slide: value }))];
  };
  const use = async ({ press, slide }) => {
    if (press !== undefined) document.querySelectorAll("main button")[press].click();
    else {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(slider(), slide);
      slider().dispatchEvent(new Event("input", { bubbles: true }));
    }
    await rendered();
  };
  /** The same position as another decision: anything half chosen is dropped. */
  const anew = async (decision) => {
    window.lines.at(-1).dispatchEvent(new MessageEvent("message", { data: JSON.stringify({ ...news, fresh: false, events: [], view: { ...news.view, decision } }) }));
    await rendered();
  };
  const looks = () => [...document.querySelectorAll("main button, main input")]
    .map((element) => [element.textContent, element.value, element.className, element.getAttribute("aria-pressed"), element.disabled].join("|")).join("\n");

  return (async () => {
    window.tasted = [];
    const moves = {};
    let decision = 1e6;
    const seen = new Set();
    const paths = [[]];
    for (let path = paths.shift(); path; path = paths.shift()) {
      await turn();
      await anew(++decision);
      for (const step of path) await use(step);
      const here = looks();
      if (seen.has(here)) continue;
      seen.add(here);
      let isHere = true;
      for (const control of controls(path.length ? deeper : first)) {
        if (!isHere) {
          await anew(++decision);
          for (const step of path) await use(step);
        }
        const sent = window.tasted.length;
        await use(control);
        for (const move of window.tasted.slice(sent)) moves[move] = Math.min(moves[move] ?? Infinity, [...path, control].filter(({ press }) => press !== undefined).length);
        isHere = looks() === here;
        if (window.tasted.length === sent && !isHere && !seen.has(looks())) paths.push([...path, control]);
      }
    }
    await anew(news.view.decision);
    delete window.tasted;
    return moves;
  })();
}

/** What is pressed second. In Integralis, pressing something else only selects that instead, as at first. */
const DEEPER = { intrige: "button", incorporated: "button", integralis: ".desk button, .choosable, .hand:has(.tick) button:not([aria-pressed=true])" };

const RUN = /^(.*?)(\d+)\.\.(\d+)\/(\d+)$/;

/** A run stands for its ends and its step. */
function expand(legal) {
  return legal.flatMap((move) => {
    const [, head, low, high, step] = RUN.exec(move) ?? [];
    return head === undefined ? [move] : [...new Set([Number(low), Math.min(Number(low) + Number(step), Number(high)), Number(high)])].map((sum) => head + sum);
  });
}

function isLegal(legal, move) {
  return legal.some((one) => {
    const [, head, low, high, step] = RUN.exec(one) ?? [];
    if (head === undefined) return one === move;
    const sum = Number(move.slice(head.length));
    return move.startsWith(head) && sum >= low && sum <= high && (sum - low) % step === 0;
  });
}

/** The view that was explored, and what its controls would send. If news arrives meanwhile, such as talk of a bot, the
 * controls may have changed: starts again. */
async function exploreAll(person) {
  for (;;) {
    const { news } = person;
    const sums = [...new Set(expand(news.view.legal ?? []).map((move) => Number(/(\d+)$/.exec(move)?.[1])).filter(Boolean))];
    const isOld = () => person.news.view.n > news.view.n;
    const taps = await person.page.evaluate(explore, { news, sums, first: "button", deeper: DEEPER[news.view.game] }).catch((error) =>
      until("news that explains this", isOld, 2000).catch(() => Promise.reject(error)));
    if (!isOld()) return { view: news.view, taps };
  }
}

async function compare(person) {
  if (person.view.legal?.includes("accept")) await person.listen();
  const { view: { legal = [], game }, taps } = await exploreAll(person);
  const moves = Object.keys(taps);
  const wanted = expand(legal);
  const missing = wanted.filter((move) => !moves.includes(move));
  const extra = moves.filter((move) => !isLegal(legal, move));
  check(!missing.length, `${game}: the board does not lead to ${missing.slice(0, 8).join("; ")} of ${JSON.stringify(legal)}`);
  check(!extra.length, `${game}: the board sends what is not in the list: ${extra.slice(0, 8).join("; ")}, not of ${JSON.stringify(legal)}`);
  if (game === "intrige") await checkBargain(person, taps);
  return wanted.length;
}

/** An offer is a card that shows its state. Bargaining takes at most three taps, and a late answer is refused with a
 * message. */
async function checkBargain(person, taps) {
  const { page, view } = person;
  for (const [move, n] of Object.entries(taps)) check(n <= 3 || !/^(offer|counter|accept|refuse)/.test(move), `${move} takes ${n} taps`);
  if (view.legal?.some((move) => move.startsWith("bribe 0.."))) {
    await page.locator(".act .amount input[type=number]").fill("0");
    await page.getByRole("button", { name: "Pay nothing", exact: true }).waitFor();
  }
  if (!view.legal?.includes("accept")) return;
  const { post, amount } = view.position.stage.offer;
  const card = await page.locator(".gate .offer").first().innerText();
  for (const part of [post, amount]) check(card.includes(part.toLocaleString("en-GB")), `the offer of ${amount} for ${post} reads: ${card}`);
  check((await page.locator(".gate .offer .state").first().innerText()) === "open", `how the offer stands is not said: ${card}`);
  await person.cameUp("too late");
}

async function play(anna, ben, rng) {
  const verbs = new Set();
  let looks = 0, moves = 0;
  for (let decisions = 0; anna.view.stage === "playing" && decisions < MOST; ) {
    const mine = [anna, ben].find(({ view }) => view?.legal?.length);
    if (!mine) {
      await anna.page.waitForTimeout(20);
      continue;
    }
    /* At decisions with new verbs, and at some others. */
    const fresh = mine.view.legal.map((move) => move.split(" ")[0]).filter((verb) => !verbs.has(verb));
    if (fresh.length || (looks < LOOKS && rng(8) === 0)) {
      looks++;
      await Promise.all([anna.catchUp(), ben.catchUp()]);
      fresh.forEach((verb) => verbs.add(verb));
      await until("the decision on the page", async () => !(await mine.page.locator(".banner.sending").count()) && (await mine.page.locator(".status.mine").count()));
      moves += await compare(mine);
      const other = mine === anna ? ben : anna;
      if (fresh.length && !other.view.legal?.length) await compare(other);
    }
    await Promise.all([anna.holdNews(), ben.holdNews()]);
    const { n } = mine.view;
    await mine.move(rng);
    await until("news of a move", () => mine.view.n > n);
    decisions++;
  }
  await Promise.all([anna.catchUp(), ben.catchUp()]);
  console.log(`  ${anna.view.game}: ${looks} decisions with ${verbs.size} verbs, ${moves} moves`);
}

export default async function legal({ browser, server }) {
  const people = [];
  for (const name of ["Anna", "Ben"]) {
    const person = await Person.come(browser, server, name);
    await person.page.evaluate(() => localStorage.setItem("confirm", "false"));
    await person.page.reload();
    people.push(person);
  }
  const [anna, ben] = people;
  for (const [game, seed, options] of [["incorporated", 5, {}], ["intrige", 3, { deals: "loose", defence: "may" }], ["integralis", 7, {}]]) {
    const table = await anna.make(game, 3, { options, bots: [[1, "easy"]] });
    await ben.sit(table, SEATS[game][2]);
    await anna.done("start", { table });
    await until("the game", () => anna.view?.stage === "playing" && ben.view?.stage === "playing");
    await play(anna, ben, luck(seed));
  }
  for (const person of people) await person.leave();
}
