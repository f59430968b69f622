/* The panel of promises beside the table: pacts that wait for an answer, are agreed or settled, and buttons to make one. */
import { useEffect, useState } from "preact/hooks";
import { ahead_ms } from "../line";
import { wasDone } from "../toast";
import type { Table, View } from "../wire";
import { number, words } from "../words";
import { readyHere, ReadyList, type Start } from "./builder";
import { readerVoice } from "./card-words";
import { PactCard } from "./cards";
import { askedOf, canPromise, concerning, isLive, pactsOf } from "./pact";

interface PanelProps {
  table: Table;
  view: View;
  onBuild(start: Start): void;
  onPoint(): void;
}

export function Promises({ table, view, onBuild, onPoint }: PanelProps) {
  const text = words().promises.panel;
  const pacts = pactsOf(view);
  const asked = askedOf(view);
  const open = pacts.filter((pact) => pact.state === "open" && !asked.includes(pact));
  const standing = pacts.filter((pact) => pact.state === "stood" && isLive(pact));
  const settled = pacts.filter((pact) => !isLive(pact));
  const cards = (of: typeof pacts, title: string) => (of.length ? (
    <>
      <h3>{title}</h3>
      <ul class="pacts">{[...of].reverse().map((pact) => <PactCard key={pact.pact} view={view} pact={pact} table={table} onCounter={(counters) => onBuild({ counters })} />)}</ul>
    </>
  ) : null);
  const can = canPromise(view);
  return (
    <div class="promises">
      {can ? (
        <div class="row make">
          <button type="button" class="main" onClick={() => onBuild({})}>{text.make}</button>
          <button type="button" onClick={onPoint} aria-label={text.point} title={text.point}>☞</button>
          {view.seats.some(({ plays }) => plays === "bot") ? (
            <button type="button" disabled={view.waited} title={text.waitHow} onClick={async () => void wasDone(await table.ask("wait"))}>{text.wait}</button>
          ) : null}
        </div>
      ) : null}
      {cards([...open, ...asked], text.open)}
      {cards(standing, text.standing)}
      {pacts.length ? null : <p class="soft">{text.empty}</p>}
      {settled.length ? (
        <details open={view.stage === "over"}>
          <summary>{text.settled(settled.length)}</summary>
          <ul class="pacts">{[...settled].reverse().map((pact) => <PactCard key={pact.pact} view={view} pact={pact} />)}</ul>
        </details>
      ) : null}
      {can ? (
        <details class="often" open={!concerning(pacts, view.as).some(isLive)}>
          <summary>{words().promises.builder.ready}</summary>
          <ReadyList view={view} ready={readyHere(view)} onPick={(ready) => onBuild({ ready })} />
        </details>
      ) : null}
    </div>
  );
}

/** Why the bots are waiting, and for how long. Screen readers announce the pause at the start here. Proposals and calls to
 * wait are events, which the chronicle announces. */
export function Pause({ view }: { view: View }) {
  const { pause } = view;
  const [now, setNow] = useState(Date.now);
  const left = pause ? Math.ceil((pause.until - ahead_ms.value - now) / 1000) : 0;
  useEffect(() => {
    setNow(Date.now());
    if (!pause) return;
    const tick = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(tick);
  }, [pause?.until]);
  const text = words().promises.panel.pause;
  const runs = pause && left > 0 ? pause : null;
  return (
    <small class={runs ? "pause" : ""}>
      <span role="status">{runs?.why === "start" ? text.start : null}</span>
      {runs?.why === "proposal" ? text.proposal : runs?.why === "wait" && runs.by ? text.wait(readerVoice(view)(runs.by)) : null}
      {runs ? <span aria-hidden="true"> {text.seconds(number(left))}</span> : null}
    </small>
  );
}
