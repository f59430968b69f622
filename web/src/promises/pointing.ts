/* Pointing at what a promise is about: pieces, places and people have a `data-about`. Players point by a press in pointing
 * mode, by the right mouse button, by a long press, or by a key on the focused element. */
import { useState } from "preact/hooks";
import { say } from "../toast";
import { words } from "../words";

const aboutOf = (target: EventTarget | null): string | undefined =>
  (target as Element | null)?.closest?.<HTMLElement>("[data-about]")?.dataset.about;

export function usePointing(can: boolean, onPoint: (about?: string) => void) {
  const [on, set] = useState(false);
  const point = (about: string) => {
    set(false);
    onPoint(about);
  };
  const at = {
    onClickCapture(event: MouseEvent) {
      if (!on || (event.target as Element).closest(".bar, aside, .banner")) return;
      event.preventDefault();
      event.stopPropagation();
      const about = aboutOf(event.target);
      if (about) point(about);
      else say(words().promises.panel.pointed);
    },
    onContextMenu(event: MouseEvent) {
      const about = aboutOf(event.target);
      if (!can || !about) return;
      event.preventDefault();
      point(about);
    },
  };
  return { on: on && can, set, at, byKey: () => can && onPoint(aboutOf(document.activeElement)) };
}
