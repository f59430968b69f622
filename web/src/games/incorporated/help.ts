/* Help to decide in Incorporated: what tasks still need, and what initiatives pay and cost. Loaded when wanted. */
import { list, number, wordsOf } from "../../words";
import type { Helper } from "../game";
import { missing, running, tableOf, type Position, type Table } from "./position";
import { tileName } from "./say";

const en = {
  atOnce: (tile: string, coin: string) => `${tile}: a coin of ${coin} or more completes it at once.`,
  needs: (tile: string, sum: string) => `${tile} needs ${sum} more when the round is counted.`,
  enough: (tile: string) => `${tile} has enough as things stand.`,
  stakes: (number: string, who: string) => `Initiative ${number}: ${who}.`,
  stake: (name: string, wins: string, loses: string) => `${name} +${wins} or −${loses}`,
  nothing: "no points at stake",
  short: (tiles: string) => ` Short: ${tiles}.`,
  by: (tile: string, sum: string) => `${tile} by ${sum}`,
};
const de: typeof en = {
  atOnce: (tile, coin) => `${tile}: eine Münze ab ${coin} erledigt sie sofort.`,
  needs: (tile, sum) => `${tile} braucht noch ${sum}, wenn abgerechnet wird.`,
  enough: (tile) => `${tile} hat genug, so wie es steht.`,
  stakes: (number, who) => `Initiative ${number}: ${who}.`,
  stake: (name, wins, loses) => `${name} +${wins} oder −${loses}`,
  nothing: "keine Punkte im Spiel",
  short: (tiles) => ` Es fehlt: ${tiles}.`,
  by: (tile, sum) => `${tile} ${sum}`,
};
const own = wordsOf(en, de);

/** What an initiative pays and costs, the viewer first, and which of its tasks are short. */
function stakesOf(table: Table, i: number, { me, of }: Parameters<Helper>[1]): string {
  const text = own();
  const stakes = Object.entries(table.facts.initiatives[i]!.stakes).filter(([, { wins }]) => wins).sort(([a], [b]) => Number(b === me) - Number(a === me));
  const short = table.initiatives[i]!.filter((task) => task.state === "open" && missing(task) > 0 && task !== running(table));
  return text.stakes(number(i + 1), stakes.length ? list(stakes.map(([seat, { wins, loses }]) => text.stake(of(seat), number(wins), number(loses)))) : text.nothing)
    + (short.length ? text.short(list(short.map((task) => text.by(tileName(task.tile), number(missing(task)))))) : "");
}

export const help: Helper<Position> = (view, naming) => {
  const text = own();
  const table = tableOf(view);
  const task = running(table);
  const { running: at, at_once: coin, initiatives } = table.facts;
  if (table.step === "over" || table.facts.counted) return [];
  const all = initiatives.map((_, i) => i).filter((i) => initiatives[i]!.standing !== "done");
  if (!task || !at) return all.map((i) => stakesOf(table, i, naming));
  const needs = table.step === "staff" ? text.atOnce(tileName(task.tile), number(coin!)) : missing(task) > 0 ? text.needs(tileName(task.tile), number(missing(task))) : text.enough(tileName(task.tile));
  return [needs, stakesOf(table, Number(at.split(".")[0]) - 1, naming)];
};
