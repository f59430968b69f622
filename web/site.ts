/* What makes the page without a server one that stays: the service worker with the names of all files, and the manifest.
 * As a site of its own (`make site`) it starts there; carried by a server it stands at /offline. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; "
  + "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";
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
    generateBundle(_, bundle) {
      const icons = [{ src: "icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" }];
      const manifest = JSON.stringify({ name: "Kickback", short_name: "Kickback", start_url: page, scope: page, display: "standalone", background_color: "#fbf6ec", theme_color: "#7d1935", icons });
      this.emitFile({ type: "asset", fileName: "manifest.webmanifest", source: manifest });
      this.emitFile({ type: "asset", fileName: "icon.svg", source: read("./src/art/icon.svg") });
      const files = [...Object.keys(bundle).filter((name) => name !== "index.html"), "manifest.webmanifest", "icon.svg"].sort();
      const version = createHash("sha256").update(manifest);
      for (const name of files) {
        const file = bundle[name];
        if (file) version.update(name).update(file.type === "chunk" ? file.code : file.source);
      }
      const facts = { version: version.digest("hex").slice(0, 16), page, files: [...new Set(files)] };
      this.emitFile({ type: "asset", fileName: "sw.js", source: read("./src/offline/sw.js").replace("__FILES__", JSON.stringify(facts)) });
    },
  };
}
