/* Patterns in words. A game has a sentence for each of its deeds, with holes: "{to:to give|not to give} {0} {1}". A hole is
 * filled with one word of the pattern, as the game words it. In the builder each hole is a choice.
 *
 *     {0} {0:dat}          the first word after the verb; the form after the colon is passed to the game
 *     {to:A|B}             the deed: A if it is promised, B if it is renounced
 *     {who}                the seat that does it, in a condition
 *     {give|give|gives}    by grammatical person: I, you, others
 */
import type { Run } from "../legal";
import type { Seat } from "../wire";
import { disjunction, language, number, words } from "../words";
import { negated } from "./negation.de";
import type { Form, Place, Pledge, Term } from "./pact";

/** How to refer to somebody: I, you, or by name. */
export interface Somebody {
  person: 1 | 2 | 3;
  name: string;
}
/** Who speaks to whom: a card addresses its reader, a proposal is in the proposer's own voice. */
export type Voice = (seat: Seat) => Somebody;

/** The sentences of a deed: as a promise (`to`), and as a condition (`if`). */
export interface Template {
  to: string;
  if: string;
}

/** What a game provides. */
export interface Speech {
  /** The sentence of a deed; null if the game has none, as for patterns with several verbs. */
  template(verb: string, args: string[]): Template | null;
  /** The text for a hole: `args[at]`, in the form that the template asks for. */
  hole(verb: string, args: string[], at: number, form: string, voice: Voice): string;
  /** The game's words for "this turn". */
  turn(): string;
  /** The sums to choose from. */
  sums: Run;
}

/** A choice: a word of the pattern by its index, the deed, who does it, who promises, to whom, or until when. */
export type Hole = number | "deed" | "who" | "seat" | "with" | "term";
export interface Fragment {
  text: string;
  hole?: Hole;
}

export const isAny = (word: string): boolean => word === "*" || word === "*.*";
export const alternatives = (word: string): string[] => word.split("|");
/** The two parts of a word with a dot. A plain "*" gives "*" for both. */
export const partsOf = (word: string): [string, string] => (word.includes(".") ? (word.split(".", 2) as [string, string]) : ["*", "*"]);

/** A number, or a bound: "at least 5,000". */
export function amountWords(word: string): string {
  const text = words().promises.amount;
  const bound = /^(>=|<=)?(\d+)$/.exec(word);
  if (!bound) return word === "*" ? text.any : disjunction(alternatives(word).map((one) => number(Number(one))));
  const n = number(Number(bound[2]));
  return bound[1] === ">=" ? text.least(n) : bound[1] === "<=" ? text.most(n) : text.just(n);
}

const HOLE = /\{([^{}]*)\}/;

function fill(template: string, verb: string, args: string[], speech: Speech, voice: Voice, wont: boolean, who?: Seat): Fragment[] {
  const parts = template.split(new RegExp(HOLE, "g"));
  return parts.map((part, i): Fragment => {
    if (i % 2 === 0) return { text: part };
    const at = /^(\d)(?::(.*))?$/.exec(part);
    if (at) return { text: speech.hole(verb, args, Number(at[1]), at[2] ?? "", voice), hole: Number(at[1]) };
    if (part.startsWith("to:")) return { text: part.slice(3).split("|")[wont ? 1 : 0]!, hole: "deed" };
    if (part === "who") return { text: words().promises.who(voice(who!)), hole: "who" };
    return { text: part.split("|")[voice(who!).person - 1]! };
  }).filter(({ text }) => text !== "");
}

/** Splits a pattern into its verbs and the words after them. */
export const wordsOf = (pattern: string): [verbs: string[], args: string[]] => {
  const [verb = "", ...args] = pattern.split(" ");
  return [alternatives(verb), args];
};

function filled(template: string, args: string[]): string[] {
  if (args.at(-1) !== "**") return args;
  const last = Math.max(-1, ...[...template.matchAll(/\{(\d)/g)].map(([, at]) => Number(at)));
  return Array.from({ length: Math.max(last + 1, args.length - 1) }, (_, i) => (i < args.length - 1 ? args[i]! : "*"));
}

/** The sentence of a pattern: a condition if `who` is given, else a promise. */
export function sentence(pattern: string, speech: Speech, voice: Voice, { wont = false, who }: { wont?: boolean; who?: Seat } = {}): Fragment[] {
  const [verbs, args] = wordsOf(pattern);
  const told = verbs.map((verb) => {
    const template = speech.template(verb, args)?.[who ? "if" : "to"];
    const said = template ? fill(template, verb, filled(template, args), speech, voice, wont, who) : null;
    return wont && said && language.value === "de" ? negated(said) : said;
  });
  if (told.some((fragments) => !fragments)) return [{ text: words().promises.pattern(pattern) }];
  /* Several verbs: each has its own sentence, without choices. */
  return told.length === 1 ? told[0]! : [{ text: (wont ? words().promises.nor : disjunction)(told.map((fragments) => textOf(fragments!))) }];
}

/** The beginning of a promise: "I promise Green ". */
export function beginning(template: string, seat: Somebody, names: string): Fragment[] {
  return template.split(new RegExp(HOLE, "g")).map((part, i): Fragment => {
    if (i % 2 === 0) return { text: part };
    if (part === "seat") return { text: words().promises.Who(seat), hole: "seat" };
    return part === "with" ? { text: names, hole: "with" } : { text: part.split("|")[seat.person - 1]! };
  }).filter(({ text }) => text !== "");
}

export const textOf = (fragments: Fragment[]): string => fragments.map(({ text }) => text).join("");

export function termWords(term: Term, wont: boolean, speech: Speech): string {
  const text = words().promises;
  return term === "turn" ? speech.turn() : (wont ? text.until : text.by)[term];
}

/** A promise without its subject: "to give your doctor the 10,000 post, this turn, if you pay at least 5,000". */
export function pledgeWords(pledge: Pledge, speech: Speech, voice: Voice): string {
  const wont = pledge.wont !== undefined;
  const parts = [textOf(sentence(pledge.wont ?? pledge.will ?? "", speech, voice, { wont })), termWords(pledge.term, wont, speech)];
  if (pledge.if) parts.push(words().promises.if(textOf(sentence(pledge.if.deed, speech, voice, { who: pledge.if.seat }))));
  return parts.join(", ");
}

/** The first and second parts of all values with a dot; null if the values have no dot. */
export function twoParts({ values }: Place): [firsts: string[], seconds: string[]] | null {
  if (!values?.[0]?.includes(".")) return null;
  const split = values.map((value) => value.split(".", 2) as [string, string]);
  return [[...new Set(split.map(([first]) => first))], [...new Set(split.map(([, second]) => second))]];
}

/** Whether a word is possible in this place. A bound may replace a number; parts around a dot are checked separately. */
function fits(place: Place, word: string): boolean {
  const one = (values: string[], part: string) => part === "*" || alternatives(part).every((each) => values.includes(each));
  const parts = twoParts(place);
  if (!place.values) return word === "*" || /^([<>]=)?\d+$/.test(word);
  if (!parts) return one(place.values, word) || /^[<>]=\d+$/.test(word);
  const [first, second] = partsOf(word);
  return (word === "*" || word.includes(".")) && one(parts[0], first) && one(parts[1], second);
}

function fitsForm(form: Form, pattern: string): boolean {
  const [verbs, args] = wordsOf(pattern);
  return form.verb === verbs[0] && form.words.length === args.length && form.words.every((place, i) => fits(place, args[i]!));
}

/** The form that a pattern with one verb matches. */
export const formOf = (forms: Form[], pattern: string): Form | undefined => forms.find((form) => fitsForm(form, pattern));

/** The most general pattern of this form. If another form of the verb matches it too, the last word lists all its values
 * instead of "*". */
export function openPattern(form: Form, forms: Form[]): string {
  const open = form.words.map((place) => (place.values?.length === 1 ? place.values[0]! : twoParts(place) ? "*.*" : "*"));
  const pattern = [form.verb, ...open].join(" ");
  const isClear = forms.filter((other) => fitsForm(other, pattern)).length === 1;
  return isClear ? pattern : [form.verb, ...open.slice(0, -1), form.words.at(-1)!.values!.join("|")].join(" ");
}
