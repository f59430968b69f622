/* Relatives as medallions: the colour and mark of the seat, and the emblem of the profession. All drawn for this page. */
import type { ComponentChildren } from "preact";
import { SeatMark } from "../../seat";
import { professionOf, seatOf } from "./position";
import type { Scholar } from "./position";

/** Strokes in a square of 24 by 24. */
const emblems: Record<string, string> = {
  scientist: "M9 3h6M10 3v6L5 19a1.5 1.5 0 0 0 1.4 2h11.2A1.5 1.5 0 0 0 19 19L14 9V3M7.5 15h9",
  doctor: "M12 2v20M8 6c0-3 8-3 8 0s-8 3-8 6 8 3 8 6-5 3-7 2",
  priest: "M6 20v-9c0-3 4-6 6-8 2 2 6 5 6 8v9ZM12 7v9M9 11h6M6 17h12",
  clerk: "M20 3C12 4 8 9 7 16l-2 5M7 16c6 0 10-3 13-13M10 13l4-4M5 21h10",
  alchemist: "M8 4h4v5a6 6 0 1 1-4 0ZM12 6c5 0 8 3 9 9M5 15h10M10 18h.1",
  healer: "M5 21C6 11 11 4 20 4c0 9-5 14-12 14M5 21c2-6 6-10 10-12M10 13v-3M13 11V8",
  minister: "M7 4h11v13a3 3 0 0 1-3 3H6a3 3 0 0 0 3-3V7a3 3 0 0 0-3-3 2 2 0 0 0-2 2v2h5M12 9h3M12 13h3",
  scribe: "M14 12 20 2c-5 1-8 5-8 10M6 12h11v3l2 6H4l2-6ZM7 17h9",
  banker: "M5 7c0-4 14-4 14 0s-14 4-14 0v5c0 4 14 4 14 0V7M5 12v5c0 4 14 4 14 0v-5",
  lawyer: "M12 3v18M7 21h10M5 6h14M5 6l-3 8c1 2 5 2 6 0ZM19 6l-3 8c1 2 5 2 6 0Z",
  scholar: "M12 6c-3-2-6-2-9-1v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1ZM12 6v14M6 9h3M15 9h3",
  soldier: "M20 3 9.5 14M20 3l-1 4-7.5 9M7 12l6 6M9.5 15.5 5 20M3.5 18.5l2 2",
};

/** The profession alone. */
export function Emblem({ profession, size = 24 }: { profession: string; size?: number }) {
  return (
    <svg class="sign" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={emblems[profession]} />
    </svg>
  );
}

/** A medallion. It is hidden from screen readers, so the surrounding element must name the relative. */
export function Token({ scholar, fresh = false }: { scholar: Scholar; fresh?: boolean }) {
  const seat = seatOf(scholar);
  return (
    <span class={`token seat-${seat}${fresh ? " fresh" : ""}`} data-what="scholar" aria-hidden="true">
      <svg width="42" height="46" viewBox="0 0 42 46">
        <ellipse class="medallion" cx="21" cy="23" rx="18.5" ry="21" />
        <g class="sign" transform="translate(9 9)">
          <path d={emblems[professionOf(scholar)]} />
        </g>
      </svg>
      <SeatMark seat={seat} size={18} />
    </span>
  );
}

/** Marks what a post will bring until the end of the game. */
export const Hourglass = () => (
  <svg class="sign" width="10" height="12" viewBox="0 0 20 24" aria-hidden="true">
    <path d="M3 2h14M3 22h14M5 2c0 6 3 8 5 10-2 2-5 4-5 10M15 2c0 6-3 8-5 10 2 2 5 4 5 10" />
  </svg>
);

/** Shown in an empty post. */
export const Chair = () => (
  <svg class="chair" width="30" height="40" viewBox="0 0 30 40" aria-hidden="true">
    <path d="M7 38V6q8-6 16 0v32M7 22h16M5 22h20M10 9q5-3 10 0v9H10Z" />
  </svg>
);

/** The picture of the island. */
export const Palm = () => (
  <svg class="palm" width="72" height="48" viewBox="0 0 72 48" aria-hidden="true">
    <path class="sea" d="M0 40q6-5 12 0t12 0 12 0 12 0 12 0 12 0v8H0Z" />
    <path class="sand" d="M10 40c4-10 42-12 52 0Z" />
    <path class="trunk" d="M38 35c-2-8-1-15 3-21" />
    <path class="leaf" d="M41 14c-5-6-12-6-17-2 6-1 11 0 17 2Zm0 0c-6-1-11 3-12 9 4-4 7-7 12-9Zm0 0c1-6 8-9 14-6-6 1-10 3-14 6Zm0 0c6-1 12 3 13 9-4-5-8-7-13-9Z" />
  </svg>
);

/** Carries a relative to the island. */
export const Boat = ({ children }: { children: ComponentChildren }) => (
  <span class="boat">
    {children}
    <svg width="72" height="22" viewBox="0 0 72 22"><path d="M2 2h68q-6 17-18 18H20Q8 19 2 2Z" /></svg>
  </span>
);
