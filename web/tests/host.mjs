// The page without our server: a static file host.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize } from "node:path";
import { luck, program } from "./lib.mjs";

/** The files that the server embeds. Its page plays offline at /offline. */
export const carried = join(dirname(program), "web");

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".webmanifest": "application/manifest+json" };
/** Bots pause before they move; this shortens the pause. Draws and seeds are the same in every run, but not table
 * names. */
const hasten = (pause_ms) => `{
  const wait = self.setTimeout, draw = (${luck})(1), real = Crypto.prototype.getRandomValues;
  self.setTimeout = (go) => wait(go, ${pause_ms});
  Crypto.prototype.getRandomValues = function (into) {
    return into.byteLength > 8 ? real.call(this, into) : into.map(() => draw(2 ** 32));
  };
}\n`;

export class Host {
  constructor(folder, pause_ms = 0) {
    Object.assign(this, { folder, pause_ms });
  }

  async start() {
    this.server = createServer((request, response) => this.answer(request, response));
    await new Promise((ready) => this.server.listen(0, "127.0.0.1", ready));
    this.origin = `http://127.0.0.1:${this.server.address().port}`;
    return this;
  }

  answer(request, response) {
    const path = normalize(new URL(request.url, "http://host").pathname);
    const name = path === "/" || path === "/offline" ? "index.html" : path;
    try {
      const file = readFileSync(join(this.folder, name));
      response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream" }).end(/worker-[^/]*\.js$/.test(name) ? hasten(this.pause_ms) + file : file);
    } catch {
      response.writeHead(404).end();
    }
  }

  stop() {
    this.server.close();
    this.server.closeAllConnections();
  }
}
