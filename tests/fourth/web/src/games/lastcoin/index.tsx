/* The Last Coin as the page uses it. */
import { movesOf } from "../../legal";
import { amountWords } from "../../promises/phrase";
import { SeatMark } from "../../seat";
import type { GameEvent, Seat } from "../../wire";
import { list } from "../../words";
import type { BoardProps, Game, Income, Naming } from "../game";
import { own } from "./words";

interface Position {
  left: number;
  taken: Record<Seat, number>;
}

function Board({ view: { position }, naming, legal, choose }: BoardProps<Position>) {
  const text = own();
  return (
    <div class="board">
      <h2>{text.pile(position.left)}</h2>
      <ul>{Object.entries(position.taken).map(([seat, n]) => <li key={seat}><SeatMark seat={seat} /> {text.has(naming.of(seat), n)}</li>)}</ul>
      <div class="row">
        {movesOf(legal, "take").map(([n]) => (
          <button key={n} type="button" class="main" onClick={() => choose({ move: `take ${n}`, words: text.take(Number(n)) })}>{text.take(Number(n))}</button>
        ))}
      </div>
    </div>
  );
}

function tell({ kind, seat, amount }: GameEvent, naming: Naming): string | null {
  const name = naming.of(seat!);
  if (kind === "begins") return own().begins(name);
  return kind === "takes" ? own().takes(name, amount!) : kind === "loses" ? own().loses(name, amount!) : null;
}

function income({ kind, seat, amount }: GameEvent): Income[] {
  const { taken, lost } = own().sources;
  if (kind === "takes") return [{ seat: seat!, source: taken, amount: amount! }];
  return kind === "loses" ? [{ seat: seat!, source: lost, amount: -amount! }] : [];
}

export const lastcoin: Game<Position> = {
  words: own,
  emblem: <circle class="gold" cx="48" cy="46" r="26" />,
  Board,
  status: ({ actors = [], as, stage }, naming) =>
    stage === "over" ? own().over : actors.includes(as) ? own().yours : own().waits(list(actors.map(naming.of))),
  tell,
  describe: ({ position }, naming) => [own().pile(position.left), ...Object.entries(position.taken).map(([seat, n]) => own().has(naming.of(seat), n))],
  standing: ({ taken }) => taken,
  income,
  speech: {
    template: (verb) => (verb === "take" ? own().promises.take : null),
    hole: (_, args, at) => amountWords(args[at] ?? "*"),
    turn: () => own().promises.turn,
    sums: { head: "", low: 1, high: 3, step: 1 },
  },
  ready: ({ position }, me) =>
    Object.keys(position.taken).filter((seat) => seat !== me).map((seat) => ({
      kind: "one", title: own().promises.ready, about: [`seat ${seat}`], with: [seat], promises: [{ seat, will: "take <=1", term: "next" }],
    })),
};
