/* What happened, round by round: the position tells neither the last round nor who had opened an empty fist. */
import type { GameEvent, Seat } from "../../wire";
import { suitOf, valueOf, type Tile } from "./position";

export interface Fist {
  seat: Seat;
  coins: number[];
}

export interface Round {
  /** Null where its beginning is not known. */
  number: number | null;
  /** By initiative, in the order played. */
  tiles: Tile[][];
  /** What open tasks came to at the count. */
  counted: Map<Tile, { total: number; complete: boolean }>;
  /** By initiative; empty before the score. */
  succeeded: boolean[];
  scores: Record<Seat, number>;
  /** The fists opened last, and for which tile. */
  fists: { tile: Tile; opened: Fist[] } | null;
}

const begin = (number: number | null): Round => ({ number, tiles: [], counted: new Map(), succeeded: [], scores: {}, fists: null });

/** "0+3" or "none", as an event has them. */
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

/** How often a tile of a failed initiative counts against its seat. */
const BLAME = 2;

/** What a seat's tiles in a round's initiatives brought and cost. */
export function pointsOf(round: Round, seat: Seat): { won: number; lost: number } {
  const points = { won: 0, lost: 0 };
  round.tiles.forEach((tiles, initiative) => {
    for (const tile of tiles.filter((tile) => suitOf(tile) === seat)) {
      if (round.succeeded[initiative]) points.won += valueOf(tile);
      else points.lost -= BLAME * valueOf(tile);
    }
  });
  return points;
}
