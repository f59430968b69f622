/* A field for a sum, set by slider, buttons or typing. Typing takes effect at once, so that the slider and the button that
 * names the sum never lag behind the field. */
import { useId, useState } from "preact/hooks";
import type { Run } from "./legal";
import { number } from "./words";

interface AmountProps {
  run: Run;
  label: string;
  amount: number;
  onChange(amount: number): void;
}

/** The nearest sum in the run. */
export const within = (run: Run, amount: number): number =>
  Math.min(run.high, Math.max(run.low, run.low + Math.round((amount - run.low) / run.step) * run.step));

export function Amount({ run, label, amount, onChange }: AmountProps) {
  const id = useId();
  /* A half-typed sum stays as typed until the field loses focus. */
  const [typed, setTyped] = useState<string | null>(null);
  const set = (to: number) => {
    setTyped(null);
    onChange(within(run, to));
  };
  const type = (text: string) => {
    setTyped(text);
    onChange(within(run, Number(text)));
  };
  const jump = run.step * 5;
  return (
    <div class="amount" role="group" aria-label={label}>
      <label for={id}>{label}</label>
      <input type="range" min={run.low} max={run.high} step={run.step} value={amount} aria-label={label} aria-valuetext={number(amount)}
        onInput={(event) => set(Number(event.currentTarget.value))} />
      <div class="row">
        <button type="button" disabled={amount <= run.low} onClick={() => set(amount - jump)}>−{number(jump)}</button>
        <button type="button" disabled={amount <= run.low} onClick={() => set(amount - run.step)}>−{number(run.step)}</button>
        <input id={id} type="number" inputMode="numeric" min={run.low} max={run.high} step={run.step} value={typed ?? amount}
          onInput={(event) => type(event.currentTarget.value)} onBlur={() => setTyped(null)} />
        <button type="button" disabled={amount >= run.high} onClick={() => set(amount + run.step)}>+{number(run.step)}</button>
        <button type="button" disabled={amount >= run.high} onClick={() => set(amount + jump)}>+{number(jump)}</button>
      </div>
    </div>
  );
}
