/* Help to decide, for those who switched it on, at tables that allow it: a few lines in a place of their own, whose
 * height never changes. */
import { useEffect, useState } from "preact/hooks";
import type { Helper } from "../games/game";
import { games } from "../games/games";
import { helping } from "../settings";
import type { GameEvent, View } from "../wire";
import { words } from "../words";
import { namingOf } from "./names";

/** Whether this viewer gets help at this table. */
export const isHelped = (view: View): boolean =>
  helping.value && view.stage === "playing" && view.as !== "spectator" && view.settings?.help !== "forbidden" && games[view.game].help !== undefined;

export function Help({ view, past, picked }: { view: View; past: GameEvent[]; picked: string | null }) {
  const text = words().help;
  const [helper, setHelper] = useState<{ help: Helper } | null>(null);
  useEffect(() => void games[view.game].help!().then(setHelper), [view.game]);
  const { position } = view;
  const lines = helper && position && view.legal?.length ? helper.help({ ...view, position }, namingOf(view), past, picked) : [];
  return (
    <section class="help" aria-label={text.title}>
      <h2>{text.title}</h2>
      {lines.length ? <ul tabIndex={0} aria-label={text.title}>{lines.map((line) => <li key={line}>{line}</li>)}</ul> : <p class="soft">{text.nothing}</p>}
    </section>
  );
}
