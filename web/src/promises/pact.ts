/* Pacts as the wire tells of them (docs/protocol.md), and what can be read off them. What a pattern means is docs/promises.md. */
import type { Seat, TableEvent, View } from "../wire";

export type Term = "turn" | "round" | "next" | "game";
export type Verdict = "open" | "kept" | "broken" | "void";
export type PactState = "open" | "stood" | "declined" | "withdrawn" | "lapsed";

export interface Pledge {
  seat: Seat;
  /** A pattern: what the seat will do, or what it will not. */
  will?: string;
  wont?: string;
  term: Term;
  if?: { seat: Seat; deed: string };
}

/** A promise as it stands. Only those of pacts that stand are judged. */
export interface Judged extends Pledge {
  verdict?: Verdict | null;
  /** Its condition has not come true yet. */
  sleeps?: boolean;
}

export interface Pact {
  /** The viewer's own number of it. */
  pact: number;
  by: Seat;
  /** Nobody: a vow. */
  with: Seat[];
  accepted?: Seat[];
  secret?: boolean;
  state: PactState;
  promises: Judged[];
}

/** What an event brought about: a pact came to a state, or a promise to its verdict. */
export interface Outcome {
  pact: number;
  state?: PactState;
  promise?: number;
  seat?: Seat;
  verdict?: Verdict;
}

/** What can stand in the deeds of a game, one entry for each form of a deed. */
export interface Place {
  kind: string;
  /** All that can stand there; none where any number can. One alone is no choice: "for". */
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

/** Notes in a list of pacts what became of one of them. */
export function settled(pacts: Pact[], { pact: number, state, promise, verdict }: Outcome): void {
  const pact = pacts.find((each) => each.pact === number);
  if (pact && state) pact.state = state;
  if (pact && verdict && promise !== undefined) pact.promises[promise]!.verdict = verdict;
}

export const partiesOf = (pact: Pact): Seat[] => [pact.by, ...pact.with];
export const isVow = (pact: Pact): boolean => pact.with.length === 0;
const isParty = (pact: Pact, seat: Seat): boolean => partiesOf(pact).includes(seat);

/** Others wait for this seat's answer. */
export const isAsked = (pact: Pact, seat: Seat): boolean => pact.state === "open" && pact.with.includes(seat) && !pact.accepted?.includes(seat);

/** It can still come to something: it waits for an answer, or one of its promises is open. */
export const isLive = (pact: Pact): boolean =>
  pact.state === "open" || (pact.state === "stood" && pact.promises.some(({ verdict }) => (verdict ?? "open") === "open"));

export const pactsOf = (view: View): Pact[] => view.pacts ?? [];
export const askedOf = (view: View): Pact[] => pactsOf(view).filter((pact) => isAsked(pact, view.as));
export const concerning = (pacts: Pact[], seat: Seat): Pact[] => pacts.filter((pact) => isParty(pact, seat));

/** Whether the seat has a promise to keep: then its moves are considered before they are made. */
export const owesWord = (view: View): boolean =>
  pactsOf(view).some(({ state, promises }) => state === "stood" && promises.some(({ seat, verdict }) => seat === view.as && (verdict ?? "open") === "open"));

/** The other parties of a pact: whom a promise in it was given to. Nobody for a vow. */
export const toWhom = (pact: Pact, seat: Seat): Seat[] => partiesOf(pact).filter((party) => party !== seat);

/** Whether pacts can be made here by this viewer now. */
export const canPromise = (view: View): boolean =>
  view.stage === "playing" && view.as !== "spectator" && (view.settings?.pacts ?? "none") !== "none";

/** A promise and the pact it stands in. */
export interface Dear {
  pact: Pact;
  promise: Judged;
}

/** The largest number that a pattern names: a sum, a post, what is committed. */
const worth = ({ will, wont }: Pledge): number => Math.max(0, ...(will ?? wont ?? "").split(" ").flatMap((word) => (/^([<>]=)?\d+$/.test(word) ? [Number(word.replace(/\D/g, ""))] : [])));

/** Of the promises that were kept or broken, the one about most; the first of several. */
export function dearest(pacts: Pact[]): Dear | null {
  const all = pacts.flatMap((pact) => pact.promises.filter(({ verdict }) => verdict === "kept" || verdict === "broken").map((promise) => ({ pact, promise })));
  return all.reduce<Dear | null>((best, dear) => (!best || worth(dear.promise) > worth(best.promise) ? dear : best), null);
}

/** Whose word to whom an event broke; of a vow, to everybody. */
export const brokenBy = (event: TableEvent, view: View): { by: Seat; to: Seat }[] =>
  (event.opened ? [] : event.pacts ?? []).filter(({ verdict }) => verdict === "broken").flatMap(({ pact: number, promise }) => {
    const pact = pactsOf(view).find((each) => each.pact === number);
    const by = pact?.promises[promise ?? -1]?.seat;
    return pact && by ? partiesOf(pact).filter((seat) => seat !== by).map((to) => ({ by, to })) : [];
  });
