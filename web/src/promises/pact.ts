/* Pacts as the server sends them (docs/protocol.md), and functions that read them. docs/promises.md explains patterns. */
import type { Seat, TableEvent, View } from "../wire";

export type Term = "turn" | "round" | "next" | "game";
export type Verdict = "open" | "kept" | "broken" | "void";
export type PactState = "open" | "stood" | "declined" | "withdrawn" | "lapsed";

export interface Pledge {
  seat: Seat;
  /** A pattern: what the seat will do, or will not do. */
  will?: string;
  wont?: string;
  term: Term;
  if?: { seat: Seat; deed: string };
}

/** A promise with its verdict. Only promises of accepted pacts are judged. */
export interface Judged extends Pledge {
  verdict?: Verdict | null;
  /** The condition is not met yet. */
  sleeps?: boolean;
}

export interface Pact {
  /** The number that the viewer knows the pact by. */
  pact: number;
  by: Seat;
  /** Empty for a vow. */
  with: Seat[];
  accepted?: Seat[];
  secret?: boolean;
  state: PactState;
  promises: Judged[];
}

/** How an event changed a pact: the new state of the pact, or the verdict on a promise. */
export interface Outcome {
  pact: number;
  state?: PactState;
  promise?: number;
  seat?: Seat;
  verdict?: Verdict;
}

/** What a word of a deed can be. */
export interface Place {
  kind: string;
  /** All possible words; missing if any number is allowed. A single value, such as "for", leaves no choice. */
  values?: string[];
}
export interface Form {
  verb: string;
  words: Place[];
}
export interface Vocabulary {
  deeds: Form[];
  terms: Term[];
}

/** Applies an outcome to a list of pacts. */
export function settled(pacts: Pact[], { pact: number, state, promise, verdict }: Outcome): void {
  const pact = pacts.find((each) => each.pact === number);
  if (pact && state) pact.state = state;
  if (pact && verdict && promise !== undefined) pact.promises[promise]!.verdict = verdict;
}

export const partiesOf = (pact: Pact): Seat[] => [pact.by, ...pact.with];
export const isVow = (pact: Pact): boolean => pact.with.length === 0;
const isParty = (pact: Pact, seat: Seat): boolean => partiesOf(pact).includes(seat);

/** Whether the pact waits for this seat's answer. */
export const isAsked = (pact: Pact, seat: Seat): boolean => pact.state === "open" && pact.with.includes(seat) && !pact.accepted?.includes(seat);

/** Whether the pact waits for an answer or has an open promise. */
export const isLive = (pact: Pact): boolean =>
  pact.state === "open" || (pact.state === "stood" && pact.promises.some(({ verdict }) => (verdict ?? "open") === "open"));

export const pactsOf = (view: View): Pact[] => view.pacts ?? [];
export const askedOf = (view: View): Pact[] => pactsOf(view).filter((pact) => isAsked(pact, view.as));
export const concerning = (pacts: Pact[], seat: Seat): Pact[] => pacts.filter((pact) => isParty(pact, seat));

/** Whether the viewer has an open promise. If so, the page checks moves against it before they are made. */
export const owesWord = (view: View): boolean =>
  pactsOf(view).some(({ state, promises }) => state === "stood" && promises.some(({ seat, verdict }) => seat === view.as && (verdict ?? "open") === "open"));

/** Whom the seat's promises were made to: the other parties of the pact. Empty for a vow. */
export const toWhom = (pact: Pact, seat: Seat): Seat[] => partiesOf(pact).filter((party) => party !== seat);

/** Whether this viewer can make pacts now. */
export const canPromise = (view: View): boolean =>
  view.stage === "playing" && view.as !== "spectator" && (view.settings?.pacts ?? "none") !== "none";

/** A promise and its pact. */
export interface Dear {
  pact: Pact;
  promise: Judged;
}

/** The largest number in a pattern: a sum, a post, or coins to commit. */
export const worthOf = ({ will, wont }: Pledge): number => Math.max(0, ...(will ?? wont ?? "").split(" ").flatMap((word) => (/^([<>]=)?\d+$/.test(word) ? [Number(word.replace(/\D/g, ""))] : [])));

/** The promise with the largest number among those kept or broken; the first of several. */
export function dearest(pacts: Pact[]): Dear | null {
  const all = pacts.flatMap((pact) => pact.promises.filter(({ verdict }) => verdict === "kept" || verdict === "broken").map((promise) => ({ pact, promise })));
  return all.reduce<Dear | null>((best, dear) => (!best || worthOf(dear.promise) > worthOf(best.promise) ? dear : best), null);
}

/** Who broke their word to whom in an event. */
export const brokenBy = (event: TableEvent, view: View): { by: Seat; to: Seat }[] =>
  (event.opened ? [] : event.pacts ?? []).filter(({ verdict }) => verdict === "broken").flatMap(({ pact: number, promise }) => {
    const pact = pactsOf(view).find((each) => each.pact === number);
    const by = pact?.promises[promise ?? -1]?.seat;
    return pact && by ? partiesOf(pact).filter((seat) => seat !== by).map((to) => ({ by, to })) : [];
  });
