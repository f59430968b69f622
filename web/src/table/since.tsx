/* "Since you left": what happened while nobody was looking in this browser, newest last, and what to do now. */
import { useEffect, useState } from "preact/hooks";
import { keep, read } from "../settings";
import type { TableEvent, View } from "../wire";
import { number, words } from "../words";
import { linesOf } from "./lines";

const SHOWN = 30;

/** The events after `from` up to `to` happened while nobody was looking. */
interface Absence {
  from: number;
  to: number;
}

/** Null if nothing was missed. */
export function useAbsence(table: string, n: number): [Absence | null, () => void] {
  const key = `seen ${table}`;
  const [absence, setAbsence] = useState<Absence | null>(() => {
    const seen = read<number | null>(key, null);
    return seen !== null && seen < n ? { from: seen, to: n } : null;
  });
  useEffect(() => {
    if (!document.hidden) keep(key, n);
    let left = n;
    const look = () => {
      if (document.hidden) left = n;
      else {
        const seen = read<number>(key, left);
        if (seen < n) setAbsence((already) => ({ from: already?.from ?? seen, to: n }));
        keep(key, n);
      }
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [key, n]);
  return [absence, () => setAbsence(null)];
}

export function Since({ absence, events, view, status, onClose }: { absence: Absence; events: TableEvent[]; view: View; status: string; onClose(): void }) {
  const text = words().chronicle;
  const missed = events.filter(({ n, by }) => n > absence.from && n <= absence.to && by !== view.as);
  const lines = missed.flatMap((event) => linesOf(event, view));
  const untold = Math.max(0, lines.length - SHOWN) + Math.max(0, (events[0]?.n ?? 1) - 1 - absence.from);
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
