/* The frame of an agreement: who, with whom, and its state in words. Pacts and the deals of single games share it. */
import type { ComponentChildren } from "preact";
import { SeatMark } from "../seat";
import type { Seat } from "../wire";
import "./style.css";

/** The colour of a card: waiting, agreed, kept, broken, or come to nothing. */
export type Tone = "open" | "agreed" | "kept" | "broken" | "gone";

interface FrameProps {
  seats: [from: Seat, to: Seat[]];
  title: string;
  state: string;
  tone: Tone;
  class?: string;
  /** The number that the reader knows the pact by. */
  pact?: number;
  children: ComponentChildren;
}

export function CardFrame({ seats: [from, to], title, state, tone, class: more = "", pact, children }: FrameProps) {
  return (
    <li class={`pact tone-${tone} ${more}`} data-pact={pact}>
      <span class="row">
        <SeatMark seat={from} size={20} />
        {to.length ? <span aria-hidden="true">→</span> : null}
        {to.map((seat) => <SeatMark key={seat} seat={seat} size={20} />)}
        <span>{title}</span>
        <b class="state">{state}</b>
      </span>
      {children}
    </li>
  );
}
