/* What the end screen and its picture tell about a game. */
import type { Naming, Scene } from "../games/game";
import { games } from "../games/games";
import type { Replay } from "../replay/replay";
import type { Mark, Standing } from "../table/chart";
import { namingOf } from "../table/names";
import type { Seat, View } from "../wire";
import { list, number, words } from "../words";
import { awardsOf, highlightsOf, scenesOf, turningPoint, type Award } from "./story";
import { summaryOf, type Summary } from "./summary";
import { storyWords } from "./words";

export type Ended = View & { end: NonNullable<View["end"]> };

/** A line of the story; without a kind it is the turning point. */
export interface StoryLine {
  kind?: Scene["kind"];
  move: number;
  title: string;
  text: string;
}

/** What can be told without the record. */
export interface Verdict {
  view: Ended;
  /** Everybody by name: the picture is for people who were not there. */
  naming: Naming;
  ranked: Seat[];
  verdict: string;
  lead: string;
}

export interface Telling extends Verdict {
  replay: Replay;
  summary: Summary;
  standings: Standing[];
  scenes: StoryLine[];
  /** The lines of the story on the chart, by their numbers. */
  marks: Mark[];
  awards: Award[];
}

export function verdictOf(view: Ended): Verdict {
  const text = words().end;
  const naming: Naming = { me: "spectator", of: namingOf(view).of };
  const { scores, winners } = view.end;
  const ranked = Object.keys(scores).sort((a, b) => scores[b]! - scores[a]!);
  const names = list(winners.map(naming.of));
  const [best, second] = [scores[winners[0] ?? ""] ?? 0, ranked.find((seat) => !winners.includes(seat))];
  return {
    view, naming, ranked,
    verdict: winners.length > 1 ? text.winners(names) : winners.length ? text.winner(names) : text.nobody,
    lead: winners.length && second ? storyWords().lead(number(best), number(best - scores[second]!), naming.of(second)) : "",
  };
}

/** The event of a move that says most: the first that moved something, and otherwise the first. */
function toldAt(replay: Replay, move: number, naming: Naming): string {
  const view = replay.view(move, "everything");
  const game = games[view.game];
  const told = replay.what(move, "everything").flatMap((event) => ({ event, text: game.tell(event, naming) })).filter(({ text }) => text);
  return (told.find(({ event }) => !game.routine?.includes(event.kind)) ?? told[0])?.text ?? "";
}

export function tellingOf(replay: Replay, verdict: Verdict): Telling {
  const { view, naming } = verdict;
  const text = storyWords();
  const game = games[view.game];
  const standings = Array.from({ length: replay.steps.length + 1 }, (_, move) => game.standing(replay.view(move, "everything").position));
  const scenes = scenesOf(replay, naming);
  const turn = turningPoint(standings, view.end);
  const [winner = ""] = view.end.winners;
  const turning: StoryLine[] = turn === null ? [] : [{ move: turn, title: text.turning, text: text.turned(naming.of(winner), toldAt(replay, turn, naming)) }];
  const lines = [...highlightsOf(scenes), ...turning].sort((a, b) => a.move - b.move);
  const summary = summaryOf(replay);
  return {
    ...verdict, replay, summary, standings, scenes: lines,
    marks: lines.map(({ kind, move }, i) => ({ at: move, label: number(i + 1), main: !kind })),
    awards: awardsOf(replay, summary, scenes, standings, view.end),
  };
}
