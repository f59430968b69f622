/* The legal list: single moves, and runs of sums such as "bribe 1000..29000/1000". */

export interface Run {
  /** The move without its sum: "bribe ", "offer 6000 for ". */
  head: string;
  low: number;
  high: number;
  step: number;
}

const RUN = /^(.*?)(\d+)\.\.(\d+)\/(\d+)$/;

export function runOf(move: string): Run | null {
  const found = RUN.exec(move);
  return found ? { head: found[1]!, low: Number(found[2]), high: Number(found[3]), step: Number(found[4]) } : null;
}

/** The legal sums of moves with this head, as a run. A single sum is a run of one; null if there is no such move. */
export function sums(legal: string[], head: string): Run | null {
  for (const move of legal) {
    if (!move.startsWith(head)) continue;
    const run = runOf(move);
    if (run && run.head === head) return run;
    const rest = move.slice(head.length);
    if (/^\d+$/.test(rest)) return { head, low: Number(rest), high: Number(rest), step: 1 };
  }
  return null;
}

/** The legal moves with this verb, each as the words after the verb. */
export const movesOf = (legal: string[], verb: string): string[][] =>
  legal.filter((move) => move === verb || move.startsWith(verb + " ")).map((move) => move.split(" ").slice(1));
