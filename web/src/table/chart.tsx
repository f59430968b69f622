/* How everybody stood over time: a line for each seat, told apart by its mark at the end as well. */
import { number, words } from "../words";

export type Standing = Record<string, number | null>;

const [WIDTH, HEIGHT, MARGIN] = [320, 140, 18];

export function Chart({ history, seats }: { history: Standing[]; seats: string[] }) {
  const values = history.flatMap((at) => seats.map((seat) => at[seat]).filter((value) => value != null));
  if (history.length < 2 || new Set(values).size < 2) return null;
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  const x = (i: number) => MARGIN + ((WIDTH - 3 * MARGIN) * i) / (history.length - 1);
  const y = (value: number) => HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * (value - low)) / (high - low);
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words().money.chart}>
      <path class="axis" d={`M${MARGIN} ${y(low)}H${WIDTH - 2 * MARGIN}`} />
      <text x={MARGIN} y={MARGIN - 4}>{number(high)}</text>
      {seats.map((seat) => {
        const points = history.flatMap((at, i) => (at[seat] == null ? [] : [[x(i), y(at[seat])] as const]));
        const end = points.at(-1);
        return end ? (
          <g key={seat} class={`seat-${seat}`}>
            <path d={"M" + points.map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`).join("L")} />
            <text x={end[0] + 4} y={end[1] + 4}>{words().marks[seat]}</text>
          </g>
        ) : null;
      })}
    </svg>
  );
}
