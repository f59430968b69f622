/* The chronicle: one line for each event. A press on a line shows the table at that time. Older lines load on request. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Table, TableEvent, View } from "../wire";
import { words } from "../words";
import { linesOf } from "./lines";

/** Fetches lines before the first one. */
export function Older({ table }: { table: Table }) {
  const [busy, setBusy] = useState(false);
  const fetch = async () => {
    setBusy(true);
    await table.older();
    setBusy(false);
  };
  return table.hasOlder.value ? <button type="button" disabled={busy} onClick={fetch}>{words().chronicle.older}</button> : null;
}

interface ChronicleProps {
  table: Table;
  events: TableEvent[];
  view: View;
  /** The event whose position is shown; null for the current one. */
  at: number | null;
  /** The player has selected this panel. */
  open: boolean;
  onLook(n: number): void;
}

export function Chronicle({ table, events, view, at, open, onLook }: ChronicleProps) {
  const text = words().chronicle;
  const list = useRef<HTMLOListElement>(null);
  const lines = events.flatMap((event) => linesOf(event, view));
  /* Keeps the newest line visible. If the reader has scrolled up, keeps the lines they read in place. */
  const below = useRef(true);
  const height = useRef(0);
  useLayoutEffect(() => {
    if (!list.current) return;
    if (below.current) list.current.scrollTop = list.current.scrollHeight;
    else list.current.scrollTop += list.current.scrollHeight - height.current;
    height.current = list.current.scrollHeight;
  }, [events[0]?.n]);
  useLayoutEffect(() => {
    if (list.current && below.current) list.current.scrollTop = list.current.scrollHeight;
    height.current = list.current?.scrollHeight ?? 0;
  }, [lines.length, open]);
  const onScroll = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: { currentTarget: HTMLElement }) => {
    below.current = scrollHeight - scrollTop - clientHeight < 40;
  };
  /* The whole list is one stop for Tab. Arrow keys move between lines. */
  const [stop, setStop] = useState<number | null>(null);
  const first = lines.filter(({ n }) => !n).length;
  const stopAt = Math.min(stop ?? lines.length, lines.length - 1);
  const step = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1, Home: -lines.length, End: lines.length }[event.key];
    if (!by) return;
    event.preventDefault();
    const to = Math.max(first, Math.min(lines.length - 1, stopAt + by));
    setStop(to);
    list.current!.querySelectorAll<HTMLElement>("button.plain")[to - first]?.focus();
  };
  if (!lines.length) return <p class="soft">{text.nothing}</p>;
  return (
    <ol class="chronicle" ref={list} onScroll={onScroll} onKeyDown={step} aria-label={text.title}>
      {table.hasOlder.value ? <li><Older table={table} /></li> : null}
      {lines.map((line, i) => (
        <li key={i} aria-current={line.n === at ? "true" : undefined}>
          {line.n ? <button type="button" class="plain" tabIndex={i === stopAt ? 0 : -1} title={text.look(line.text)} onClick={() => onLook(line.n)}>{line.text}</button> : line.text}
        </li>
      ))}
    </ol>
  );
}
