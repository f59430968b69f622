/* Keyboard focus. A player who opens a table starts at its name. The button that made a move is often gone afterwards; the
 * focus then moves to the board rather than to the top of the page. */
import { useEffect, useRef } from "preact/hooks";

/** Focuses the name of a newly opened table, unless something else has the focus. */
export function useArrival() {
  const name = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) name.current?.focus({ preventScroll: true });
  }, []);
  return name;
}

/** Restores a lost focus: to the element of the board with the class `resume`, or else to the whole board. */
export function useSteadyFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    const remember = (event: FocusEvent) => (last = event.target as Element);
    const mend = () => {
      const lost = last && (!last.isConnected || last.matches(":disabled"));
      if (!lost || (document.activeElement !== document.body && document.activeElement !== last)) return;
      last = null;
      const place = document.querySelector<HTMLElement>("main .resume") ?? document.querySelector<HTMLElement>("main");
      place?.focus({ preventScroll: true });
    };
    const watch = new MutationObserver(mend);
    watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    document.addEventListener("focusin", remember);
    return () => {
      watch.disconnect();
      document.removeEventListener("focusin", remember);
    };
  }, []);
}
