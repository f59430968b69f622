/* The analysis of a finished game with the strongest bot: the three dearest mistakes first, each a link to its moment in
 * the replay. Loaded when it is asked for. */
import { useEffect, useMemo } from "preact/hooks";
import { games } from "../games/games";
import { namingOf } from "../table/names";
import type { Replay } from "../replay/replay";
import type { GameEvent, Seat } from "../wire";
import { number } from "../words";
import { Analysis, costOf, dearestFirst, isClear, type Found } from "./analysis";
import { own } from "./words";
import "./style.css";

interface PanelProps {
  replay: Replay;
  seat: Seat;
  /** The address of the replay at the position after this many moves, as the seat sees it. */
  addressAt(move: number): string;
}

const DEAREST = 3;

export function Panel({ replay, seat, addressAt }: PanelProps) {
  const text = own();
  const analysis = useMemo(() => new Analysis(replay.record, seat), [replay, seat]);
  useEffect(() => () => analysis.stop(), [analysis]);
  const found = analysis.found.value;
  const runs = analysis.runs.value;
  const lines = dearestFirst(found);
  const [dearest, others] = [lines.slice(0, DEAREST), lines.slice(DEAREST)];
  const progress = text.progress(number(found.length), number(analysis.all));
  return (
    <section class="analysis" aria-label={text.title}>
      {found.length ? null : <p class="soft">{text.how}</p>}
      <div class="row">
        {analysis.isDone ? <p role="status">{text.done(analysis.all, found.filter(({ made }) => !made).length)}</p> : (
          <>
            {runs ? <button type="button" onClick={() => analysis.stop()}>{text.stop}</button>
              : <button type="button" class="main" onClick={() => analysis.start()}>{found.length ? text.goOn : text.start}</button>}
            {runs || found.length ? <label><progress value={found.length} max={analysis.all} aria-label={text.title} /> <span>{progress}</span></label> : null}
          </>
        )}
      </div>
      {found.length && !lines.length ? <p>{text.none}</p> : null}
      {dearest.length ? <><h3>{text.dearest}</h3><Mistakes replay={replay} seat={seat} found={dearest} addressAt={addressAt} /></> : null}
      {others.length ? <details><summary>{text.others} ({number(others.length)})</summary><Mistakes replay={replay} seat={seat} found={others} addressAt={addressAt} /></details> : null}
      {lines.length ? <p class="soft">{text.costHow}</p> : null}
    </section>
  );
}

function Mistakes({ replay, seat, found, addressAt }: PanelProps & { found: Found[] }) {
  const text = own();
  const view = useMemo(() => replay.view(0, "spectator"), [replay]);
  const naming = namingOf({ ...view, as: seat });
  /* Only the first event: what follows from it was not known at the time. */
  const told = (events: GameEvent[], move: string): string => events.map((event) => games[view.game].tell(event, naming)).find(Boolean) ?? move;
  return (
    <ol>
      {found.map((one) => (
        <li key={one.step} class={isClear(one) ? "" : "unclear"}>
          <a href={addressAt(one.step)} title={text.see}>
            <span><strong>{text.cost(number(Math.round(costOf(one) * 10) / 10))}</strong>{isClear(one) ? null : <small> ({text.noise})</small>}</span>
            <span>{text.did(told(replay.what(one.step + 1, seat), one.move))} <code>{one.move}</code></span>
            <span>{text.would(told(one.what ?? [], one.best))} <code>{one.best}</code></span>
            <small class="soft">{text.score(number(one.made!.score), number(one.would!.score))} {text.at(number(one.step))}</small>
          </a>
        </li>
      ))}
    </ol>
  );
}

