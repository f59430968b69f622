/* Instead of a table that cannot be shown: the reason. */
import { linkTo } from "../address";
import { why } from "../toast";
import type { Answer } from "../wire";
import { words } from "../words";

export function Missing({ why: reason }: { why: Answer & { ok: false } }) {
  return (
    <main class="card missing">
      <p>{reason.error === "no_table" ? words().table.missing : words().table.refused(why(reason))}</p>
      <a class="button" href={linkTo("")}>{words().home}</a>
    </main>
  );
}
