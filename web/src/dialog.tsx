/* A modal dialog. The browser's own element traps the focus and closes on Escape. */
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { words } from "./words";

export function Dialog({ title, onClose, children }: { title: string; onClose(): void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  /* Before the next key: Escape must find it open. */
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose} onClick={(event) => event.target === dialog.current && onClose()}>
      <div class="dialog">
        <header class="row">
          <h2 id={id}>{title}</h2>
          <button type="button" class="plain" onClick={onClose} aria-label={words().close}>✕</button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
