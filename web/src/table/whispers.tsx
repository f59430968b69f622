/* A whisper to me is shown as a line with its words, and a press opens the talk there. It stays for a while, longer while
 * it is pointed at, and is announced politely. */
import { useEffect, useRef, useState } from "preact/hooks";
import { isMuted } from "../line";
import type { TableEvent, View } from "../wire";
import { namingOf } from "./names";
import { spoken } from "./phrases";
import { sideWords } from "./words";

const SHOWN_MS = 8000;

const isToMe = (event: TableEvent, view: View): boolean =>
  event.do === "say" && event.by !== view.as && !!event.to?.includes(view.as) && !isMuted(event.person);

/** The last whisper to me that came while I was here, until it is dismissed or has been shown long enough. */
function useWhisper(events: TableEvent[], view: View, reads: boolean): [TableEvent | null, held: (is: boolean) => void, dismiss: () => void] {
  const seen = useRef(view.n);
  const [shown, setShown] = useState<TableEvent | null>(null);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    const last = events.findLast((event) => event.n > seen.current && isToMe(event, view));
    seen.current = view.n;
    if (last && !reads) setShown(last);
  }, [view.n]);
  useEffect(() => {
    if (reads) setShown(null);
  }, [reads]);
  useEffect(() => {
    if (!shown || held) return;
    const wait = setTimeout(() => setShown(null), SHOWN_MS);
    return () => clearTimeout(wait);
  }, [shown, held]);
  return [shown, setHeld, () => setShown(null)];
}

/** `reads`: the talk is open anyway. */
export function Whispers({ events, view, reads, onOpen }: { events: TableEvent[]; view: View; reads: boolean; onOpen(event: TableEvent): void }) {
  const [shown, hold, dismiss] = useWhisper(events, view, reads);
  const naming = namingOf(view);
  const text = sideWords().whisper;
  return (
    <div class="whispered" role="status" onMouseEnter={() => hold(true)} onMouseLeave={() => hold(false)} onFocusIn={() => hold(true)} onFocusOut={() => hold(false)}>
      {shown ? (
        <p>
          <button type="button" class="words" onClick={() => {
            dismiss();
            onOpen(shown);
          }}>{text.heard(naming.of(shown.by ?? ""), spoken(shown, view.seats, naming))}</button>
          <button type="button" class="plain" aria-label={text.close} onClick={dismiss}>×</button>
        </p>
      ) : null}
    </div>
  );
}
