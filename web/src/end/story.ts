/* The story of a finished game: who led when, where the lead changed hands for good, the scenes worth telling, and awards. */
import type { Eyes } from "../core";
import type { Naming, Scene } from "../games/game";
import { games } from "../games/games";
import { partiesOf, worthOf, type Outcome } from "../promises/pact";
import type { Replay } from "../replay/replay";
import type { Standing } from "../table/chart";
import { linesOf } from "../table/lines";
import type { End, Seat } from "../wire";
import type { SeatSummary, Summary } from "./summary";
import { storyWords } from "./words";

/** Bribes, betrayals, banishments, hindrances, bargains and kept promises, by the move that caused them, as far as these
 * eyes saw them when they happened. */
export function scenesOf(replay: Replay, naming: Naming, eyes: Eyes = "everything"): Scene[] {
  const told = replay.steps.flatMap((_, i) => replay.what(i + 1, eyes).map((event) => ({ move: i + 1, event })));
  const fromGame = games[replay.view(0, eyes).game].scenes?.(told, (move) => replay.view(move, eyes), naming) ?? [];
  return [...fromGame, ...judgedPromises(replay, naming, eyes)].sort((a, b) => a.move - b.move);
}

function judgedPromises(replay: Replay, naming: Naming, eyes: Eyes): Scene[] {
  const view = { ...replay.view(replay.steps.length, "everything"), seats: replay.seats.map((seat) => ({ seat, plays: "person" as const, name: naming.of(seat) })) };
  const judged = (outcome: Outcome, after: number): Scene[] => {
    const pact = view.pacts!.find((each) => each.pact === outcome.pact);
    const promise = pact?.promises[outcome.promise ?? -1];
    if (!pact || !promise || (outcome.verdict !== "broken" && outcome.verdict !== "kept")) return [];
    const [line] = linesOf({ n: 0, at: 0, do: "move", pacts: [outcome] }, view);
    const to = partiesOf(pact).find((party) => party !== promise.seat);
    return [{ kind: outcome.verdict === "broken" ? "betrayal" : "kept", move: after, seat: promise.seat, ...(to ? { to } : {}), worth: 1 + worthOf(promise), title: storyWords().betrayal, text: line?.text ?? "" }];
  };
  return replay.dealingsOf(eyes).flatMap(({ after, event }) => (event.pacts ?? []).flatMap((outcome) => judged(outcome, after)));
}

const best = (scenes: Scene[], kind: Scene["kind"], least: number): Scene | undefined =>
  scenes.filter((scene) => scene.kind === kind && scene.worth >= least).reduce<Scene | undefined>((top, scene) => (!top || scene.worth > top.worth ? scene : top), undefined);

/** The dearest bribe, the worst betrayal and the best bargain, in the order of the game. Without a broken word, the worst
 * banishment or hindrance takes the place of the betrayal. */
export function highlightsOf(scenes: Scene[]): Scene[] {
  const found = [best(scenes, "bribe", 1) ?? best(scenes, "effort", 1), best(scenes, "betrayal", 0) ?? best(scenes, "banishment", 1) ?? best(scenes, "hindrance", 0), best(scenes, "bargain", 1)];
  return found.filter((scene): scene is Scene => !!scene).sort((a, b) => a.move - b.move);
}

/** The move after which the winner led to the end; null if several won, or the winner was never behind. */
export function turningPoint(standings: Standing[], { winners }: Pick<End, "winners">): number | null {
  const [winner, ...others] = winners;
  if (!winner || others.length) return null;
  const leads = (at: Standing) => Object.entries(at).every(([seat, value]) => seat === winner || (value ?? 0) < (at[winner] ?? 0));
  const behind = standings.findLastIndex((at) => Object.values(at).some((value) => (value ?? 0) > (at[winner] ?? 0)));
  const ahead = standings.findIndex((at, move) => move > behind && leads(at));
  return behind < 0 || ahead < 0 ? null : ahead;
}

export type AwardName = "honour" | "traitor" | "palm" | "purse" | "ferry" | "comeback" | "whisker" | "voice";

export interface Award {
  name: AwardName;
  seat: Seat;
  /** How much or how many: bribes taken, promises kept, lines said. */
  amount: number;
}

const AWARDS_MAX = 3;
const LINES_MIN = 5;

/** The seat with the largest amount, if no other has as much and it is at least the least. */
function most(seats: Seat[], least: number, amountOf: (seat: Seat) => number): { seat: Seat; amount: number } | null {
  const [first, second] = seats.map((seat) => ({ seat, amount: amountOf(seat) })).sort((a, b) => b.amount - a.amount);
  return first && first.amount >= least && first.amount > (second?.amount ?? -Infinity) ? first : null;
}

/** The awards that fit, those that say most first; a seat gets a second one only if none is left for the others. */
export function awardsOf(replay: Replay, { seats: sums }: Summary, scenes: Scene[], standings: Standing[], { scores, winners }: End): Award[] {
  const { seats } = replay;
  const worth = (kind: Scene["kind"], side: "seat" | "to") => (seat: Seat) => scenes.filter((scene) => scene.kind === kind && scene[side] === seat).reduce((sum, scene) => sum + scene.worth, 0);
  const kept = ({ kept: deals, word }: SeatSummary) => deals + word.kept;
  const ranked = [...seats].sort((a, b) => scores[b]! - scores[a]!);
  const [first, second] = ranked;
  const lead = first && second && winners.length === 1 ? scores[first]! - scores[second]! : Infinity;
  const middle = standings[standings.length >> 1] ?? {};
  const isLast = (seat: Seat) => seats.every((other) => other === seat || (middle[other] ?? 0) > (middle[seat] ?? 0));
  const candidates: Record<AwardName, { seat: Seat; amount: number } | null> = {
    traitor: most(seats, 1, (seat) => scenes.filter((scene) => scene.kind === "betrayal" && scene.seat === seat).length),
    honour: most(seats, 2, (seat) => (sums[seat]!.broken + sums[seat]!.word.broken ? 0 : kept(sums[seat]!))),
    comeback: winners.length === 1 && isLast(winners[0]!) ? { seat: winners[0]!, amount: scores[winners[0]!]! } : null,
    whisker: winners.length === 1 && second && lead > 0 && lead * 20 <= scores[first!]! ? { seat: second, amount: lead } : null,
    palm: most(seats, 1, worth("bribe", "to")),
    ferry: most(seats, 2, (seat) => scenes.filter((scene) => scene.kind === "banishment" && scene.seat === seat && scene.to).length),
    voice: most(seats, LINES_MIN, (seat) => replay.talk.filter(({ by }) => by === seat).length),
    purse: most(seats, 1, worth("bribe", "seat")),
  };
  const fitting = (Object.keys(candidates) as AwardName[]).flatMap((name) => (candidates[name] ? [{ name, ...candidates[name] }] : []));
  const news = fitting.filter(({ seat }, i) => fitting.findIndex((other) => other.seat === seat) === i);
  return [...news, ...fitting.filter((award) => !news.includes(award))].slice(0, AWARDS_MAX);
}
