/* The replay of a game: any move from any seat's view, checked by the rules in this page. The address holds both. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { newCore, type Eyes } from "../core";
import { Sign } from "../end/pictures";
import { scenesOf } from "../end/story";
import { games } from "../games/games";
import { lazy } from "../lazy";
import type { Naming, Scene } from "../games/game";
import { SeatMark } from "../seat";
import { PactCard } from "../promises/cards";
import { isLive } from "../promises/pact";
import { useKeys } from "../table/keys";
import { linesOf as tableLines } from "../table/lines";
import { namingOf } from "../table/names";
import { usePointing } from "../table/pointing";
import { spoken } from "../table/phrases";
import { Explained } from "../table/what";
import { say } from "../toast";
import type { Seat, View } from "../wire";
import { list, number, words } from "../words";
import type { LuckFound } from "./luck";
import { Replay, type Wrong } from "./replay";
import "../end/style.css";
import "./screen.css";

const Analysis = lazy(async () => (await import("../analysis/panel")).Panel);

const RECORD_BYTES_MAX = 8 << 20;
const STEP_MS = 1200;
const SPEEDS = ["0.5", "1", "2", "5"];

interface ReplayPageProps {
  /** The part after "replay": "/TABLE?move=41&eyes=red". Without a table the page asks for a file. */
  address: string;
  /** The record of the table; null if it is not available. */
  load(table: string): Promise<string | null>;
}

/** What the address says: the move, whose eyes, and whether purses are open; null: as the eyes see them. */
interface Sight {
  move: number;
  eyes: string;
  purses: boolean | null;
}

/** Parses the part of the address after "replay". */
function sightAt(address: string): Sight & { table: string } {
  const { pathname, searchParams: keys } = new URL(address, "replay:///");
  const purses = keys.get("purses");
  return { table: pathname.replace(/^\/+/, ""), move: Number(keys.get("move") ?? 0), eyes: keys.get("eyes") ?? "spectator", purses: purses === null ? null : purses === "shown" };
}

const addressOf = (table: string, { move, eyes, purses }: Sight): string =>
  `#replay${table ? `/${table}` : ""}?move=${move}&eyes=${eyes}${purses === null ? "" : `&purses=${purses ? "shown" : "hidden"}`}`;

export function ReplayPage({ address, load }: ReplayPageProps) {
  const { table, ...start } = sightAt(address);
  const [replay, setReplay] = useState<Replay | null>(null);
  const [trouble, setTrouble] = useState<ComponentChildren>(null);
  const read = async (record: string | null) => {
    const opened = record === null ? null : new Replay(await newCore(), record);
    setReplay(opened?.begun ? opened : null);
    setTrouble(!opened ? words().replay.noRecord : opened.wrong && !opened.begun ? <WrongLine wrong={opened.wrong} /> : null);
  };
  useEffect(() => {
    if (table) void load(table).then(read);
  }, [table]);
  /* "#replay" alone asks for another file, even while a replay is shown. */
  useEffect(() => {
    const askForFile = () => {
      if (location.hash !== "#replay") return;
      setReplay(null);
      setTrouble(null);
    };
    addEventListener("hashchange", askForFile);
    return () => removeEventListener("hashchange", askForFile);
  }, []);
  if (table && !replay && !trouble) return <main class="replay"><p class="soft" role="status">…</p></main>;
  return (
    <main class="replay">
      {trouble ? <p class="bad" role="alert">{trouble}</p> : null}
      {replay ? <Player key={replay.record} replay={replay} table={table} start={start} />
        : <Open onRecord={read} onTrouble={setTrouble} />}
    </main>
  );
}

/** What is wrong with the record. The details from the rules are in English and appear below. */
function WrongLine({ wrong, children }: { wrong: Wrong; children?: ComponentChildren }) {
  const text = words().replay;
  return <>{text.wrong(number(wrong.line), text.faults[wrong.fault])} {children}{wrong.why ? <small lang="en">{wrong.why}</small> : null}</>;
}

/** Whether the luck was as promised: yes, no, or not checkable. */
function Luck({ replay }: { replay: Replay }) {
  const text = words().replay.luck;
  const [found, setFound] = useState<LuckFound | null>(null);
  useEffect(() => void replay.luck().then(setFound), [replay]);
  if (!found) return null;
  const unknown = found.is === "unpromised" || found.is === "untold";
  const said = found.is === "promised" ? text.promised(found.draws) : found.is === "draw" ? text.draw(number(found.line), found.promised) : text[found.is];
  return <p class={`luck ${found.is === "promised" ? "good" : unknown ? "soft" : "bad"}`} role="status">{said}</p>;
}

function Open({ onRecord, onTrouble }: { onRecord(record: string): void; onTrouble(trouble: string): void }) {
  const text = words().replay;
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > RECORD_BYTES_MAX) onTrouble(text.tooLarge);
    else onRecord(await file.text());
  };
  return (
    <section class="card open" onDragOver={(event) => event.preventDefault()} onDrop={(event) => {
      event.preventDefault();
      void read(event.dataTransfer?.files[0]);
    }}>
      <h1>{text.open}</h1>
      <p>{text.openHow}</p>
      <label class="button main">{text.file}<input type="file" accept=".kbr" onChange={(event) => void read(event.currentTarget.files?.[0])} /></label>
    </section>
  );
}

const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest("input, select, textarea, button, a") !== null;

function Player({ replay, table, start }: { replay: Replay; table: string; start: Sight }) {
  const text = words().replay;
  const all = replay.steps.length;
  const within = (move: number) => Math.max(0, Math.min(all, Math.trunc(move) || 0));
  const eyesOf = (name: string): Eyes => ([...replay.seats, "everything"].includes(name) ? name : "spectator");
  const [move, setMove] = useState(within(start.move));
  const [eyes, setEyes] = useState(eyesOf(start.eyes));
  const [purses, setPurses] = useState(start.purses);
  const [speed, setSpeed] = useState("1");
  const [plays, setPlays] = useState(false);
  const hasOpenPurses = purses ?? eyes === "everything";
  const view = useMemo(() => withPurses(replay, move, eyes, hasOpenPurses), [move, eyes, hasOpenPurses]);
  const what = useMemo(() => replay.what(move, eyes), [move, eyes]);
  const past = useMemo(() => replay.steps.slice(0, move).flatMap((_, i) => replay.what(i + 1, eyes)), [move, eyes]);
  const game = games[view.game];
  const naming: Naming = { me: "spectator", of: namingOf(view).of };
  /* Marks are as the eyes saw it. With closed purses, the eyes that see everything read what a spectator does. */
  const marked = eyes === "everything" && !hasOpenPurses ? "spectator" : eyes;
  const scenes = useMemo(() => scenesOf(replay, naming, marked), [replay, marked, words()]);
  const [explained, setExplained] = useState<string | null>(null);
  const pointing = usePointing({ canPromise: false, onPromise: () => undefined, onAsk: setExplained, onMiss: () => say(words().table.noPiece) });
  useKeys({ r: pointing.askByKey, Escape: () => pointing.set(null) });
  const go = (to: number) => (setPlays(false), setMove(within(to)));

  useEffect(() => history.replaceState(null, "", addressOf(table, { move, eyes, purses })), [move, eyes, purses]);
  /* Follows an address that the reader edits, and links. Stepping uses replaceState, which fires no hashchange. By now it may have
   * replaced the new address with that of the last step, so the event is asked. */
  useEffect(() => {
    const follow = ({ newURL }: HashChangeEvent) => {
      const { hash } = new URL(newURL);
      const wanted = sightAt(hash.replace(/^#replay/, ""));
      if (wanted.table !== table || !hash.startsWith("#replay")) return;
      go(wanted.move);
      setEyes(eyesOf(wanted.eyes));
      setPurses(wanted.purses);
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [replay]);
  useEffect(() => {
    if (!plays) return;
    if (move === all) return setPlays(false);
    const timer = setTimeout(() => setMove(move + 1), STEP_MS / Number(speed));
    return () => clearTimeout(timer);
  }, [plays, move, speed]);
  useEffect(() => {
    const keys: Record<string, () => void> = {
      ArrowLeft: () => go(move - 1), ArrowRight: () => go(move + 1), Home: () => go(0), End: () => go(all), " ": () => setPlays(!plays && move < all),
    };
    const press = (event: KeyboardEvent) => {
      const act = keys[event.key];
      if (!act || isTyping(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [move, plays]);

  return (
    <>
      <header>
        <h1>{text.title}: {game.words().title}</h1>
        <p role="status">{game.status(view, naming)}</p>
      </header>
      <section class={`stage one-screen${pointing.on ? " pointing for-rules" : ""}`} data-room={view.game} aria-label={game.words().title} {...pointing.at}>
        <game.Board view={view} naming={naming} legal={[]} choose={() => undefined} recent={what} past={past} />
      </section>
      {pointing.on ? <p class="banner past aim" role="status">{words().table.pointing} <button type="button" onClick={() => pointing.set(null)}>{words().cancel}</button></p> : null}
      {explained ? <Explained game={view.game} kind={explained} onClose={() => setExplained(null)} /> : null}
      <div class="controls card" role="group" aria-label={text.controls}>
        <div class="row steps">
          <button type="button" disabled={move === 0} onClick={() => go(0)} aria-label={text.first} title={text.first}>|◀</button>
          <button type="button" disabled={move === 0} onClick={() => go(move - 1)} aria-label={text.back} title={text.back}>◀</button>
          <button type="button" class="main" disabled={move === all} onClick={() => setPlays(!plays)}>{plays ? text.pause : text.play}</button>
          <button type="button" disabled={move === all} onClick={() => go(move + 1)} aria-label={text.forward} title={text.forward}>▶</button>
          <button type="button" disabled={move === all} onClick={() => go(all)} aria-label={text.last} title={text.last}>▶|</button>
          <small>{text.moveOf(number(move), number(all))}</small>
        </div>
        <div class="scrubber">
          <Marks scenes={scenes} all={all} move={move} addressAt={(at) => addressOf(table, { move: at, eyes, purses })} />
          <input type="range" min={0} max={all} value={move} aria-label={text.move} aria-valuetext={text.moveOf(number(move), number(all))} title={text.keys}
            onInput={(event) => go(Number(event.currentTarget.value))} />
        </div>
        <div class="row choices">
          <label>{text.eyes}{" "}
            <select value={eyes} onChange={(event) => setEyes(event.currentTarget.value)}>
              <option value="spectator">{text.spectator}</option>
              {replay.seats.map((seat) => <option key={seat} value={seat}>{naming.of(seat)}</option>)}
              <option value="everything">{text.everything}</option>
            </select>
          </label>
          <label>{text.speed}{" "}
            <select value={speed} onChange={(event) => setSpeed(event.currentTarget.value)}>
              {SPEEDS.map((each) => <option key={each} value={each}>{text.speeds[each]}</option>)}
            </select>
          </label>
          {game.purses ? <button type="button" aria-pressed={hasOpenPurses} title={text.pursesHow} onClick={() => setPurses(!hasOpenPurses)}>{text.purses}</button> : null}
          <button type="button" aria-label={words().table.pieces} title={words().table.pieces} onClick={() => pointing.set("rules")}>?</button>
        </div>
      </div>
      <aside>
        <div class="checked">
          <p class={replay.wrong ? "bad" : "good"} role="status">
            {replay.wrong ? <WrongLine wrong={replay.wrong}>{text.before}</WrongLine> : replay.ended ? text.sound : text.soundSoFar}
          </p>
          {replay.wrong ? null : <Luck replay={replay} />}
        </div>
        <Chronicle replay={replay} eyes={eyes} move={move} naming={naming} onGo={go} />
        {view.pacts?.length ? (
          <details class="promises" open={view.pacts.some(isLive)}>
            <summary>{words().promises.title}</summary>
            <ul class="pacts">{[...view.pacts].reverse().map((pact) => <PactCard key={pact.pact} view={view} pact={pact} />)}</ul>
          </details>
        ) : null}
        {replay.ended ? <AnalysisOf replay={replay} eyes={eyes} naming={naming} addressAt={(at, seat) => addressOf(table, { move: at, eyes: seat, purses })} /> : null}
        <details><summary>{text.asText}</summary><ul>{game.describe(view, naming).map((line, i) => <li key={i}>{line}</li>)}</ul></details>
      </aside>
    </>
  );
}

/** The analysis of one seat's decisions: of the eyes, or of a seat to choose. Loaded when it is opened. */
function AnalysisOf({ replay, eyes, naming, addressAt }: { replay: Replay; eyes: Eyes; naming: Naming; addressAt(move: number, seat: Seat): string }) {
  const text = words().replay;
  const [opened, setOpened] = useState(false);
  const [chosen, setChosen] = useState<Seat | null>(null);
  const seat = chosen ?? (replay.seats.includes(eyes) ? eyes : replay.seats[0]!);
  return (
    <details class="analysed" onToggle={() => setOpened(true)}>
      <summary>{text.analysis}</summary>
      <label>{text.analysisOf}{" "}
        <select value={seat} onChange={(event) => setChosen(event.currentTarget.value)}>
          {replay.seats.map((each) => <option key={each} value={each}>{naming.of(each)}</option>)}
        </select>
      </label>
      {opened ? <Analysis key={seat} replay={replay} seat={seat} addressAt={(move) => addressAt(move, seat)} /> : null}
    </details>
  );
}

/** The table with all purses open, or as the viewer sees them; for the eyes that see everything, as a spectator does. */
function withPurses(replay: Replay, move: number, eyes: Eyes, isOpen: boolean): View & { position: unknown } {
  const view = replay.view(move, eyes);
  const key = games[view.game].purses;
  if (!key || isOpen === (eyes === "everything")) return view;
  const seen = replay.view(move, isOpen ? "everything" : eyes === "everything" ? "spectator" : eyes).position as Record<string, unknown>;
  return { ...view, position: { ...(view.position as object), [key]: seen[key] } };
}

const LANES = ["bribe", "betrayal", "banishment", "hindrance", "kept"] as const;

/** Links above the slider to what happened there, in a lane for each kind. Each lane is one stop for Tab; the arrow keys go
 * from mark to mark. */
function Marks({ scenes, all, move, addressAt }: { scenes: Scene[]; all: number; move: number; addressAt(move: number): string }) {
  const text = words().replay;
  const step = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const links = [...(event.currentTarget as Element).querySelectorAll("a")];
    if (!by) return;
    event.preventDefault();
    links[links.indexOf(document.activeElement as HTMLAnchorElement) + by]?.focus();
  };
  const lanes = LANES.map((kind) => ({ kind, marks: scenes.filter((scene) => scene.kind === kind) })).filter(({ marks }) => marks.length);
  return (
    <div class="marks">
      {lanes.map(({ kind, marks }) => {
        const stop = Math.max(0, marks.findLastIndex((mark) => mark.move <= move));
        return (
          <ol key={kind} aria-label={text.lanes[kind]} onKeyDown={step}>
            {marks.map((mark, i) => {
              const label = text.markAt(number(mark.move), mark.text);
              return (
                <li key={i} style={{ left: `${(100 * mark.move) / Math.max(1, all)}%` }}>
                  <a class={kind} href={addressAt(mark.move)} tabIndex={i === stop ? 0 : -1} aria-label={label} title={label} aria-current={mark.move === move ? "step" : undefined}><Sign kind={kind} size={16} /></a>
                </li>
              );
            })}
          </ol>
        );
      })}
    </div>
  );
}

interface Line {
  move: number;
  text: string;
  /** Who said it; null for events. */
  by: string | null;
}

function linesOf(replay: Replay, eyes: Eyes, naming: Naming): Line[] {
  const text = words().replay;
  const { game: name, seats } = replay.view(0, "spectator");
  const game = games[name];
  const whole = { ...replay.view(0, eyes), pacts: replay.pacts(replay.steps.length, eyes) };
  const dealings = replay.dealingsOf(eyes);
  return Array.from({ length: replay.steps.length + 1 }, (_, move) => [
    ...replay.what(move, eyes).flatMap((event) => {
      const told = game.tell(event, naming);
      return told ? [{ move, text: told, by: null }] : [];
    }),
    ...dealings.filter(({ after }) => after === move).flatMap(({ event }) => tableLines(event, whole).map(({ text: told }) => ({ move, text: told, by: null }))),
    ...replay.heard(move, eyes).map(({ by, say, to }) => {
      const said = spoken({ by, say }, seats, naming);
      return { move, by, text: to ? text.saysTo(naming.of(by), list(to.map((seat) => naming.of(seat))), said) : text.says(naming.of(by), said) };
    }),
  ]).flat();
}

function Chronicle({ replay, eyes, move, naming, onGo }: { replay: Replay; eyes: Eyes; move: number; naming: Naming; onGo(move: number): void }) {
  const text = words().replay;
  const lines = useMemo(() => linesOf(replay, eyes, naming), [replay, eyes, words()]);
  const box = useRef<HTMLOListElement>(null);
  const last = lines.findLastIndex((line) => line.move <= move);
  /* Scrolls only the list, without moving the page or the focus. */
  useLayoutEffect(() => {
    const at = box.current?.children[last + 1] as HTMLElement | undefined;
    if (at) box.current!.scrollTop = at.offsetTop - box.current!.clientHeight / 2;
  }, [last]);
  return (
    <section class="lines" aria-label={text.chronicle}>
      <h2>{text.chronicle}</h2>
      <ol ref={box} tabIndex={0}>
        <li aria-current={last < 0 ? "true" : undefined}><button type="button" onClick={() => onGo(0)}>{text.start}</button></li>
        {lines.map((line, i) => (
          <li key={i} aria-current={i === last ? "true" : undefined} class={line.move > move ? "soft" : ""}>
            <button type="button" title={text.goTo(line.text)} onClick={() => onGo(line.move)}>
              {line.by ? <SeatMark seat={line.by} size={18} /> : null} {line.text}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
