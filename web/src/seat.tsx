/* The mark of a seat: it has a shape and a letter as well as a colour, so that the page works without colours. */
import type { Game, Shape } from "./games/game";
import type { Seat } from "./wire";
import { words } from "./words";

/** Several games use colours as seats. Other seats are defined by their game. */
const colours: Record<Seat, Shape> = {
  red: { path: "M16 2a14 14 0 1 0 0 28a14 14 0 1 0 0-28Z" },
  yellow: { path: "M16 2 31 29H1Z", letterAt: [16, 25] }, // the centre of a triangle is below the centre of its box
  green: { path: "M3 3H29V29H3Z" },
  blue: { path: "M16 1 31 16 16 31 1 16Z" },
  violet: { path: "M16 1 31 12 25 30H7L1 12Z" },
};
/** The games, which games/games.ts adds: their boards draw seats, so it cannot be imported here. */
const games: Game[] = [];
export const addSeatsOf = (game: Game): void => void games.push(game);
const gameOf = (seat: Seat) => games.find((game) => game.words().seats?.[seat]);

export const seatName = (seat: Seat): string => words().seats[seat] ?? gameOf(seat)?.words().seats?.[seat]?.name ?? seat;
export const letterOf = (seat: Seat): string => words().marks[seat] ?? gameOf(seat)?.words().seats?.[seat]?.mark ?? "";
const shapeOf = (seat: Seat): Shape => colours[seat] ?? gameOf(seat)?.shapes?.[seat] ?? colours.red!;

export function SeatMark({ seat, size = 24, title }: { seat: Seat; size?: number; title?: string }) {
  const { path, letterAt: [x, y] = [16, 21] } = shapeOf(seat);
  const letters = letterOf(seat);
  return (
    <svg class={`mark seat-${seat}`} width={size} height={size} viewBox="0 0 32 32" role="img" aria-label={title ?? seatName(seat)}>
      <path d={path} />
      <text class={letters.length > 1 ? "long" : ""} x={x} y={y} text-anchor="middle">{letters}</text>
    </svg>
  );
}
