/* What can be played is listed in the rules. The page is built with what kickback.wasm says of it, as the module
 * "kickback:games", so that seats, editions and options are written nowhere else. */
import { readFile } from "node:fs/promises";

export const NAME = "kickback:games";

export async function contents(wasm) {
  const { instance } = await WebAssembly.instantiate(await readFile(wasm));
  const { games, memory, text } = instance.exports;
  const n = games();
  return `export const facts = ${new TextDecoder().decode(new Uint8Array(memory.buffer, text(), n))};`;
}

/** For Vite. */
export const facts = (wasm) => ({
  name: "facts",
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load(id) {
    if (id !== `\0${NAME}`) return undefined;
    this.addWatchFile(wasm);
    return contents(wasm);
  },
});
