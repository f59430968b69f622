// What all browser tests use: a server of their own, people with a browser each, and checks that say what they saw.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

export const program = process.argv[2];
export const shots = process.argv[3];

export function check(is, what) {
  if (!is) throw new Error(what);
}

/** Asks until it is so: everything at a table comes over a line. */
export async function until(what, ask, ms = 20000) {
  const end = Date.now() + ms;
  for (;;) {
    const got = await ask();
    if (got) return got;
    if (Date.now() > end) throw new Error(`this did not come: ${what}`);
    await new Promise((go) => setTimeout(go, 40));
  }
}

/** A server in a folder of its own, whose bots do not wait. */
export class Server {
  data = mkdtempSync(join(tmpdir(), "kickback-"));
  port = 0;

  async start() {
    this.process = spawn(program, ["serve", "--data", this.data, "--listen", `127.0.0.1:${this.port}`, "--bot-wait", "0"], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = await new Promise((said, failed) => {
      createInterface(this.process.stdout).once("line", (text) => said([text]));
      this.process.once("exit", (code) => failed(new Error(`the server ended with ${code}`)));
    });
    this.origin = /(http:\/\/127\.0\.0\.1:(\d+))\//.exec(line)[1];
    this.port = Number(new URL(this.origin).port);
    return this;
  }

  async stop(signal = "SIGTERM") {
    const ended = new Promise((go) => this.process.once("exit", go));
    this.process.removeAllListeners("exit");
    this.process.once("exit", () => {});
    this.process.kill(signal);
    await Promise.race([ended, new Promise((go) => this.process.once("exit", go))]);
  }

  async remove() {
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }
}

export const browse = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: process.getuid() === 0 ? ["--no-sandbox"] : [] });

export const PHONE = { width: 360, height: 740 };
export const DESK = { width: 1280, height: 900 };

/** Somebody with a browser: frames that came are kept, and any error on the page fails the test. */
export class Person {
  frames = [];
  errors = [];

  static async come(browser, server, name, { viewport = DESK, scheme = "light", locale = "en-GB", path = "/" } = {}) {
    const person = new Person();
    person.name = name;
    person.server = server;
    person.context = await browser.newContext({ viewport, colorScheme: scheme, locale, reducedMotion: "reduce" });
    person.page = await person.open(path);
    if (name) await person.sayName();
    return person;
  }

  async open(path) {
    const page = await this.context.newPage();
    page.on("pageerror", (error) => this.errors.push(String(error)));
    page.on("console", (message) => message.type() === "error" && !/ERR_|WebSocket/.test(message.text()) && this.errors.push(message.text()));
    page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => this.frames.push(String(payload))));
    page.on("request", (request) => new URL(request.url()).origin !== this.server.origin && !/^(blob|data):/.test(request.url()) && this.errors.push(`asked elsewhere: ${request.url()}`));
    await page.goto(this.server.origin + path);
    return page;
  }

  async sayName() {
    await this.page.locator(".welcome input").fill(this.name);
    await this.page.locator(".welcome button").click();
    await this.page.locator(".home .games, .table").first().waitFor();
  }

  async shot(name) {
    if (!shots) return;
    mkdirSync(shots, { recursive: true });
    await this.page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
  }

  /** The newest view this browser was sent of its table. */
  get view() {
    const last = this.frames.findLast((frame) => frame.includes('"type":"news"'));
    return last ? JSON.parse(last).view : null;
  }

  async leave() {
    check(!this.errors.length, `${this.name}'s page says: ${this.errors.join("; ")}`);
    await this.context.close();
  }
}
