/* What a piece is: the paragraph of the rules about it, and a list of all kinds of pieces. */
import { useEffect, useState } from "preact/hooks";
import { linkTo } from "../address";
import { Dialog } from "../dialog";
import type { Pictures } from "../games/game";
import { games, titleOf } from "../games/games";
import { Paragraph } from "../home/rules";
import { say } from "../toast";
import type { GameName } from "../wire";
import { words } from "../words";

type Piece = ReturnType<Pictures["pieces"]>[number];

const piecesOf = async (game: GameName): Promise<Piece[]> => (await games[game].pictures?.())?.pieces() ?? [];

const Drawn = ({ game, of }: { game: GameName; of: Piece }) => <span class={`drawing ${games[game].scope}`} aria-hidden="true">{of.drawing}</span>;

/** A row of pieces; each opens the paragraph about it. */
export function Pieces({ game, onAsk }: { game: GameName; onAsk(kind: string): void }) {
  const [pieces, setPieces] = useState<Piece[]>([]);
  useEffect(() => void piecesOf(game).then(setPieces), [game]);
  if (!pieces.length) return null;
  return (
    <ul class="pieces">
      {pieces.map((piece) => <li key={piece.kind}><button type="button" onClick={() => onAsk(piece.kind)}><Drawn game={game} of={piece} /><span>{piece.name}</span></button></li>)}
    </ul>
  );
}

/** The paragraph about one kind of piece. */
export function Explained({ game, kind, onClose }: { game: GameName; kind: string; onClose(): void }) {
  const [piece, setPiece] = useState<Piece | null>(null);
  useEffect(() => void piecesOf(game).then((pieces) => {
    const found = pieces.find((each) => each.kind === kind);
    if (found) return setPiece(found);
    say(words().table.noPiece);
    onClose();
  }), [kind]);
  if (!piece) return null;
  return (
    <Dialog title={piece.name} onClose={onClose}>
      <div class="explained">
        <Drawn game={game} of={piece} />
        <Paragraph game={game} at={piece.at} />
      </div>
      <p><a href={linkTo(`rules/${game}/${piece.at}`)} target="_blank" rel="noreferrer">{words().house.readRules(titleOf(game))}</a></p>
    </Dialog>
  );
}
