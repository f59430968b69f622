import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { face } from "./face.mjs";
import { facts } from "./facts.mjs";
import { printed } from "./printed.mjs";
import { atOnce, site } from "./site";

// The rules as WebAssembly: `make wasm`.
const wasm = process.env.KICKBACK_WASM ?? fileURLToPath(new URL("../build/targets/wasm/kickback.wasm", import.meta.url));

// The files that the server serves. Names in kept/ contain a hash of the content, so browsers may cache them for ever.
export default defineConfig({
  resolve: { alias: [{ find: /^kickback\.wasm/, replacement: wasm }] },
  plugins: [face(), facts(wasm), printed(), site(), atOnce()],
  // A service worker controls only scripts and pages below its scope, so the worker is under /offline like its page.
  worker: { format: "es", rollupOptions: { output: { entryFileNames: "offline/[name]-[hash].js" } } },
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  build: { outDir: "../build/web", emptyOutDir: true, assetsDir: "kept", modulePreload: false, cssCodeSplit: false, assetsInlineLimit: 0, target: "es2022" },
  // For `npm run dev`, start a server with: kickback serve --public-url http://127.0.0.1:5173
  server: { fs: { allow: [".."] }, proxy: { "/ws": { target: process.env.KICKBACK ?? "ws://127.0.0.1:8787", ws: true } } },
});
