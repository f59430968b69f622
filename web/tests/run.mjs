// run.mjs PROGRAM SCREENSHOTS [TEST…]: tests the page in a real browser, with a real server and bots. Runs all tests,
// or the named ones.
import { join } from "node:path";
import { browse, paint, Server, shots } from "./lib.mjs";

const all = ["pages", "making", "invited", "tables", "hosts", "games", "viewports", "strip", "reckoning", "help", "flights", "phone", "notify", "lines", "secrets", "asked", "bargains", "betrayal", "look", "promises", "waiting", "markers", "legal", "keyboard", "replays", "ends", "analysis", "rules", "guide", "offline", "alone", "resume"];
const asked = process.argv.slice(4);
/** One for all tests that can share it. */
const shell = await browse();
let failed = 0;
for (const name of asked.length ? asked : all) {
  const browser = name === "notify" ? await browse(true) : shell;
  const server = await new Server().start();
  const began = Date.now();
  try {
    await (await import(`./${name}.mjs`)).default({ browser, server });
    console.log(`${name}: ok, ${((Date.now() - began) / 1000).toFixed(1)} s`);
  } catch (error) {
    failed++;
    console.log(`${name}: FAILED\n${error.stack}`);
    const pages = browser.contexts().flatMap((context) => context.pages());
    await Promise.all(pages.map((page, i) => paint(page).then(() => page.screenshot({ path: join(shots, `failed-${name}-${i}.png`) })).catch(() => {})));
  }
  await Promise.all(browser.contexts().map((context) => context.close()));
  if (browser !== shell) await browser.close();
  await server.remove();
}
await shell.close();
process.exit(failed ? 1 : 0);
