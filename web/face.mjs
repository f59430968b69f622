/* The typeface of headings and sums: Fraunces, cut down to the characters and features that the page uses. The style sheet
 * refers to its files as "face/WEIGHT.woff2". The same input gives the same bytes. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subset from "subset-font";

export const WEIGHTS = [400, 700];
const folder = fileURLToPath(new URL("node_modules/.cache/kickback-face/", import.meta.url));
const range = (from, to) => String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i));
/** English, German, other western European names, figures, currencies and typographic signs. Other characters come from the next family. */
const CHARACTERS = range(0x20, 0x7e) + range(0xa0, 0xff) + "ŒœŸ–—‘’‚“”„•…‹›€−×";
/** With figures as high as capitals, and all of the same width: the usual ones of this face have ascenders and descenders. */
const FEATURES = ["kern", "liga", "ccmp", "mark", "lnum", "tnum"];
/** Copyright and licence stay in the file, as the licence asks. */
const NAMES = [0, 13, 14];

async function cut(weight) {
  const whole = await readFile(fileURLToPath(import.meta.resolve(`@fontsource/fraunces/files/fraunces-latin-${weight}-normal.woff2`)));
  return subset(whole, CHARACTERS, { targetFormat: "woff2", keepFeatures: FEATURES, preserveNameIds: NAMES });
}

/** The Vite plugin. Two builds may run at the same time, so each file appears whole. */
export const face = () => ({
  name: "face",
  async config() {
    await mkdir(folder, { recursive: true });
    for (const weight of WEIGHTS) {
      const to = `${folder}${weight}.woff2`;
      await writeFile(`${to}.${process.pid}`, await cut(weight));
      await rename(`${to}.${process.pid}`, to);
    }
    return { resolve: { alias: [{ find: /^face\//, replacement: folder }] } };
  },
});
