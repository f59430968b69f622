/* Pacts as cards: who owes what to whom until when, and the state in words. */
import { games } from "../games/games";
import { me } from "../line";
import { namingOf } from "../table/names";
import { wasDone } from "../toast";
import type { Table, View } from "../wire";
import { words } from "../words";
import { CardFrame, type Tone } from "./frame";
import { isAsked, isVow, partiesOf, type Judged, type Pact, type Verdict } from "./pact";
import { pledgeWords, type Voice } from "./phrase";
import { Seal } from "./seal";

/** A card addresses its reader as "you". */
export const readerVoice = (view: View): Voice => (seat) => ({ person: seat === view.as ? 2 : 3, name: namingOf(view).of(seat) });

const verdictOf = ({ verdict }: Judged): Verdict => verdict ?? "open";

/** The state of a pact. Once accepted it depends on its promises; a broken pact names who broke it. */
function stateOf(pact: Pact, voice: Voice): [string, Tone] {
  const text = words().promises.card;
  if (pact.state === "open") {
    const missing = pact.with.filter((seat) => !pact.accepted?.includes(seat));
    return [text.waits(missing.map(voice)), "open"];
  }
  if (pact.state !== "stood") return [text.state[pact.state], "gone"];
  const breakers = [...new Set(pact.promises.filter((promise) => verdictOf(promise) === "broken").map(({ seat }) => seat))];
  if (breakers.length) return [text.broken(breakers.map(voice)), "broken"];
  if (pact.promises.some((promise) => verdictOf(promise) === "open")) return [text.state.stood, "agreed"];
  return pact.promises.some((promise) => verdictOf(promise) === "kept") ? [text.settled.kept, "kept"] : [text.settled.void, "gone"];
}

/** The text of a pact, one line for each promise; or its parts of a sentence. */
function pactLines(pact: Pick<Pact, "promises">, view: View, form: "promises" | "promised" = "promises"): string[] {
  const { speech } = games[view.game];
  const voice = readerVoice(view);
  return pact.promises.map((pledge) => words().promises.card[form](voice(pledge.seat), pledgeWords(pledge, speech, voice)));
}

/** The promises of a pact, to end a sentence with. */
export const promisesWords = (pact: Pick<Pact, "promises">, view: View): string => pactLines(pact, view, "promised").join("; ");

export const pactTitle = (pact: Pact, voice: Voice): string =>
  isVow(pact) ? words().promises.card.vow(voice(pact.by)) : words().promises.card.pact(partiesOf(pact).map(voice));

/** The whole card in words. */
export const pactWords = (pact: Pact, view: View): string => {
  const voice = readerVoice(view);
  return `${pactTitle(pact, voice)}, ${stateOf(pact, voice)[0]}: ${promisesWords(pact, view)}.`;
};

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
