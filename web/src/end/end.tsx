/* The end of a game as a story: the winner, the standings over time, the moments that mattered, awards; then the sums. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { newCore } from "../core";
import { ask, askRecord, me } from "../line";
import { PactCard } from "../promises/cards";
import { Replay } from "../replay/replay";
import { SeatMark } from "../seat";
import { Chart } from "../table/chart";
import { Face } from "../table/seats";
import { wasDone } from "../toast";
import type { Seat, Table, View } from "../wire";
import { language, number, words } from "../words";
import { Medal, NobodyWon, Sign, Wreath } from "./pictures";
import { lazy } from "../lazy";
import { share } from "./share";
import type { Summary } from "./summary";
import { tellingOf, verdictOf, type Ended, type Telling } from "./telling";
import { storyWords } from "./words";
import "./style.css";

const Analysis = lazy(async () => (await import("../analysis/panel")).Panel);

export function End({ table, view }: { table: Table; view: Ended }) {
  const text = words().end;
  const telling = useTelling(table, view);
  const { verdict, lead, ranked } = verdictOf(view);
  const { winners } = view.end;
  return (
    <section class="card end" aria-labelledby="end">
      <header>
        <p class="winners">{winners.length ? winners.map((seat) => <Wreath key={seat} view={view} seat={seat} />) : <NobodyWon view={view} />}</p>
        <div>
          <h2 id="end" class="soft">{text.title}</h2>
          <p class="verdict">{verdict}</p>
          {lead ? <p>{lead}</p> : null}
          <Next table={table} view={view} telling={telling} />
        </div>
      </header>
      {telling ? <Story table={table} telling={telling} /> : null}
      {telling && view.as !== "spectator" ? (
        <Folded title={storyWords().analysis}>
          <Analysis replay={telling.replay} seat={view.as} addressAt={(move) => `#replay/${table.name}?move=${move}&eyes=${view.as}`} />
        </Folded>
      ) : null}
      <Ranks view={view} seats={ranked} />
      {telling ? <Sources view={view} seats={ranked} summary={telling.summary} /> : null}
    </section>
  );
}

/** Loads what is inside only when it is opened. */
function Folded({ title, children }: { title: string; children: ComponentChildren }) {
  const [opened, setOpened] = useState(false);
  return <details class="folded" onToggle={() => setOpened(true)}><summary>{title}</summary>{opened ? children : null}</details>;
}

function useTelling(table: Table, view: Ended): Telling | null {
  const [telling, setTelling] = useState<Telling | null>(null);
  useEffect(() => {
    void askRecord((keys) => table.ask("record", keys)).then(async (answer) => {
      const replay = answer.ok ? new Replay(await newCore(), String(answer.record)) : null;
      if (replay && !replay.wrong) setTelling(tellingOf(replay, verdictOf(view)));
    });
  }, [table, language.value]);
  return telling;
}

function Story({ table, telling: { view, naming, standings, ranked, marks, scenes, awards } }: { table: Table; telling: Telling }) {
  const text = storyWords();
  const [winner, ...others] = view.end.winners;
  const neverBehind = winner && !others.length && !marks.some(({ main }) => main);
  return (
    <>
      <div class="story">
        <Chart history={standings} seats={ranked} marks={marks} height={170} />
        <ol class="scenes" aria-label={text.story}>
          {neverBehind ? <li class="soft">{text.neverBehind(naming.of(winner))}</li> : null}
          {scenes.map(({ kind, move, title, text: told }, i) => (
            <li key={i}>
              <a href={`#replay/${table.name}?move=${move}&eyes=everything`} title={text.see}>
                <span class={`number${kind ? "" : " main"}`}>{number(i + 1)}</span>
                <span><strong>{title}</strong> {told} <small class="soft">{text.at(number(move))}</small></span>
                <Sign kind={kind} />
              </a>
            </li>
          ))}
        </ol>
      </div>
      {awards.length ? (
        <ul class="awards" aria-label={text.awards}>
          {awards.map(({ name, seat, amount }) => (
            <li key={name}>
              <Medal />
              <span><strong>{text.award[name]}</strong><span><Face info={view.seats.find((info) => info.seat === seat)!} size={20} /> {naming.of(seat)} {text.why[name](number(amount), amount === 1)}</span></span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function Ranks({ view, seats }: { view: Ended; seats: Seat[] }) {
  const text = words().end;
  const naming = verdictOf(view).naming;
  const { scores } = view.end;
  return (
    <table>
      <thead><tr><th scope="col">{text.rank}</th><th scope="col" class="name">{text.who}</th><th scope="col">{text.score}</th></tr></thead>
      <tbody>
        {seats.map((seat) => (
          <tr key={seat}>
            <td>{number(1 + seats.filter((other) => scores[other]! > scores[seat]!).length)}</td>
            <th scope="row"><SeatMark seat={seat} size={20} /> {naming.of(seat)}</th>
            <td>{number(scores[seat]!)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sources({ view, seats, summary }: { view: Ended; seats: Seat[]; summary: Summary }) {
  const text = words().end;
  const naming = verdictOf(view).naming;
  const of = (seat: Seat) => summary.seats[seat]!;
  const start = (seat: Seat) => view.end.scores[seat]! - [...of(seat).income.values()].reduce((sum, amount) => sum + amount, 0);
  const row = (name: string, cell: (seat: Seat) => number | undefined, total = false) => (
    <tr key={name} class={total ? "total" : ""}>
      <th scope="row">{name}</th>
      {seats.map((seat) => <td key={seat}>{cell(seat) === undefined ? "" : number(cell(seat)!)}</td>)}
    </tr>
  );
  return (
    <>
      <h3>{text.sources}</h3>
      <div class="scroll" tabIndex={0} role="region" aria-label={text.sources}>
        <table>
          <thead><tr><th scope="col">{text.source}</th>{seats.map((seat) => <th key={seat} scope="col">{naming.of(seat)}</th>)}</tr></thead>
          <tbody>
            {seats.some(start) ? row(text.start, start) : null}
            {summary.sources.map((source) => row(source, (seat) => of(seat).income.get(source)))}
            {row(text.total, (seat) => view.end.scores[seat], true)}
            {seats.some((seat) => of(seat).word.kept + of(seat).word.broken + of(seat).word.void)
              ? (["kept", "broken", "void"] as const).map((verdict) => row(words().promises.seals[verdict], (seat) => of(seat).word[verdict])) : null}
            {seats.some((seat) => of(seat).kept + of(seat).broken) ? [row(text.kept, (seat) => of(seat).kept), row(text.broken, (seat) => of(seat).broken)] : null}
          </tbody>
        </table>
      </div>
      {summary.dearest ? (
        <>
          <h3>{words().promises.seals.dearest}</h3>
          <ul class="pacts"><PactCard view={view} pact={summary.dearest.pact} /></ul>
        </>
      ) : null}
    </>
  );
}

function Next({ table, view, telling }: { table: Table; view: View; telling: Telling | null }) {
  const text = words().end;
  const [record, setRecord] = useState<string | null>(null);
  useEffect(() => () => void (record && URL.revokeObjectURL(record)), [record]);
  /* My seat is kept for me there. Without a server everybody sits there already. */
  const sit = async (at: string) => view.as !== "spectator" && !me.value?.alone && ask("sit", { table: at, seat: view.as });
  /* Against bots alone there is nobody to wait for. */
  const isAlone = view.seats.every(({ seat, plays }) => seat === view.as || plays === "bot");
  const rematch = async () => {
    const answer = await table.ask("rematch");
    if (!wasDone(answer)) return;
    await sit(String(answer.table));
    if (isAlone) wasDone(await ask("start", { table: answer.table }));
    location.hash = String(answer.table);
  };
  const download = async () => {
    const answer = await askRecord((keys) => table.ask("record", keys));
    if (!wasDone(answer)) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([String(answer.record)], { type: "application/x-ndjson" }));
    link.download = `${view.game}-${table.name.slice(0, 8)}.kbr`;
    setRecord(link.href);
    link.click();
  };
  return (
    <div class="row">
      {view.rematch ? <a class="button main" href={`#${view.rematch}`} onClick={() => void sit(view.rematch!)}>{text.toRematch}</a>
        : view.as !== "spectator" ? <button type="button" class="main" onClick={rematch}>{text.rematch}</button> : null}
      <a class="button" href={`#replay/${table.name}`}>{text.replay}</a>
      <button type="button" disabled={!telling} onClick={() => telling && void share(telling)}>{storyWords().share}</button>
      <button type="button" onClick={download}>{text.download}</button>
    </div>
  );
}
