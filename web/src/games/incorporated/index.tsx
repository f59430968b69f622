/* Incorporated at the table. */
import "./style.css";
import { movesOf } from "../../legal";
import { SeatMark } from "../../seat";
import { number } from "../../words";
import type { BoardProps, Game, Naming } from "../game";
import { Desk, useDraft } from "./desk";
import { roundsOf } from "./history";
import { Initiatives } from "./initiatives";
import { Bolts } from "./pieces";
import { failures, printed, seatsFrom, type Position } from "./position";
import { ready, speech } from "./promises";
import { describe, income, roundWords, ruinWords, say, status, tell } from "./say";
import { Departments, Fists } from "./seats";
import { lastScored, LastRound, ScoreSheet } from "./sheet";

/** Which round it is, by the seats that are first in each; and how near the end of the company. */
function Head({ position, naming }: { position: Position; naming: Naming }) {
  const { ruin, roundFirst } = say();
  const failed = failures(position);
  return (
    <header class="inc-top">
      <div class="row">
        <h2>{roundWords(position)}</h2>
        {position.start ? (
          <ol class="inc-rounds">
            {seatsFrom(position, position.start).map((seat, i) => (
              <li key={seat} aria-current={i + 1 === position.round ? "step" : undefined}>
                <SeatMark seat={seat} title={roundFirst(number(i + 1), naming.of(seat))} />
              </li>
            ))}
          </ol>
        ) : null}
      </div>
      <p class={`inc-ruin${failed >= printed.ruin ? " inc-bad" : ""}`} title={ruin.limit(number(printed.ruin))}>
        <Bolts count={failed} of={printed.ruin} /> {ruin.title}: {ruinWords(position)}
      </p>
    </header>
  );
}

function Board(board: BoardProps<Position>) {
  const { view, naming, legal, recent, past } = board;
  const { position } = view;
  const actors = view.actors ?? [];
  const rounds = roundsOf(past);
  const last = lastScored(position, rounds);
  const touched = new Set(recent.map((event) => event.tile as string));
  const open = new Set(movesOf(legal, "manage").map(([task]) => task!));
  const [picked, onPick] = useDraft<string | null>(view.decision, null);
  return (
    <div class="board inc">
      <div class="inc-room">
        <Head position={position} naming={naming} />
        <div class="inc-middle">
          {last ? <LastRound key={last.number} round={last} naming={naming} /> : null}
          <Fists position={position} naming={naming} actors={actors} round={rounds.at(-1)} />
          <Initiatives position={position} naming={naming} touched={touched} open={open} picked={picked} onPick={onPick} />
          <p class="soft">{say().finish[position.options.finish]}</p>
        </div>
        <Departments position={position} naming={naming} actors={actors} />
        {view.as !== "spectator" ? <Desk board={board} seat={view.as} picked={picked} /> : null}
        <ScoreSheet position={position} naming={naming} rounds={rounds} />
      </div>
    </div>
  );
}

export const incorporated: Game<Position> = {
  title: () => say().title,
  Board,
  status,
  tell,
  describe,
  standing: (position) => position.scores,
  income,
  speech,
  ready,
};
