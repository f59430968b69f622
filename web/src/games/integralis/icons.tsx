/* Icons for machines and cards, and the nine faces of a team. */
import type { Card, Machine, WorkerName } from "./position";

const strokes: Record<Exclude<Card, WorkerName> | Machine | "cards" | "deck" | "done" | "lock", string> = {
  collate: "M4 8l8-4 8 4-8 4ZM4 12l8 4 8-4M4 16l8 4 8-4",
  fold: "M5 4l7 3 7-3v14l-7 3-7-3ZM12 7v14",
  glue: "M10 3h4v4l3 4v10H7V11l3-4ZM12 12.5c-3 4 3 4.5 0 0",
  sew: "M20 4 7 17M18 3l3 3M7 17c-5 6-2 5 1 3s3-5 7-4 5-1 4-5",
  f0: "M3 9h11l1-3h6v5h-3a6 6 0 1 1-11.7 2L3 13ZM10 14a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
  f1: "M3 9h11l1-3h6v5h-3a6 6 0 1 1-11.7 2L3 13ZM10 14a2 2 0 1 0 4 0 2 2 0 1 0-4 0M2 3l3 2M8 2v3",
  overtime: "M4 13a8 8 0 1 0 16 0 8 8 0 1 0-16 0M12 8.5V13l3 2M19 2v5M16.5 4.5h5",
  sabotage5: "M14 7a4.5 4.5 0 0 1 6-4l-3 3 1.5 1.5 3-3a4.5 4.5 0 0 1-5.5 6L8 19a2.1 2.1 0 0 1-3-3Z",
  sabotage2: "M14 7a4.5 4.5 0 0 1 6-4l-3 3 1.5 1.5 3-3a4.5 4.5 0 0 1-5.5 6L8 19a2.1 2.1 0 0 1-3-3Z",
  coffee: "M4 10h12v6a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4ZM16 11h2a2.5 2.5 0 0 1 0 5h-2M8 3c-1.5 2 1.5 2 0 4M12 3c-1.5 2 1.5 2 0 4",
  illness: "M10 4a2 2 0 0 1 4 0v9.5a4 4 0 1 1-4 0ZM12 9v8M17 6h3M17 10h3",
  vitamins: "M5 13l8-8a4.2 4.2 0 0 1 6 6l-8 8a4.2 4.2 0 0 1-6-6ZM9 9l6 6",
  byebye: "M4 3h9v18H4ZM10 12h.1M15 12h7M19 9l3 3-3 3",
  meeting: "M3 4h12v8H9l-4 3v-3H3ZM18 8h3v8h-1v4l-4-4H9",
  mixup: "M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4",
  cards: "M4 6l9-2 3 14-9 2ZM14 6h5v13h-4",
  deck: "M5 4h11v14H5ZM8 21h11V7",
  done: "M5 13l4 5L19 6",
  lock: "M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
};

export function Icon({ of, size = 24 }: { of: keyof typeof strokes; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={strokes[of]} />
    </svg>
  );
}

/** Hair, caps and beards, which tell the nine apart. */
const faces: Record<WorkerName, string> = {
  fritz: "M11 8c1-3 3-3 4-2 0-2 3-2 3 0 1-1 3 0 3 2-3-1-7-1-10 0ZM13 16h6v1h-6Z",
  greta: "M9 17C7 3 25 3 23 17l-2 1c1-6-1-8-5-8s-6 2-5 8Z",
  hugo: "M10 10c0-7 12-7 12 0-4-2-8-2-12 0ZM12 16c2-2 6-2 8 0-2 1.5-6 1.5-8 0Z",
  wilma: "M10 11c0-8 12-8 12 0-4-3-8-3-12 0ZM13.5 4a2.7 2.7 0 1 1 5 0ZM11 12h4v2h-4ZM17 12h4v2h-4Z",
  ida: "M10 10c1-7 11-7 12 0-4-2-8-2-12 0ZM9 9l-5 7 6-2ZM23 9l5 7-6-2Z",
  jupp: "M9 9c1-6 13-6 14 0h4v2H9Z",
  kathi: "M9 16C6 2 26 2 23 16l-2-4c-2-4-8-4-10 0ZM14 19h4l1 3h-6Z",
  lars: "M10 9c2-5 10-5 12 0ZM10 12c0 11 12 11 12 0-1 2-3 3-6 3s-5-1-6-3Z",
  moni: "M10 10c1-7 11-7 12 0-4-2-8-2-12 0ZM22 7c6 0 6 7 3 11 0-4-1-6-3-7Z",
};

/** Hair and skin, from the palette of the bots' portraits (art/portrait.tsx). */
const tones: Record<WorkerName, [hair: string, skin: string]> = {
  fritz: ["#70482a", "#edc6a6"], greta: ["#a8452c", "#f3d3b8"], hugo: ["#3b2f2a", "#d9a27a"], wilma: ["#b9b4ab", "#f1d2b9"], ida: ["#d59a2d", "#f0cdb0"],
  jupp: ["#3f5870", "#e8b88f"], kathi: ["#2e2320", "#e9bd98"], lars: ["#6b4a2f", "#c98f63"], moni: ["#17151a", "#8d5a3b"],
};

/** A worker, in the colour of the team if `seat` is given. */
export function Face({ of, seat, size = 40 }: { of: WorkerName; seat?: string; size?: number }) {
  return (
    <svg class={`face ${seat ? `seat-${seat}` : ""}`} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path class="coat" d="M3 32c0-8 5-12 13-12s13 4 13 12Z" />
      <circle cx="16" cy="13" r="7" fill={tones[of][1]} />
      <path d={faces[of]} fill={tones[of][0]} />
      <path d="M13.500 13.500v.1M18.500 13.500v.1" fill="none" stroke="#2a2023" stroke-width="1.800" stroke-linecap="round" />
    </svg>
  );
}

/** The outline of a cogwheel. */
function cog(teeth: number, outer: number, inner: number): string {
  const points = Array.from({ length: teeth * 4 }, (_, i) => {
    const angle = ((i - 0.5) / (teeth * 4)) * 2 * Math.PI;
    const radius = i % 4 < 2 ? outer : inner;
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}
const great = cog(14, 46, 39);
const small = cog(8, 22, 17);

/** The three wheels inside the machine. They turn for a moment when something is produced. */
export function Works({ turning }: { turning: boolean }) {
  return (
    <svg class={turning ? "works turning" : "works"} viewBox="-62 -74 124 148" aria-hidden="true">
      <g class="wheel"><path d={great} /><circle r="28" /><circle class="hole" r="9" /></g>
      <g transform="translate(38 -50)"><g class="wheel back"><path d={small} /><circle class="hole" r="7" /></g></g>
      <g transform="translate(-38 50)"><g class="wheel back"><path d={small} /><circle class="hole" r="7" /></g></g>
    </svg>
  );
}
