/* A closing time, a count or an income, step by step: who produced what, what was covered, who was paid. It stays until it
 * is pressed away and covers no control of a decision: on a phone it is folded into the strip above the board. */
import { useEffect, useRef, useState } from "preact/hooks";
import { games } from "../games/games";
import type { Seat, TableEvent, View } from "../wire";
import { number } from "../words";
import { namingOf } from "./names";
import { sideWords } from "./words";
import "./reckoning.css";

/** A sum that is shown; `open`: null until the player folds or unfolds it. */
export interface Shown {
  sum: Sum | null;
  open: boolean | null;
  fold(open: boolean): void;
  dismiss(): void;
}

interface Sum {
  lines: string[];
  paid: Partial<Record<Seat, number>>;
}

/** The steps of the latest sum. Moves that belong to it may come one by one; any other event ends it. A single step is no
 * sum, and does not replace the one that is shown. */
export function useSum(events: TableEvent[], view: View): Shown {
  const seen = useRef(view.n);
  const run = useRef<Sum | null>(null);
  const [sum, setSum] = useState<Sum | null>(null);
  const [open, fold] = useState<boolean | null>(null);
  useEffect(() => {
    const game = games[view.game];
    const naming = namingOf(view);
    const all = events.flatMap(({ n, what = [] }) => what.map((each) => ({ n, what: each })));
    const known = all.map(({ what }) => what);
    for (const [i, { n, what }] of all.entries()) {
      const steps = n > seen.current && view.position ? game.steps?.({ ...view, position: view.position }, what, naming) : undefined;
      if (n <= seen.current || game.routine?.includes(what.kind) && !steps) continue;
      const next: Sum | null = steps ? { lines: [...(run.current?.lines ?? []), ...steps], paid: { ...run.current?.paid } } : null;
      if (next) for (const { seat, amount } of game.income(what, i, known)) next.paid[seat] = (next.paid[seat] ?? 0) + amount;
      run.current = next;
      if (next && next.lines.length > 1) setSum(next);
    }
    seen.current = view.n;
  }, [view.n]);
  const dismiss = () => {
    setSum(null);
    fold(null);
  };
  return { sum, open, fold, dismiss };
}

/** It is folded until it is opened where it would take the place of something else. */
export function Reckoning({ shown: { sum, open, fold, dismiss }, view, folded }: { shown: Shown; view: View; folded: boolean }) {
  if (!sum || view.stage !== "playing") return null;
  const text = sideWords().sum;
  const isOpen = open ?? !folded;
  const naming = namingOf(view);
  const paid = view.seats.filter(({ seat }) => sum.paid[seat]);
  return (
    <div class="reckoning-place">
      <details class="reckoning" open={isOpen}>
        <summary onClick={(event) => {
          event.preventDefault();
          fold(!isOpen);
        }}>{text.title}</summary>
        <ol tabIndex={0} aria-label={text.title}>{sum.lines.map((line, i) => <li key={i}>{line}</li>)}</ol>
        {paid.length ? <p>{paid.map(({ seat }) => <span key={seat} class={`seat-${seat}`}>{text.paid(naming.of(seat), `${sum.paid[seat]! > 0 ? "+" : ""}${number(sum.paid[seat]!)}`)}</span>)}</p> : null}
        <button type="button" onClick={dismiss}>{text.close}</button>
      </details>
    </div>
  );
}
