/* The teams: money, orders, number of cards, closing cards, and what each would get if closing time were now. */
import { SeatMark } from "../../seat";
import type { Seat } from "../../wire";
import { number } from "../../words";
import { Icon } from "./icons";
import { Orders, Tap } from "./pieces";
import type { Play } from "./play";
import { howMany, printed, seatsOf } from "./position";
import { closingWords, machineName } from "./say";
import { own } from "./words";

export function Team({ play, seat, place }: { play: Play; seat: Seat; place: number }) {
  const { board, text } = own();
  const { position, naming } = play;
  const money = position.money[seat];
  const [unseen, under] = [howMany(position.unseen[seat]!), howMany(position.under[seat]!)];
  const turn = position.turn === seat;
  const head = (
    <>
      <SeatMark seat={seat} size={28} />
      <span class="who">
        <b>{naming.of(seat)}</b>
        {seat === naming.me ? <span class="soft">({board.you})</span> : null}
        {turn ? <span class="tag">{board.turn}</span> : null}
        {position.ill.includes(seat) ? <span class="tag bad"><Icon of="illness" size={16} />{board.ill}</span> : null}
      </span>
      <span class="money" data-what="cash" data-place={`purse ${seat}`}><span class="quiet">{board.money} </span>{money == null ? text.hidden : number(money)}</span>
    </>
  );
  return (
    <section class={`team card place-${place} seat-${seat} ${turn ? "turn" : ""}`} aria-label={naming.of(seat)} data-about={`seat ${seat}`}>
      {play.isLive(`seat ${seat}`) ? <Tap play={play} thing={`seat ${seat}`} class="team-head">{head}</Tap> : <div class="team-head">{head}</div>}
      {seat === naming.me ? null : <Orders play={play} jobs={position.orders[seat]!} />}
      <p class="counts soft">
        <span data-what="card"><Icon of="cards" size={18} />{board.inHand(howMany(position.hand[seat]!))}</span>
        <span data-what="deck"><Icon of="deck" size={18} />{board.deckParts(unseen, under)}</span>
        <span data-what="order"><Icon of="done" size={18} />{board.finished(position.completed[seat]!, printed.goal)}</span>
        {position.repaired[seat] ? <span><Icon of="sabotage5" size={18} />{board.repaired(number(position.repaired[seat]))}</span> : null}
      </p>
      {position.closing[seat]!.map(({ card, due }) => (
        <p class={due === position.turns ? "closing due" : "closing"} data-what="closing"><Icon of={card} size={20} />{closingWords(position, seat, due, naming)}</p>
      ))}
    </section>
  );
}

export function Forecast({ play }: { play: Play }) {
  const { board } = own();
  const seats = seatsOf(play.position).map((seat) => ({ seat, ...play.facts.forecast[seat]! })).filter(({ markers }) => markers.length > 0);
  return (
    <section class="forecast" aria-label={board.forecast}>
      <h2>{board.forecast}</h2>
      {seats.map(({ seat, markers, pay, chooses }) => (
        <p>
          <SeatMark seat={seat} size={20} title={play.naming.of(seat)} />
          {markers.map(({ machine, n }) => <span class="marker" data-what="marker" title={machineName(machine)}>{n} × <Icon of={machine} size={18} /><span class="quiet">{machineName(machine)}</span></span>)}
          {chooses ? <span class="soft">{board.chooses}</span> : null}
          {pay ? <b class="good">{(chooses ? board.atLeast : board.forecastPay)(number(pay))}</b> : null}
        </p>
      ))}
      {seats.length ? null : <p class="soft">{board.wantsNothing}</p>}
    </section>
  );
}
