/* Faces of the named bots: a few shapes each, in one style. */

type Hair = "bald" | "bob" | "bun" | "curls" | "hat" | "long" | "parting" | "scarf" | "short" | "spikes" | "waves" | "widow";

interface Face {
  hair: Hair;
  hairColour: string;
  skin: string;
  coat: string;
  /** Slant of the brows: positive is stern. */
  brow: number;
  /** Curve of the mouth: positive is a smile. */
  smile: number;
  glasses?: boolean;
  moustache?: boolean;
  beard?: boolean;
  earrings?: boolean;
}

const faces: Record<string, Face> = {
  otto: { hair: "bald", hairColour: "#d8d4cc", skin: "#f0c9a8", coat: "#6b7f5a", brow: -1, smile: 3, glasses: true, moustache: true },
  nika: { hair: "spikes", hairColour: "#a8452c", skin: "#f3d3b8", coat: "#d59a2d", brow: -2, smile: 4 },
  pavel: { hair: "short", hairColour: "#6b4a2f", skin: "#e8b88f", coat: "#8a5a44", brow: -1, smile: 1, beard: true },
  lucia: { hair: "waves", hairColour: "#2e2320", skin: "#e9bd98", coat: "#7a2444", brow: 0, smile: 2, earrings: true },
  bruno: { hair: "widow", hairColour: "#3b2f2a", skin: "#d9a27a", coat: "#4a3b33", brow: 3, smile: -2, beard: true },
  edda: { hair: "bun", hairColour: "#b9b4ab", skin: "#f1d2b9", coat: "#3f5870", brow: 1, smile: 0, glasses: true },
  tomas: { hair: "curls", hairColour: "#70482a", skin: "#c98f63", coat: "#2f6d63", brow: -2, smile: 4 },
  vera: { hair: "bob", hairColour: "#1f2430", skin: "#f0cdb0", coat: "#33373f", brow: 1, smile: 1, glasses: true, earrings: true },
  mara: { hair: "long", hairColour: "#17151a", skin: "#e3b08a", coat: "#5b2136", brow: 3, smile: -1 },
  cosimo: { hair: "hat", hairColour: "#8d1f2f", skin: "#e0ab82", coat: "#8d1f2f", brow: 1, smile: 2, moustache: true },
  anselm: { hair: "parting", hairColour: "#e6e2da", skin: "#8d5a3b", coat: "#54618c", brow: -1, smile: 2, beard: true },
  irma: { hair: "scarf", hairColour: "#2c5f7a", skin: "#edc6a6", coat: "#274254", brow: 2, smile: -1 },
};

/** Hair behind the head; `hairOver` is drawn in front of it. */
const hairBehind: Partial<Record<Hair, string>> = {
  long: "M11 22C9 8 39 8 37 22L38 42H10Z",
  waves: "M11 21C8 8 40 8 37 21C42 28 36 32 39 38H9C12 32 6 28 11 21Z",
  bob: "M12 20C11 7 37 7 36 20L37 31H11Z",
  bun: "M24 2a6 6 0 1 0 .1 0Z",
  scarf: "M10 24C8 6 40 6 38 24L37 38H11Z",
};
const hairOver: Partial<Record<Hair, string>> = {
  bob: "M13 21C13 8 35 8 35 21C31 13 20 13 13 21Z",
  bun: "M14 20C14 8 34 8 34 20C30 14 18 14 14 20Z",
  curls: "M13 20a4 4 0 0 1 1-7a5 5 0 0 1 6-5a5 5 0 0 1 8 0a5 5 0 0 1 6 5a4 4 0 0 1 1 7C32 15 16 15 13 20Z",
  hat: "M8 15C16 11 32 11 40 15C38 10 36 5 24 4C12 5 10 10 8 15Z",
  long: "M13 22C13 8 35 8 35 22C33 15 27 13 24 12C21 13 15 15 13 22Z",
  parting: "M13 19C12 8 36 7 35 19C32 14 26 12 20 11C18 13 15 14 13 19Z",
  scarf: "M12 20C12 7 36 7 36 20C30 14 18 14 12 20Z",
  short: "M14 18C13 8 35 8 34 18C32 14 28 13 24 13C20 13 16 14 14 18Z",
  spikes: "M13 20L11 12L16 13L17 6L22 10L26 4L29 10L34 7L33 13L38 13L35 20C31 14 18 14 13 20Z",
  waves: "M13 22C12 8 36 8 35 22C32 16 30 13 22 12C18 14 15 16 13 22Z",
  widow: "M13 18C13 9 35 9 35 18C32 13 28 13 24 16C20 13 16 13 13 18Z",
};

export const hasPortrait = (who: string | undefined): who is string => !!who && who in faces;

/** A picture next to a name. It adds no information, so screen readers skip it. */
export function Portrait({ of, size = 40 }: { of: string; size?: number }) {
  const face = faces[of];
  if (!face) return null;
  const { hair, hairColour, skin, coat, brow, smile } = face;
  const behind = hairBehind[hair];
  const over = hairOver[hair];
  return (
    <svg class="portrait" width={size} height={size} viewBox="0 0 48 48" aria-hidden="true">
      <circle class="ground" cx="24" cy="24" r="23" />
      {behind ? <path d={behind} fill={hairColour} /> : null}
      <path d="M6 48C7 37 16 35 20 34H28C32 35 41 37 42 48Z" fill={coat} />
      <path d="M20 30H28V35C28 38 20 38 20 35Z" fill={skin} />
      <path d="M13 20C13 10 35 10 35 20C35 29 30 34 24 34C18 34 13 29 13 20Z" fill={skin} />
      {face.beard ? <path d="M13.500 23C15 26 18 26 20 25.500H28C30 26 33 26 34.500 23C34 31 29 36 24 36C19 36 14 31 13.500 23Z" fill={hairColour} /> : null}
      {over ? <path d={over} fill={hairColour} /> : null}
      <g fill="none" stroke="#2a2023" stroke-width="1.400" stroke-linecap="round">
        <path d={`M16.500 ${18.5 - brow / 2}L21 ${18.5 + brow / 2}`} />
        <path d={`M31.500 ${18.5 - brow / 2}L27 ${18.5 + brow / 2}`} />
        <path d={`M20 ${29 - smile / 3}Q24 ${29 + smile} 28 ${29 - smile / 3}`} />
        {face.glasses ? <path d="M15 21.500a4 4 0 1 0 8 0a4 4 0 1 0-8 0M25 21.500a4 4 0 1 0 8 0a4 4 0 1 0-8 0M23 21.500H25" stroke-width="1" /> : null}
      </g>
      <circle cx="19" cy="21.500" r="1.400" fill="#2a2023" />
      <circle cx="29" cy="21.500" r="1.400" fill="#2a2023" />
      {face.moustache ? <path d="M24 26.500C21 25 18 26 17 28.500C20 28.500 22 28.500 24 27.500C26 28.500 28 28.500 31 28.500C30 26 27 25 24 26.500Z" fill={hair === "hat" ? "#3a2a24" : hairColour} /> : null}
      {face.earrings ? <path d="M13 25a1.200 1.200 0 1 0 .1 0ZM35 25a1.200 1.200 0 1 0 .1 0Z" fill="#d9a53a" /> : null}
    </svg>
  );
}
