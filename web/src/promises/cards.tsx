/* Pacts as cards: who owes what to whom until when, and the state in words. */
import { me } from "../line";
import { wasDone } from "../toast";
import type { Table, View } from "../wire";
import { words } from "../words";
import { pactLines, pactTitle, readerVoice, stateOf, verdictOf } from "./card-words";
import { CardFrame } from "./frame";
import { isAsked, type Judged, type Pact } from "./pact";
import { Seal } from "./seal";

interface CardProps {
  view: View;
  pact: Pact;
  /** Set if the pact can be answered. */
  table?: Table;
  onCounter?(pact: Pact): void;
}

export function PactCard({ view, pact, table, onCounter }: CardProps) {
  const text = words().promises.card;
  const voice = readerVoice(view);
  const [state, tone] = stateOf(pact, voice);
  const lines = pactLines(pact, view);
  const answer = async (what: string) => void wasDone(await table!.ask(what, { pact: pact.pact }));
  const asked = isAsked(pact, view.as);
  const judged = pact.state === "stood";
  const isBroken = pact.promises.some((promise) => verdictOf(promise) === "broken");
  const verdictWords = (promise: Judged) => (promise.sleeps && verdictOf(promise) === "open" ? text.sleeps : verdictOf(promise) === "void" && !isBroken ? text.noOccasion : text.verdict[verdictOf(promise)]);
  const people = view.seats.filter(({ plays }) => plays === "person").map(({ seat }) => seat);
  return (
    <CardFrame seats={[pact.by, pact.with]} title={pactTitle(pact, voice)} state={state} tone={tone} pact={pact.pact} class={pact.secret ? "secret" : ""}>
      {pact.secret ? <small class="soft">{text.secret}</small> : null}
      <ul class="owed">
        {pact.promises.map((promise, i) => {
          const verdict = verdictOf(promise);
          return (
            <li key={i} class={judged ? verdict : ""}>
              {judged && (verdict === "kept" || verdict === "broken") ? <Seal broken={verdict === "broken"} /> : null}
              <span>{lines[i]} {judged ? <small class="verdict">{verdictWords(promise)}</small> : null}</span>
            </li>
          );
        })}
      </ul>
      {table && view.stage === "playing" && pact.state === "open" ? (
        <div class="row">
          {asked ? <button type="button" class="main" onClick={() => answer("accept")}>{text.accept}</button> : null}
          {pact.with.includes(view.as) ? <button type="button" onClick={() => answer("decline")}>{text.decline}</button> : null}
          {asked && onCounter ? <button type="button" onClick={() => onCounter(pact)}>{text.counter}</button> : null}
          {pact.by === view.as ? <button type="button" onClick={() => answer("withdraw")}>{text.withdraw}</button> : null}
          {pact.by === view.as && me.value?.alone && people.some((seat) => isAsked(pact, seat)) ? <button type="button" onClick={async () => void wasDone(await table.ask("hand"))}>{words().offline.pass}</button> : null}
        </div>
      ) : null}
    </CardFrame>
  );
}
