// When it is my turn and the page is hidden, the browser shows a notification. The page asks once, after a first move
// among people, never on loading, and remembers the answer. A press leads to the table.
import { check, luck, Person, SEATS, until } from "./lib.mjs";
import { checkPage } from "./sound.mjs";

const PHONE = { width: 390, height: 844 };

/** The page believes to be hidden, as far as the test says so. */
const hide = ({ page }, is) => page.evaluate((is) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => is });
  document.dispatchEvent(new Event("visibilitychange"));
}, is);

const question = ({ page }) => page.locator(".ask-notify");
const answer = ({ page }) => page.evaluate(() => JSON.parse(localStorage.getItem("notify")));

/** Keeps the tags of notifications that the browser has taken over. */
const listen = ({ page }) => page.evaluate(() => {
  const { prototype } = ServiceWorkerRegistration, { showNotification } = prototype;
  window.taken = [];
  prototype.showNotification = async function (title, said) {
    await showNotification.call(this, title, said);
    window.taken.push(said.tag);
  };
});

/** What the browser shows now. Not to be asked while it takes one over: Chromium then forgets what is not on the screen yet. */
const shown = ({ page }) => page.evaluate(async () => {
  const by = await navigator.serviceWorker.getRegistration("/t/");
  return ((await by?.getNotifications()) ?? []).map(({ title, body, tag, data }) => ({ title, body, tag, data }));
});

async function begin(people) {
  const [anna, ben] = people;
  const table = await anna.make("intrige", 3, { bots: [[2, "easy"]] });
  await ben.sit(table, SEATS.intrige[1]);
  await anna.done("start", { table });
  for (const person of people) await until("the game", () => person.view?.stage === "playing");
}

/** Everybody but this person moves until it is this person's turn, or the other way round. */
async function turn(people, person, rng) {
  const others = people.filter((each) => each !== person);
  const play = async (who, until_) => {
    for (;;) {
      const mine = await until("a turn", () => until_() || who.find(({ view }) => view.legal?.length));
      if (mine === true) return;
      const { n } = mine.view;
      await mine.move(rng);
      await until("news", () => mine.view.n > n);
    }
  };
  await play([person], () => !person.view.legal?.length && others.some(({ view }) => view.legal?.length));
  await play(others, () => !!person.view.legal?.length);
}

/** A press brings the window of the table to the front, or opens one. No driver can press a notification, so the worker
 * is run here and told that it was pressed. */
async function checkPress(server, path) {
  const done = [];
  const windowAt = (at) => ({ url: server.origin + at, focus: () => done.push(`focus ${at}`) });
  const press = async (windows) => {
    const clients = { matchAll: async () => windows.map(windowAt), openWindow: (at) => done.push(`open ${at}`) };
    const heard = {};
    new Function("addEventListener", "clients", await (await fetch(`${server.origin}/notify.js`)).text())((name, hear) => (heard[name] = hear), clients);
    let pressed;
    heard.notificationclick({ notification: { close: () => done.push("close"), data: { path } }, waitUntil: (what) => (pressed = what) });
    await pressed;
  };
  await press(["/", path]);
  await press(["/"]);
  check(`${done}` === `close,focus ${path},close,open ${path}`, `a press does ${done}`);
}

export default async function notify({ browser, server }) {
  const anna = await Person.come(browser, server, "Anna", { viewport: PHONE });
  const ben = await Person.come(browser, server, "Ben", { locale: "de-DE", scheme: "dark", viewport: { width: 1280, height: 800 } });
  const people = [anna, ben], rng = luck(6);
  for (const { context } of people) await context.grantPermissions(["notifications"], { origin: server.origin });

  /* Against bots alone, or before one's first move, nobody is asked. */
  const alone = await anna.make("intrige", 3, { bots: [[1, "easy"], [2, "easy"]] });
  await anna.done("start", { table: alone });
  await until("my turn", () => anna.view?.legal?.length);
  const { n } = anna.view;
  await anna.move(rng);
  await until("news", () => anna.view.n > n);
  await begin(people);
  for (const person of people) check(!(await question(person).count()) && (await answer(person)) === null, `${person.name} is asked too early`);

  await turn(people, anna, rng);
  await turn(people, ben, rng);
  for (const person of people) await question(person).waitFor();
  await checkPage(anna, "notify-asked");
  await checkPage(ben, "notify-asked-desk");
  await question(anna).getByRole("button", { name: "Yes" }).click();
  await question(ben).getByRole("button", { name: "Nein" }).click();
  for (const person of people) await question(person).waitFor({ state: "detached" });
  await until("the answers", async () => (await answer(anna)) === "yes" && (await answer(ben)) === "no");

  /* Seen, nothing is shown; hidden, one notification, which goes when the page is seen. */
  await turn(people, anna, rng);
  check(!(await shown(anna)).length, "a notification though the page is seen");
  await listen(anna);
  for (const person of people) await hide(person, true);
  await turn(people, anna, rng);
  const isForThis = (tag) => tag.endsWith(` ${anna.view.decision}`);
  await until("the notification", async () => (await anna.page.evaluate(() => window.taken)).some(isForThis));
  const notes = await shown(anna), note = notes.find(({ tag }) => isForThis(tag));
  check(note, `there is ${JSON.stringify(notes)}`);
  check(note.title === "Your turn – Intrige" && note.body === (await anna.page.locator(".status [role=status]").first().innerText()), `it says ${JSON.stringify(note)}`);
  check(note.data.path === new URL(anna.page.url()).pathname, `it leads to ${JSON.stringify(note.data)}`);
  await turn(people, ben, rng);
  await until("that it goes when the move is made", async () => !(await shown(anna)).length);
  check(!(await shown(ben)).length, "Ben said no");

  await checkPress(server, note.data.path);

  /* The answer is remembered, and can be changed in the settings. */
  await ben.page.reload();
  await ben.page.locator(".table").waitFor();
  check(!(await question(ben).count()), "Ben is asked again");
  await ben.page.getByRole("button", { name: "Einstellungen" }).click();
  await ben.page.getByLabel("Eine Benachrichtigung").check();
  await until("that Ben wants it now", async () => (await answer(ben)) === "yes");
  for (const person of people) await person.leave();
}
