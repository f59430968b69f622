/* A worker that reads a record and compares the moves of one seat with what the strongest bot would have done. The bot
 * sits at that seat from the beginning, so it knows what the seat knew at the time and no more. */
import { newCore } from "../core";
import type { Found, Job } from "./analysis";

/** The result for a decision depends only on the record: an analysis that was stopped goes on as if it had not been. */
const SEED = 1n;

onmessage = async ({ data }: MessageEvent<Job>) => {
  const { record, seat, bot, from } = data;
  const core = await newCore();
  let step = 0;
  let decisions = 0;
  for (const text of record.split("\n").filter(Boolean)) {
    const { by, move } = JSON.parse(text) as { by?: string; move?: string };
    if (move && by === seat && decisions++ >= from) postMessage({ step, move, ...core.botCompares(seat, move) } satisfies Found);
    const isFirst = !core.seats.length;
    if (core.line(text) !== "read") break;
    if (isFirst && !core.seatBot(seat, bot, SEED)) throw new Error(core.why());
    if (move) step++;
  }
  postMessage(null);
};
