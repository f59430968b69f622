/* A chart of the standings over time: a line for each seat, with its letter at the end for readers who see no colours. */
import { letterOf } from "../seat";
import { number, words } from "../words";

export type Standing = Record<string, number | null>;

const [WIDTH, HEIGHT, MARGIN, LETTER] = [320, 140, 18, 10];

/** Moves heights down until no labels overlap, then up again if the lowest would be outside the picture. */
function apart(heights: number[]): number[] {
  const moved = [...heights];
  const order = heights.map((_, i) => i).sort((a, b) => heights[a]! - heights[b]!);
  let least = 0, most = HEIGHT - LETTER;
  for (const at of order) least = (moved[at] = Math.max(moved[at]!, least)) + LETTER;
  for (const at of order.reverse()) most = (moved[at] = Math.min(moved[at]!, most)) - LETTER;
  return moved;
}

export function Chart({ history, seats }: { history: Standing[]; seats: string[] }) {
  const values = history.flatMap((at) => seats.map((seat) => at[seat]).filter((value) => value != null));
  if (history.length < 2 || new Set(values).size < 2) return null;
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const x = (i: number) => MARGIN + ((WIDTH - 3 * MARGIN) * i) / (history.length - 1);
  const y = (value: number) => HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * (value - low)) / (high - low);
  const lines = seats.flatMap((seat) => {
    const points = history.flatMap((at, i) => (at[seat] == null ? [] : [[x(i), y(at[seat])] as const]));
    return points.length ? [{ seat, points, end: points.at(-1)! }] : [];
  });
  const marks = apart(lines.map(({ end }) => end[1]));
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words().money.chart}>
      <path class="axis" d={`M${MARGIN} ${y(low)}H${WIDTH - 2 * MARGIN}`} />
      <text x={MARGIN} y={MARGIN - 4}>{number(high)}</text>
      <text x={MARGIN} y={HEIGHT - MARGIN + LETTER}>{number(low)}</text>
      {lines.map(({ seat, points, end }, i) => (
        <g key={seat} class={`seat-${seat}`}>
          <path d={"M" + points.map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`).join("L")} />
          <text x={end[0] + 4} y={marks[i]! + 4}>{letterOf(seat)}</text>
        </g>
      ))}
    </svg>
  );
}
