/* A broken word: a seal breaks over the table, where everybody can see it, for less than a second. It takes no presses; a
 * press or a key ends it. The seat keeps the broken seal. */
import { useEffect, useRef, useState } from "preact/hooks";
import { games } from "../games/games";
import { Seal } from "../promises/seal";
import { moving } from "../settings";
import type { Seals, Seat, Table, TableEvent, View } from "../wire";
import { brokenLines, linesOf, type Line } from "./lines";
import { noise } from "./noises";
import "./betrayal.css";

const BREAKS_MS = 900;
const LINES_MAX = 2;

const still = matchMedia("(prefers-reduced-motion: reduce)");

export const isDealing = (view: View): boolean => !!games[view.game].deal && (view.options.deals ?? "none") !== "none";

/** The deals of the game among these events, which promises do not know of: whose they were, and whether they were kept. */
const dealsOf = (events: TableEvent[], view: View) =>
  isDealing(view) ? events.flatMap((event) => event.what ?? []).flatMap((what) => games[view.game].deal!(what) ?? []) : [];

/** The word of a seat in this game: its promises, and deals as far as the events are known. */
export function wordOf(seat: Seat, events: TableEvent[], view: View): Seals {
  const { kept = 0, broken = 0, void: none = 0 } = view.seals?.[seat] ?? {};
  const deals = dealsOf(events, view).filter((deal) => deal.seat === seat || deal.also === seat);
  return { kept: kept + deals.filter((deal) => deal.kept).length, broken: broken + deals.filter((deal) => !deal.kept).length, void: none };
}

/** The deals that this seat kept or broke, as lines of the chronicle. */
export function dealLines(seat: Seat, events: TableEvent[], view: View): Line[] {
  if (!isDealing(view)) return [];
  return events.flatMap((event) => linesOf(event, view)).filter(({ what }) => {
    const deal = what && games[view.game].deal!(what);
    return deal && (deal.seat === seat || deal.also === seat);
  });
}

/** Deals are counted from the chronicle, so all of it is fetched where there are any. */
export function useWholeChronicle(table: Table, view: View): void {
  const more = isDealing(view) && table.hasOlder.value;
  const first = table.events.value[0]?.n;
  useEffect(() => {
    if (more) void table.older();
  }, [more, first, view.as]); // an answer for another viewer, or about other lines, is not used
}

export function Betrayal({ events, view }: { events: TableEvent[]; view: View }) {
  const seen = useRef(view.n);
  const [lines, setLines] = useState<string[]>([]);
  useEffect(() => {
    const fresh = events.filter(({ n }) => n > seen.current);
    seen.current = view.n;
    const broken = fresh.flatMap((event) => brokenLines(event, view));
    if (!broken.length || document.hidden || still.matches || !moving.value) return;
    setLines(broken.slice(0, LINES_MAX));
    noise("seal");
  }, [view.n]);
  useEffect(() => {
    if (!lines.length) return;
    const end = () => setLines([]);
    const wait = setTimeout(end, BREAKS_MS);
    addEventListener("pointerdown", end, true);
    addEventListener("keydown", end, true);
    return () => {
      clearTimeout(wait);
      removeEventListener("pointerdown", end, true);
      removeEventListener("keydown", end, true);
    };
  }, [lines]);
  return lines.length ? (
    <div class="betrayal" aria-hidden="true">
      <span class="halves"><span><Seal size={180} /></span><span><Seal size={180} /></span></span>
      {lines.map((line) => <p key={line}>{line}</p>)}
    </div>
  ) : null;
}
