/* What makes the page without a server one that stays: the service worker with the names of all files, and the manifest.
 * As a site of its own (`make site`) it starts there; carried by a server it stands at /offline, as offline.html. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin, ResolvedConfig, Rollup } from "vite";

const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; "
  + "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";
/** The second fills a mask of any shape. */
const ICONS = [{ src: "icon.svg", purpose: "any" }, { src: "icon-maskable.svg", purpose: "maskable" }];
const read = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");

export function site(): Plugin {
  let page = "./offline";
  return {
    name: "site",
    apply: "build",
    configResolved(config) {
      if (config.mode === "site") page = "./";
    },
    /* A server sends the policy itself. */
    transformIndexHtml: () => (page === "./" ? [{ tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" }] : []),
    /* Behind vite's own, which write the style sheet. */
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const icons = ICONS.map(({ src, purpose }) => ({ src, sizes: "any", type: "image/svg+xml", purpose }));
        const manifest = JSON.stringify({
          name: "Kickback", short_name: "Kickback", description: "Three games of work and bribery, against bots or around one device.", lang: "en",
          start_url: page, scope: page, display: "standalone", background_color: "#fbf6ec", theme_color: "#7d1935", categories: ["games"], icons,
        });
        const added = new Map([["manifest.webmanifest", manifest], ...ICONS.map(({ src }) => [src, read(`./src/art/${src}`)] as const)]);
        for (const [fileName, source] of added) this.emitFile({ type: "asset", fileName, source });
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

/** What a script would ask for later is asked for at once: the page behind its line, and without a server the worker and the rules. */
export function atOnce(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "at once",
    apply: "build",
    configResolved: (resolved) => void (config = resolved),
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const name = (like: RegExp): string => config.base + Object.keys(bundle).find((file) => like.test(file))!;
        const index = bundle["index.html"] as Rollup.OutputAsset;
        const html = String(index.source);
        const asking = (...links: string[]): string => html.replace("</head>", `${links.map((link) => `  <link ${link} />\n  `).join("")}</head>`);
        const page = `rel="modulepreload" href="${name(/\/page-.*\.js$/)}"`;
        const alone = asking(page, `rel="modulepreload" href="${name(/\/worker-.*\.js$/)}"`, `rel="preload" as="fetch" crossorigin fetchpriority="low" href="${name(/\.wasm$/)}"`);
        const isSite = config.mode === "site";
        index.source = isSite ? alone : asking(page);
        if (!isSite) this.emitFile({ type: "asset", fileName: "offline.html", source: alone });
      },
    },
  };
}
