// Integralis, markers=may: one press covers all that an order takes. People who let the page cover for them are asked
// only if that would finish an order. The questions are sent to the page over its own connection, and its answers are
// intercepted.
import { contents } from "../printed.mjs";
import { check, Person, until } from "./lib.mjs";

const { printed } = await import(`data:text/javascript,${encodeURIComponent(contents())}`);
/** An order with enough tasks that covering one does not finish it. */
const [ORDER, { tasks: TASKS }] = Object.entries(printed.orders).find(([, { tasks }]) => tasks.length > 3);

let decision = 1e6;

/** Asks about a marker of this machine, with this many markers left and this many tasks of the order done. */
async function ask({ page, news }, machine, markers, done) {
  const { view } = news;
  const position = {
    ...view.position, step: "cover", orders: { ...view.position.orders, [view.as]: [{ order: ORDER, covered: TASKS.slice(0, done) }] },
    pending: { kind: "cover", machine, markers, by: view.as, why: "closing" },
  };
  const facts = { ...view.facts, open: { ...view.facts.open, [view.as]: [TASKS.length - done] } };
  const legal = [`cover ${machine} ${ORDER}`, `waive ${machine}`];
  await page.evaluate((data) => window.lines.at(-1).dispatchEvent(new MessageEvent("message", { data })),
    JSON.stringify({ ...news, fresh: false, events: [], view: { ...view, decision: ++decision, actors: [view.as], legal, position, facts } }));
  await page.locator(".desk button", { hasText: "Give up" }).waitFor();
}

const tasted = ({ page }) => page.evaluate(() => window.tasted.length);

/** After two frames the page has done what it does by itself. */
const painted = ({ page }) => page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go)))));

export default async function markers({ browser, server }) {
  const anna = await Person.come(browser, server, "Anna");
  const table = await anna.make("integralis", 2, { bots: [[1, "easy"]] });
  await anna.done("start", { table });
  await until("my turn", () => anna.view?.legal?.length);
  const { news } = anna;
  const asked = { page: anna.page, news };
  await anna.page.evaluate(() => (window.tasted = []));

  await ask(asked, "fold", 3, 0);
  await painted(anna);
  check((await tasted(anna)) === 0, "a marker is put down that nobody asked for");
  await anna.page.locator(".desk .main", { hasText: "Cover all" }).click();
  await until("the first marker", async () => (await tasted(anna)) === 1);
  await ask(asked, "fold", 2, 1);
  await until("the second marker, by itself", async () => (await tasted(anna)) === 2);
  await ask(asked, "glue", 1, 2);
  await painted(anna);
  check((await tasted(anna)) === 2, "one press covers what another machine has made");
  await anna.page.locator(".desk button", { hasText: "Give up" }).click();
  await anna.page.locator(".confirm").waitFor();
  await anna.page.locator(".confirm button").last().click();

  await anna.page.getByRole("button", { name: "Settings" }).click();
  await anna.page.getByLabel("cover tasks for me").check();
  await anna.page.keyboard.press("Escape");
  await ask(asked, "sew", 1, 0);
  await until("a marker that is left to the page", async () => (await tasted(anna)) === 3);
  await ask(asked, "fold", 1, TASKS.length - 1);
  await painted(anna);
  check((await tasted(anna)) === 3, "an order is finished without a question");
  check(String(await anna.page.evaluate(() => window.tasted)) === String(["fold", "fold", "sew"].map((machine) => `cover ${machine} ${ORDER}`)), "other moves than these");
  await anna.leave();
}
