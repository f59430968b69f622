/* The board of Integralis: the great machine with the teams around it, the orders to take, my hand, and the desk. */
import type { GameEvent, Seat } from "../../wire";
import type { BoardProps } from "../game";
import { Desk } from "./desk";
import { HandCards, OwnOrders, Piles } from "./hand";
import { GreatMachine } from "./machine";
import { OrderCard } from "./pieces";
import { usePlay, type Play } from "./play";
import { seatsOf, type Position } from "./position";
import { Forecast, Team } from "./teams";
import { own } from "./words";

/** Workers of the latest events. */
const touched = (recent: GameEvent[]): Set<string> =>
  new Set(recent.flatMap(({ kind, seat, card, worker, on }) => (kind === "sets_to_work" ? [`${seat}.${card}`] : kind === "plays" ? [`${seat}.${on}`, String(on)] : worker ? [String(worker)] : [])));

function Row({ play }: { play: Play }) {
  const { board } = own();
  const { row, orders_left } = play.position;
  return (
    <section class="shelf" aria-label={board.row}>
      <h2>{board.row} {orders_left.length ? <span class="soft">({board.ordersLeft(orders_left.length)})</span> : null}</h2>
      <div class="orders">
        {row.map((order) => (order ? <OrderCard play={play} job={{ order, covered: [] }} /> : <span class="soft">{board.toCome}</span>))}
        {row.length ? null : <span class="soft">{board.none}</span>}
      </div>
    </section>
  );
}

/** The seats in order, beginning with mine. */
const around = (position: Position, me: Seat): Seat[] => {
  const seats = seatsOf(position);
  const first = Math.max(0, seats.indexOf(me));
  return [...seats.slice(first), ...seats.slice(0, first)];
};

export function Board(props: BoardProps<Position>) {
  const play = usePlay(props);
  const { position, naming } = play;
  const [first, ...others] = around(position, naming.me);
  const turning = props.recent.some(({ kind }) => kind === "closes" || kind === "produces");
  const closing = position.step === "under" || position.step === "over";
  return (
    <div class="board integralis">
      <div class={play.mustTake ? "layout taking" : "layout"}>
        <div class={`floor of-${position.players}`}>
          <div class="middle">
            <GreatMachine play={play} fresh={touched(props.recent)} turning={turning} />
            <div class="below">
              <Row play={play} />
              {closing ? null : <Forecast play={play} />}
            </div>
          </div>
          <div class="teams">{others.map((seat, i) => <Team key={seat} play={play} seat={seat} place={i + 1} />)}</div>
          <Team play={play} seat={first!} place={0} />
          <Piles play={play} />
        </div>
        <div class="mine">
          {seatsOf(position).includes(naming.me) ? <><OwnOrders play={play} /><HandCards play={play} /></> : null}
          <Desk play={play} />
        </div>
      </div>
    </div>
  );
}
