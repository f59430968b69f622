/* Seals: kept and broken promises of accepted pacts. They stay with a seat for the whole game. */
import type { Seals } from "../wire";
import { number, words } from "../words";

/** Wax with a ribbon. A broken one has a crack. */
export function Seal({ broken = false, size = 18 }: { broken?: boolean; size?: number }) {
  return (
    <svg class={`seal${broken ? " broken" : ""}`} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path class="ribbon" d="M8 14 5 23l4-2 3 2 3-2 4 2-3-9Z" />
      <path class="wax" d="M12 1.5 14.4 3l2.8.1.9 2.7 2.2 1.7-.9 2.7.9 2.7-2.2 1.7-.9 2.7-2.8.1L12 19l-2.4-1.6-2.8-.1-.9-2.7-2.2-1.7.9-2.7-.9-2.7 2.2-1.7.9-2.7L9.6 3Z" />
      {broken ? <path class="crack" d="M13 1.5 10 7l3.5 3-3 3.5L12 19" /> : <path class="crack" d="m8.2 10.3 2.6 2.7 5-5.4" />}
    </svg>
  );
}

export function SeatSeals({ seals }: { seals: Seals | undefined }) {
  if (!seals || !(seals.kept || seals.broken)) return null;
  return (
    <span class="seals" role="img" aria-label={words().promises.seals.seal(seals.kept, seals.broken)} title={words().promises.seals.seal(seals.kept, seals.broken)}>
      {seals.kept ? <span><Seal />{number(seals.kept)}</span> : null}
      {seals.broken ? <span><Seal broken />{number(seals.broken)}</span> : null}
    </span>
  );
}
