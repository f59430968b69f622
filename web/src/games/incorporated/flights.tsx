/* What moves in Incorporated: tiles to the table, coins out of opened fists, managers, and points. */
import { Coins } from "../../table/coins";
import type { GameEvent } from "../../wire";
import type { Flight } from "../game";
import { CoinFace, Pawn, TileFace } from "./pieces";
import type { Tile } from "./position";

export function flights({ kind, seat = "", tile, coin, coins, amount }: GameEvent): Flight[] {
  const [home, task] = [`seat ${seat}`, `tile ${tile}`];
  const paid = (value: number): Flight => ({ from: home, to: task, piece: <CoinFace seat={seat} coin={value} />, noise: "coin" });
  switch (kind) {
    case "plays": return [{ from: home, to: task, piece: <span class="inc-flying"><TileFace tile={tile as Tile} /></span>, arrives: ".inc-tile", noise: "stamp" }];
    case "staffs": return [paid(coin as number)];
    case "commits": return coins === "none" ? [] : String(coins).split("+").map((value) => paid(Number(value)));
    case "manages": return [{ from: home, to: task, piece: <Pawn seat={seat} />, noise: "stamp" }];
    case "scores": return amount ? [{ from: "table", to: home, piece: <Coins amount={amount} /> }] : [];
    default: return [];
  }
}
