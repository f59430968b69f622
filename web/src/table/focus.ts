/* Where the keyboard is: at the table's name for who comes. The button that made a move is often gone by the next one: who
 * plays by keys goes on from the board, not from the page's top. */
import { useEffect, useRef } from "preact/hooks";

/** Who comes to a table begins at its name; not where the focus is somewhere already. */
export function useArrival() {
  const name = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) name.current?.focus({ preventScroll: true });
  }, []);
  return name;
}

/** A board marks the place to go on from by the class `resume`; otherwise it is the board as a whole. */
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
