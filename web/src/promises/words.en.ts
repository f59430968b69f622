/* Promises in English: what all games share. Each game words its own deeds. */
import type { Somebody } from "./phrase";

const who = ({ person, name }: Somebody): string => ["I", "you", name][person - 1]!;
const Who = (somebody: Somebody): string => (somebody.person === 2 ? "You" : who(somebody));
const whom = ({ person, name }: Somebody): string => ["me", "you", name][person - 1]!;
const s = ({ person }: Somebody, verb: string): string => (person === 3 ? `${verb}s` : verb);
const list = (items: string[]): string => (items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`);

export const en = {
  title: "Promises",
  who,
  Who,
  /** Seats in a hole: "you", "Anna or Ben". An empty list means anybody. The form is a case, if the language has cases. */
  seat: (seats: Somebody[], _form: string) => (seats.length ? seats.map(whom).join(" or ") : "anybody"),
  amount: {
    any: "any sum",
    least: (n: string) => `at least ${n}`,
    most: (n: string) => `at most ${n}`,
    just: (n: string) => `exactly ${n}`,
  },
  pattern: (pattern: string) => `this: “${pattern}”`,
  nor: (deeds: string[]) => deeds.join(", and "),
  if: (deed: string) => `if ${deed}`,
  /** Terms. The one for the turn is in each game, since games name it differently. */
  by: { round: "by the end of this round", next: "by the end of the next round", game: "by the end of the game" },
  until: { round: "until the end of this round", next: "until the end of the next round", game: "until the end of the game" },

  builder: {
    title: "A promise",
    counter: "A counter-proposal",
    ready: "Often promised here",
    own: "Something else",
    /** The beginning of a promise. The first promise of a pact says to whom. */
    first: "{seat} {promise|promise|promises} {with} ",
    further: "{seat} {promise|promise|promises} ",
    vow: "{seat} {vow|vow|vows} {with} ",
    everybody: "before everybody",
    aVow: "Nobody: a vow, which stands at once",
    with: "Whom",
    doer: "Who",
    deed: "What",
    amount: "How much",
    bound: { ">=": "at least", "<=": "at most", "": "exactly", "*": "any" } as Record<string, string>,
    anyWord: "any",
    term: "Until when",
    ifAdd: "if …",
    ifRemove: "without the condition",
    choose: (what: string) => `${what}: choose`,
    add: (somebody: Somebody) => `and ${who(somebody)} ${s(somebody, "promise")} …`,
    remove: "Remove this promise",
    secret: "Secret: only you two know of it",
    secretSeveral: "Secret: only those who take part know of it",
    opened: "All pacts are opened when the game is over.",
    propose: (names: string) => `Propose it to ${names}`,
    vowIt: "Make the vow",
    vocabulary: "One moment …",
  },

  card: {
    promises: (somebody: Somebody, deed: string) => `${Who(somebody)} ${s(somebody, "promise")} ${deed}`,
    /** What is promised, within a sentence. */
    promised: (somebody: Somebody, deed: string) => `${who(somebody)} ${s(somebody, "promise")} ${deed}`,
    pact: (names: Somebody[]) => list(names.map((name, i) => (i ? who(name) : Who(name)))),
    vow: (somebody: Somebody) => (somebody.person === 2 ? "Your vow" : `${somebody.name}’s vow`),
    secret: "secret",
    waits: (names: Somebody[]) => `waits for ${list(names.map(whom))}`,
    state: { open: "proposed", stood: "agreed", declined: "declined", withdrawn: "withdrawn", lapsed: "lapsed" },
    settled: { kept: "kept", void: "void" },
    broken: (names: Somebody[]) => `broken by ${list(names.map(whom))}`,
    verdict: { open: "open", kept: "kept", broken: "broken", void: "void: there was no occasion, or the other broke it" },
    noOccasion: "void: there was no occasion",
    sleeps: "not due yet",
    accept: "Accept",
    decline: "Decline",
    counter: "Counter …",
    withdraw: "Withdraw",
  },

  panel: {
    none: "This table plays without pacts.",
    empty: "Nobody has promised anything yet.",
    make: "Promise …",
    point: "Point at the board",
    pointing: "Press what the promise is about: somebody, a piece, a place. Esc ends it.",
    pointed: "Nothing can be promised about that. Press a piece, a place or somebody.",
    open: "Proposed",
    standing: "Agreed",
    settled: (n: number) => `Settled (${n})`,
    wait: "Wait!",
    waitHow: "The bots hold back for half a minute, so that there is time to talk. Once in each turn.",
    pause: {
      start: "The bots hold back: time to talk.",
      proposal: "The bots hold back for an answer.",
      wait: (by: Somebody) => `${Who(by)} asked everybody to wait.`,
      seconds: (s: string) => `(${s} s)`,
    },
    proposals: (n: number) => (n === 1 ? "A proposal waits for your answer." : `${n} proposals wait for your answer.`),
    asked: (n: number) => (n === 1 ? "one waits for you" : `${n} wait for you`),
  },

  seals: {
    title: "Promises kept and broken",
    seal: (kept: number, broken: number) => [kept ? `${kept} kept` : "", broken ? `${broken} broken` : ""].filter(Boolean).join(", "),
    none: "No promises or deals yet.",
    kept: "Promises kept", broken: "Promises broken", void: "Promises void",
    dearest: "The dearest promise",
  },

  consider: {
    breaks: (names: Somebody[], deed: string) => `This breaks your word${names.length ? ` to ${list(names.map(whom))}` : ""}: ${deed}.`,
    misses: (names: Somebody[], deed: string) => `You could keep your word${names.length ? ` to ${list(names.map(whom))}` : ""} now, and this does not: ${deed}.`,
    title: "Think twice",
  },

  chronicle: {
    propose: (by: Somebody, names: Somebody[], what: string) => `${Who(by)} ${s(by, "propose")} to ${list(names.map(whom))}: ${what}.`,
    vow: (by: Somebody, what: string) => `${Who(by)} ${s(by, "vow")} ${what}.`,
    opened: (names: Somebody[], what: string) => `A secret pact of ${list(names.map(whom))} is opened: ${what}.`,
    accept: (by: Somebody) => `${Who(by)} ${s(by, "accept")} the pact.`,
    decline: (by: Somebody) => `${Who(by)} ${s(by, "decline")} the pact.`,
    withdraw: (by: Somebody) => `${Who(by)} ${s(by, "withdraw")} the pact.`,
    wait: (by: Somebody) => `${Who(by)} ${s(by, "ask")} everybody to wait.`,
    stood: "The pact stands.",
    lapsed: "A proposal has lapsed.",
    kept: (by: Somebody, deed: string) => `${Who(by)} kept ${by.person === 2 ? "your" : "their"} word ${deed}.`,
    broken: (by: Somebody, deed: string) => `${Who(by)} broke ${by.person === 2 ? "your" : "their"} word ${deed}.`,
  },

  refusals: {
    no_pacts: "this table plays without pacts",
    no_secret_pacts: "this table has no secret pacts",
    no_pact: "there is no such pact any more",
    not_party: "that is not your pact",
    waited: "you have asked for that already in this turn",
  },
};
