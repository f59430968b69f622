/* Offers as cards: from whom, to whom, which post for how much, and the state in words. */
import { CardFrame, type Tone } from "../../promises/frame";
import { number } from "../../words";
import type { Naming } from "../game";
import type { Offer, Scholar } from "./position";
import { kin, who } from "./sentences";
import { own } from "./words";

const tones: Record<Offer["state"], Tone> = {
  open: "open", countered: "gone", accepted: "agreed", underpaid: "broken", refused: "gone", kept: "kept", broken: "broken",
};

function Card({ offer, naming }: { offer: Offer; naming: Naming }) {
  const text = own().offer;
  const state = offer.state === "broken" ? text.broken(who(naming, offer.breaker!)) : text[offer.state];
  return (
    <CardFrame seats={[offer.by, [offer.to]]} title={text.from(who(naming, offer.by), who(naming, offer.to))} state={state} tone={tones[offer.state]} class="offer">
      <span class="terms">{text.terms(kin(naming, offer.scholar), number(offer.post), number(offer.amount))}</span>
    </CardFrame>
  );
}

const newestFirst = (offers: Offer[], naming: Naming) => (
  <ol class="offers">{[...offers].reverse().map((offer, i) => <Card key={i} offer={offer} naming={naming} />)}</ol>
);

/** Offers about the relative whose bribe is being discussed come first, then the other offers of this turn. Earlier ones
 * are folded away. */
export function Offers({ offers, about, naming }: { offers: Offer[]; about: Scholar | null; naming: Naming }) {
  const text = own().offer;
  const now = (offer: Offer) => offer.current && offer.scholar === about;
  const current = [...offers.filter((offer) => offer.current && !now(offer)), ...offers.filter(now)];
  const earlier = offers.filter((offer) => !offer.current);
  if (!offers.length) return null;
  return (
    <section class="bargains" aria-label={text.title}>
      <h3>{text.title}</h3>
      {current.length ? newestFirst(current, naming) : null}
      {earlier.length ? <details><summary>{text.earlier(earlier.length)}</summary>{newestFirst(earlier, naming)}</details> : null}
    </section>
  );
}
