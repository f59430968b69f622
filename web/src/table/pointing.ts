/* Pointing at something on the table: to promise something about it, or to read the rules about it. People, places and
 * pieces that promises can be about have a `data-about`; other pieces have a `data-what`, which is only their kind.
 * Players point by a press in pointing mode, by the right mouse button, by a long press, or by a key on the focused element. */
import { useEffect, useState } from "preact/hooks";

/** What a player points for. */
export type Aim = "promise" | "rules";

const PIECES = ".board [data-about], .board [data-what], .seats [data-about]";

const aboutOf = (target: EventTarget | null): string | undefined =>
  (target as Element | null)?.closest?.<HTMLElement>("[data-about]")?.dataset.about;

/** The kind of a piece: the first word of its `data-about`, or its `data-what`. */
function kindOf(target: EventTarget | null): string | undefined {
  const { what, about } = (target as Element | null)?.closest?.<HTMLElement>("[data-what], [data-about]")?.dataset ?? {};
  return what ?? about?.split(" ")[0];
}

/** While `on`, Tab also reaches pieces that are not buttons. */
function useReach(on: boolean): void {
  useEffect(() => {
    if (!on) return;
    const mute = [...document.querySelectorAll(PIECES)].filter((piece) => !piece.closest("button, [aria-hidden=true]"));
    for (const piece of mute) piece.setAttribute("tabindex", "0");
    return () => mute.forEach((piece) => piece.removeAttribute("tabindex"));
  });
}

interface Pointing {
  /** Whether this viewer can promise anything now. */
  canPromise: boolean;
  /** Nothing is given if nothing has the focus. */
  onPromise(about?: string): void;
  onAsk(kind: string): void;
  /** Something was pressed that is not what the player points for. */
  onMiss(aim: Aim): void;
}

export function usePointing({ canPromise, onPromise, onAsk, onMiss }: Pointing) {
  const [aim, set] = useState<Aim | null>(null);
  const on = aim === "promise" && !canPromise ? null : aim;
  useReach(on === "rules");
  const point = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    const found = on === "promise" ? aboutOf(event.target) : kindOf(event.target);
    if (!found) return onMiss(on!);
    set(null);
    if (on === "promise") onPromise(found);
    else onAsk(found);
  };
  const isOutside = (target: EventTarget | null) => (target as Element).closest(".bar, aside, .banner, .controls, dialog") !== null;
  const at = {
    onClickCapture: (event: MouseEvent) => void (on && !isOutside(event.target) && point(event)),
    onKeyDownCapture: (event: KeyboardEvent) => void (on && (event.key === "Enter" || event.key === " ") && !isOutside(event.target) && point(event)),
    onContextMenu(event: MouseEvent) {
      const [about, kind] = [aboutOf(event.target), kindOf(event.target)];
      if (isOutside(event.target) || !kind) return;
      event.preventDefault();
      set(null);
      if (canPromise && about) onPromise(about);
      else onAsk(kind);
    },
  };
  return {
    on, set, at,
    promiseByKey: () => canPromise && onPromise(aboutOf(document.activeElement)),
    /** Without a piece that has the focus, the player points at one. */
    askByKey() {
      const kind = kindOf(document.activeElement);
      if (kind) onAsk(kind);
      else set("rules");
    },
  };
}
