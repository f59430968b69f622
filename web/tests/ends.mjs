// The end of a game as a story: the winner's picture, lines that open the replay there, awards, a picture to share, and a
// rematch with one press.
import { readFileSync } from "node:fs";
import { check, luck, Person, SEATS, until } from "./lib.mjs";
import { checkPage } from "./sound.mjs";

const SIZES = [{ width: 1280, height: 800 }, { width: 1280, height: 620 }, { width: 390, height: 844 }];

async function playToEnd(person, game, keys, rng) {
  const table = await person.make(game, 3, keys);
  await person.done("start", { table });
  await person.holdNews();
  while (person.view?.stage !== "over") {
    const n = person.view?.n;
    if (person.view?.legal?.length) await person.move(rng);
    await until("news", () => person.view?.n !== n || person.view?.stage === "over");
  }
  await person.catchUp();
}

/** The story is in the first screen of a laptop, above the sums, and sound in every size, light and language. */
async function look(person, game) {
  const { page } = person;
  for (const [i, size] of SIZES.entries()) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: i % 2 ? "dark" : "light" });
    for (const lang of ["en", "de"]) {
      await page.goto(`${person.home}?lang=${lang}#${person.table}`);
      await page.locator(".end .scenes a").first().waitFor();
      await checkPage(person, `${game}-story-${size.width}x${size.height}-${lang}`);
    }
    if (size.width < 1000) continue;
    const parts = await page.locator(".end header, .end .story .chart, .end .scenes").evaluateAll((all) => all.map((part) => part.getBoundingClientRect().bottom));
    check(parts.every((bottom) => bottom <= size.height), `${game}: the story ends at ${parts} of ${size.height}`);
  }
  await page.setViewportSize(SIZES[0]);
  await page.goto(`${person.home}?lang=en#${person.table}`);
  await page.locator(".end .scenes a").first().waitFor();
}

async function story(person, game) {
  const { page } = person;
  const { winners } = person.view.end;
  check((await page.locator(".end .wreath").count()) === winners.length, `${game}: a picture for each of ${winners}`);
  check((await page.locator(".end .wreath .portrait").count()) === winners.filter((seat) => seat !== SEATS[game][0]).length, `${game}: bots with their faces`);
  const lines = await page.locator(".end .scenes a").all();
  check(lines.length >= 2 && lines.length <= 4, `${game}: ${lines.length} lines`);
  check((await page.locator(".end .chart .flag").count()) === lines.length, `${game}: every line is marked on the chart`);
  const awards = await page.locator(".end .awards li").count();
  check(awards <= 3, `${game}: ${awards} awards`);
  const [story, sums] = await page.locator(".end .story, .end table").evaluateAll((all) => all.map((part) => part.getBoundingClientRect().top));
  check(story < sums, "the sums are below the story");
  /* A line opens the replay at its move, by keyboard as well. */
  for (const line of lines) {
    const href = await line.getAttribute("href");
    await line.focus();
    await page.keyboard.press("Enter");
    const move = /move=(\d+)/.exec(href)[1];
    await until(`move ${move} in the replay`, async () => (await page.locator(".replay input[type=range]").count()) === 1 && (await page.locator(".replay input[type=range]").inputValue()) === move);
    await page.goBack();
    await page.locator(".end .scenes a").first().waitFor();
  }
}

/** Runs in the page: the size of a picture, and how many colours it has. */
async function seen(bytes) {
  const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext("2d");
  context.drawImage(picture, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, picture.width, picture.height).data.buffer);
  return { width: picture.width, height: picture.height, colours: new Set(pixels).size };
}

async function checkPicture(page, bytes, how) {
  const { width, height, colours } = await page.evaluate(seen, [...bytes]);
  check(width === 1200 && height === 630 && colours > 20, `${how}: a picture of ${width} × ${height} with ${colours} colours`);
}

async function share({ page }) {
  const press = () => page.getByRole("button", { name: "Share as a picture" }).click();
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  check(file.suggestedFilename().endsWith(".png"), file.suggestedFilename());
  await checkPicture(page, readFileSync(await file.path()), "downloaded");
  /* In a browser that can share files, the picture goes there and nothing is downloaded. */
  await page.evaluate(() => {
    Object.assign(navigator, { canShare: ({ files }) => files.length === 1, share: async ({ files }) => void (window.shared = files[0]) });
  });
  await press();
  await until("the picture to be shared", () => page.evaluate(() => !!window.shared));
  await checkPicture(page, await page.evaluate(async () => [...new Uint8Array(await window.shared.arrayBuffer())]), "shared");
}

/** Against bots, one press and the next game runs. */
async function rematch(person) {
  const before = person.table;
  await person.page.getByRole("button", { name: "Rematch" }).click();
  await until("the next game", () => person.news?.table !== before && person.view?.stage === "playing");
  check(person.view.seats.filter(({ plays }) => plays === "bot").length === 2, "the same bots");
}

export default async function ends({ browser, server }) {
  const anna = await Person.come(browser, server, "Anna", { viewport: SIZES[0] });
  const rng = luck(9);
  for (const [game, options, bots] of [["intrige", { deals: "loose" }, ["otto", "nika"]], ["incorporated", {}, ["tomas", "pavel"]]]) {
    await playToEnd(anna, game, { options, bots: bots.map((bot, i) => [i + 1, bot]) }, rng);
    await look(anna, game);
    await story(anna, game);
  }
  await share(anna);
  await rematch(anna);
  await anna.leave();
}
