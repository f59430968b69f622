/* A QR code. It is dark on light in every theme and has the quiet zone that cameras need. */
import { words } from "./words";

export function Qr({ rows }: { rows: string[] }) {
  const size = rows.length + 8;
  const path = rows.flatMap((row, y) => [...row].map((cell, x) => (cell === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  return <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={words().person.qr}><path class="light" d={`M0 0H${size}V${size}H0Z`} /><path d={path} /></svg>;
}
