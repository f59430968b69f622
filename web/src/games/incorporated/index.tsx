/* The board of Incorporated, and the game as the page uses it. */
import "./style.css";
import "./room.css";
import { movesOf } from "../../legal";
import { SeatMark } from "../../seat";
import { number } from "../../words";
import type { Seat } from "../../wire";
import type { BoardProps, Game, Naming, Shape } from "../game";
import { Desk, useDraft } from "./desk";
import { flights } from "./flights";
import { roundsOf } from "./history";
import { Initiatives } from "./initiatives";
import { Bolts } from "./pieces";
import { tableOf, type Position, type Table } from "./position";
import { ready, speech } from "./promises";
import { describe, income, roundWords, ruinWords, status, tell } from "./say";
import { Departments, Fists } from "./seats";
import { lastScored, LastRound, ScoreSheet } from "./sheet";
import { scenes } from "./scenes";
import { own } from "./words";

/** The current round, shown by the first seat of each round, and how close the company is to ruin. */
function Head({ position, naming }: { position: Table; naming: Naming }) {
  const { ruin, roundFirst } = own();
  const { failing, firsts, ruin: limit } = position.facts;
  return (
    <header class="inc-top">
      <div class="row">
        <h2>{roundWords(position)}</h2>
        {firsts.length ? (
          <ol class="inc-rounds">
            {firsts.map((seat, i) => (
              <li key={seat} aria-current={i + 1 === position.round ? "step" : undefined}>
                <SeatMark seat={seat} title={roundFirst(number(i + 1), naming.of(seat))} />
              </li>
            ))}
          </ol>
        ) : null}
      </div>
      <p class={`inc-ruin${failing >= limit ? " inc-bad" : ""}`} data-what="ruin" title={ruin.limit(number(limit))}>
        <Bolts count={failing} of={limit} /> {ruin.title}: {ruinWords(position)}
      </p>
    </header>
  );
}

function Board(props: BoardProps<Position>) {
  const board = { ...props, view: { ...props.view, position: tableOf(props.view) } };
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
          <p class="soft">{own().finish[position.options.finish]}</p>
        </div>
        <Departments position={position} naming={naming} actors={actors} />
        {view.as !== "spectator" ? <Desk board={board} seat={view.as} picked={picked} /> : null}
        <ScoreSheet position={position} naming={naming} rounds={rounds} />
      </div>
    </div>
  );
}

/** One coin among tiles. */
const emblem = <><path class="paper" d="M14 18h32v32H14ZM50 18h32v32H50ZM14 54h32v26H14Z" /><circle class="gold" cx="66" cy="67" r="15" /><path class="ink" d="M22 28h16M22 36h10M58 28h16M58 36h10M22 64h16M66 60v14" /></>;

const shapes: Record<Seat, Shape> = {
  suns: { path: "M16 0l4 6 7-2-1 7 6 5-6 5 1 7-7-2-4 6-4-6-7 2 1-7-6-5 6-5-1-7 7 2Z" },
  moons: { path: "M24 3.3A15 15 0 1 0 24 28.7A18 18 0 0 1 24 3.3Z", letterAt: [10, 21] },
  crowns: { path: "M2 7l7 7 7-12 7 12 7-7-3 21H5Z", letterAt: [16, 24] },
  arms: { path: "M3 3H29V15C29 24 22 29 16 31 10 29 3 24 3 15Z" },
};

export const incorporated: Game<Position> = {
  words: own,
  emblem,
  shapes,
  Board,
  status,
  tell,
  steps: (_, event, naming) => (["counted", "succeeds", "fails", "scores", "bankrupt"].includes(event.kind) ? [tell(event, naming)!] : null),
  routine: ["round", "dealt"],
  describe,
  standing: (position) => position.scores,
  income,
  speech,
  ready,
  flights,
  scenes,
  help: () => import("./help"),
  scope: "inc",
  pictures: () => import("./pictures"),
};
