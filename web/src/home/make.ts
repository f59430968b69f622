/* Creates a table, sits down, seats the bots, and starts the game unless it waits for friends. */
import { goTo } from "../address";
import { factsOf } from "../games/facts";
import { ask, me } from "../line";
import { wasDone } from "../toast";
import type { GameName } from "../wire";
import { termsOf } from "./presets";

/** Who plays a seat: me, a friend who will join, or a bot by name. */
export type Player = "me" | "friend" | string;

export async function makeTable(keys: { game: GameName; players: number } & Record<string, unknown>, who: Player[]): Promise<void> {
  const made = await ask("create", keys);
  if (!wasDone(made)) return;
  const { table } = made;
  const { seats } = factsOf(keys.game);
  const asked = who.map((player, i) =>
    player === "me" ? ask("sit", { table, seat: seats[i] }) : player === "friend" ? null : ask("bot", { table, seat: seats[i], bot: player }));
  for (const answer of asked) if (answer) wasDone(await answer);
  if (!who.includes("friend") || me.value?.alone) wasDone(await ask("start", { table }));
  goTo(String(table));
}

/** Three opponents with different characters. */
export const OPPONENTS = ["mara", "lucia", "tomas"];

export function playNow(game: GameName): Promise<void> {
  const who = ["me", ...OPPONENTS].slice(0, factsOf(game).players[1]);
  return makeTable({ game, players: who.length, ...termsOf("loose", game) }, who);
}
