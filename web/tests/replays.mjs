// Records in the page: from a file, from the table of a finished game, and invalid ones, with buttons and keys. The
// address holds the move and the eyes.
import { readFileSync } from "node:fs";
import { check, luck, Person, PHONE, until } from "./lib.mjs";
import { checkPage } from "./sound.mjs";

const golden = new URL("../../tests/golden/", import.meta.url);
const moves = (record) => record.split("\n").filter((line) => line.includes('"move"')).length;

async function openFile(person, record) {
  const { page } = person;
  await page.goto(`${person.server.origin}/#`);
  await page.goto(`${person.server.origin}/#replay`);
  await page.locator(".replay input[type=file]").setInputFiles({ name: "game.kbr", mimeType: "text/plain", buffer: Buffer.from(record) });
}

const at = (page, move, eyes) => until(`move ${move} by the eyes of ${eyes}`, () => new URL(page.url()).hash === `#replay?move=${move}&eyes=${eyes}`);

async function fromFile(person) {
  const { page } = person;
  const record = readFileSync(new URL("intrige-mayfair2005-4-talk.kbr", golden), "utf8");
  const all = moves(record);
  await openFile(person, record);
  await page.locator(".replay .good").waitFor();
  await page.locator(".replay .luck.soft").waitFor(); // this record promises nothing
  await at(page, 0, "spectator");
  await page.keyboard.press("ArrowRight");
  await at(page, 1, "spectator");
  await page.keyboard.press("End");
  await at(page, all, "spectator");
  await page.keyboard.press("ArrowLeft");
  await at(page, all - 1, "spectator");
  await page.keyboard.press("Home");
  await at(page, 0, "spectator");
  await page.keyboard.press(" ");
  await at(page, 1, "spectator");
  await page.keyboard.press(" ");
  await page.keyboard.press("Home");

  /* A secret line is shown to its listeners and to the view that sees everything. */
  const { by, to, say } = record.split("\n").filter(Boolean).map((line) => JSON.parse(line)).find((line) => line.to?.length === 1 && line.say) ?? {};
  const eyes = page.locator(".replay select").first();
  const shown = async (whose) => {
    await eyes.selectOption(whose);
    await at(page, 0, whose);
    return (await page.locator(".replay .lines").innerText()).includes(say.split(/\s/)[0]);
  };
  if (say) {
    for (const whose of [by, to[0], "everything"]) check(await shown(whose), `${whose} heard “${say}”`);
    check(!(await shown("spectator")), `“${say}” was not for spectators`);
  }
  /* The address is changed in place, including to an earlier one. */
  for (const [move, whose] of [[7, "red"], [3, "everything"], [7, "red"]]) {
    await page.evaluate((hash) => (location.hash = hash), `#replay?move=${move}&eyes=${whose}`);
    await until(`move ${move} in the page`, async () => (await page.locator(".replay input[type=range]").inputValue()) === String(move) && (await eyes.inputValue()) === whose);
    await page.keyboard.press("Home");
    await at(page, 0, whose);
  }
  const line = page.locator(".replay .lines button").nth(5);
  await line.click();
  await until("one current line", async () => (await page.locator('.replay .lines [aria-current="true"]').count()) === 1);
  const { height } = await page.locator(".replay .steps small").boundingBox();
  check(height < 24, `the number of the move takes ${height} pixels: it is broken into lines`);
  await checkPage(person, `replay-${person.name}`);
}

/** What happened is marked above the slider: labelled links, in a lane for each kind, reached and pressed by keyboard. */
async function marks(person) {
  const { page } = person;
  await openFile(person, readFileSync(new URL("intrige-amigo2003-4-loose.kbr", golden), "utf8"));
  const happened = page.locator(".replay .marks");
  await happened.waitFor();
  const shapes = new Set();
  for (const kind of ["bribe", "betrayal", "banishment"]) {
    const lane = happened.locator(`ol:has(.${kind})`);
    check(await lane.getAttribute("aria-label"), `the lane of ${kind} has no label`);
    check((await lane.locator('a[tabindex="0"]').count()) === 1, `the lane of ${kind} is one stop for Tab`);
    shapes.add(await lane.locator("svg").first().innerHTML());
    const [first, second] = [lane.locator("a").nth(0), lane.locator("a").nth(1)];
    check(/\d/.test(await first.getAttribute("aria-label")), `a mark says: ${await first.getAttribute("aria-label")}`);
    await first.focus();
    await page.keyboard.press("ArrowRight");
    check(await second.evaluate((mark) => mark === document.activeElement), "the arrow key goes to the next mark");
    const [, move] = /move=(\d+)/.exec(await second.getAttribute("href"));
    await page.keyboard.press("Enter");
    await at(page, move, "spectator");
    await until(`move ${move} on the board`, async () => (await page.locator(".replay input[type=range]").inputValue()) === move);
  }
  check(shapes.size === 3, "marks differ by shape");
}

/** Purses are as the eyes see them, unless they are opened or closed; the address says so. */
async function purses(person) {
  const { page } = person;
  const cash = page.locator(".replay .stage .purse");
  const hidden = () => cash.evaluateAll((all) => all.filter(({ ariaLabel }) => ariaLabel.includes("hidden")).length);
  const isSo = (what, n) => until(what, async () => (await hidden()) === n);
  const toggle = page.locator(".replay .controls button[aria-pressed]");
  await page.evaluate(() => (location.hash = "#replay?move=61&eyes=spectator"));
  await isSo("four hidden purses", 4);
  await toggle.click();
  await isSo("no hidden purse", 0);
  await until("the address", () => page.url().endsWith("#replay?move=61&eyes=spectator&purses=shown"));
  await page.evaluate(() => (location.hash = "#replay?move=61&eyes=everything&purses=hidden"));
  await isSo("four hidden purses", 4);
  await page.evaluate(() => (location.hash = "#replay?move=61&eyes=everything"));
  await isSo("no hidden purse", 0);
}

/** On a laptop the board, the bar of controls and the chronicle are in the window; on a phone the board is first, and the bar
 * in the window. */
async function boardFirst(person) {
  const { page } = person;
  for (const size of [{ width: 1280, height: 800 }, { width: 1280, height: 620 }, { width: 390, height: 844 }]) {
    await page.setViewportSize(size);
    const box = (selector) => page.locator(`.replay ${selector}`).first().boundingBox();
    const [board, bar, lines] = [await box(".stage"), await box(".controls"), await box(".lines")];
    check(board.y < bar.y && board.y < size.height / 4, `${size.width} × ${size.height}: the board begins at ${board.y}`);
    check(bar.y >= 0 && bar.y + bar.height <= size.height + 1, `${size.width} × ${size.height}: the bar ends at ${bar.y + bar.height}`);
    if (size.width > 1000) check(board.y + board.height <= bar.y && lines.y + lines.height <= bar.y, `${size.width} × ${size.height}: board and chronicle are above the bar`);
    await checkPage(person, `replay-${size.width}x${size.height}`);
  }
}

/** A bot's phrase names the person at the seat it is about. "#replay" alone asks for another file. */
async function botsTalk(person) {
  const { page } = person;
  const [first, ...rest] = readFileSync(new URL("intrige-mayfair2005-4-talk.kbr", golden), "utf8").split("\n");
  const meta = JSON.stringify({ meta: { seats: { red: "bot mara", green: "bot otto" }, names: { yellow: "Emmy" } } });
  const said = ["Nice try, yellow.", "Nice try, green."].map((say) => JSON.stringify({ by: "red", say }));
  await openFile(person, [first, meta, ...said, ...rest.slice(1)].join("\n"));
  for (const line of ["Mara: “Nice try, Emmy.”", "Mara: “Nice try, Otto.”"]) await page.locator(".replay .lines", { hasText: line }).waitFor();
  await page.evaluate(() => (location.hash = "#replay"));
  await page.locator(".replay input[type=file]").waitFor({ state: "attached" });
}

async function wrongFiles(person) {
  const { page } = person;
  const lines = readFileSync(new URL("incorporated-3-above.kbr", golden), "utf8").split("\n");
  await openFile(person, lines.map((line, i) => (i === 9 ? '{"by":"suns","move":"dance"}' : line)).join("\n"));
  const said = await page.locator(".replay .bad").innerText();
  check(/10/.test(said) && said.includes("dance"), `the tenth line is named: ${said}`);
  await at(page, 0, "spectator");
  await page.keyboard.press("End");
  await at(page, moves(lines.slice(0, 9).join("\n")), "spectator");
  await openFile(person, "this is no record\n");
  await page.locator(".replay .bad").waitFor();
  check((await page.locator(".replay input[type=file]").count()) === 1, "another file can be opened");
}

async function fromTable(person, rng) {
  const { page } = person;
  const table = await person.make("incorporated", 3, { bots: [[1, "easy"], [2, "easy"]] });
  await person.done("start", { table });
  await person.holdNews();
  while (person.view?.stage !== "over") {
    if (person.view?.legal?.length) await person.move(rng);
    await page.waitForTimeout(20);
  }
  await person.catchUp();
  await page.goto(`${person.server.origin}/#replay/${table}?move=3&eyes=moons`);
  await page.locator(".replay .luck.good").waitFor();
  await page.keyboard.press("ArrowRight");
  await until("the address", () => page.url().endsWith(`#replay/${table}?move=4&eyes=moons`));
  await page.goto(`${person.server.origin}/#replay/${"0".repeat(32)}`);
  await page.locator(".replay .bad").waitFor();
}

/** The luck of a game from a server: as promised, and the errors found after a change. */
async function luckOf(person) {
  const { page } = person;
  const record = await person.record();
  const draws = record.split("\n").filter((line) => line.includes('"by":"chance"')).length;
  const [, promise] = /"promise":"(\w+)"/.exec(record), [seedLine, seed] = /\{"luck":\{"seed":"(\w+)"\}\}\n/.exec(record);
  const changed = (hex) => hex.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));
  for (const [text, kind, said] of [
    [record, "good", draws === 1 ? "its only draw" : `all ${draws} draws`],
    [record.replace(promise, changed(promise)), "bad", "the seed is another"],
    [record.replace(seed, changed(seed)), "bad", "the seed is another"],
    [record.replace('"words":{', '"words":{"suns":"mine",').replace(",}", "}"), "bad", "not the promised one: line"],
    [record.replace(seedLine, ""), "soft", "not told yet"],
  ]) {
    await openFile(person, text);
    const luck = page.locator(`.replay .luck.${kind}`);
    await luck.waitFor();
    check((await luck.innerText()).includes(said), `of the luck it says: ${await luck.innerText()}`);
  }
  await openFile(person, record.replace(seed, "hello"));
  check(/seed|luck/.test(await page.locator(".replay .bad").innerText()), "a luck line that is none");
}

export default async function replays({ browser, server }) {
  const anna = await Person.come(browser, server, "Anna");
  await fromFile(anna);
  await botsTalk(anna);
  await marks(anna);
  await purses(anna);
  await boardFirst(anna);
  await wrongFiles(anna);
  await fromTable(anna, luck(11));
  await luckOf(anna);
  await anna.leave();
  const ben = await Person.come(browser, server, "Ben", { viewport: PHONE, scheme: "dark", locale: "de-DE" });
  await fromFile(ben);
  await ben.leave();
}
