/* The replay of a game: any move from any seat's view, checked by the rules in this page. The address holds both. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { newCore, type Eyes } from "../core";
import { games } from "../games/games";
import type { Naming } from "../games/game";
import { Seal } from "../promises/seal";
import { SeatMark, seatName } from "../seat";
import { PactCard } from "../promises/cards";
import { linesOf as tableLines } from "../table/lines";
import { spoken } from "../table/phrases";
import { list, number, words } from "../words";
import type { LuckFound } from "./luck";
import { Replay, type Wrong } from "./replay";
import "./page.css";

const RECORD_BYTES_MAX = 8 << 20;
const STEP_MS = 1200;
const SPEEDS = ["0.5", "1", "2", "5"];

interface ReplayPageProps {
  /** The part after "replay": "/TABLE?move=41&eyes=red". Without a table the page asks for a file. */
  address: string;
  /** The record of the table; null if it is not available. */
  load(table: string): Promise<string | null>;
}

/** Parses the part of the address after "replay". */
function momentAt(address: string): { table: string; move: number; eyes: string } {
  const { pathname, searchParams } = new URL(address, "replay:///");
  return { table: pathname.replace(/^\/+/, ""), move: Number(searchParams.get("move") ?? 0), eyes: searchParams.get("eyes") ?? "spectator" };
}

export function ReplayPage({ address, load }: ReplayPageProps) {
  const { table, move, eyes } = momentAt(address);
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
      {replay ? <Player key={replay.record} replay={replay} table={table} start={move} eyes={eyes} />
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

function Player({ replay, table, start, eyes: asked }: { replay: Replay; table: string; start: number; eyes: string }) {
  const text = words().replay;
  const all = replay.steps.length;
  const within = (move: number) => Math.max(0, Math.min(all, Math.trunc(move) || 0));
  const [move, setMove] = useState(within(start));
  const eyesOf = (name: string): Eyes => ([...replay.seats, "everything"].includes(name) ? name : "spectator");
  const [eyes, setEyes] = useState(eyesOf(asked));
  const [speed, setSpeed] = useState("1");
  const [plays, setPlays] = useState(false);
  const view = useMemo(() => replay.view(move, eyes), [move, eyes]);
  const what = useMemo(() => replay.what(move, eyes), [move, eyes]);
  const past = useMemo(() => replay.steps.slice(0, move).flatMap((_, i) => replay.what(i + 1, eyes)), [move, eyes]);
  const game = games[view.game];
  const naming: Naming = { me: "spectator", of: (seat) => view.seats.find((info) => info.seat === seat)?.name ?? seatName(seat) };
  const go = (to: number) => (setPlays(false), setMove(within(to)));

  useEffect(() => history.replaceState(null, "", `#replay${table ? `/${table}` : ""}?move=${move}&eyes=${eyes}`), [move, eyes]);
  /* Follows an address that the reader edits. Stepping uses replaceState, which fires no hashchange. */
  useEffect(() => {
    const follow = () => {
      const wanted = momentAt(location.hash.replace(/^#replay/, ""));
      if (wanted.table !== table || !location.hash.startsWith("#replay")) return;
      go(wanted.move);
      setEyes(eyesOf(wanted.eyes));
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
        <p class={replay.wrong ? "bad" : "good"} role="status">
          {replay.wrong ? <WrongLine wrong={replay.wrong}>{text.before}</WrongLine> : replay.ended ? text.sound : text.soundSoFar}
        </p>
        {replay.wrong ? null : <Luck replay={replay} />}
      </header>
      <div class="controls card">
        <div class="row" role="group" aria-label={text.move}>
          <button type="button" disabled={move === 0} onClick={() => go(0)} aria-label={text.first} title={text.first}>|◀</button>
          <button type="button" disabled={move === 0} onClick={() => go(move - 1)} aria-label={text.back} title={text.back}>◀</button>
          <button type="button" class="main" disabled={move === all} onClick={() => setPlays(!plays)}>{plays ? text.pause : text.play}</button>
          <button type="button" disabled={move === all} onClick={() => go(move + 1)} aria-label={text.forward} title={text.forward}>▶</button>
          <button type="button" disabled={move === all} onClick={() => go(all)} aria-label={text.last} title={text.last}>▶|</button>
          <span>{text.moveOf(number(move), number(all))}</span>
        </div>
        <input type="range" min={0} max={all} value={move} aria-label={text.move} aria-valuetext={text.moveOf(number(move), number(all))}
          onInput={(event) => go(Number(event.currentTarget.value))} />
        <Marks replay={replay} />
        <div class="row">
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
        </div>
        <p class="soft">{text.keys}</p>
      </div>
      <div class="stage">
        <section aria-label={game.words().title}>
          <p role="status">{game.status(view, naming)}</p>
          <game.Board view={view} naming={naming} legal={[]} choose={() => undefined} recent={what} past={past} />
          {view.pacts?.length ? (
            <details class="promises" open>
              <summary>{words().promises.title}</summary>
              <ul class="pacts">{[...view.pacts].reverse().map((pact) => <PactCard key={pact.pact} view={view} pact={pact} />)}</ul>
            </details>
          ) : null}
          <details><summary>{text.asText}</summary><ul>{game.describe(view, naming).map((line, i) => <li key={i}>{line}</li>)}</ul></details>
        </section>
        <Chronicle replay={replay} eyes={eyes} move={move} naming={naming} onGo={go} />
      </div>
    </>
  );
}

/** Marks under the slider where promises were kept or broken. The chronicle says the same in words. */
function Marks({ replay }: { replay: Replay }) {
  const verdicts = replay.verdicts();
  if (!verdicts.length) return null;
  /* Marks of the same move are side by side. */
  const beside = (at: number) => verdicts.slice(0, at).filter(({ move }) => move === verdicts[at]!.move).length;
  return (
    <div class="marks" aria-hidden="true">
      {verdicts.map(({ move, verdict }, i) => <span key={i} class={verdict} style={{ left: `calc(${(100 * move) / Math.max(1, replay.steps.length)}% + ${12 * beside(i)}px)` }}><Seal broken={verdict === "broken"} size={14} /></span>)}
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
  const whole = { ...replay.view(0, eyes), pacts: replay.pacts(replay.steps.length) };
  return Array.from({ length: replay.steps.length + 1 }, (_, move) => [
    ...replay.what(move, eyes).flatMap((event) => {
      const told = game.tell(event, naming);
      return told ? [{ move, text: told, by: null }] : [];
    }),
    ...replay.dealings.filter(({ after }) => after === move).flatMap(({ event }) => tableLines(event, whole).map(({ text: told }) => ({ move, text: told, by: null }))),
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
