/* The score sheet, round by round, and the last round as it was counted. */
import { SeatMark } from "../../seat";
import { number } from "../../words";
import type { Naming } from "../game";
import type { Round } from "./history";
import { signs, TileFace } from "./pieces";
import { seatsOf, type Table } from "./position";
import { tileName } from "./say";
import { own } from "./words";

const isScored = (round: Round): boolean => Object.keys(round.scores).length > 0;
const roundNumber = (round: Round): string => (round.number ? number(round.number) : "…");

export function ScoreSheet({ position, naming, rounds }: { position: Table; naming: Naming; rounds: Round[] }) {
  const seats = seatsOf(position);
  const words = own().sheet;
  const scored = rounds.filter(isScored);
  const earlier = seats.map((seat) => scored.reduce((rest, round) => rest - round.scores[seat]!, position.scores[seat]!));
  const row = (head: string, amounts: number[]) => (
    <tr key={head}>
      <th scope="row">{head}</th>
      {amounts.map((amount, i) => <td key={i}>{number(amount)}</td>)}
    </tr>
  );
  return (
    <section class="card inc-sheet">
      <h3>{words.title}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col"><span class="quiet">{words.round}</span></th>
            {seats.map((seat) => <th key={seat} scope="col"><SeatMark seat={seat} title={naming.of(seat)} /></th>)}
          </tr>
        </thead>
        <tbody>
          {earlier.some((amount) => amount !== 0) ? row(words.earlier, earlier) : null}
          {scored.map((round) => row(roundNumber(round), seats.map((seat) => round.scores[seat]!)))}
        </tbody>
        <tfoot>{row(words.total, seats.map((seat) => position.scores[seat]!))}</tfoot>
      </table>
    </section>
  );
}

function CountedTile({ round, tile }: { round: Round; tile: string }) {
  const counted = round.counted.get(tile);
  const { complete, short, atOnce } = own().sheet;
  const name = counted ? (counted.complete ? complete : short)(tileName(tile), number(counted.total)) : atOnce(tileName(tile));
  return (
    <span class="inc-counted" role="img" aria-label={name} title={name}>
      <TileFace tile={tile} turned={!counted || counted.complete} />
      <small>{counted ? number(counted.total) : null}</small>
    </span>
  );
}

/** The result of the previous round, whose tiles are no longer on the table. */
export function LastRound({ round, naming }: { round: Round; naming: Naming }) {
  return (
    <details class="card inc-last" open>
      <summary>{own().sheet.last(roundNumber(round))}</summary>
      <ol>
        {round.tiles.map((tiles, i) => {
          const became = round.succeeded[i] ? "succeeded" : "failed";
          return (
            <li key={i} class={`inc-is-${became}`}>
              <b>{signs[became]} {own().standing[became]}</b>
              {tiles.map((tile) => <CountedTile key={tile} round={round} tile={tile} />)}
            </li>
          );
        })}
      </ol>
      <p class="row">
        {Object.entries(round.scores).map(([seat, amount]) => (
          <span key={seat}><SeatMark seat={seat} title={naming.of(seat)} /> <b>{amount > 0 ? "+" : ""}{number(amount)}</b></span>
        ))}
      </p>
    </details>
  );
}

/** The previous round, if its scores are known and the current round has only just begun. */
export function lastScored(position: Table, rounds: Round[]): Round | null {
  const round = rounds.at(-2);
  return round && isScored(round) && position.initiatives.length < 2 ? round : null;
}
