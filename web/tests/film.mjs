// A film of a turn or two of each game: a picture of every decision of one player, in both lights, on a laptop and on a phone, and
// a page that shows them side by side: SCREENSHOTS/film/index.html. For looking at; it checks nothing and `make test` leaves
// it out.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, GAMES, luck, paint, Person, shots, until } from "./lib.mjs";

const SIZES = { laptop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const LIGHTS = ["light", "dark"];
const DECISIONS = 8;
const BOTS = [[1, "otto"], [2, "mara"], [3, "tomas"]];

async function picture({ page }, name) {
  const taken = [];
  await paint(page);
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of LIGHTS) {
      await page.emulateMedia({ colorScheme });
      const file = `${name}-${size}-${colorScheme}.png`;
      await page.screenshot({ path: join(shots, "film", file), fullPage: size === "phone", timeout: 0 });
      taken.push(file);
    }
  }
  return taken;
}

async function turn(person, game) {
  const rng = luck(3);
  const table = await person.make(game, 4, { bots: BOTS, pacts: "private", ...(game === "intrige" ? { options: { deals: "loose" } } : {}) });
  const rows = [await picture(person, `${game}-0`)];
  await person.done("start", { table });
  for (let i = 1; i <= DECISIONS; i++) {
    await until("my turn, or the end", () => person.news?.table === table && (person.view.legal?.length || person.view.stage === "over"), 60000);
    await until("the page", async () => (await person.page.locator(".status.mine").count()) || person.view.stage === "over");
    rows.push(await picture(person, `${game}-${i}`));
    if (person.view.stage === "over") break;
    const { n } = person.view;
    await person.move(rng);
    await until("news of the move", () => person.view.n > n);
  }
  return rows;
}

export default async function film({ browser, server }) {
  check(shots, "say where to put the pictures");
  mkdirSync(join(shots, "film"), { recursive: true });
  const anna = await Person.come(browser, server, "Anna", { viewport: SIZES.laptop });
  const strips = [];
  for (const game of GAMES) strips.push(`<h2>${game}</h2>`, ...(await turn(anna, game)).map((files) => `<p>${files.map((file) => `<a href="${file}"><img src="${file}" height="300"></a>`).join(" ")}</p>`));
  writeFileSync(join(shots, "film/index.html"), `<!doctype html><title>A turn of each game</title>${strips.join("\n")}\n`);
  await anna.leave();
}
