/* Around the table: the departments, and all fists. */
import type { ComponentChildren } from "preact";
import { SeatMark } from "../../seat";
import type { Seat } from "../../wire";
import { number } from "../../words";
import type { Naming } from "../game";
import type { Round } from "./history";
import { CoinFace, Fist, Flag, Pawn, Piece, TileBacks, TileFace } from "./pieces";
import { running, seatsFrom, type Table } from "./position";
import { seatFacts, tileName } from "./say";
import { own } from "./words";

interface SeatProps {
  position: Table;
  seat: Seat;
  naming: Naming;
}

/** Name, score, and whether the department is fired. */
export function SeatHead({ position, seat, naming, children }: SeatProps & { children?: ComponentChildren }) {
  const { fired, score } = own().department;
  const points = position.scores[seat]!;
  return (
    <div class="inc-head">
      <SeatMark seat={seat} />
      <b class="inc-name" title={naming.of(seat)}>{naming.of(seat)}</b>
      {position.step === "over" && points < 0 ? <small class="inc-fired">{fired}</small> : null}
      {children}
      <span class="inc-score" title={score(number(points))}>{number(points)}</span>
    </div>
  );
}

/** The flag of the first seat, and the manager until it is placed. */
export function Standby({ position, seat }: { position: Table; seat: Seat }) {
  return (
    <span class="inc-standby">
      {position.first === seat ? <Flag name={own().department.first} /> : null}
      {position.placed.includes(seat) ? <span class="inc-away" /> : <Pawn seat={seat} />}
    </span>
  );
}

function Department({ position, seat, naming, acts, place }: SeatProps & { acts: boolean; place: string }) {
  const held = position.hand[seat]!;
  return (
    <div class={`card inc-seat inc-at-${place} seat-${seat}${acts ? " inc-acts" : ""}`} role="group" data-about={`seat ${seat}`}
      aria-label={`${naming.of(seat)}: ${seatFacts(position, seat).join(", ")}`}>
      <SeatHead position={position} seat={seat} naming={naming} />
      <div class="inc-goods" aria-hidden="true">
        <span class="inc-coins">{position.coins[seat]!.map((coin) => <CoinFace key={coin} seat={seat} coin={coin} />)}</span>
        <span class="inc-held">
          {typeof held === "number" ? <TileBacks count={held} /> : held.map((tile) => <TileFace key={tile} tile={tile} />)}
        </span>
        <Standby position={position} seat={seat} />
      </div>
    </div>
  );
}

/** Places as seen from the viewer's seat: the left neighbour is on the left, and so on around the table. */
const places: Record<number, string[]> = { 3: ["me", "left", "right"], 4: ["me", "left", "top", "right"] };

export function Departments({ position, naming, actors }: { position: Table; naming: Naming; actors: Seat[] }) {
  const seats = seatsFrom(position, naming.me);
  return (
    <section class="inc-seats" aria-label={own().department.title}>
      {seats.map((seat, i) =>
        seat === naming.me ? null : (
          <Department key={seat} position={position} seat={seat} naming={naming} acts={actors.includes(seat)} place={places[seats.length]![i]!} />
        ),
      )}
    </section>
  );
}

interface FistsProps {
  position: Table;
  naming: Naming;
  actors: Seat[];
  /** The current round, for the fists that were opened last. */
  round: Round | undefined;
}

/** A fist: closed, opened, or not chosen yet. Coins are shown if this viewer may see them. */
function OneFist({ position, naming, actors, round, seat }: FistsProps & { seat: Seat }) {
  const words = own().fists;
  const choosing = position.step === "commit";
  const closed = seat in position.committed;
  const coins = choosing ? position.committed[seat] : round?.fists?.opened.find((fist) => fist.seat === seat)?.coins;
  const state = closed ? words.closed : actors.includes(seat) && choosing ? words.choosing : !coins ? words.notAsked : coins.length > 0 ? null : words.empty;
  return (
    <li class={closed ? "inc-closed" : ""}>
      <SeatMark seat={seat} title={naming.of(seat)} />
      {closed || coins ? <Fist closed={closed} /> : null}
      {coins?.map((coin) => <Piece key={coin} what="coin" name={own().desk.coin(number(coin))}><CoinFace seat={seat} coin={coin} /></Piece>)}
      {state ? <small>{state}</small> : null}
    </li>
  );
}

/** Who has closed a fist, and what the fists that were opened last held. */
export function Fists(fists: FistsProps) {
  const { position, round } = fists;
  const { title, forTile, notYet } = own().fists;
  const tile = position.step === "commit" ? running(position)!.tile : round?.fists?.tile;
  return (
    <section class={`inc-fists${tile ? "" : " inc-none"}`} data-what="fist" aria-label={title}>
      <h3>{tile ? forTile(tileName(tile)) : title}</h3>
      {tile ? <ul>{position.facts.order.map((seat) => <OneFist key={seat} seat={seat} {...fists} />)}</ul> : <p class="soft">{notYet}</p>}
    </section>
  );
}
