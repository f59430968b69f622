/* What makes the page without a server installable: the service worker with the names of all files, the manifest, icons.
 * As a site of its own (`make site`) it is the start page; a server serves it at /offline, as offline.html. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin, ResolvedConfig, Rollup } from "vite";

const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
  + "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";
/** Maskable icons fill a mask of any shape. iOS cuts out its own shape. */
const SVG = ["icon", "icon-maskable"] as const;
const PNG = [{ of: "icon", size: 192 }, { of: "icon", size: 512 }, { of: "icon-maskable", size: 512 }] as const;
const TOUCH = { name: "icon-touch.png", of: "icon-maskable", size: 180 };
const read = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");
const art = (name: string): string => read(`./src/art/${name}.svg`);
/** For programs that do not accept SVG. */
const png = (svg: string, width: number, height = width): Buffer => execFileSync("rsvg-convert", ["--width", String(width), "--height", String(height)], { input: svg });
/** The picture that a chat program shows with a link to a table (server/invitation.c): the emblem of the game on a table. */
function card(game: string): Buffer {
  const [, emblem] = /^(?:const emblem = <>|  emblem: )(<.*>)(?:<\/>;|,)$/m.exec(read(`./src/games/${game}/index.tsx`)) ?? [];
  return png(art("card").replace("<!-- emblem -->", emblem ?? ""), 1200, 630);
}
const games = (): string[] => [...read("./src/games/list.ts").matchAll(/^export \{ (\w+) \}/gm)].map(([, name]) => name!);
const purposeOf = (name: (typeof SVG)[number]): string => (name === "icon" ? "any" : "maskable");

export function site(): Plugin {
  let page = "./offline", base = "/";
  return {
    name: "site",
    apply: "build",
    configResolved(config) {
      base = config.base;
      if (config.mode === "site") page = "./";
    },
    /* A server sends the policy as a header. */
    transformIndexHtml: () => [
      ...(page === "./" ? [{ tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" as const }] : []),
      { tag: "link", attrs: { rel: "apple-touch-icon", href: `${base}${TOUCH.name}` }, injectTo: "head" as const },
    ],
    /* After Vite's own plugins, which write the style sheet. */
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const icons = [
          ...SVG.map((name) => ({ src: `${name}.svg`, sizes: "any", type: "image/svg+xml", purpose: purposeOf(name) })),
          ...PNG.map(({ of, size }) => ({ src: `${of}-${size}.png`, sizes: `${size}x${size}`, type: "image/png", purpose: purposeOf(of) })),
        ];
        const manifest = JSON.stringify({
          name: "Kickback", short_name: "Kickback", description: "Games of work and bribery, against bots or around one device.", lang: "en",
          start_url: page, scope: page, display: "standalone", background_color: "#fbf6ec", theme_color: "#7d1935", categories: ["games"], icons,
        });
        const added = new Map<string, string | Uint8Array>([
          ["manifest.webmanifest", manifest], ...SVG.map((name) => [`${name}.svg`, art(name)] as const),
          ...PNG.map(({ of, size }) => [`${of}-${size}.png`, png(art(of), size)] as const), [TOUCH.name, png(art(TOUCH.of), TOUCH.size)],
        ]);
        for (const [fileName, source] of added) this.emitFile({ type: "asset", fileName, source });
        if (page !== "./") {
          this.emitFile({ type: "asset", fileName: "card.png", source: png(art("card"), 1200, 630) });
          for (const game of games()) this.emitFile({ type: "asset", fileName: `card-${game}.png`, source: card(game) });
          this.emitFile({ type: "asset", fileName: "notify.js", source: read("./src/table/notify-worker.js") });
        }
        const files = [...new Set([...Object.keys(bundle), ...added.keys()])].filter((name) => name !== "index.html").sort();
        const version = createHash("sha256").update(POLICY).update(read("./index.html"));
        for (const name of files) {
          const file = bundle[name];
          version.update(name).update(added.get(name) ?? (file!.type === "chunk" ? file!.code : file!.source));
        }
        const facts = { version: version.digest("hex").slice(0, 16), page, files };
        this.emitFile({ type: "asset", fileName: "sw.js", source: read("./src/offline/sw.js").replace("__FILES__", JSON.stringify(facts)) });
      },
    },
  };
}

/** Connects, and asks for the table that the address names, before any script is loaded: the table appears a fifth of a second
 * sooner. line.ts uses the connection. This is the page's only inline script. The policy in server/site.c has its hash. */
const FIRST = String.raw`{
const [, id] = /^\/(?:t\/|#)([0-9a-f]{32})$/.exec(location.pathname + location.hash) ?? [];
window.first = new WebSocket(location.origin.replace(/^http/, "ws") + "/ws" + (id ? "?watch=" + id : ""));
first.early = [];
first.onmessage = (message) => first.early.push(message);
}`;

/** Preloads what would be requested later: the page's own chunk, the face of headings, and without a server the worker and the rules. */
export function atOnce(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "at once",
    apply: "build",
    configResolved: (resolved) => void (config = resolved),
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const name = (like: RegExp): string => {
          const [found, ...others] = Object.keys(bundle).filter((file) => like.test(file));
          if (!found || others.length) throw new Error(`${like} names ${found ? "several files" : "no file"}`);
          return config.base + found;
        };
        const index = bundle["index.html"] as Rollup.OutputAsset;
        const html = String(index.source);
        const asking = (...links: string[]): string => html.replace("</head>", `${links.map((link) => `  <link ${link} />\n  `).join("")}</head>`);
        const page = [`rel="modulepreload" href="${name(/\/page-.*\.js$/)}"`, `rel="preload" as="font" type="font/woff2" crossorigin fetchpriority="low" href="${name(/\/700-.*\.woff2$/)}"`];
        const alone = asking(...page, `rel="modulepreload" href="${name(/\/worker-.*\.js$/)}"`, `rel="preload" as="fetch" crossorigin fetchpriority="low" href="${name(/\.wasm$/)}"`);
        const isSite = config.mode === "site";
        index.source = isSite ? alone : asking(...page).replace("<head>", `<head>\n    <script>${FIRST}</script>`);
        if (!isSite) this.emitFile({ type: "asset", fileName: "offline.html", source: alone });
      },
    },
  };
}
