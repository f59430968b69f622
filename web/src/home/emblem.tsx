/* A small picture for each game: an envelope with money in it, a machine, a lone coin among tiles. */
import type { GameName } from "../wire";

const drawings: Record<GameName, preact.JSX.Element> = {
  intrige: <><path class="paper" d="M10 34h76v46H10Z" /><path class="gold" d="M26 14h44v30L48 62 26 44Z" /><path class="ink" d="M10 34 48 64 86 34M36 26h24M36 35h24" /></>,
  integralis: <><circle class="gold" cx="36" cy="42" r="20" /><circle class="paper" cx="66" cy="60" r="16" /><path class="ink" d="M36 12v10M36 62v10M6 42h10M56 42h8M15 21l7 7M50 56l7 7M66 38v6M66 76v8M44 60h6M82 60h8" /><circle class="hole" cx="36" cy="42" r="7" /><circle class="hole" cx="66" cy="60" r="5" /></>,
  incorporated: <><path class="paper" d="M14 18h32v32H14ZM50 18h32v32H50ZM14 54h32v26H14Z" /><circle class="gold" cx="66" cy="67" r="15" /><path class="ink" d="M22 28h16M22 36h10M58 28h16M58 36h10M22 64h16M66 60v14" /></>,
};

export function Emblem({ game }: { game: GameName }) {
  return <svg class="emblem" viewBox="0 0 96 92" aria-hidden="true">{drawings[game]}</svg>;
}
