/* What the others did since my last move, in at most three lines, in a place of its own. The pieces a line is about are
 * outlined while it has the pointer or the focus. The chronicle has everything. */
import { useEffect, useRef, useState } from "preact/hooks";
import { games } from "../games/games";
import type { GameEvent, Seat, TableEvent, View } from "../wire";
import { words } from "../words";
import { linesOf, type Line } from "./lines";

const SHOWN = 3;

const isMyMove = (event: TableEvent, me: Seat) => event.do === "move" && event.by === me;

/** The events of others after my last move. While I make several moves in a row, they stay. */
function latestOfOthers(events: TableEvent[], me: Seat): TableEvent[] {
  const end = events.findLastIndex(({ by, do: kind }) => kind === "move" && by !== me) + 1;
  const from = events.slice(0, end).findLastIndex((event) => isMyMove(event, me)) + 1;
  return events.slice(from, end).filter(({ by, do: kind }) => by !== me && ["move", "propose", "accept", "decline"].includes(kind));
}

/** The places on the board that an event is about, by `data-place` or `data-about`. */
function placesOf(what: GameEvent | undefined, view: View): string[] {
  if (!what || !view.position) return [];
  const flights = games[view.game].flights?.(what, view.position) ?? [];
  return flights.length ? flights.flatMap(({ from, to }) => [from, to]) : what.seat ? [`seat ${what.seat}`] : [];
}

/** Whether the event names the seat or one of its pieces, such as "red.clerk". */
const isAbout = (what: GameEvent, seat: Seat) => Object.values(what).some((value) => value === seat || String(value).startsWith(`${seat}.`));

/** Lines about me come first, then those that moved a piece. A line without an event is about a promise. */
function weightOf({ what }: Line, view: View): number {
  if (!what) return 4;
  return (isAbout(what, view.as) ? 2 : 0) + (games[view.game].flights?.(what, view.position).length ? 1 : 0);
}

/** The most important lines, in the order in which they happened, and the number of the others. */
export function told(events: TableEvent[], view: View): { lines: Line[]; more: number } {
  const routine = games[view.game].routine ?? [];
  const lines = latestOfOthers(events, view.as)
    .flatMap((event) => linesOf(event, view).filter(({ what }) => event.by !== "chance" || what?.seat !== view.as))
    .filter(({ what }) => !what || !routine.includes(what.kind));
  const heaviest = lines.map((line, i) => ({ i, weight: weightOf(line, view) })).sort((a, b) => b.weight - a.weight || b.i - a.i).slice(0, SHOWN);
  return { lines: heaviest.map(({ i }) => i).sort((a, b) => a - b).map((i) => lines[i]!), more: Math.max(0, lines.length - SHOWN) };
}

/** Outlines the pieces on the board until the next call. */
function outline(places: string[]): void {
  document.querySelectorAll("[data-told]").forEach((element) => element.removeAttribute("data-told"));
  document.querySelectorAll<HTMLElement>(".board [data-place], .board [data-about]").forEach(({ dataset }) => {
    if ([dataset.place, dataset.about].some((name) => name && places.includes(name))) dataset.told = "";
  });
}

export function Strip({ events, view }: { events: TableEvent[]; view: View }) {
  const text = words().chronicle;
  const list = useRef<HTMLOListElement>(null);
  const [stop, setStop] = useState(0);
  const { lines, more } = told(events, view);
  useEffect(() => () => outline([]), [view.n]);
  /* One stop for Tab; the arrow keys go from line to line. */
  const step = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const items = [...list.current!.children] as HTMLElement[];
    if (!by) return;
    event.preventDefault();
    items[items.indexOf(document.activeElement as HTMLElement) + by]?.focus();
  };
  return (
    <section class="strip" aria-label={text.others}>
      <h2>{text.others}{more ? <small> {text.othersMore(more)}</small> : null}</h2>
      {lines.length ? (
        <ol ref={list} aria-label={text.others} onKeyDown={step}>
          {lines.map((line, i) => {
            const show = () => outline(placesOf(line.what, view));
            return (
              <li key={i} tabIndex={i === Math.min(stop, lines.length - 1) ? 0 : -1} onMouseEnter={show} onMouseLeave={() => outline([])} onBlur={() => outline([])}
                onFocus={() => {
                  setStop(i);
                  show();
                }}>
                <span>{line.text}</span>
              </li>
            );
          })}
        </ol>
      ) : <p class="soft">{text.othersNothing}</p>}
    </section>
  );
}
