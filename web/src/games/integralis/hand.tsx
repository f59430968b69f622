/* My own things: orders, hand, and what I know of my deck. */
import { list, number } from "../../words";
import { Face, Icon } from "./icons";
import type { Thing } from "./moves";
import { Orders } from "./pieces";
import type { Play } from "./play";
import { isWorker, printed, type Card } from "./position";
import { cardName, hours, workerName } from "./say";
import { own } from "./words";

function CardFace({ card }: { card: Card }) {
  const { board, short } = own();
  const facts = isWorker(card) ? printed.workers[card] : null;
  return (
    <>
      {isWorker(card) ? <Face of={card} size={36} /> : <Icon of={card} size={30} />}
      <b>{cardName(card)}</b>
      {facts ? (
        <span class="short"><b>{board.hours(hours(facts.labour))}</b> · {facts.temp ? board.temp : board.salaried} · {facts.price ? board.price(number(facts.price)) : board.incorruptible}</span>
      ) : <span class="short">{isWorker(card) ? "" : short[card]}</span>}
    </>
  );
}

export function OwnOrders({ play }: { play: Play }) {
  const { board } = own();
  return (
    <section class="own" aria-label={board.ownOrders}>
      <h2>{board.ownOrders}</h2>
      <Orders play={play} jobs={play.position.orders[play.naming.me]!} />
    </section>
  );
}

/** Cards are picked one at a time, or ticked for a trade. Buttons are keyed by place, so that they keep the focus. */
export function HandCards({ play }: { play: Play }) {
  const { board } = own();
  const { hand, trading } = play;
  const toggle = (place: number) => play.trade(trading!.includes(place) ? trading!.filter((other) => other !== place) : [...trading!, place]);
  return (
    <section class="hand resume" tabIndex={-1} aria-label={board.hand}>
      <h2>{board.hand} <span class="soft">({board.cards(hand.length)})</span></h2>
      <div class="cards">
        {hand.map((card, place) => {
          const thing: Thing = `card ${card}`;
          const chosen = trading ? trading.includes(place) : play.picked === thing;
          const full = trading !== null && !chosen && !play.fits(place);
          return (
            <button type="button" class={`tap playing ${isWorker(card) ? "worker-card" : ""} ${trading || play.isLive(thing) ? "live" : ""}`} data-about={thing} aria-pressed={chosen} disabled={full}
              onClick={(event) => (trading ? toggle(place) : play.pick(thing, event))}>
              {trading ? <span class="tick">{chosen ? <Icon of="done" size={18} /> : null}</span> : null}
              <CardFace card={card} />
            </button>
          );
        })}
        {hand.length ? null : <span class="soft">{board.none}</span>}
      </div>
    </section>
  );
}

const names = (cards: Card[]): string => (cards.length ? list(cards.map(cardName)) : own().board.none);

/** My deck as far as I know it, and the cards that have left the game. */
export function Piles({ play }: { play: Play }) {
  const { board } = own();
  const { position, naming } = play;
  const [unseen, under] = [position.unseen[naming.me], position.under[naming.me]];
  return (
    <div class="piles" data-place="piles" data-what="deck">
      {Array.isArray(unseen) && Array.isArray(under) ? (
        <details>
          <summary><Icon of="deck" size={18} />{board.ownDeck(unseen.length + under.length)}</summary>
          <div class="pile"><p><b>{board.unseen}:</b> {names(unseen)}</p><p><b>{board.under}:</b> {names(under)}</p></div>
        </details>
      ) : null}
      <details>
        <summary><Icon of="byebye" size={18} />{board.discards(position.discard.length)}</summary>
        <p class="pile">{position.discard.map((gone) => (gone.includes(".") ? workerName(gone, naming) : cardName(gone as Card))).join(", ") || board.none}</p>
      </details>
    </div>
  );
}
