// The look of the page: its typeface comes from its own server and moves nothing when it arrives; each game has its own room,
// with a ground, a picture and colours that can be read in both lights.
import { check, GAMES, Person, SEATS, until } from "./lib.mjs";

const faces = (page) => page.evaluate(() => [...document.fonts].filter(({ family, status }) => family === "Fraunces" && status === "loaded").map(({ weight }) => weight));
const boxes = (page) => page.evaluate(() => [...document.querySelectorAll(".home h2, .home .card, .home .people")].map((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
}));

/** Loads the home page; what comes from the server is there, too. */
async function home(page) {
  await page.reload();
  await page.locator(".home .now h2").nth(1).waitFor();
  await page.getByText("None yet.").waitFor();
}

async function typeface({ browser, server }) {
  const anna = await Person.come(browser, server, "Anna");
  const asked = [];
  anna.page.on("response", (response) => /woff2/.test(response.url()) && asked.push(response));
  await home(anna.page);
  await until("the face of the headings", async () => (await faces(anna.page)).includes("700"));
  check(asked.length, "no font was requested");
  for (const response of asked) {
    const { pathname } = new URL(response.url());
    const headers = response.headers();
    check(/^\/kept\/\d+-[\w-]+\.woff2$/.test(pathname) && headers["content-type"] === "font/woff2" && !headers["content-encoding"], `${pathname}: ${JSON.stringify(headers)}`);
  }
  const whole = await boxes(anna.page);
  /* Without the font, a family that is installed takes the same room. */
  await anna.context.route(/woff2/, (route) => route.abort());
  await home(anna.page);
  check(!(await faces(anna.page)).length, "the font came from somewhere else");
  const without = await boxes(anna.page);
  check(JSON.stringify(whole) === JSON.stringify(without), `the page jumps when its font arrives: ${JSON.stringify(whole)} instead of ${JSON.stringify(without)}`);
  await anna.leave();
}

/** Runs in the page: the colours of a room, each as red, green, blue from 0 to 255. axe does not judge text on pictures and gradients. */
function coloursOf(room) {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const probe = room.appendChild(document.createElement("i"));
  const colour = (name) => {
    probe.style.setProperty("color", `var(--${name})`);
    context.fillStyle = getComputedStyle(probe).color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const names = ["paper", "card", "sunk", "glow", "ink", "soft", "wine", "wine-ink", "brass", "good", "bad", "ground", "on-ground", "on-ground-soft", "wall", "on-wall", "on-wall-soft"];
  const found = Object.fromEntries(names.map((name) => [name, colour(name)]));
  probe.remove();
  return found;
}

const PAIRS = [
  ...["ink", "soft", "wine", "brass", "good", "bad"].flatMap((text) => ["paper", "card", "sunk"].map((under) => [text, under])),
  ["ink", "glow"], ["wine-ink", "wine"], ["on-ground", "ground"], ["on-ground-soft", "ground"], ["on-wall", "wall"], ["on-wall-soft", "wall"],
];

/** Relative luminance and contrast as WCAG 2 defines them. */
const luminance = (rgb) => rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4)).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
function contrast(a, b) {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

async function rooms({ browser, server }) {
  for (const scheme of ["light", "dark"]) {
    const anna = await Person.come(browser, server, "Anna", { scheme });
    const grounds = new Set(), scenes = new Set();
    for (const game of GAMES) {
      const players = Math.min(SEATS[game].length, 4);
      const table = await anna.make(game, players, { bots: SEATS[game].slice(1, players).map((_, i) => [i + 1, "easy"]) });
      await anna.done("start", { table });
      const room = anna.page.locator(`.table[data-room=${game}]`);
      await room.locator("main.one-screen").waitFor();
      const colours = await room.evaluate(coloursOf);
      for (const [text, under] of PAIRS) {
        const is = contrast(colours[text], colours[under]);
        check(is >= 4.5, `${game}, ${scheme}: ${text} on ${under} has a contrast of ${is.toFixed(2)}`);
      }
      grounds.add(String(colours.ground));
      const material = await room.locator("> main").evaluate((main) => getComputedStyle(main).backgroundImage);
      check(material.includes("gradient"), `${game}, ${scheme}: the ground has no material: ${material}`);
      /* The same picture as on the home page, from the same server. */
      await anna.page.goto(`${server.origin}/`);
      const scene = await anna.page.locator(`.game[data-room=${game}]`).evaluate((card) => getComputedStyle(card, "::before").backgroundImage);
      const [, address] = /url\("(.+)"\)/.exec(scene) ?? [];
      check(address && new URL(address).origin === server.origin && (await anna.page.request.get(address)).ok(), `${game}: no picture at ${scene}`);
      scenes.add(address);
    }
    check(grounds.size === GAMES.length && scenes.size === GAMES.length, `${scheme}: ${grounds.size} grounds and ${scenes.size} pictures for ${GAMES.length} games`);
    await anna.leave();
  }
}

export default async function look(test) {
  await typeface(test);
  await rooms(test);
}
