/* The interface between a game and the rest of the page: how the game is drawn and worded. It contains no rules: the legal
 * list says what may be done, the position what is shown, and the view's facts what follows from the position. */
import type { ComponentChildren, FunctionComponent } from "preact";
import type { Pledge } from "../promises/pact";
import type { Speech } from "../promises/phrase";
import type { Noise } from "../table/noises";
import type { GameEvent, Seat, View } from "../wire";

/** How to name a seat: "Anna", "you", or "Red" if nobody sits there. */
export interface Naming {
  /** The viewer. Sentences call this seat "you" if they have a form for it. */
  me: Seat | "spectator";
  of(seat: Seat): string;
}

export interface Choice {
  /** The notation of the move. */
  move: string;
  /** The move in words: "Pay 3,000 for your clerk". Also the text of the confirmation. */
  words: string;
  /** The move cannot be taken back: ask for confirmation, unless the player has switched that off. */
  final?: boolean;
}

export interface BoardProps<Position> {
  view: View<Position> & { position: Position };
  naming: Naming;
  /** Empty if it is not this viewer's turn, in a replay, or while a move is being sent. */
  legal: string[];
  choose(choice: Choice): void;
  /** The latest events, newest last, for marks on the board (who just moved where). */
  recent: GameEvent[];
  /** All known events up to this position, newest last. A viewer who joined late has only the last of them. */
  past: GameEvent[];
  /** What the player has picked for the decision, or null. Only games whose help follows it call this. */
  onPick?(picked: string | null): void;
}

/** One source of a seat's result, for the end screen: its name, and how much it brought (or cost). */
export interface Income {
  seat: Seat;
  source: string;
  amount: number;
}

/** A suggestion for a common pact, which the player can propose as it is or change first. */
export interface Ready {
  /** Only one suggestion of each kind is shown, unless the player has pointed at something. */
  kind: string;
  title: string;
  /** The pieces it is about, by their `data-about`: "seat green", "scholar red.clerk", "machine fold". */
  about: string[];
  with: Seat[];
  /** The pact can only be made in secret. */
  secret?: boolean;
  promises: Pledge[];
}

/** An option of a game: its label, its values, and for each value worth a mention a few words that fit on a chip. */
export interface OptionWords {
  label: string;
  values: Record<string, string>;
  chips: Record<string, string>;
}

/** Texts about a game outside its board. */
export interface About {
  title: string;
  /** One sentence for the home page. */
  blurb: string;
  /** Keys are the names printed by `kickback games`. The option `promises` is missing, since every game has it. */
  editions: Record<string, string>;
  options: Record<string, OptionWords>;
  /** The guide's texts for a first game, by the verb of a legal move; "begin" comes first. */
  lessons: Record<string, string>;
  /** Refusals of this game by name. If one is missing, the sentence from the rules is shown. */
  refusals: Record<string, string>;
  /** If seats are not colours: the name of each, and the letter on its mark. */
  seats?: Record<Seat, { name: string; mark: string }>;
}

/** The mark of a seat, 32 by 32, and the position of its letter. */
export interface Shape {
  path: string;
  letterAt?: [x: number, y: number];
}

/** A piece that moves from one place on the board to another. Places are named by `data-place` or `data-about`. */
export interface Flight {
  from: string;
  to: string;
  piece: ComponentChildren;
  /** A selector for the piece at the destination, which stays hidden until the flight arrives. */
  arrives?: string;
  noise?: Noise;
}

/** A moment of a game that is worth telling when it is over. */
export interface Scene {
  kind: "bribe" | "effort" | "betrayal" | "banishment" | "hindrance" | "bargain" | "kept";
  /** The move that caused it, counted from 1. */
  move: number;
  /** Who did it, and to whom. */
  seat: Seat;
  to?: Seat;
  /** Compares scenes of the same kind: the dearest bribe has the largest number. */
  worth: number;
  /** "The dearest bribe", and what happened in a sentence. */
  title: string;
  text: string;
}

/** An event and the move that caused it. */
export interface Told {
  move: number;
  event: GameEvent;
}

/** What helps the viewer to decide, in at most four lines. Made from what the viewer may know: facts and past events.
 * `picked`: what the player has picked on the board, if the board says so. */
export type Helper<Position = any> = (view: View<Position> & { position: Position }, naming: Naming, past: GameEvent[], picked: string | null) => string[];

/** Drawings made of the game's own pieces. `at` is the number of the chapter or paragraph of RULES.md. */
export interface Pictures {
  /** For the phases of the game, each with what it shows, in a sentence or two. */
  pictures(): { at: string; says: string; drawing: ComponentChildren }[];
  /** The kinds of pieces, and the paragraph about each. `kind` is the first word of a piece's `data-about`, or its `data-what`. */
  pieces(): { kind: string; name: string; at: string; drawing: ComponentChildren }[];
}

export interface Game<Position = any> {
  words(): About;
  /** A small picture for the home page, 96 by 92, drawn with the classes `paper`, `gold`, `ink` and `hole`. */
  emblem: preact.JSX.Element;
  /** The marks of seats that are not colours. */
  shapes?: Record<Seat, Shape>;
  /** Seats are sometimes asked with only one possible answer: the page offers to let the server give it. */
  hasForcedAnswers?: boolean;
  Board: FunctionComponent<BoardProps<Position>>;
  /** The status line: who must do what. It addresses the viewer as "you"; simultaneous steps name who is missing. */
  status(view: View<Position>, naming: Naming): string;
  /** The chronicle's line for an event; null if it needs none. */
  tell(event: GameEvent, naming: Naming): string | null;
  /** The lines of an event that is part of a sum shown step by step, such as a closing time; null if it is none. */
  steps?(view: View<Position> & { position: Position }, event: GameEvent, naming: Naming): string[] | null;
  /** Kinds of events that happen by themselves, such as the beginning of a turn. */
  routine?: string[];
  /** The whole table as lines of text, for the text view. */
  describe(view: View<Position> & { position: Position }, naming: Naming): string[];
  /** Each seat's money or score in the position; null if this viewer may not know it. */
  standing(position: Position): Record<Seat, number | null>;
  /** Where money or points came from: what an event adds to the seats' results. Called by `events.flatMap(game.income)`,
   * since earlier events of the turn show whom a bribe goes to. Over a whole game in which everything is visible, the
   * amounts of a seat add up to its score less what it started with. */
  income(event: GameEvent, at: number, events: GameEvent[]): Income[];
  /** Promises: how deeds are worded, and suggestions for pacts, best first. `about` is what the player pointed at. */
  speech: Speech;
  ready(view: View<Position> & { position: Position }, me: Seat, about: string | null): Ready[];
  /** The pieces that an event moves. The position is the one after the event. */
  flights?(event: GameEvent, position: Position): Flight[];
  /** The bribes, betrayals, banishments and bargains of a game in which everything is visible. `view`: the table after a move. */
  scenes?(told: Told[], view: (move: number) => View<Position>, naming: Naming): Scene[];
  /** The class that the styles of the pieces need around them. */
  scope?: string;
  /** Loads the drawings for the rules. */
  pictures?(): Promise<Pictures>;
  /** Loads the help to decide. */
  help?(): Promise<{ help: Helper<Position> }>;
  /** The key of the position with each seat's money, if money can be hidden. */
  purses?: keyof Position & string;
  /** The outcome of a deal, for the end screen. `also` is the other seat of a deal that was kept. */
  deal?(event: GameEvent): { seat: Seat; also?: Seat; kept: boolean } | null;
}
