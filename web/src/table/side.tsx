/* The panels beside the board, as tabs. On a phone the tabs are a bar at the bottom of the window and a panel is a sheet
 * above it: the board stays in its place and can be used, and the sheet says what I have to decide. */
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { Seal } from "../promises/seal";
import { number } from "../words";
import { sideWords } from "./words";
import "./side.css";

/** "table" is the board: on a phone, no panel is open then. */
export type PanelName = "table" | "chronicle" | "talk" | "money" | "promises";

export interface Panel {
  name: PanelName;
  title: string;
  /** New things in it, and what a screen reader says of them. */
  count: number;
  news: string;
  content: ComponentChildren;
}

const ICONS: Partial<Record<PanelName, string>> = {
  table: "M3 8h18v4H3zM5 12v8m14-8v8",
  talk: "M4 4h16v11H11l-4 4v-4H4z",
  chronicle: "M6 3h12v18H6zM9 8h6M9 12h6M9 16h4",
};

function Icon({ of }: { of: PanelName }) {
  return of === "promises" ? <Seal size={22} /> : <svg class="icon" width="22" height="22" viewBox="0 0 24 24" aria-hidden="true"><path d={ICONS[of]} /></svg>;
}

function Tabs({ panels, open, phone, onOpen }: { panels: Panel[]; open: PanelName; phone: boolean; onOpen(name: PanelName): void }) {
  const bar = useRef<HTMLDivElement>(null);
  const step = (event: KeyboardEvent) => {
    const at = panels.findIndex(({ name }) => name === open);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: panels.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + panels.length) % panels.length;
    onOpen(panels[next]!.name);
    (bar.current!.children[next] as HTMLElement).focus();
  };
  return (
    <div class="row tabs" role="tablist" aria-label={sideWords().panels} ref={bar} onKeyDown={step}>
      {panels.map(({ name, title, count, news }) => (
        <button key={name} type="button" role="tab" id={`tab-${name}`} data-side={name} aria-selected={name === open} aria-controls={name === "table" ? undefined : `side-${name}`}
          tabIndex={name === open ? 0 : -1} title={title} class={name === "promises" ? "seal-tab" : ""} onClick={() => onOpen(name)}>
          {phone || name === "promises" ? <Icon of={name} /> : null}
          <span class={name === "promises" && !phone ? "quiet" : "name"}>{title}</span>
          {count ? <b class="count" aria-hidden="true">{count > 99 ? "99+" : number(count)}</b> : null}
          {count ? <span class="quiet">, {news}</span> : null}
        </button>
      ))}
    </div>
  );
}

interface SideProps {
  panels: Panel[];
  open: PanelName;
  phone: boolean;
  /** What I have to decide, if anything. */
  due: string | null;
  onOpen(name: PanelName): void;
  /** Below the panels. */
  children: ComponentChildren;
}

/** Scrolls to where the decision is made, in the part of the window above the sheet. */
const goToDecision = () => {
  const place = document.querySelector<HTMLElement>("main .resume") ?? document.querySelector<HTMLElement>("main");
  place?.scrollIntoView({ block: "start" });
  place?.focus({ preventScroll: true });
};

export function Side({ panels, open, phone, due, onOpen, children }: SideProps) {
  const text = sideWords();
  const back = () => {
    onOpen("table");
    document.getElementById("tab-table")?.focus();
  };
  const leave = (event: KeyboardEvent) => {
    if (!phone || event.key !== "Escape" || open === "table") return;
    event.stopPropagation();
    back();
  };
  return (
    <aside onKeyDown={leave}>
      {phone ? null : <Tabs panels={panels} open={open} phone={phone} onOpen={onOpen} />}
      {phone && open !== "table" ? (
        <div class="sheet-head">
          {due ? <button type="button" class="due" onClick={goToDecision}>{due}</button> : <h2>{panels.find(({ name }) => name === open)!.title}</h2>}
          <button type="button" class="plain" aria-label={text.close} onClick={back}>×</button>
        </div>
      ) : null}
      {panels.map(({ name, title, content }) => name === "table" ? null : (
        <section key={name} id={`side-${name}`} class={`card side${open === name ? " open" : ""}`} role="tabpanel" aria-labelledby={`tab-${name}`}>
          <h2>{title}</h2>
          {content}
        </section>
      ))}
      {children}
      {phone ? <Tabs panels={panels} open={open} phone={phone} onOpen={onOpen} /> : null}
    </aside>
  );
}
