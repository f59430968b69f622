/* Pictures of the end screen, drawn with the page's own pieces: the winner in a wreath, and a sign for each kind of scene. */
import { hasPortrait, Portrait } from "../art/portrait";
import type { Scene } from "../games/game";
import { games } from "../games/games";
import { SeatMark } from "../seat";
import type { Seat, View } from "../wire";

/** Leaves along half a circle, from the bottom up. The other half is its mirror image. */
const LEAVES = Array.from({ length: 8 }, (_, i) => 188 + i * 17);

function Branch() {
  return (
    <>
      {LEAVES.map((angle) => (
        <g key={angle} transform={`translate(60 56) rotate(${angle}) translate(0 -46)`}>
          <path class="leaf" d="M0 0C4 -6 4 -14 0 -19C-4 -14 -4 -6 0 0Z" transform="rotate(38)" />
          <path class="leaf" d="M0 0C4 -6 4 -14 0 -19C-4 -14 -4 -6 0 0Z" transform="rotate(112)" />
        </g>
      ))}
    </>
  );
}

/** A picture of a seat in a wreath, 120 by 120: the portrait of its bot, or its mark. */
export function Wreath({ view, seat }: { view: View; seat: Seat }) {
  const info = view.seats.find((each) => each.seat === seat);
  const face = info?.plays === "bot" && hasPortrait(info.bot) ? info.bot : null;
  return (
    <svg class="wreath" width="120" height="120" viewBox="0 0 120 120" aria-hidden="true">
      <Branch />
      <g transform="translate(120 0) scale(-1 1)"><Branch /></g>
      {face ? <g transform="translate(24 20)"><Portrait of={face} size={72} /></g> : null}
      <g transform={face ? "translate(74 76)" : "translate(28 26)"}><SeatMark seat={seat} size={face ? 30 : 64} /></g>
    </svg>
  );
}

/** The game's emblem, when nobody has won. */
export function NobodyWon({ view }: { view: View }) {
  return <svg class="emblem" width="120" height="115" viewBox="0 0 96 92" aria-hidden="true">{games[view.game].emblem}</svg>;
}

const WAX = "M12 1.500 14.400 3l2.800.1.900 2.700 2.200 1.700-.900 2.700.900 2.700-2.200 1.700-.900 2.700-2.800.1L12 19l-2.400-1.600-2.800-.1-.900-2.700-2.200-1.700.900-2.700-.900-2.700 2.200-1.700.900-2.700L9.600 3Z";

/** Without a kind: the turning point. */
const SIGNS: Record<Scene["kind"] | "turning", preact.JSX.Element> = {
  turning: <><path class="wax" d="M5 3h14l-4 4.500 4 4.500H5Z" /><path class="ink" d="M5 2v20" /></>,
  bribe: <><circle class="gold" cx="9.500" cy="14.500" r="6.500" /><circle class="gold" cx="14.500" cy="9" r="6.500" /><path class="ink" d="M14.500 6.500v5M12 9h5" /></>,
  effort: <><path class="gold" d="M5 12V8h3V5h3V4h3v1h3v3h2v6l-3 6H9Z" /><path class="ink" d="M8 8v4M11 6v6M14 6v6M17 8v4" /></>,
  betrayal: <><path class="wax" d={WAX} /><path class="crack" d="M13 1.500 10 7l3.500 3-3 3.500L12 19" /></>,
  banishment: <><path class="gold" d="M12 3v11H5Z" /><path class="wax" d="M2 15h20l-4 6H6Z" /><path class="ink" d="M12 2v13" /></>,
  hindrance: <><path class="wax" d="M8 2h8l6 6v8l-6 6H8l-6-6V8Z" /><path class="crack" d="M6 12h12" /></>,
  kept: <><path class="wax" d={WAX} /><path class="tick" d="m8.200 10.300 2.600 2.700 5-5.400" /></>,
  bargain: <><path class="gold" d="M3 12h7l-3.500 5ZM14 12h7l-3.500 5Z" /><path class="ink" d="M12 3v18M7 21h10M6.500 12 12 6l5.500 6M3 12h7M14 12h7" /></>,
};

export function Sign({ kind, size = 24 }: { kind: Scene["kind"] | undefined; size?: number }) {
  return <svg class="sign" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">{SIGNS[kind ?? "turning"]}</svg>;
}

/** A rosette with ribbons. */
export function Medal() {
  return (
    <svg class="medal" width="36" height="44" viewBox="0 0 36 44" aria-hidden="true">
      <path class="ribbon" d="M9 24 5 43l8-4 5 4 5-4 8 4-4-19Z" />
      <circle class="rim" cx="18" cy="17" r="16" />
      <circle class="coin" cx="18" cy="17" r="11.500" />
      <path class="star" d="M18 8.500 20.600 14l6 .8-4.400 4.200 1.100 6L18 22.100 12.700 25l1.100-6-4.400-4.200 6-.8Z" />
    </svg>
  );
}
