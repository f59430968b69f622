/* Sums up a game for the end screen: where each seat's result came from, and which deals were kept. */
import { games } from "../games/games";
import { dearest, isVow, type Dear } from "../promises/pact";
import type { Seals, Seat } from "../wire";
import type { Replay } from "../replay/replay";

export interface SeatSummary {
  /** How much each source brought or cost, by its name. */
  income: Map<string, number>;
  kept: number;
  broken: number;
  /** The seat's promises in accepted pacts. */
  word: Seals;
}

export interface Summary {
  seats: Record<Seat, SeatSummary>;
  /** In the order of first appearance. */
  sources: string[];
  dearest: Dear | null;
}

export function summaryOf(replay: Replay): Summary {
  const game = games[replay.view(0, "everything").game];
  const seats: Record<Seat, SeatSummary> = {};
  for (const seat of replay.seats) seats[seat] = { income: new Map(), kept: 0, broken: 0, word: { kept: 0, broken: 0, void: 0 } };
  const events = replay.steps.flatMap((_, i) => replay.what(i + 1, "everything"));
  const incomes = events.flatMap(game.income);
  for (const { seat, source, amount } of incomes) {
    const { income } = seats[seat]!;
    income.set(source, (income.get(source) ?? 0) + amount);
  }
  for (const event of events) {
    const deal = game.deal?.(event);
    if (!deal) continue;
    for (const seat of [deal.seat, deal.also]) if (seat) seats[seat]![deal.kept ? "kept" : "broken"]++;
  }
  const pacts = replay.pacts(replay.steps.length).filter((pact) => !isVow(pact) && pact.state === "stood");
  for (const { seat, verdict } of pacts.flatMap(({ promises }) => promises)) if (verdict && verdict !== "open") seats[seat]!.word[verdict]++;
  return { dearest: dearest(pacts), seats, sources: [...new Set(incomes.map(({ source }) => source))] };
}
