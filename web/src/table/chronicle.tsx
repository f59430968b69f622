/* The chronicle: one line for each event. A press on a line shows the table at that time. Older lines load on request. */
import { useCallback, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Table, TableEvent, View } from "../wire";
import { words } from "../words";
import { linesOf, type Line } from "./lines";

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

interface ItemProps {
  line: Line;
  current: boolean;
  /** Tab stops here. */
  stops: boolean;
  onLook(n: number): void;
}

/** Because it reads a signal (the words), it is rendered again only if its props change. All lines are, otherwise, with every move. */
function Item({ line: { n, text }, current, stops, onLook }: ItemProps) {
  const title = words().chronicle.look(text);
  return (
    <li aria-current={current ? "true" : undefined}>
      {n ? <button type="button" class="plain" tabIndex={stops ? 0 : -1} title={title} onClick={() => onLook(n)}>{text}</button> : text}
    </li>
  );
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
  /* One function for all renderings. */
  const latest = useRef(onLook);
  latest.current = onLook;
  const look = useCallback((n: number) => latest.current(n), []);
  if (!lines.length) return <p class="soft">{text.nothing}</p>;
  return (
    <ol class="chronicle" ref={list} onScroll={onScroll} onKeyDown={step} aria-label={text.title}>
      {table.hasOlder.value ? <li><Older table={table} /></li> : null}
      {lines.map((line, i) => <Item key={i} line={line} current={line.n === at} stops={i === stopAt} onLook={look} />)}
    </ol>
  );
}
