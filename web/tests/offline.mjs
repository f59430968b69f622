// The page without a server, at /offline and as a static site: with the network cut and the server gone, closed and
// opened again, in two tabs; dropped records; a new version; and installation.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { Host } from "./host.mjs";
import { browserIn, check, Person, PHONE, program, until } from "./lib.mjs";
import { checkPage } from "./sound.mjs";

const myTurn = (device) => device.page.locator(".status.mine").waitFor({ timeout: 60000 });

/** A game against bots; then the server and the network are gone. */
async function aloneWithBots(device, cut) {
  const { page } = device;
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.locator(".games button.main").first().click();
  await myTurn(device);
  await cut();
  await device.context.setOffline(true);
  await page.reload();
  await myTurn(device);
  await checkPage(device, `offline-bots-${device.name}`);
  const [status, hash] = [await page.locator(".status > [role=status]").innerText(), new URL(page.url()).hash];
  await page.close();
  device.page = await device.open();
  await device.page.locator(`a[href="${hash}"]`).click();
  await myTurn(device);
  check((await device.page.locator(".status > [role=status]").innerText()) === status, "the decision that was due is due after the browser was closed");
}

/** Two tabs of one table: each shows what happens in the other, and no decision is made twice. */
async function twoTabs(device) {
  const first = device.page;
  const other = await device.open(new URL(first.url()).hash);
  await other.locator(".status.mine").waitFor({ timeout: 60000 });
  const table = new URL(first.url()).hash.slice(1);
  const { legal, decision, n } = device.view;
  const move = { table, move: legal[0].replace(/(\d+)\.\.\d+\/\d+/, "$1"), decision };
  check((await device.ask("move", move)).type === "ok", "the first tab moves");
  device.page = other;
  await until("news in the other tab", () => device.view.n > n);
  check((await device.ask("move", move)).error === "stale", "the other tab cannot make the same decision again");
  const viewIn = (page) => JSON.stringify(JSON.parse(device.framesOf.get(page).findLast((frame) => frame.includes('"type":"news"'))).view);
  await until("the same in both", () => viewIn(first) === viewIn(other), 60000);
  await other.close();
  device.page = first;
}

/** Tables that earlier versions stored in this browser are in the list, and go on where they were. */
async function earlierTables(device) {
  const { page } = device;
  const all = JSON.parse(readFileSync(new URL("kept.json", import.meta.url), "utf8"));
  await page.evaluate((tables) => new Promise((done) => {
    const opening = indexedDB.open("kickback");
    opening.onsuccess = () => {
      const writing = opening.result.transaction("tables", "readwrite");
      for (const table of tables) writing.objectStore("tables").put(table);
      writing.oncomplete = () => (opening.result.close(), done());
    };
  }), all.map(({ kept }) => kept));
  await page.goto(`${device.home}#`);
  for (const { kept } of all) await page.locator(`a[href="#${kept.name}"]`).waitFor();
  const { kept, shown } = all.find(({ shown }) => shown.paused);
  await page.locator(`a[href="#${kept.name}"]`).click();
  await myTurn(device);
  const { legal, decision, pacts, n } = device.view;
  check(JSON.stringify([legal, decision, pacts]) === JSON.stringify([shown.legal, shown.decision, shown.pacts]), "a table of an earlier version is not as it was");
  check((await device.ask("move", { table: kept.name, move: legal[0].replace(/(\d+)\.\.\d+\/\d+/, "$1"), decision })).type === "ok", "it does not go on");
  await until("the move", () => device.view.n > n);
  const stored = await page.evaluate((table) => new Promise((done) => {
    const opening = indexedDB.open("kickback");
    opening.onsuccess = () => {
      const reading = opening.result.transaction("tables").objectStore("tables").get(table);
      reading.onsuccess = () => (opening.result.close(), done(Object.keys(reading.result)));
    };
  }), kept.name);
  check(stored.includes("entries") && !stored.includes("lines"), `it is stored with ${stored}`);
}

/** Records dropped on the page: a valid one, and one with an error in line 10. */
async function droppedRecords(device, wrongTenth) {
  const { page } = device;
  const record = readFileSync(new URL("../../tests/golden/incorporated-3-above.kbr", import.meta.url), "utf8");
  const drop = async (text) => {
    await page.goto(`${device.home}#`);
    await page.goto(`${device.home}#replay`);
    const files = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "game.kbr"));
      return data;
    }, text);
    await page.locator(".replay .open").dispatchEvent("drop", { dataTransfer: files });
  };
  await drop(record);
  await page.locator(".replay .good").waitFor();
  await drop(record.split("\n").map((line, i) => (i === 9 ? '{"by":"suns","move":"dance"}' : line)).join("\n"));
  const said = await page.locator(".replay .bad").innerText();
  check(said.includes(wrongTenth) && said.includes("dance"), `the tenth line is named: ${said}`);
}

/** Chromium itself reports no installability errors. It installs nothing from a private window. */
async function canBeInstalled(host, path) {
  const folder = mkdtempSync(join(tmpdir(), "kickback-"));
  const device = await Person.come(browserIn(folder), host, "", { path });
  await device.page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const devtools = await device.context.newCDPSession(device.page);
  const { errors, data } = await devtools.send("Page.getAppManifest");
  check(!errors.length && data, `the manifest is sound: ${JSON.stringify(errors)}`);
  const touch = await device.page.locator("link[rel=apple-touch-icon]").evaluate(({ href }) => href);
  const icons = JSON.parse(data).icons.filter(({ type }) => type === "image/png").map(({ src, sizes }) => [new URL(src, device.home).href, sizes]);
  for (const [src, sizes] of [...icons, [touch, "180x180"]]) {
    const size = await device.page.evaluate(async (src) => {
      const { width, height } = await createImageBitmap(await (await fetch(src)).blob());
      return `${width}x${height}`;
    }, src);
    check(size === sizes, `${src} is ${size}`);
  }
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  check(!installabilityErrors.length, `nothing is missing: ${JSON.stringify(installabilityErrors)}`);
  await device.leave();
  rmSync(folder, { recursive: true, force: true });
}

const versionOf = (page) => page.locator("html").getAttribute("data-version");

/** Puts a new version on the host, and into the browser beside the old one. */
async function publish(device, folder, version) {
  const change = (name, from, to) => writeFileSync(join(folder, name), readFileSync(join(folder, name), "utf8").replace(from, to));
  change("index.html", /<html( data-version="\w+")?/, `<html data-version="${version}"`);
  change("sw.js", '"version":"', `"version":"${version}`);
  await device.page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await device.page.locator(".newer").waitFor();
}

/** A new version waits for a press, which brings it to all tabs and their games, or until the last tab is closed. */
async function newVersion(device, folder) {
  const { page } = device;
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await page.locator(".games button.main").first().click();
  await myTurn(device);
  const status = await page.locator(".status > [role=status]").innerText();
  const other = await device.open(new URL(page.url()).hash);
  await publish(device, folder, "second");
  await checkPage(device, "offline-newer");
  check((await versionOf(page)) === null, "an open page keeps its version");
  await page.locator(".newer button").click();
  for (const tab of [page, other]) {
    await until("the second version", async () => (await versionOf(tab).catch(() => null)) === "second");
    await tab.locator(".status.mine").waitFor();
    check((await tab.locator(".status > [role=status]").innerText()) === status, "the decision that was due is due in the new version");
    check(!(await tab.locator(".newer").count()), "it is the newest");
  }
  await other.close();
  await publish(device, folder, "third");
  await until("the third version", async () => {
    await device.page.close();
    device.page = await device.open();
    return (await versionOf(device.page)) === "third";
  });
}

/** A person who gave the server a name is not asked for one at /offline. Nobody is promised friends there. */
async function names(browser, server) {
  const nora = await Person.come(browser, server, "Nora");
  await nora.page.goto(`${server.origin}/offline`);
  await nora.page.locator(".home .games").waitFor();
  check((await nora.page.locator("header.bar").innerText()).includes("Nora"), "the name is another at /offline");
  await nora.leave();
  const stranger = await Person.come(browser, server, "", { path: "/offline" });
  const { page } = stranger;
  await page.locator(".welcome").waitFor();
  check(!(await page.locator(".welcome").innerText()).includes("link"), "friends are promised where nobody can come");
  const [flag, limit] = ["🇩🇪", 30]; // two code points, eight bytes
  await page.locator(".welcome input").fill(flag.repeat(limit + 1));
  check((await page.locator(".welcome input").inputValue()) === flag.repeat(limit), "a name is not cut where one has counted to thirty");
  await page.locator(".welcome button").click();
  await page.locator(".home .games").waitFor();
  await stranger.leave();
}

export default async function offline({ browser, server }) {
  await canBeInstalled(server, "/offline");
  await names(browser, server);
  const carried = await Person.come(browser, server, "Anna", { path: "/offline" });
  let gone = false;
  try {
    await aloneWithBots(carried, async () => {
      gone = true;
      await server.stop();
    });
    await twoTabs(carried);
    await earlierTables(carried);
  } finally {
    if (gone) await server.start();
  }
  await carried.leave();

  const folder = mkdtempSync(join(tmpdir(), "kickback-"));
  const web = new URL("..", import.meta.url).pathname;
  execFileSync(join(web, "node_modules/.bin/vite"), ["build", "--mode", "site", "--base", "./", "--outDir", folder, "--emptyOutDir", "--logLevel", "error"], { cwd: web, stdio: "inherit", env: { ...process.env, KICKBACK_WASM: join(dirname(resolve(program)), "targets/wasm/kickback.wasm") } });
  const host = await new Host(folder).start();
  await canBeInstalled(host, "/");
  const site = await Person.come(browser, host, "Ben", { viewport: PHONE, locale: "de-DE" });
  await newVersion(site, folder);
  await aloneWithBots(site, () => host.stop());
  await droppedRecords(site, "Zeile 10 ist falsch: Dieser Zug ist hier nicht erlaubt.");
  await site.leave();
  rmSync(folder, { recursive: true });
}
