// Every page without a game: sound at four widths, two in light and two in dark, small enough, and with no text outside the
// catalogues.
import { check, DESK, GAMES, Person, PHONE, SEATS } from "./lib.mjs";
import { checkMarks, checkPage, strays } from "./sound.mjs";

const WIDTHS = { light: [768, 1280], dark: [360, 1920] };

async function sizes(person) {
  let bytes = 0;
  const session = await person.context.newCDPSession(person.page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await person.page.reload();
  await person.page.locator(".home").waitFor();
  await person.page.waitForLoadState("networkidle");
  check(bytes > 1000 && bytes <= 300 * 1024, `the page has ${bytes} bytes`);
  console.log(`  the first load has ${Math.round(bytes / 1024)} KB`);
}

/** A new table with the maximum number of seats. */
async function marks({ page, server }) {
  await page.goto(`${server.origin}/#new`);
  for (const [game, seats] of Object.entries(SEATS)) {
    await page.locator(`.pick:has([value=${game}])`).click();
    await page.locator(`.pick:has([value="${seats.length}"])`).click();
    await checkMarks(page.locator(".places .mark"), seats.length, game);
  }
}

/** A chapter of the rules is two presses away, and the keyboard focus goes there. */
async function chapters({ page }, origin) {
  await page.setViewportSize(PHONE);
  await page.goto(`${origin}/#rules`);
  await page.reload();
  await page.locator(".contents summary").click();
  await page.locator(".contents button").nth(5).click();
  const heading = page.locator(".rules h2:focus");
  await heading.waitFor();
  const { y } = await heading.boundingBox();
  check(y >= 0 && y < PHONE.height / 2, `a chapter that was gone to stands at ${y}`);
}

export default async function pages({ browser, server }) {
  for (const [scheme, locale] of [["light", "en-GB"], ["dark", "de-DE"]]) {
    const anna = await Person.come(browser, server, "", { scheme, locale });
    await anna.page.locator(".welcome").waitFor();
    await checkPage(anna, `welcome-${scheme}`);
    anna.name = "Anna";
    await anna.sayName();
    for (const [name, path, there] of [["home", "", ".home .games"], ["new", "#new", ".new-table"], ["rules", "#rules/integralis", ".rules .rule"], ["replay", "#replay", ".replay"]]) {
      await anna.page.goto(`${server.origin}/${path}`);
      await anna.page.locator(there).first().waitFor();
      for (const width of WIDTHS[scheme]) {
        await anna.page.setViewportSize({ width, height: width < 500 ? PHONE.height : DESK.height });
        await checkPage(anna, `${name}-${width}-${scheme}`);
      }
    }
    await marks(anna);
    await chapters(anna, server.origin);
    await anna.page.goto(`${server.origin}/#nowhere`);
    await anna.page.locator(".missing").waitFor();
    await checkPage(anna, `missing-${scheme}`);
    await anna.page.setViewportSize(DESK);
    await anna.page.goto(`${server.origin}/`);
    await anna.page.locator("header button").click();
    await checkPage(anna, `settings-${scheme}`);
    await anna.page.keyboard.press("Escape");
    await anna.page.locator("dialog").waitFor({ state: "detached" });
    if (scheme === "light") await sizes(anna);
    await anna.leave();
  }

  const anna = await Person.come(browser, server, "Anna", { path: "/?lang=pseudo" });
  for (const path of ["?lang=pseudo", "?lang=pseudo#new"]) {
    await anna.page.goto(`${server.origin}/${path}`);
    await anna.page.locator("main h2, main h1").first().waitFor();
    check(!(await strays(anna.page)).length, `not in the catalogue: ${await strays(anna.page)}`);
  }
  for (const game of GAMES) {
    await anna.page.goto(`${server.origin}/?lang=pseudo`);
    await anna.page.locator(".game").nth(GAMES.indexOf(game)).locator("button.main").click();
    await anna.page.locator(".table .chronicle").waitFor();
    check(!(await strays(anna.page)).length, `${game}: not in the catalogue: ${(await strays(anna.page)).slice(0, 8)}`);
    await anna.shot(`pseudo-${game}`);
    await anna.page.keyboard.press("t");
    await anna.page.locator(".as-text").waitFor();
    check(!(await strays(anna.page)).length, `${game} as text: not in the catalogue: ${(await strays(anna.page)).slice(0, 8)}`);
    await anna.page.keyboard.press("t");
  }
  await anna.leave();
}
