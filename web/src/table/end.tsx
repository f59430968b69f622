/* The end screen: ranks, where money came from, kept and broken deals, and what to do next. */
import { useEffect, useState } from "preact/hooks";
import { newCore } from "../core";
import { games } from "../games/games";
import { askRecord } from "../line";
import { PactCard } from "../promises/cards";
import { Replay } from "../replay/replay";
import { summaryOf, type Summary } from "../replay/summary";
import { SeatMark } from "../seat";
import { wasDone } from "../toast";
import type { Seat, Table, View } from "../wire";
import { language, list, number, words } from "../words";
import { Chart, type Standing } from "./chart";
import { namingOf } from "./names";

type Ended = View & { end: NonNullable<View["end"]> };

export function End({ table, view }: { table: Table; view: Ended }) {
  const text = words().end;
  const naming = namingOf(view);
  const { scores, winners } = view.end;
  const ranked = Object.keys(scores).sort((a, b) => scores[b]! - scores[a]!);
  const whole = useWhole(table);
  const names = list(winners.map((seat) => naming.of(seat)));
  return (
    <section class="card end" aria-labelledby="end">
      <h2 id="end">{text.title}</h2>
      <p class="verdict">{winners.length > 1 ? text.winners(names) : winners.length ? text.winner(names) : text.nobody}</p>
      <div class="sheets">
        <Ranks view={view} seats={ranked} />
        {whole ? <Chart history={whole.standings} seats={ranked} /> : null}
      </div>
      {whole ? <Sources view={view} seats={ranked} whole={whole} /> : null}
      <Next table={table} view={view} />
    </section>
  );
}

function Ranks({ view, seats }: { view: Ended; seats: Seat[] }) {
  const text = words().end;
  const naming = namingOf(view);
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

/** What the record tells about the whole game: where results came from, and the standings over time. */
interface Whole extends Summary {
  standings: Standing[];
}

const POINTS_MAX = 200;

async function readWhole(record: string): Promise<Whole | null> {
  const replay = new Replay(await newCore(), record);
  if (replay.wrong) return null;
  const { length } = replay.steps;
  const points = Math.min(length, POINTS_MAX);
  const standings = Array.from({ length: points + 1 }, (_, i) => {
    const { game, position } = replay.view(Math.round((i * length) / points), "everything");
    return games[game].standing(position);
  });
  return { ...summaryOf(replay), standings };
}

function useWhole(table: Table): Whole | null {
  const [whole, setWhole] = useState<Whole | null>(null);
  useEffect(() => {
    void askRecord((keys) => table.ask("record", keys)).then(async (answer) => answer.ok && setWhole(await readWhole(String(answer.record))));
  }, [table, language.value]);
  return whole;
}

function Sources({ view, seats, whole }: { view: View; seats: Seat[]; whole: Whole }) {
  const text = words().end;
  const naming = namingOf(view);
  const of = (seat: Seat) => whole.seats[seat]!;
  const start = (seat: Seat) => view.end!.scores[seat]! - [...of(seat).income.values()].reduce((sum, amount) => sum + amount, 0);
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
            {whole.sources.map((source) => row(source, (seat) => of(seat).income.get(source)))}
            {row(text.total, (seat) => view.end!.scores[seat], true)}
            {seats.some((seat) => of(seat).word.kept + of(seat).word.broken + of(seat).word.void)
              ? (["kept", "broken", "void"] as const).map((verdict) => row(words().promises.seals[verdict], (seat) => of(seat).word[verdict])) : null}
            {seats.some((seat) => of(seat).kept + of(seat).broken) ? [row(text.kept, (seat) => of(seat).kept), row(text.broken, (seat) => of(seat).broken)] : null}
          </tbody>
        </table>
      </div>
      {whole.dearest ? (
        <>
          <h3>{words().promises.seals.dearest}</h3>
          <ul class="pacts"><PactCard view={view} pact={whole.dearest.pact} /></ul>
        </>
      ) : null}
    </>
  );
}

function Next({ table, view }: { table: Table; view: View }) {
  const text = words().end;
  const [record, setRecord] = useState<string | null>(null);
  useEffect(() => () => void (record && URL.revokeObjectURL(record)), [record]);
  const rematch = async () => {
    const answer = await table.ask("rematch");
    if (wasDone(answer)) location.hash = String(answer.table);
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
      {view.rematch ? <a class="button main" href={`#${view.rematch}`}>{text.toRematch}</a>
        : view.as !== "spectator" ? <button type="button" class="main" onClick={rematch}>{text.rematch}</button> : null}
      <a class="button" href={`#replay/${table.name}`}>{text.replay}</a>
      <button type="button" onClick={download}>{text.download}</button>
    </div>
  );
}
