/* What a game is to the rest of the page: how it is drawn and worded. No rule is written here: what may be done is the
 * legal list, what is shown is the position, and what follows from the position by the rules are the view's facts. */
import type { ComponentChildren, FunctionComponent } from "preact";
import type { Pledge } from "../promises/pact";
import type { Speech } from "../promises/phrase";
import type { Noise } from "../table/noises";
import type { GameEvent, Seat, View } from "../wire";

/** How the names of people and seats are said: "Anna", "you", or "Red" where nobody sits. */
export interface Naming {
  /** Whose eyes: their seat is "you" in sentences that have a word for it. */
  me: Seat | "spectator";
  of(seat: Seat): string;
}

export interface Choice {
  /** The notation of the move. */
  move: string;
  /** What it says to the player, in words: "Pay 3,000 for your clerk". Asked once more where it cannot be taken back. */
  words: string;
  /** Paid, banished, sealed: a second step is asked for (unless the player has switched that off). */
  final?: boolean;
}

export interface BoardProps<Position> {
  view: View<Position> & { position: Position };
  naming: Naming;
  /** Empty where it is not this viewer's to move, in a replay, or while a move is on its way. */
  legal: string[];
  choose(choice: Choice): void;
  /** What happened last, newest last, for marks on the board (who just moved where). */
  recent: GameEvent[];
  /** Everything known to have led to this position, newest last: who came late knows only the end of it. */
  past: GameEvent[];
}

/** One source of a seat's result, for the end screen: the words of the source, and how much it brought (or cost). */
export interface Income {
  seat: Seat;
  source: string;
  amount: number;
}

/** A pact that is often made: ready to be proposed, or to be changed first. */
export interface Ready {
  /** Of several of a kind one is shown, unless something is pointed at. */
  kind: string;
  title: string;
  /** What it is about, as pieces name themselves (`data-about`): "seat green", "scholar red.clerk", "machine fold". */
  about: string[];
  with: Seat[];
  /** Can only be made in secret. */
  secret?: boolean;
  promises: Pledge[];
}

/** What the page says of a game away from its board. */
export interface About {
  title: string;
  /** One sentence for the home page. */
  blurb: string;
  /** By the names that `kickback games` gives; without the option `promises`, which every game has. */
  editions: Record<string, string>;
  options: Record<string, { label: string; values: Record<string, string> }>;
  /** What a first game is told, by the verb of what may be done; "begin" comes first. */
  lessons: Record<string, string>;
  /** Refusals of this game by their names; without one, the sentence of the rules is shown. */
  refusals: Record<string, string>;
  /** Where seats are no colours: the name of each, and what stands on its mark. */
  seats?: Record<Seat, { name: string; mark: string }>;
}

/** The mark of a seat, 32 by 32, and where its letter stands. */
export interface Shape {
  path: string;
  letterAt?: [x: number, y: number];
}

/** Something on its way from one place of the board to another, which name themselves by `data-place` or `data-about`. */
export interface Flight {
  from: string;
  to: string;
  piece: ComponentChildren;
  /** What then lies at the place, and is not seen there before: a selector. */
  arrives?: string;
  noise?: Noise;
}

export interface Game<Position = any> {
  words(): About;
  /** A small picture for the home page, 96 by 92, in the classes `paper`, `gold`, `ink` and `hole`. */
  emblem: preact.JSX.Element;
  /** The marks of seats that are no colours. */
  shapes?: Record<Seat, Shape>;
  /** A seat can be asked where it has only one answer: the page offers to let the server give it. */
  hasForcedAnswers?: boolean;
  Board: FunctionComponent<BoardProps<Position>>;
  /** The status line: who must do what. Other words for me than for the rest; simultaneous steps name who is missing. */
  status(view: View<Position>, naming: Naming): string;
  /** The chronicle's line for an event; null where it needs none. */
  tell(event: GameEvent, naming: Naming): string | null;
  /** The whole table as lines of text, for the text view. */
  describe(view: View<Position> & { position: Position }, naming: Naming): string[];
  /** Each seat's money or score as the position shows it; null where this viewer may not know. */
  standing(position: Position): Record<Seat, number | null>;
  /** Where money or points came from: an event's part in the seats' results, called as `events.flatMap(game.income)` does,
   * because whom a bribe goes to is told by the turn it is paid in. Over a whole game seen by everybody's eyes the amounts
   * of a seat add up to its score less `startOf`. */
  income(event: GameEvent, at: number, events: GameEvent[]): Income[];
  /** Promises: how deeds are said, and which pacts are often made from here, best first; `about` is what was pointed at. */
  speech: Speech;
  ready(view: View<Position> & { position: Position }, me: Seat, about: string | null): Ready[];
  /** What an event carries over the board; the position is the one it led to. */
  flights?(event: GameEvent, position: Position): Flight[];
  /** What a deal came to, for the end screen; a kept one is kept by two. */
  deal?(event: GameEvent): { seat: Seat; also?: Seat; kept: boolean } | null;
}
