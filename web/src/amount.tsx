/* A sum: by slider, buttons and typing, correctable until it is confirmed. */
import { useId, useState } from "preact/hooks";
import type { Run } from "./legal";
import { number } from "./words";

interface AmountProps {
  run: Run;
  label: string;
  /** What to begin with; the lowest sum otherwise. */
  start?: number;
  onChange(amount: number): void;
}

const clamp = (run: Run, amount: number): number =>
  Math.min(run.high, Math.max(run.low, run.low + Math.round((amount - run.low) / run.step) * run.step));

export function Amount({ run, label, start, onChange }: AmountProps) {
  const id = useId();
  const [amount, setAmount] = useState(clamp(run, start ?? run.low));
  const set = (to: number) => {
    const sound = clamp(run, to);
    setAmount(sound);
    onChange(sound);
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
        <input id={id} type="number" inputMode="numeric" min={run.low} max={run.high} step={run.step} value={amount}
          onChange={(event) => set(Number(event.currentTarget.value))} />
        <button type="button" disabled={amount >= run.high} onClick={() => set(amount + run.step)}>+{number(run.step)}</button>
        <button type="button" disabled={amount >= run.high} onClick={() => set(amount + jump)}>+{number(jump)}</button>
      </div>
    </div>
  );
}
