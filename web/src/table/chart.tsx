/* A chart of the standings over time: a line for each seat, with its letter at the end for readers who see no colours. */
import { letterOf } from "../seat";
import { number, words } from "../words";

export type Standing = Record<string, number | null>;

/** A moment marked on the chart: its place in the history, and its label. */
export interface Mark {
  at: number;
  label: string;
  /** The most important one. */
  main?: boolean;
}

interface ChartProps {
  history: Standing[];
  seats: string[];
  marks?: Mark[];
  width?: number;
  height?: number;
}

const [MARGIN, LETTER, RADIUS] = [18, 10, 7];

/** Moves places on until they are a step apart, then back if the last would be beyond the end. */
function apart(places: number[], step: number, most: number): number[] {
  const moved = [...places];
  const order = places.map((_, i) => i).sort((a, b) => places[a]! - places[b]!);
  let least = 0, end = most;
  for (const at of order) least = (moved[at] = Math.max(moved[at]!, least)) + step;
  for (const at of order.reverse()) end = (moved[at] = Math.min(moved[at]!, end)) - step;
  return moved;
}

export function isFlat(history: Standing[], seats: string[]): boolean {
  return history.length < 2 || new Set(history.flatMap((at) => seats.map((seat) => at[seat]).filter((value) => value != null))).size < 2;
}

/** The chart without a frame, so that a larger picture can contain it. */
export function ChartLines({ history, seats, marks = [], width = 320, height = 140 }: ChartProps) {
  const values = history.flatMap((at) => seats.map((seat) => at[seat]).filter((value) => value != null));
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const top = marks.length ? MARGIN + 2 * RADIUS : MARGIN;
  const x = (i: number) => MARGIN + ((width - 3 * MARGIN) * i) / (history.length - 1);
  const y = (value: number) => height - MARGIN - ((height - MARGIN - top) * (value - low)) / (high - low);
  const lines = seats.flatMap((seat) => {
    const points = history.flatMap((at, i) => (at[seat] == null ? [] : [[x(i), y(at[seat])] as const]));
    return points.length ? [{ seat, points, end: points.at(-1)! }] : [];
  });
  const letters = apart(lines.map(({ end }) => end[1]), LETTER, height - LETTER);
  const flags = apart(marks.map(({ at }) => x(at)), 2 * RADIUS + 2, width - MARGIN);
  return (
    <g class="chart">
      <path class="axis" d={`M${MARGIN} ${y(low)}H${width - 2 * MARGIN}`} />
      <text x={MARGIN} y={top - 4}>{number(high)}</text>
      <text x={MARGIN} y={height - MARGIN + LETTER}>{number(low)}</text>
      {marks.map(({ at, label, main }, i) => (
        <g key={i} class={`flag${main ? " main" : ""}`}>
          <path d={`M${flags[i]} ${2 * RADIUS}L${x(at).toFixed(1)} ${top + 4}V${height - MARGIN}`} />
          <circle cx={flags[i]} cy={RADIUS + 1} r={RADIUS} />
          <text x={flags[i]} y={RADIUS + 4.5} text-anchor="middle">{label}</text>
        </g>
      ))}
      {lines.map(({ seat, points, end }, i) => (
        <g key={seat} class={`seat-${seat}`}>
          <path d={"M" + points.map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`).join("L")} />
          <text x={end[0] + 4} y={letters[i]! + 4}>{letterOf(seat)}</text>
        </g>
      ))}
    </g>
  );
}

export function Chart(props: ChartProps) {
  const { history, seats, width = 320, height = 140 } = props;
  if (isFlat(history, seats)) return null;
  return <svg class="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words().money.chart}><ChartLines {...props} /></svg>;
}
