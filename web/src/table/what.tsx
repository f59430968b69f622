/* What a piece is: links to the paragraph of the rules about each kind of piece, and a key for the one with the focus. */
import { useEffect, useState } from "preact/hooks";
import { linkTo } from "../address";
import type { Pictures } from "../games/game";
import { games } from "../games/games";
import { say } from "../toast";
import type { GameName } from "../wire";
import { words } from "../words";

const paragraph = (game: GameName, at: string): string => linkTo(`rules/${game}/${at}`);

/** A row of pieces; each opens the paragraph about it. */
export function Pieces({ game }: { game: GameName }) {
  const [drawn, setDrawn] = useState<Pictures | null>(null);
  useEffect(() => void games[game].pictures?.().then(setDrawn), [game]);
  if (!drawn) return null;
  return (
    <>
      <h3>{words().table.pieces}</h3>
      <ul class="pieces">
        {drawn.pieces().map(({ kind, name, at, drawing }) => (
          <li key={kind}>
            <a href={paragraph(game, at)} target="_blank" rel="noreferrer"><span class={`drawing ${games[game].scope}`} aria-hidden="true">{drawing}</span><span>{name}</span></a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Opens the paragraph about the piece that has the focus. */
export async function explainFocused(game: GameName): Promise<void> {
  const about = (document.activeElement as HTMLElement | null)?.closest<HTMLElement>("[data-about]")?.dataset.about;
  const drawn = await games[game].pictures?.();
  const found = drawn?.pieces().find(({ kind }) => kind === about?.split(" ")[0]);
  if (found) window.open(paragraph(game, found.at), "_blank", "noopener");
  else say(words().table.noPiece);
}
