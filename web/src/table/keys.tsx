/* Single keys for players who cannot see the table: whose turn it is, my money, offers, the last move, the table as text. */
import { useEffect, useRef } from "preact/hooks";
import { Dialog } from "../dialog";
import { words } from "../words";

const TYPED = "input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, [contenteditable]";

export function useKeys(keys: Record<string, () => void>): void {
  /* Always the keys of the latest render: on a busy machine, effects run later than the next key. */
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as Element;
      if (event.ctrlKey || event.altKey || event.metaKey || target.closest(TYPED) || document.querySelector("dialog[open]")) return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

export function KeysDialog({ onClose, children }: { onClose(): void; children?: preact.ComponentChildren }) {
  const text = words().keys;
  return (
    <Dialog title={words().table.help} onClose={onClose}>
      {children}
      <h3>{text.title}</h3>
      <dl class="keys">
        {Object.entries(text.list).map(([key, does]) => <div key={key}><dt><kbd>{key}</kbd></dt><dd>{does}</dd></div>)}
      </dl>
      <p class="soft">{text.how}</p>
    </Dialog>
  );
}
