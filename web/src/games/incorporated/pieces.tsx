/* Drawings of the pieces: suits, tiles, coins, managers and fists. The caller gives them their names. */
import type { ComponentChildren } from "preact";
import type { Seat } from "../../wire";
import { number } from "../../words";
import { suitOf, valueOf, type Standing, type Tile } from "./position";

/** Drawn in a box of 32 by 32, filled by the even-odd rule. */
const suits: Record<Seat, string> = {
  suns:
    "M16 .5 18.9 5.2 23.8 2.6 23.9 8.1 29.4 8.2 26.8 13.1 31.5 16 26.8 18.9 29.4 23.7 23.9 23.9 23.8 29.4 18.9 26.8 16 31.5 13.1 26.8 8.3 29.4 " +
    "8.1 23.9 2.6 23.8 5.2 18.9.5 16 5.2 13.1 2.6 8.2 8.1 8.1 8.2 2.6 13.1 5.2ZM16 8a8 8 0 1 0 0 16a8 8 0 1 0 0-16ZM16 10a6 6 0 1 0 0 12a6 6 0 1 0 0-12Z",
  moons: "M19 2A14 14 0 1 0 30 21.5A12 12 0 0 1 19 2ZM25 4.5l1.3 3.7 3.7 1.3-3.7 1.3L25 14.5l-1.3-3.7L20 9.5l3.7-1.3Z",
  crowns:
    "M3 10 10 15.5 16 6.5 22 15.5 29 10 26.5 23H5.5ZM5.5 25H26.5V29H5.5ZM16 1a2.2 2.2 0 1 0 0 4.4a2.2 2.2 0 1 0 0-4.4Z" +
    "M3 4.5a2.2 2.2 0 1 0 0 4.4a2.2 2.2 0 1 0 0-4.4ZM29 4.5a2.2 2.2 0 1 0 0 4.4a2.2 2.2 0 1 0 0-4.4Z",
  arms: "M4 2H28V15C28 23.5 22 28.5 16 31 10 28.5 4 23.5 4 15ZM8 15.5 16 9 24 15.5V20.5L16 14 8 20.5Z",
};

/** The standing of an initiative as a sign, so that colour is not the only clue. */
export const signs: Record<Standing, string> = { begun: "", done: "✓", well: "✓", succeeded: "✓", failing: "!", failed: "✗" };

function Suit({ seat, at }: { seat: Seat; at: string }) {
  return <path class="inc-suit" d={suits[seat]} fill-rule="evenodd" transform={at} />;
}

export function TileFace({ tile, turned = false }: { tile: Tile; turned?: boolean }) {
  const seat = suitOf(tile);
  return (
    <svg class={`inc-tile seat-${seat}${turned ? " inc-turned" : ""}`} viewBox="0 0 64 64" aria-hidden="true">
      <rect class="inc-edge" x="1" y="1" width="62" height="62" rx="8" />
      <rect class="inc-rim" x="5" y="5" width="54" height="54" rx="5" />
      <text class="inc-value" x="18" y="33" text-anchor="middle">{number(valueOf(tile))}</text>
      <Suit seat={seat} at="translate(30 29) scale(.84)" />
      {turned ? <path class="inc-check" d="M40 14l5 5 10-11" /> : null}
    </svg>
  );
}

/** Tiles face down, fanned out. */
export function TileBacks({ count }: { count: number }) {
  return (
    <svg class="inc-backs" data-what="tile" viewBox={`0 0 ${12 + 7 * Math.max(count, 1)} 24`} aria-hidden="true">
      {Array.from({ length: count }, (_, i) => (
        <rect key={i} class="inc-back" x={1 + 7 * i} y="3" width="17" height="18" rx="3" />
      ))}
    </svg>
  );
}

export function CoinFace({ seat, coin }: { seat: Seat; coin: number }) {
  return (
    <svg class={`inc-coin seat-${seat}`} viewBox="0 0 40 40" data-what="coin" aria-hidden="true">
      <circle class="inc-disc" cx="20" cy="20" r="17.5" />
      <circle class="inc-rim" cx="20" cy="20" r="13.5" />
      <text class="inc-value" x="19" y="27" text-anchor="middle">{number(coin)}</text>
      <Suit seat={seat} at="translate(24 24) scale(.48)" />
    </svg>
  );
}

export function Pawn({ seat }: { seat: Seat }) {
  return (
    <svg class={`inc-pawn seat-${seat}`} viewBox="0 0 28 36" data-what="pawn" aria-hidden="true">
      <path class="inc-body" d="M14 1a6.5 6.5 0 0 1 3.7 11.8C20.5 14.5 21 19 24 29h1.5v5.5h-23V29H4C7 19 7.5 14.5 10.3 12.8A6.5 6.5 0 0 1 14 1Z" />
      <Suit seat={seat} at="translate(8.5 17) scale(.34)" />
    </svg>
  );
}

export function Fist({ closed }: { closed: boolean }) {
  return (
    <svg class="inc-fist" viewBox="0 0 32 32" aria-hidden="true">
      {closed ? (
        <path d="M5 14c0-3.5 4.5-3.8 5.2-1.5C10.5 9 15 9 15.7 12c.5-2.8 5-2.6 5.3.5 1-2.2 5.5-1.8 5.5 1.5v7.5C26.5 26.5 23 30 17.5 30h-3C8.5 30 5 26.5 5 21ZM5 20c3-2.8 8.5-2.5 10-.5s.3 4.5-2.5 4.5H9M10.2 12.5V17M15.7 12V18M21 12.5V18" />
      ) : (
        <path d="M7 19 3 14.5c-1.5-2 1.5-4.5 3.2-2.5L9 15V6.5c0-2.8 3.7-2.8 3.7 0V13V4c0-2.8 3.8-2.8 3.8 0v9V5c0-2.8 3.7-2.8 3.7 0v8.5V8.5c0-2.8 3.6-2.8 3.6 0V20C23.8 26.5 20.5 30 16 30c-5 0-7-4-9-11Z" />
      )}
    </svg>
  );
}

/** Marks the seat that plays first. */
export function Flag({ name }: { name: string }) {
  return (
    <svg class="inc-flag" viewBox="0 0 18 22" role="img" aria-label={name}>
      <path d="M2 1V21M2 2C7-.5 9 5 16 2.5V11.5C9 14 7 8.5 2 11" />
    </svg>
  );
}

/** `of` bolts, of which `count` are struck: one for each failing initiative. */
export function Bolts({ count, of }: { count: number; of: number }) {
  return (
    <svg class="inc-bolts" viewBox={`0 0 ${20 * of} 28`} aria-hidden="true">
      {Array.from({ length: of }, (_, i) => (
        <path key={i} class={i < count ? "inc-struck" : ""} d={`M${20 * i + 12} 2 ${20 * i + 3} 16h6l-3 10 11-14h-6l3-10Z`} />
      ))}
    </svg>
  );
}

interface PieceProps {
  name: string;
  /** Identifies the piece when a player points at it for a promise. */
  about?: string;
  /** Its kind, if it has no `about`. */
  what?: string;
  /** Set only if the legal list has the move. */
  onChoose?: (() => void) | undefined;
  /** For pieces that are picked first and confirmed later. They stay picked until then. */
  pressed?: boolean;
  children: ComponentChildren;
}

/** A piece with a name. It is a button if it can be chosen. */
export function Piece({ name, about, what, onChoose, pressed, children }: PieceProps) {
  if (!onChoose) return <span class={`inc-piece${pressed ? " inc-picked" : ""}`} data-about={about} data-what={what} role="img" aria-label={name} title={name}>{children}</span>;
  return (
    <button type="button" class="inc-piece choosable" data-about={about} data-what={what} aria-pressed={pressed} title={name} onClick={onChoose}>
      <span class="quiet">{name}</span>
      <span class="inc-face" aria-hidden="true">{children}</span>
    </button>
  );
}
