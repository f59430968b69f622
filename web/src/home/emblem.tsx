/* The small picture of a game. */
import { games } from "../games/games";
import type { GameName } from "../wire";

export function Emblem({ game }: { game: GameName }) {
  return <svg class="emblem" viewBox="0 0 96 92" aria-hidden="true">{games[game].emblem}</svg>;
}
