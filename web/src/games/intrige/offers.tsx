/* Offers as cards: who, to whom, what for how much, and how it stands in words. */
import { SeatMark } from "../../seat";
import { number, words } from "../../words";
import type { Naming } from "../game";
import type { Offer } from "./position";
import { kin, who } from "./sentences";

function Card({ offer, naming }: { offer: Offer; naming: Naming }) {
  const text = words().games.intrige.offer;
  const state = offer.state === "broken" ? text.broken(who(naming, offer.breaker!)) : text[offer.state];
  return (
    <li class={`offer ${offer.state}`}>
      <span class="row">
        <SeatMark seat={offer.by} size={20} />
        <span aria-hidden="true">→</span>
        <SeatMark seat={offer.to} size={20} />
        <span>{text.from(who(naming, offer.by), who(naming, offer.to))}</span>
        <b class="state">{state}</b>
      </span>
      <span class="terms">{text.terms(kin(naming, offer.scholar), number(offer.post), number(offer.amount))}</span>
    </li>
  );
}

export function Offers({ offers, naming }: { offers: Offer[]; naming: Naming }) {
  const text = words().games.intrige.offer;
  const cards = (which: Offer[]) => <ol class="offers">{which.map((offer, i) => <Card key={i} offer={offer} naming={naming} />)}</ol>;
  const current = offers.filter((offer) => offer.current).reverse();
  const earlier = offers.filter((offer) => !offer.current).reverse();
  if (!offers.length) return null;
  return (
    <section class="bargains" aria-label={text.title}>
      <h4>{text.title}</h4>
      {current.length ? cards(current) : null}
      {earlier.length ? <details><summary>{text.earlier(earlier.length)}</summary>{cards(earlier)}</details> : null}
    </section>
  );
}
