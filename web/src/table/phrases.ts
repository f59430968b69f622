/* What bots say: they have few phrases, in English and about seats; here they are said in the page's language, by name.
 * What people say is left as it is. */
import type { TableEvent, View } from "../wire";
import { words } from "../words";
import { namingOf } from "./names";

export function spoken(event: TableEvent, view: View): string {
  const said = event.say ?? "";
  if (view.seats.find(({ seat }) => seat === event.by)?.plays !== "bot") return said;
  for (const [phrase, say] of Object.entries(words().bots.says)) {
    const [before = "", after] = phrase.split("%s");
    if (after === undefined ? said !== phrase : !said.startsWith(before) || !said.endsWith(after)) continue;
    return say(namingOf(view).of(said.slice(before.length, said.length - (after ?? "").length)));
  }
  return said;
}
