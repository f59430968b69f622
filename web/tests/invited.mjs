// The address of a table: /t/ID, with tags for chat programs; older links; and an invitation that asks for a name last.
import { check, GAMES, Person, PHONE, SEATS, tableOf, until } from "./lib.mjs";
import { checkPage } from "./sound.mjs";

const tagsOf = (html) => Object.fromEntries([...html.matchAll(/<meta property="og:([a-z:_]+)" content="([^"]*)" \/>/g)].map(([, name, said]) => [name, said]));

/** A chat program asks without a cookie, and perhaps without compression. */
async function fetched(url) {
  const answer = await fetch(url, { headers: { "accept-encoding": "identity" } });
  return { status: answer.status, type: answer.headers.get("content-type"), bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** What a chat program shows: who invites to what, and a picture of the game. */
async function preview(anna, server) {
  for (const game of GAMES) {
    const { table } = await anna.done("create", { game, players: SEATS[game].length });
    const { status, bytes } = await fetched(`${server.origin}/t/${table}`);
    const tags = tagsOf(String(bytes));
    check(status === 200 && new RegExp(`^Anna invites you to ${game}`, "i").test(tags.title), `the title for ${game}: ${tags.title}`);
    check(tags.image === `${server.origin}/card-${game}.png`, `the picture for ${game}: ${tags.image}`);
    const picture = await fetched(tags.image);
    check(picture.status === 200 && picture.type === "image/png" && picture.bytes.subarray(1, 4).toString() === "PNG", `the picture for ${game}: ${picture.status} ${picture.type}`);
    check(picture.bytes.readUInt32BE(16) === 1200 && picture.bytes.readUInt32BE(20) === 630, "the picture's size");
  }
}

/** A guest without a name sees the table first. */
async function comeIn(browser, server, anna, link) {
  const carla = await Person.come(browser, server, "", { viewport: PHONE, locale: "de-DE", scheme: "dark", path: new URL(link).pathname });
  const card = carla.page.locator(".invited");
  await card.waitFor();
  check((await card.locator("h1").innerText()) === "Anna lädt dich zu Intrige ein", `the invitation says ${await card.locator("h1").innerText()}`);
  check((await card.locator(".places li").count()) === 3 && (await card.locator(".places").innerText()).includes("Anna"), "the invitation does not show the table");
  check((await card.locator(".chips").innerText()).includes("Lose Zungen"), "the invitation does not show what is in force");
  await checkPage(carla, "invited");
  carla.name = "Carla";
  await carla.sayName();
  await carla.page.locator(".gathering button.main").first().click();
  await until("Carla at the table", () => anna.view.seats.some(({ name }) => name === "Carla"));
  await carla.leave();
}

/** The page is not loaded again between tables and the start page, and back leads back. */
async function addresses(anna, server, table) {
  const { page } = anna;
  await page.goto(`${server.origin}/#${table}`);
  await page.locator(".gathering").waitFor();
  check(tableOf(page) === table, `an older link leads to ${page.url()}`);
  await page.evaluate(() => (window.stayed = true));
  await page.locator(".table .bar a").first().click();
  await page.locator(".home .games").waitFor();
  check(page.url() === `${server.origin}/`, `home is at ${page.url()}`);
  await page.locator(`.entry[href="/t/${table}"]`).click();
  await page.locator(".gathering").waitFor();
  await page.goBack();
  await page.locator(".home .games").waitFor();
  await page.goForward();
  await page.locator(".gathering").waitFor();
  check(tableOf(page) === table && (await page.evaluate(() => window.stayed)), "the page was loaded again");
  await page.goto(`${server.origin}/t/${table}#rules/intrige`);
  await page.locator(".rules").waitFor();
  check(page.url() === `${server.origin}/#rules/intrige`, `the rules are at ${page.url()}`);
}

export default async function invited({ browser, server }) {
  const anna = await Person.come(browser, server, "Anna");
  await preview(anna, server);
  await anna.makeByForm({ players: 3, who: { 1: "friend", 2: "friend" } });
  const link = await anna.page.locator(".gathering p > input").inputValue();
  check(link === `${server.origin}/t/${anna.table}`, `the link is ${link}`);
  await comeIn(browser, server, anna, link);
  await addresses(anna, server, anna.table);
  await anna.leave();
}
