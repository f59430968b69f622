/* A seat's mark: its shape and letter as well as its colour, so that the page works in grey. */
import { words } from "./words";

const shapes: Record<string, string> = {
  red: "M16 2a14 14 0 1 0 0 28a14 14 0 1 0 0-28Z",
  yellow: "M16 2 31 29H1Z",
  green: "M3 3H29V29H3Z",
  blue: "M16 1 31 16 16 31 1 16Z",
  violet: "M16 1 31 12 25 30H7L1 12Z",
  suns: "M16 0l4 6 7-2-1 7 6 5-6 5 1 7-7-2-4 6-4-6-7 2 1-7-6-5 6-5-1-7 7 2Z",
  moons: "M24 3.3A15 15 0 1 0 24 28.7A18 18 0 0 1 24 3.3Z",
  crowns: "M2 7l7 7 7-12 7 12 7-7-3 21H5Z",
  arms: "M3 3H29V15C29 24 22 29 16 31 10 29 3 24 3 15Z",
};
/** Where the letter stands: the middle of a triangle is lower than its box's. */
const letterAt: Record<string, [number, number]> = { yellow: [16, 25], moons: [10, 21], crowns: [16, 24] };

export function SeatMark({ seat, size = 24, title }: { seat: string; size?: number; title?: string }) {
  const [x, y] = letterAt[seat] ?? [16, 21];
  const letters = words().marks[seat] ?? "";
  const name = title ?? words().seats[seat] ?? seat;
  return (
    <svg class={`mark seat-${seat}`} width={size} height={size} viewBox="0 0 32 32" role="img" aria-label={name}>
      <path d={shapes[seat] ?? shapes.red} />
      <text class={letters.length > 1 ? "long" : ""} x={x} y={y} text-anchor="middle">{letters}</text>
    </svg>
  );
}
