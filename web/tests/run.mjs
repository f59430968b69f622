// run.mjs PROGRAM SCREENSHOTS [TEST…]: the page in a real browser, with a real server and bots; all tests, or those named.
import { browse, Server } from "./lib.mjs";

const all = ["pages", "games", "lines", "secrets", "keyboard", "replays", "guide", "offline"];
const asked = process.argv.slice(4);
const browser = await browse();
let failed = 0;
for (const name of asked.length ? asked : all) {
  const server = await new Server().start();
  const began = Date.now();
  try {
    await (await import(`./${name}.mjs`)).default({ browser, server });
    console.log(`${name}: ok, ${((Date.now() - began) / 1000).toFixed(1)} s`);
  } catch (error) {
    failed++;
    console.log(`${name}: FAILED\n${error.stack}`);
  }
  await Promise.all(browser.contexts().map((context) => context.close()));
  await server.remove();
}
await browser.close();
process.exit(failed ? 1 : 0);
