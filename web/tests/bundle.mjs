// bundle.mjs: bundles a module of the page for a test in node, like the page itself except for the address of the
// rules, and without the list of games.
import { build } from "esbuild";
import { NAME, contents as printed } from "../printed.mjs";

const rules = {
  name: "rules",
  setup(esbuild) {
    esbuild.onResolve({ filter: /^kickback\.wasm/ }, () => ({ path: "kickback.wasm", namespace: "address" }));
    esbuild.onResolve({ filter: new RegExp(`^${NAME}$`) }, () => ({ path: NAME, namespace: "printed" }));
    esbuild.onResolve({ filter: /^kickback:games$/ }, () => ({ path: "games", namespace: "listed" }));
    esbuild.onLoad({ filter: /.*/, namespace: "listed" }, () => ({ contents: "export const facts = [];" }));
    esbuild.onLoad({ filter: /.*/, namespace: "printed" }, () => ({ contents: printed() }));
    esbuild.onLoad({ filter: /.*/, namespace: "address" }, () => ({ contents: 'export default "/kickback.wasm"' }));
  },
};

/* Every browser has this, and the page uses it while loading. */
globalThis.matchMedia ??= () => ({ matches: false });

export async function load(contents) {
  const built = await build({
    stdin: { contents, resolveDir: new URL("../src", import.meta.url).pathname, loader: "ts" },
    bundle: true, write: false, format: "esm", platform: "neutral", mainFields: ["module"], plugins: [rules], logLevel: "error", loader: { ".css": "empty", ".svg": "empty" },
  });
  return import(`data:text/javascript;base64,${Buffer.from(built.outputFiles[0].contents).toString("base64")}`);
}
