/* Since you left: what happened while nobody of this browser looked, newest last, and what is to be done now. */
import { useEffect, useState } from "preact/hooks";
import { keep, read } from "../settings";
import type { TableEvent, View } from "../wire";
import { number, words } from "../words";
import { linesOf } from "./lines";

const SHOWN = 30;

/** The number of the last event that was seen before an absence; null where nothing was missed. */
export function useAbsence(table: string, n: number): [number | null, () => void] {
  const key = `seen ${table}`;
  const [since, setSince] = useState<number | null>(() => {
    const seen = read<number | null>(key, null);
    return seen !== null && seen < n ? seen : null;
  });
  useEffect(() => {
    if (!document.hidden) keep(key, n);
    let left = n;
    const look = () => {
      if (document.hidden) left = n;
      else {
        const seen = read<number>(key, left);
        if (seen < n) setSince((already) => already ?? seen);
        keep(key, n);
      }
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [key, n]);
  return [since, () => setSince(null)];
}

export function Since({ since, events, view, status, onClose }: { since: number; events: TableEvent[]; view: View; status: string; onClose(): void }) {
  const text = words().chronicle;
  const lines = events.filter((event) => event.n > since && event.by !== view.as).flatMap((event) => linesOf(event, view));
  const untold = Math.max(0, lines.length - SHOWN) + Math.max(0, (events[0]?.n ?? 1) - 1 - since);
  if (!lines.length) return null;
  return (
    <section class="card since" aria-label={text.since}>
      <h2>{text.since}</h2>
      <ol tabIndex={0} aria-label={text.since}>
        {untold ? <li class="soft">… {text.sinceMore(untold)}</li> : null}
        {lines.slice(-SHOWN).map((line, i) => <li key={i} data-n={number(line.n)}>{line.text}</li>)}
      </ol>
      <p><strong>{status}</strong></p>
      <button type="button" onClick={onClose}>{words().ok}</button>
    </section>
  );
}
