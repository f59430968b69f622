/* What a whole game came to, for the end screen: where each seat's result came from, and which deals were kept. */
import { games } from "../games/games";
import type { Seat } from "../wire";
import type { Replay } from "./replay";

export interface SeatSummary {
  /** By the words of the source: how much it brought or cost, in the order in which sources first came up. */
  income: Map<string, number>;
  kept: number;
  broken: number;
}

export function summaryOf(replay: Replay): Record<Seat, SeatSummary> {
  const game = games[replay.view(0, "everything").game];
  const all: Record<Seat, SeatSummary> = {};
  for (const seat of replay.seats) all[seat] = { income: new Map(), kept: 0, broken: 0 };
  const events = replay.steps.flatMap((_, i) => replay.what(i + 1, "everything"));
  for (const { seat, source, amount } of events.flatMap(game.income)) {
    const { income } = all[seat]!;
    income.set(source, (income.get(source) ?? 0) + amount);
  }
  for (const event of events) {
    const deal = game.deal?.(event);
    if (!deal) continue;
    for (const seat of [deal.seat, deal.also]) if (seat) all[seat]![deal.kept ? "kept" : "broken"]++;
  }
  return all;
}
