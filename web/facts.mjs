/* The rules list the games. The build asks kickback.wasm for that list and passes it to the page as the module
 * "kickback:games", so that seats, editions and options are defined in one place only. */
import { readFile } from "node:fs/promises";

export const NAME = "kickback:games";

/** The games in the order of games/games.def, each with its seats, editions and options. */
export async function listed(wasm) {
  const { instance } = await WebAssembly.instantiate(await readFile(wasm));
  const { games, memory, text } = instance.exports;
  const n = games();
  return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, text(), n)));
}

/** The Vite plugin. */
export const facts = (wasm) => ({
  name: "facts",
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  async load(id) {
    if (id !== `\0${NAME}`) return undefined;
    this.addWatchFile(wasm);
    return `export const facts = ${JSON.stringify(await listed(wasm))};`;
  },
});
