/* Promises of Intrige in English: a sentence for each deed, and the words for its holes. */
import type { Somebody } from "../../promises/phrase";
import { disjunction as or } from "../../words";

const whose = ({ person, name }: Somebody): string => ["my", "your", `${name}’s`][person - 1]!;
const a = (noun: string): string => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`);

export const en = {
  turn: "this turn",
  deeds: {
    pay: { to: "{to:to pay|not to pay} {4:dat} {0} for {2:acc}", if: "{who} {pay|pay|pays} {4:dat} {0} for {2:acc}" },
    give: { to: "{to:to give|not to give} {0:dat} {1}", if: "{who} {give|give|gives} {0:dat} {1}" },
    banish: { to: "{to:to banish|not to banish} {0:acc}", if: "{who} {banish|banish|banishes} {0:acc}" },
    send: { to: "{to:to send|not to send} {0:acc} to {1:dat}", if: "{who} {send|send|sends} {0:acc} to {1:dat}" },
  },
  /** A relative by owner and profession. An empty list means any. `called` are the game's names of the professions. */
  kin: (owners: Somebody[], called: string[], _form: string) =>
    owners.length && called.length ? `${or(owners.map(whose))} ${or(called)}`
      : owners.length ? `one of ${or(owners.map(whose))} relatives` : called.length ? a(or(called)) : "anybody",
  /** The player's own relative to be sent. */
  sent: (called: string[], _form: string) => (called.length ? a(or(called)) : "anybody"),
  post: (salaries: string) => `the ${salaries} post`,
  postAny: "a post",
  postLeast: (salary: string) => `a post of at least ${salary}`,
  postMost: (salary: string) => `a post of at most ${salary}`,
  ready: {
    bribe: "A post for a bribe",
    post: "A post for a post",
    settle: "Settle for me",
    compete: "Don’t compete with mine",
    send: "Don’t send there",
    threat: "A threat",
  },
};
