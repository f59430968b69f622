/* What happened, round by round. The position contains neither the last round nor who opened an empty fist. */
import type { GameEvent, Seat } from "../../wire";
import type { Tile } from "./position";

export interface Fist {
  seat: Seat;
  coins: number[];
}

export interface Round {
  /** Null if the beginning of the round is not known. */
  number: number | null;
  /** By initiative, in the order of play. */
  tiles: Tile[][];
  /** The totals of open tasks when the round was counted. */
  counted: Map<Tile, { total: number; complete: boolean }>;
  /** By initiative; empty before scoring. */
  succeeded: boolean[];
  scores: Record<Seat, number>;
  /** The fists that were opened last, and for which tile. */
  fists: { tile: Tile; opened: Fist[] } | null;
}

const begin = (number: number | null): Round => ({ number, tiles: [], counted: new Map(), succeeded: [], scores: {}, fists: null });

/** Parses the coins of an event: "0+3" or "none". */
const coinsIn = (text: string): number[] => (text === "none" ? [] : text.split("+").map(Number));

function note(round: Round, event: GameEvent): void {
  const tile = event.tile as Tile;
  switch (event.kind) {
    case "plays": {
      const initiative = Number((event.task as string).split(".")[0]) - 1;
      (round.tiles[initiative] ??= []).push(tile);
      break;
    }
    case "chooses":
      if (round.fists?.tile !== tile) round.fists = null;
      break;
    case "commits":
      if (round.fists?.tile !== tile) round.fists = { tile, opened: [] };
      round.fists.opened.push({ seat: event.seat!, coins: coinsIn(event.coins as string) });
      break;
    case "counted":
      round.counted.set(tile, { total: event.amount!, complete: event.complete as boolean });
      break;
    case "succeeds":
    case "fails":
      round.succeeded[(event.initiative as number) - 1] = event.kind === "succeeds";
      break;
    case "scores":
      round.scores[event.seat!] = event.amount!;
      break;
  }
}

export function roundsOf(past: GameEvent[]): Round[] {
  const rounds: Round[] = [];
  for (const event of past) {
    if (event.kind === "round") rounds.push(begin(event.round as number));
    else if (rounds.length === 0) rounds.push(begin(null));
    note(rounds.at(-1)!, event);
  }
  const [cut, next] = rounds;
  if (cut?.number === null && next?.number) cut.number = next.number - 1;
  return rounds;
}
