import { defineConfig } from "vite";
import { printed } from "./printed";

// What the server carries: one page, one script, one style sheet, each named by its content.
export default defineConfig({
  plugins: [printed()],
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  build: { outDir: "../build/web", emptyOutDir: true, assetsDir: ".", modulePreload: false, target: "es2022" },
  // `npm run dev` beside a server: kickback serve --public-url http://127.0.0.1:5173
  server: { proxy: { "/ws": { target: process.env.KICKBACK ?? "ws://127.0.0.1:8787", ws: true } } },
});
