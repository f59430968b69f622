/* Patterns in words. A game has a sentence for each of its deeds, with holes: "{to:to give|not to give} {0} {1}". What stands
 * in a hole is one word of the pattern, said by the game; in the builder each hole is a choice.
 *
 *     {0} {0:dat}          the first word behind the verb; what comes after the colon is the game's own business
 *     {to:A|B}             the deed, promised or renounced
 *     {who}                who does it, in a condition
 *     {give|give|gives}    by grammatical person: I, you, anybody else
 */
import type { Run } from "../legal";
import type { Seat } from "../wire";
import { disjunction, language, number, words } from "../words";
import { negated } from "./negation.de";
import type { Form, Place, Pledge, Term } from "./pact";

/** How somebody is spoken of: I, you, or by name. */
export interface Somebody {
  person: 1 | 2 | 3;
  name: string;
}
/** Who says it to whom: a card speaks to its reader, a proposal in the proposer's own voice. */
export type Voice = (seat: Seat) => Somebody;

/** Of a deed: promised or renounced, and as a condition. */
export interface Template {
  to: string;
  if: string;
}

/** A game's part in it. */
export interface Speech {
  /** The sentence of a deed; null where the game has none, as for patterns over several verbs. */
  template(verb: string, args: string[]): Template | null;
  /** What stands in a hole: `args[at]`, in the form that the template asks for. */
  hole(verb: string, args: string[], at: number, form: string, voice: Voice): string;
  /** "this turn", as this game calls it. */
  turn(): string;
  /** Sums as this game has them, to choose from. */
  sums: Run;
}

/** Text, or a choice: a word of the pattern by its place, the deed, or who does it; who promises, whom, and until when. */
export type Hole = number | "deed" | "who" | "seat" | "with" | "term";
export interface Fragment {
  text: string;
  hole?: Hole;
}

export const isAny = (word: string): boolean => word === "*" || word === "*.*";
export const alternatives = (word: string): string[] => word.split("|");
/** The two parts of a word with a dot; "*" stands for both. */
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

/** A pattern as a list of its verbs and its words behind them; `**` at the end is as many as the sentence has holes for. */
export const wordsOf = (pattern: string): [verbs: string[], args: string[]] => {
  const [verb = "", ...args] = pattern.split(" ");
  return [alternatives(verb), args];
};

function filled(template: string, args: string[]): string[] {
  if (args.at(-1) !== "**") return args;
  const last = Math.max(-1, ...[...template.matchAll(/\{(\d)/g)].map(([, at]) => Number(at)));
  return Array.from({ length: Math.max(last + 1, args.length - 1) }, (_, i) => (i < args.length - 1 ? args[i]! : "*"));
}

/** The sentence of a pattern: as a promise, or, where somebody is named who does it, as a condition. */
export function sentence(pattern: string, speech: Speech, voice: Voice, { wont = false, who }: { wont?: boolean; who?: Seat } = {}): Fragment[] {
  const [verbs, args] = wordsOf(pattern);
  const told = verbs.map((verb) => {
    const template = speech.template(verb, args)?.[who ? "if" : "to"];
    const said = template ? fill(template, verb, filled(template, args), speech, voice, wont, who) : null;
    return wont && said && language.value === "de" ? negated(said) : said;
  });
  if (told.some((fragments) => !fragments)) return [{ text: words().promises.pattern(pattern) }];
  /* Several verbs: each has a sentence of its own, and no choices in it. */
  return told.length === 1 ? told[0]! : [{ text: (wont ? words().promises.nor : disjunction)(told.map((fragments) => textOf(fragments!))) }];
}

/** How a promise begins: "I promise Green ". */
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

/** The whole of a promise but who makes it: "to give your doctor the 10,000 post, this turn, if you pay at least 5,000". */
export function pledgeWords(pledge: Pledge, speech: Speech, voice: Voice): string {
  const wont = pledge.wont !== undefined;
  const parts = [textOf(sentence(pledge.wont ?? pledge.will ?? "", speech, voice, { wont })), termWords(pledge.term, wont, speech)];
  if (pledge.if) parts.push(words().promises.if(textOf(sentence(pledge.if.deed, speech, voice, { who: pledge.if.seat }))));
  return parts.join(", ");
}

/** The values of a place with a dot, by their two parts; null where they have none. */
export function twoParts({ values }: Place): [firsts: string[], seconds: string[]] | null {
  if (!values?.[0]?.includes(".")) return null;
  const split = values.map((value) => value.split(".", 2) as [string, string]);
  return [[...new Set(split.map(([first]) => first))], [...new Set(split.map(([, second]) => second))]];
}

/** Whether a word can stand there: a bound where a number stands, and parts by themselves. */
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

/** The form of a deed that a pattern of one verb has. */
export const formOf = (forms: Form[], pattern: string): Form | undefined => forms.find((form) => fitsForm(form, pattern));

/** A pattern of this form that says nothing yet but what must be said. Where that could as well be another form of the verb, the
 * last word names all that can stand there. */
export function openPattern(form: Form, forms: Form[]): string {
  const open = form.words.map((place) => (place.values?.length === 1 ? place.values[0]! : twoParts(place) ? "*.*" : "*"));
  const pattern = [form.verb, ...open].join(" ");
  const isClear = forms.filter((other) => fitsForm(other, pattern)).length === 1;
  return isClear ? pattern : [form.verb, ...open.slice(0, -1), form.words.at(-1)!.values!.join("|")].join(" ");
}
