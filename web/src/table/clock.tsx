/* The clock of a seat. It shows the server's time: `ahead` is the difference to ours. */
import { useEffect, useState } from "preact/hooks";
import type { Seat, View } from "../wire";
import { words } from "../words";

const pad = (n: number): string => String(n).padStart(2, "0");

function face(ms: number): string {
  const s = Math.ceil(Math.abs(ms) / 1000);
  const [hours, minutes, seconds] = [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60];
  return (ms < 0 ? "−" : "") + (hours ? `${hours}:${pad(minutes)}` : String(minutes)) + `:${pad(seconds)}`;
}

/** The time a seat has left. `now` is the server's time. */
export function leftOf({ clock, actors }: View, seat: Seat, now: number): number | null {
  const answers = clock.answer_ms?.[seat];
  const left = answers ?? clock.left_ms?.[seat];
  if (left === undefined) return null;
  const runs = clock.runs && actors?.includes(seat);
  return runs ? left - Math.max(0, now - (clock.at ?? now)) : left;
}

export function ClockFace({ view, seat, ahead }: { view: View; seat: Seat; ahead: number }) {
  const [, tick] = useState(0);
  const left = leftOf(view, seat, Date.now() + ahead);
  const runs = left !== null && view.clock.runs && view.actors?.includes(seat);
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => tick((n) => n + 1), 250);
    return () => clearInterval(timer);
  }, [runs]);
  if (left === null) return null;
  return <span class={`clock${left < 0 ? " late" : ""}`} data-ms={left}>{face(left)}{left < 0 ? ` ${words().table.late}` : ""}</span>;
}
