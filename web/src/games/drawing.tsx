/* Parts of the pictures in the rules that all games share. */
import type { ComponentChildren } from "preact";

export const Arrow = () => (
  <svg class="arrow" width="34" height="20" viewBox="0 0 34 20" aria-hidden="true"><path d="M2 10h28M22 3l8 7-8 7" /></svg>
);

/** Pieces that belong together, with a word or a number. */
export const Group = ({ name, children }: { name?: string; children: ComponentChildren }) => (
  <span class="group">{name ? <small>{name}</small> : null}<span>{children}</span></span>
);
