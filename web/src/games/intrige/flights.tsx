/* What moves in Intrige: money from purse to purse, relatives from home to park to post, and by boat to the island. */
import { Coins } from "../../table/coins";
import type { GameEvent } from "../../wire";
import type { Flight } from "../game";
import type { Position } from "./position";
import { Boat, Token } from "./token";

const BANK = "bank";

export function flights({ kind, seat, scholar, palace, amount, bank }: GameEvent, { turn }: Position): Flight[] {
  const coins = (from: string, to: string): Flight[] => (amount === 0 ? [] : [{ from, to, piece: <Coins amount={amount} />, noise: "coin" }]);
  const token = <Token scholar={String(scholar)} />;
  const payer = bank ? BANK : `purse ${seat}`;
  switch (kind) {
    case "income": case "final_income": return coins(BANK, `purse ${seat}`);
    case "pays": return coins(payer, `purse ${turn}`);
    case "refunded": return coins(`purse ${turn}`, payer);
    case "sends": return [{ from: `home ${seat}`, to: `park ${palace}`, piece: token }];
    case "gets_post": return [{ from: `scholar ${scholar}`, to: `scholar ${scholar}`, piece: token, arrives: ".token", noise: "stamp" }];
    case "banished": return [{ from: `scholar ${scholar}`, to: "island", piece: <Boat>{token}</Boat> }];
    default: return [];
  }
}
