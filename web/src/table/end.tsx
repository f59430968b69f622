/* The end: ranks, where everybody's money came from, deals kept and broken, and what to do next. */
import { useEffect, useState } from "preact/hooks";
import { games } from "../games/games";
import type { Income } from "../games/game";
import { SeatMark } from "../seat";
import { wasDone } from "../toast";
import type { GameEvent, Seat, Table, View } from "../wire";
import { list, number, words } from "../words";
import { namingOf } from "./names";

export function End({ table, view }: { table: Table; view: View & { end: NonNullable<View["end"]> } }) {
  const text = words().end;
  const naming = namingOf(view);
  const { scores, winners } = view.end;
  const ranked = Object.keys(scores).sort((a, b) => scores[b]! - scores[a]!);
  const names = list(winners.map((seat) => naming.of(seat)));
  return (
    <section class="card end" aria-labelledby="end">
      <h2 id="end">{text.title}</h2>
      <p class="verdict">{winners.length > 1 ? text.winners(names) : text.winner(names)}</p>
      <table>
        <thead><tr><th scope="col">{text.rank}</th><th scope="col">{text.who}</th><th scope="col">{text.score}</th></tr></thead>
        <tbody>
          {ranked.map((seat) => (
            <tr key={seat}>
              <td>{number(1 + ranked.filter((other) => scores[other]! > scores[seat]!).length)}</td>
              <th scope="row"><SeatMark seat={seat} size={20} /> {naming.of(seat)}</th>
              <td>{number(scores[seat]!)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Sources table={table} view={view} seats={ranked} />
      <Next table={table} view={view} />
    </section>
  );
}

/** Sums of the incomes of each source and seat. */
function tally(incomes: Income[]): Map<string, Record<Seat, number>> {
  const sums = new Map<string, Record<Seat, number>>();
  for (const { seat, source, amount } of incomes) {
    const row = sums.get(source) ?? {};
    row[seat] = (row[seat] ?? 0) + amount;
    sums.set(source, row);
  }
  return sums;
}

function Sources({ table, view, seats }: { table: Table; view: View; seats: Seat[] }) {
  const text = words().end;
  const naming = namingOf(view);
  const game = games[view.game];
  const events: GameEvent[] = table.events.value.flatMap((event) => event.what ?? []);
  const sums = tally(events.flatMap((event, at) => game.income(event, at, events)));
  const whole = table.events.value[0]?.n === 1;
  const deals = events.map((event) => game.deal?.(event)).filter((deal) => deal != null);
  const count = (seat: Seat, kept: boolean) => deals.filter((deal) => deal.kept === kept && (deal.seat === seat || deal.also === seat)).length;
  if (!sums.size) return null;
  const cell = (amount: number | undefined) => (amount === undefined ? "" : number(amount));
  const start = (seat: Seat) => view.end!.scores[seat]! - [...sums.values()].reduce((sum, row) => sum + (row[seat] ?? 0), 0);
  return (
    <>
      <h3>{text.sources}</h3>
      <div class="scroll" tabIndex={0} role="region" aria-label={text.sources}>
        <table>
          <thead><tr><th scope="col">{text.source}</th>{seats.map((seat) => <th key={seat} scope="col">{naming.of(seat)}</th>)}</tr></thead>
          <tbody>
            {whole && seats.some(start) ? <tr><th scope="row">{text.start}</th>{seats.map((seat) => <td key={seat}>{number(start(seat))}</td>)}</tr> : null}
            {[...sums].map(([source, row]) => (
              <tr key={source}><th scope="row">{source}</th>{seats.map((seat) => <td key={seat}>{cell(row[seat])}</td>)}</tr>
            ))}
            <tr class="total"><th scope="row">{text.total}</th>{seats.map((seat) => <td key={seat}>{number(view.end!.scores[seat]!)}</td>)}</tr>
            {deals.length ? [true, false].map((kept) => (
              <tr key={kept}><th scope="row">{text.deals}, {kept ? text.kept : text.broken}</th>{seats.map((seat) => <td key={seat}>{number(count(seat, kept))}</td>)}</tr>
            )) : null}
          </tbody>
        </table>
      </div>
      {whole ? null : <p class="soft">{text.partly}</p>}
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
    const answer = await table.ask("record");
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
        : view.order && view.as !== "spectator" ? <button type="button" class="main" onClick={rematch}>{text.rematch}</button> : null}
      <button type="button" onClick={download}>{text.download}</button>
    </div>
  );
}
