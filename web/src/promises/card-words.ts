/* Pacts in words: who owes what to whom, and the state of it. */
import { games } from "../games/games";
import { namingOf } from "../table/names";
import type { View } from "../wire";
import { words } from "../words";
import type { Tone } from "./frame";
import { isVow, partiesOf, type Judged, type Pact, type Verdict } from "./pact";
import { pledgeWords, type Voice } from "./phrase";

/** A card addresses its reader as "you". */
export const readerVoice = (view: View): Voice => (seat) => ({ person: seat === view.as ? 2 : 3, name: namingOf(view).of(seat) });

export const verdictOf = ({ verdict }: Judged): Verdict => verdict ?? "open";

/** The state of a pact. Once accepted it depends on its promises; a broken pact names who broke it. */
export function stateOf(pact: Pact, voice: Voice): [string, Tone] {
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
export function pactLines(pact: Pick<Pact, "promises">, view: View, form: "promises" | "promised" = "promises"): string[] {
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
