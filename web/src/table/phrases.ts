/* Bots talk in English and name seats. This translates their sentences and replaces seats by names.
 * What people say stays as it is. */
import type { Naming } from "../games/game";
import type { Seat, SeatInfo } from "../wire";
import { words } from "../words";

export function spoken({ by, say: said = "" }: { by?: Seat; say?: string }, seats: SeatInfo[], naming: Naming): string {
  if (seats.find(({ seat }) => seat === by)?.plays !== "bot") return said;
  for (const [phrase, say] of Object.entries(words().bots.says)) {
    const [before = "", after] = phrase.split("%s");
    if (after === undefined ? said !== phrase : !said.startsWith(before) || !said.endsWith(after)) continue;
    const about = said.slice(before.length, said.length - (after ?? "").length);
    if (after !== undefined && !seats.some(({ seat }) => seat === about)) continue; // a longer phrase that begins and ends alike
    return say.replace("%s", naming.of(about));
  }
  return said;
}
