/* A table: the game's board, and around it what all games share. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { linkTo } from "../address";
import { games, optionWords, titleOf } from "../games/games";
import type { Choice } from "../games/game";
import { Guide } from "../guide/guide";
import { settingsOpen } from "../home/person";
import { Covered, PassOn } from "../offline/handover";
import { lazy } from "../lazy";
import { closeTable, line, openTable, stalled } from "../line";
import { Builder, type Start } from "../promises/builder";
import { pactWords } from "../promises/card-words";
import { considered, type Considered } from "../promises/consider";
import { askedOf, canPromise, isLive, owesWord, pactsOf } from "../promises/pact";
import { Pause, Promises } from "../promises/panel";
import { asText, confirming } from "../settings";
import { say, wasDone } from "../toast";
import type { Table, TableEvent, View } from "../wire";
import { number, words } from "../words";
import { useAttention } from "./attention";
import { Betrayal, useWholeChronicle } from "./betrayal";
import { Chart, type Standing } from "./chart";
import { Chronicle } from "./chronicle";
import { Flights } from "./flights";
import { useArrival, useSteadyFocus } from "./focus";
import { Gathering, gatheringWords } from "./gathering";
import { Help, isHelped } from "./help";
import { KeysDialog, useKeys } from "./keys";
import { linesOf, toMyPacts } from "./lines";
import { namingOf, standingOf } from "./names";
import { AskToNotify, useNotification } from "./notify";
import { Pace, PaceDialog, Paused, togglePause } from "./pace";
import { Seats } from "./seats";
import { Missing } from "./missing";
import { usePhone } from "./phone";
import { usePointing } from "./pointing";
import { Reckoning, useSum } from "./reckoning";
import { Side, type Panel, type PanelName } from "./side";
import { Since, useAbsence } from "./since";
import { Strip } from "./strip";
import { Explained, Pieces } from "./what";
import { Talk, unreadIn } from "./talk";
import { Whispers } from "./whispers";
import { sideWords } from "./words";

const End = lazy(async () => (await import("../end/end")).End);

export function TablePage({ name }: { name: string }) {
  const table = useMemo(() => openTable(name), [name]);
  useEffect(() => () => closeTable(table), [table]);
  if (table.missing.value) return <Missing why={table.missing.value} />;
  const view = table.view.value;
  if (!view) return <main><p class="soft">{words().loading}</p></main>;
  const { hand } = view;
  if (hand && view.as === "spectator") return <Covered table={table} view={{ ...view, hand }} />;
  return (
    <>
      <TableScreen key={view.as} table={table} view={view} />
      {hand ? <PassOn table={table} view={{ ...view, hand }} /> : null}
    </>
  );
}

/** A choice that waits for confirmation or is being sent. */
interface Pending {
  choice: Choice;
  decision: number;
  sent: boolean;
  /** My promises that it would break or not keep. */
  word?: Considered;
}

function useChoices(table: Table, view: View) {
  const [pending, setPending] = useState<Pending | null>(null);
  const send = async (choice: Choice, decision: number) => {
    setPending({ choice, decision, sent: true });
    wasDone(await table.ask("move", { move: choice.move, decision }));
    setPending(null);
  };
  /* A player with open promises is told first what the move would do to them. Breaking one always needs confirmation. */
  const consider = async (choice: Choice, decision: number) => {
    if (owesWord(view)) setPending({ choice, decision, sent: true });
    const word = owesWord(view) ? await considered(table, view, choice.move) : undefined;
    if ((choice.final && confirming.value) || word?.breaks.length || (word?.misses.length && confirming.value)) setPending({ choice, decision, sent: false, word });
    else await send(choice, decision);
  };
  /* A move by somebody else, or from another tab, may have come first. */
  useEffect(() => {
    if (!pending || pending.sent || pending.decision === view.decision) return;
    setPending(null);
    say(words().table.moved);
  }, [view.decision]);
  return {
    pending,
    choose: (choice: Choice) => {
      if (pending?.sent || view.decision === undefined) return;
      void consider(choice, view.decision);
    },
    confirm: () => pending && void send(pending.choice, pending.decision),
    cancel: () => setPending(null),
  };
}

/** The standings at each view so far. */
function useStandings(view: View): Standing[] {
  const history = useRef<{ n: number; at: Standing }[]>([]);
  if (view.position && history.current.at(-1)?.n !== view.n) history.current.push({ n: view.n, at: standingOf(view) });
  return history.current.map(({ at }) => at);
}

/** A view of the past that the player asked for, until they return to the present. */
function usePast(table: Table) {
  const [past, setPast] = useState<View | null>(null);
  const look = async (n: number) => {
    const answer = await table.ask("look", { n });
    if (wasDone(answer)) setPast(answer.view as View);
  };
  return { past, look, now: () => setPast(null) };
}

const SIDES = ["chronicle", "talk", "money", "promises"] as const;
/** On a phone the standing is below the board. */
const PHONE_SIDES = ["table", "talk", "promises", "chronicle"] as const;
/** Before the game there are no standings and no promises. */
const sidesOf = (view: View, phone: boolean): PanelName[] =>
  (phone ? PHONE_SIDES : SIDES).filter((side) => side === "money" ? view.position : side === "promises" ? view.position && (view.settings?.pacts ?? "none") !== "none" : true);

/** Opens the panel of promises when a proposal to me arrives, unless the focus is in a side panel. On a phone it would
 * cover the board; there the bar counts proposals, and a line says so. */
function useProposals(view: View, phone: boolean, show: () => void): void {
  const newest = Math.max(0, ...askedOf(view).map(({ pact }) => pact));
  const seen = useRef(0);
  useEffect(() => {
    if (newest > seen.current && !phone && !document.activeElement?.closest("aside")) show();
    seen.current = Math.max(seen.current, newest);
  }, [newest]);
}

/** The lines of the chronicle since my last move that were not on the screen yet. */
function useNewLines(events: TableEvent[], view: View, reads: boolean): number {
  const seen = useRef(view.n);
  if (reads) seen.current = view.n;
  const from = Math.max(seen.current, events.findLast((event) => event.do === "move" && event.by === view.as)?.n ?? 0);
  return events.filter(({ n }) => n > from).flatMap((event) => linesOf(event, view)).length;
}

/** Shows answers to my proposals and broken promises to me as toasts. */
function usePactNews(events: TableEvent[], view: View): void {
  const seen = useRef(view.n);
  useEffect(() => {
    const news = events.filter(({ n }) => n > seen.current).map((event) => toMyPacts(event, view)).filter(Boolean);
    if (news.length) say(news.join(" "), { aloud: false });
    seen.current = view.n;
  }, [view.n]);
}

/** Scrolls to the first proposal that waits for me. On a phone it is far below the board. */
const goToProposal = () => requestAnimationFrame(() => {
  const answer = document.querySelector<HTMLElement>(".promises .pact .main");
  answer?.scrollIntoView({ block: "center" });
  answer?.focus({ preventScroll: true });
});

export function TableScreen({ table, view }: { table: Table; view: View }) {
  const text = words();
  const game = games[view.game];
  const events = table.events.value;
  const [helps, setHelps] = useState(false);
  const [paces, setPaces] = useState(false);
  const phone = usePhone();
  /* Apart, so that in a window that becomes narrow the board comes first: the open panel would cover it. */
  const onPhone = useState<PanelName>("table");
  const onDesktop = useState<PanelName>("table");
  const [wanted, setSide] = phone ? onPhone : onDesktop;
  /** The room of talk that a whisper was pressed for. */
  const [room, setRoom] = useState<TableEvent | null>(null);
  /* Counts the unread lines again. */
  const [, setRead] = useState(0);
  const { pending, choose, confirm, cancel } = useChoices(table, view);
  const standings = useStandings(view);
  const { past, look, now } = usePast(table);
  const [building, setBuilding] = useState<Start | null>(null);
  /** What is picked on the board, for the help to decide. */
  const [picked, setPicked] = useState<string | null>(null);
  /** The kind of piece whose paragraph of the rules is shown. */
  const [explained, setExplained] = useState<string | null>(null);
  const pointing = usePointing({
    canPromise: canPromise(view),
    onPromise: (about) => setBuilding(about ? { about } : {}),
    onAsk: setExplained,
    onMiss: (aim) => say(aim === "rules" ? text.table.noPiece : text.promises.panel.pointed),
  });
  const names = sidesOf(view, phone);
  const side = names.includes(wanted) ? wanted : names[0]!;
  const newLines = useNewLines(events, view, side === "chronicle");
  useProposals(view, phone, () => setSide("promises"));
  usePactNews(events, view);
  const [absence, forget] = useAbsence(`${table.name} ${view.as}`, view.n);
  /* A player who makes a move has read what happened. */
  const act = (choice: Choice) => {
    forget();
    choose(choice);
  };
  const naming = namingOf(view);
  const status = view.stage === "gathering" ? gatheringWords(table, view) : game.status(view, naming);
  const owes = view.legal?.length ? view.decision! : null;
  useAttention(game.words().title, owes);
  useNotification(table.name, game.words().title, status, owes);
  const heading = useArrival();
  useSteadyFocus();
  useWholeChronicle(table, view);
  const sum = useSum(events, view);

  const asked = askedOf(view);
  const mine = standingOf(view)[view.as];
  const last = events.findLast((event) => event.do === "move" && linesOf(event, view).length);
  useKeys({
    "?": () => setHelps(true),
    t: () => (asText.value = !asText.value),
    w: () => say(status),
    m: () => say(mine == null ? text.keys.noMoney : text.keys.money(number(mine))),
    o: () => say(asked.length ? asked.map((pact) => pactWords(pact, view)).join(" ") : view.legal?.some((move) => move.startsWith("accept")) ? status : text.keys.noOffers),
    p: pointing.promiseByKey,
    r: pointing.askByKey,
    l: () => say(last ? linesOf(last, view).map((said) => said.text).join(" ") : text.keys.noMove),
    n: now,
    b: () => togglePause(table),
    Escape: () => (pointing.on ? pointing.set(null) : past ? now() : cancel()),
  });

  const shown = past ?? view;
  const happened = past ? events.filter((event) => event.n <= past.n) : events;
  const unread = unreadIn(table, view);
  const money = <Money view={view} history={standings} />;
  const panels: Record<PanelName, Omit<Panel, "name">> = {
    table: { title: sideWords().table, count: 0, news: "", content: null },
    chronicle: {
      title: text.chronicle.title, count: phone ? newLines : 0, news: sideWords().newLines(newLines),
      content: <Chronicle table={table} events={events} view={view} at={past?.n ?? null} open={side === "chronicle"} onLook={look} />,
    },
    talk: {
      title: text.talk.title, count: unread, news: sideWords().unread(unread),
      content: <Talk table={table} view={view} open={side === "talk"} wanted={room} onRead={() => setRead((n) => n + 1)} />,
    },
    money: { title: text.money.title, count: 0, news: "", content: money },
    promises: {
      title: text.promises.title, count: asked.length, news: text.promises.panel.asked(asked.length),
      content: <Promises table={table} view={view} onBuild={setBuilding} onPoint={() => pointing.set("promise")} />,
    },
  };
  return (
    <div class={`table${pointing.on ? ` pointing for-${pointing.on}` : ""}`} data-room={view.game} {...pointing.at}>
      <header class="bar">
        <a href={linkTo("")} class="button plain" aria-label={text.home}>‹<span class="wide">&nbsp;{text.home}</span></a>
        <h1 ref={heading} tabIndex={-1}>{game.words().title}</h1>
        <span class="row">
          <button type="button" class="plain" aria-pressed={asText.value} aria-label={text.table.textView} onClick={() => (asText.value = !asText.value)}>
            ¶<span class="wide">&nbsp;{text.table.textView}</span>
          </button>
          <button type="button" class="plain" aria-label={text.settings} onClick={() => (settingsOpen.value = true)}>⚙</button>
          <button type="button" class="plain" aria-label={text.table.help} onClick={() => setHelps(true)}>?</button>
        </span>
      </header>
      <Seats table={table} view={view} onPromise={(about) => setBuilding({ about })} />
      <p class={`status${owes !== null ? " mine" : ""}`}>
        <Pace table={table} view={view} onOpen={() => setPaces(true)} />
        <span role="status">{status}</span>
        {view.as === "spectator" && view.stage !== "gathering" ? <small> {text.table.spectating}</small> : null}
        {asked.length ? (
          <button type="button" class="plain asked" onClick={() => {
            setSide("promises");
            goToProposal();
          }}>{text.promises.panel.proposals(asked.length)}</button>
        ) : null}
        <Pause view={view} />
        <Paused view={view} />
      </p>
      {view.stage === "playing" && view.as !== "spectator" ? <Strip events={events} view={view} /> : null}
      {isHelped(view) ? <Help view={view} past={events.flatMap((event) => event.what ?? [])} picked={picked} /> : null}
      {phone ? <Reckoning shown={sum} view={view} folded /> : null}
      {pointing.on ? <p class="banner past aim" role="status">{pointing.on === "rules" ? text.table.pointing : text.promises.panel.pointing} <button type="button" onClick={() => pointing.set(null)}>{text.cancel}</button></p> : null}
      {line.value === "cut" ? <p class="banner" role="alert">{text.line.cut} {pending?.sent ? <b>{text.line.unsent(pending.choice.words)}</b> : null}</p> : null}
      {stalled.value && line.value !== "cut" ? <p class="banner sending" role="alert">{text.line.stalled}</p> : null}
      {pending?.sent && line.value !== "cut" ? <p class="banner sending">{text.table.onItsWay(pending.choice.words)}</p> : null}
      {past ? (
        <p class="banner past">{text.chronicle.past(past.n)} <button type="button" class="main" onClick={now}>{text.chronicle.now}</button></p>
      ) : null}
      <main class={view.stage === "playing" && !asText.value ? "one-screen" : ""} aria-label={text.table.board} tabIndex={-1}>
        {absence ? <Since absence={absence} events={events} view={view} status={status} onClose={forget} /> : null}
        <Guide view={view} />
        {view.stage === "gathering" ? <Gathering table={table} view={view} /> : null}
        {view.end && !past ? <End table={table} view={{ ...view, end: view.end }} /> : null}
        {shown.position ? (
          asText.value ? (
            <section class="card as-text">{[...game.describe({ ...shown, position: shown.position }, naming), ...pactsOf(shown).filter(isLive).map((pact) => pactWords(pact, shown))].map((row, i) => <p key={i}>{row}</p>)}</section>
          ) : null
        ) : null}
        {shown.position && (!asText.value || owes !== null) ? (
          <game.Board view={{ ...shown, position: shown.position }} naming={naming} legal={past || pending ? [] : (view.legal ?? [])} choose={act}
            recent={happened.at(-1)?.what ?? []} past={happened.flatMap((event) => event.what ?? [])} onPick={setPicked} />
        ) : null}
      </main>
      {phone && view.position ? <details class="card standing-below"><summary>{text.money.title}</summary>{money}</details> : null}
      <Side panels={names.map((name) => ({ name, ...panels[name] }))} open={side} phone={phone} due={owes === null ? null : status} onOpen={setSide}>
        {phone ? null : <Reckoning shown={sum} view={view} folded={asked.length > 0} />}
        <AskToNotify events={events} view={view} />
      </Side>
      <Whispers events={events} view={view} reads={side === "talk"} onOpen={(event) => {
        setRoom(event);
        setSide("talk");
      }} />
      {pending && !pending.sent ? <ConfirmBar choice={pending.choice} word={pending.word} onConfirm={confirm} onCancel={cancel} /> : null}
      {past || asText.value ? null : <Flights events={events} view={view} />}
      {past ? null : <Betrayal events={events} view={view} />}
      <Announcer events={events} view={view} />
      {building ? <Builder table={table} view={view} start={building} onAsk={setExplained} onClose={() => setBuilding(null)} /> : null}
      {paces ? <PaceDialog table={table} view={view} onClose={() => setPaces(false)} /> : null}
      {helps ? (
        <KeysDialog onClose={() => setHelps(false)}>
          <About view={view} status={status} onAsk={setExplained} onPoint={() => (setHelps(false), pointing.set("rules"))} />
        </KeysDialog>
      ) : null}
      {explained ? <Explained game={view.game} kind={explained} onClose={() => setExplained(null)} /> : null}
    </div>
  );
}

function ConfirmBar({ choice, word, onConfirm, onCancel }: { choice: Choice; word?: Considered; onConfirm(): void; onCancel(): void }) {
  const text = words().table;
  const title = choice.final ? text.confirmTitle : words().promises.consider.title;
  const yes = useRef<HTMLButtonElement>(null);
  useEffect(() => yes.current?.focus(), [choice]);
  return (
    <div class="confirm" role="alertdialog" aria-label={title} aria-describedby="confirm-words">
      <div id="confirm-words">
        <p><span class="soft">{title}</span> <strong>{choice.words}</strong></p>
        {word?.breaks.map((said) => <p key={said} class="word">{said}</p>)}
        {word?.misses.map((said) => <p key={said} class="word gentle">{said}</p>)}
      </div>
      <div class="row">
        <button type="button" class="main" ref={yes} onClick={onConfirm}>{text.confirm}</button>
        <button type="button" onClick={onCancel}>{text.back}</button>
      </div>
    </div>
  );
}

function Money({ view, history }: { view: View; history: Standing[] }) {
  const naming = namingOf(view);
  const standing = standingOf(view);
  return (
    <>
      <dl class="standing">
        {view.seats.map(({ seat }) => (
          <div key={seat}><dt>{naming.of(seat)}</dt><dd>{standing[seat] == null ? words().money.unknown : number(standing[seat])}</dd></div>
        ))}
      </dl>
      <Chart history={history} seats={view.seats.map(({ seat }) => seat)} />
    </>
  );
}

/** The edition and options of this table, and what to do now. */
function About({ view, status, onAsk, onPoint }: { view: View; status: string; onAsk(kind: string): void; onPoint(): void }) {
  const text = words();
  const { editions } = games[view.game].words();
  return (
    <>
      <p><strong>{status}</strong></p>
      <ul>
        {view.edition && editions[view.edition] ? <li>{text.make.edition}: {editions[view.edition]}</li> : null}
        {Object.entries(view.options).map(([option, value]) => {
          const said = optionWords(view.game, option);
          return <li key={option}>{said?.label ?? option}: {said?.values[value] ?? value}</li>;
        })}
        {view.settings && view.settings.pacts !== "none" ? <li>{text.make.pacts}: {text.make.pactses[view.settings.pacts]}. {text.promises.builder.opened}</li> : null}
        {view.talk === "private" && view.whispers === "seen" ? <li>{text.table.whispersSeenSaid}</li> : null}
        {view.open_talk ? <li>{text.table.openTalkSaid}</li> : null}
      </ul>
      <p><a href={linkTo(`rules/${view.game}`)} target="_blank" rel="noreferrer">{text.house.readRules(titleOf(view.game))}</a></p>
      {view.position ? (
        <>
          <h3>{text.table.pieces}</h3>
          <p><button type="button" class="main" onClick={onPoint}>{text.table.point}</button></p>
        </>
      ) : null}
      <Pieces game={view.game} onAsk={onAsk} />
    </>
  );
}

/** Announces each event once to screen readers. */
function Announcer({ events, view }: { events: TableEvent[]; view: View }) {
  const from = useRef(view.n);
  const lines = events.filter((event) => event.n > from.current).slice(-12);
  return (
    <div class="quiet" role="log">
      {lines.map((event) => <p key={event.n}>{linesOf(event, view).map((said) => said.text).join(" ")}</p>)}
    </div>
  );
}
