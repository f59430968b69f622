/* Animates pieces that an event moves from one place on the board to another. The board already shows the new position and
 * does not wait: moving pieces ignore presses, and the next press or key ends all animations. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { games } from "../games/games";
import type { Flight } from "../games/game";
import { brokenBy } from "../promises/pact";
import { Seal } from "../promises/seal";
import { moving } from "../settings";
import type { TableEvent, View } from "../wire";
import { noise } from "./noises";

/** The duration of one flight, and the maximum spread of a sequence of flights. */
const FLIGHT_MS = 420;
const SEQUENCE_MS = 2400;
/** If more moves than this arrive at once, they are not animated. The chronicle lists them. */
const MOVES_MAX = 6;

interface Spot {
  rect: DOMRect;
  element: HTMLElement;
}
type Places = Map<string, Spot[]>;

const board = () => document.querySelector(".table main > .board");
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** In page coordinates rather than window coordinates. */
function spotOf(element: HTMLElement): Spot {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { element, rect: new DOMRect(left + scrollX, top + scrollY, width, height) };
}

/** The positions of all named places. */
function placesOf(root: Element): Places {
  const places: Places = new Map();
  for (const element of root.querySelectorAll<HTMLElement>("[data-place], [data-about]")) {
    const spot = spotOf(element);
    const name = element.dataset.place ?? element.dataset.about!;
    if (spot.rect.width && spot.rect.height) places.set(name, [...(places.get(name) ?? []), spot]);
  }
  return places;
}

const same = ({ rect: a }: Spot, { rect: b }: Spot) => Math.hypot(a.x - b.x, a.y - b.y) < 2;
/** Among several places with the same name, the one that has disappeared or appeared. */
const changed = (here: Places, there: Places, name: string) =>
  here.get(name)?.find((spot) => !there.get(name)?.some((other) => same(spot, other))) ?? here.get(name)?.[0];

interface Flying {
  key: string;
  flight: Flight;
  from: Spot;
  to: Spot;
  delay: number;
}

/** The flights of the events in order. Consecutive events of the same kind, such as opening fists, fly together. */
function stepsOf(events: TableEvent[], view: View): Flight[][] {
  const steps: { kind: string; flights: Flight[] }[] = [];
  const add = (kind: string, flights: Flight[]) => {
    if (!flights.length) return;
    if (steps.at(-1)?.kind === kind) steps.at(-1)!.flights.push(...flights);
    else steps.push({ kind, flights });
  };
  for (const event of events) {
    for (const what of event.what ?? []) add(what.kind, games[view.game].flights?.(what, view.position) ?? []);
    for (const { by, to } of brokenBy(event, view)) add("broken", [{ from: `seat ${by}`, to: `seat ${to}`, piece: <Seal broken size={56} /> }]);
  }
  return steps.map(({ flights }) => flights);
}

function plan(events: TableEvent[], view: View, before: Places, after: Places): Flying[] {
  const steps = stepsOf(events, view);
  const pause = Math.min(FLIGHT_MS * 0.8, SEQUENCE_MS / steps.length);
  const all = steps.flatMap((flights, i) => flights.map((flight) => ({ flight, delay: i * pause })));
  return all.flatMap(({ flight, delay }, i) => {
    const [from, place] = [changed(before, after, flight.from), changed(after, before, flight.to)];
    const thing = flight.arrives ? place?.element.querySelector<HTMLElement>(flight.arrives) : null;
    const to = thing ? spotOf(thing) : place;
    return from && to && !same(from, to) ? [{ key: `${events[0]!.n} ${i}`, flight, from, to, delay }] : [];
  });
}

const middle = ({ rect: { x, y, width, height } }: Spot) => `translate(${x + width / 2 - scrollX}px, ${y + height / 2 - scrollY}px) translate(-50%, -50%)`;

function Piece({ flying: { flight, from, to, delay }, onEnd }: { flying: Flying; onEnd(): void }) {
  const here = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const [start, end] = [middle(from), middle(to)];
    const frames = [
      { transform: `${start} scale(.7)`, opacity: 0 }, { transform: `${start} scale(1.15)`, opacity: 1, offset: 0.15 },
      { transform: `${end} scale(1.15)`, opacity: 1, offset: 0.85 }, { transform: end, opacity: 0 },
    ];
    const motion = here.current!.animate(frames, { duration: FLIGHT_MS, delay, easing: "ease-in-out", fill: "both" });
    /* Hide the piece at the destination until the flight arrives. */
    const arrival = flight.arrives ? to.element.animate([{ opacity: 0 }, { opacity: 0 }], delay + FLIGHT_MS * 0.85) : null;
    motion.onfinish = onEnd;
    return () => {
      motion.cancel();
      arrival?.cancel();
    };
  }, []);
  return <span ref={here}>{flight.piece}</span>;
}

export function Flights({ events, view }: { events: TableEvent[]; view: View }) {
  const [flying, setFlying] = useState<Flying[]>([]);
  const before = useRef<Places | null>(null);
  const seen = useRef(view.n);
  /* The classes of the board, so that flying pieces have the game's styles. */
  const look = useRef("");
  useLayoutEffect(() => {
    const root = board();
    if (still.matches || !moving.value || !root) return void (before.current = null);
    const fresh = events.filter((event) => event.n > seen.current && (event.do === "move" || event.pacts));
    if (view.n === seen.current && before.current) return;
    const after = placesOf(root);
    if (before.current && !document.hidden && fresh.length && fresh.length <= MOVES_MAX) {
      const next = plan(fresh, view, before.current, after);
      look.current = [...root.classList].filter((name) => name !== "board").join(" ");
      setFlying((now) => [...now, ...next]);
      for (const { flight, delay } of next) if (flight.noise) noise(flight.noise, delay);
    }
    before.current = after;
    seen.current = view.n;
  });
  useEffect(() => {
    const land = () => setFlying([]);
    const measure = () => (before.current = board() && !still.matches ? placesOf(board()!) : null);
    addEventListener("pointerdown", land, true);
    addEventListener("keydown", land, true);
    addEventListener("resize", measure);
    return () => {
      removeEventListener("pointerdown", land, true);
      removeEventListener("keydown", land, true);
      removeEventListener("resize", measure);
    };
  }, []);
  return (
    <div class={`flights ${look.current}`} aria-hidden="true">
      {flying.map((each) => <Piece key={each.key} flying={each} onEnd={() => setFlying((now) => now.filter(({ key }) => key !== each.key))} />)}
    </div>
  );
}
