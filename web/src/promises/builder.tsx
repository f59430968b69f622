/* The promise builder: sentences with choices in them. It starts with suggested pacts, for the position or about what the
 * player pointed at. Every word that can be changed is a button, which opens its choices below the sentence. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Amount, within } from "../amount";
import { Dialog } from "../dialog";
import { games } from "../games/games";
import type { Ready } from "../games/game";
import { SeatMark } from "../seat";
import { namingOf } from "../table/names";
import { why } from "../toast";
import type { Seat, Table, View } from "../wire";
import { list, words } from "../words";
import { partiesOf, type Form, type Pact, type Pledge, type Vocabulary } from "./pact";
import { beginning, formOf, openPattern, pledgeWords, sentence, termWords, textOf, twoParts, wordsOf, type Fragment, type Hole, type Speech, type Voice } from "./phrase";

/** What the builder starts with. */
export interface Start {
  /** What the player pointed at, by its `data-about`: "seat green", "machine fold". */
  about?: string;
  ready?: Ready;
  /** The proposal that this one counters. */
  counters?: Pact;
}

interface Draft {
  with: Seat[];
  secret: boolean;
  promises: Pledge[];
}

const draftOf = ({ with: seats, secret = false, promises }: Ready): Draft => ({ with: seats, secret, promises });

const PROMISES_MAX = 6;
const READY_MAX = 6;

/** The deed of a promise, or the deed in its condition. */
type Part = "deed" | "if";
const patternOf = (pledge: Pledge, part: Part): string => (part === "if" ? pledge.if!.deed : pledge.wont ?? pledge.will!);
const withPattern = (pledge: Pledge, part: Part, pattern: string): Pledge =>
  part === "if" ? { ...pledge, if: { ...pledge.if!, deed: pattern } } : { ...pledge, ...(pledge.wont === undefined ? { will: pattern } : { wont: pattern }) };

function promised({ will, wont, ...rest }: Pledge, pattern: string, renounced: boolean): Pledge {
  return renounced ? { ...rest, wont: pattern } : { ...rest, will: pattern };
}

/** The proposer is "I". The other party is "you" if there is only one. */
const voiceOf = (view: View, draft: Pick<Draft, "with">): Voice => (seat) => ({
  person: seat === view.as ? 1 : draft.with.length === 1 && draft.with[0] === seat ? 2 : 3,
  name: namingOf(view).of(seat),
});

/** The suggested pacts: those about what the player pointed at, or else one of each kind first. */
export function readyHere(view: View, about?: string): Ready[] {
  const mayHide = view.settings?.pacts === "private";
  const all = view.position ? games[view.game].ready({ ...view, position: view.position }, view.as, about ?? null).filter(({ secret }) => mayHide || !secret) : [];
  if (about) return all.filter((ready) => ready.about.includes(about)).slice(0, 2 * READY_MAX);
  const kinds = all.filter((ready, i) => all.findIndex(({ kind }) => kind === ready.kind) === i);
  return [...kinds, ...all.filter((ready) => !kinds.includes(ready))].slice(0, READY_MAX);
}

export function useVocabulary(table: Table): Vocabulary | null {
  const [vocabulary, setVocabulary] = useState<Vocabulary | null>(null);
  useEffect(() => void table.ask("vocabulary").then((answer) => answer.ok && setVocabulary(answer as unknown as Vocabulary)), [table]);
  return vocabulary;
}

export function Builder({ table, view, start, onAsk, onClose }: { table: Table; view: View; start: Start; onAsk(kind: string): void; onClose(): void }) {
  const text = words().promises.builder;
  const vocabulary = useVocabulary(table);
  const secretly = view.settings?.pacts === "private";
  const { ready, counters } = start;
  const [draft, setDraft] = useState<Draft | null>(
    counters ? { with: partiesOf(counters).filter((seat) => seat !== view.as), secret: counters.secret ?? false, promises: counters.promises.map(({ verdict: _, sleeps: __, ...pledge }) => pledge) }
      : ready ? draftOf(ready) : null);
  const { about } = start;
  return (
    <Dialog title={counters ? text.counter : text.title} onClose={onClose}>
      {draft ? <Draw table={table} view={view} vocabulary={vocabulary} draft={draft} counters={counters} secretly={secretly} onChange={setDraft} onClose={onClose} />
        : <Begin view={view} vocabulary={vocabulary} about={about} onBegin={setDraft} />}
      {about && !draft ? <p><button type="button" class="plain" onClick={() => onAsk(about.split(" ")[0]!)}>{words().table.whatIsIt}</button></p> : null}
    </Dialog>
  );
}

/** The first page: suggested pacts, and a blank one. */
function Begin({ view, vocabulary, about, onBegin }: { view: View; vocabulary: Vocabulary | null; about: string | undefined; onBegin(draft: Draft): void }) {
  const text = words().promises.builder;
  const ready = readyHere(view, about);
  const others = view.seats.map(({ seat }) => seat).filter((seat) => seat !== view.as);
  const named = others.find((seat) => about?.split(/[ .]/).includes(seat)) ?? others[0]!;
  const pattern = vocabulary && openAbout(vocabulary.deeds, about);
  return (
    <div class="promise-builder">
      {ready.length ? <h3>{text.ready}</h3> : null}
      <ReadyList view={view} ready={ready} onPick={(picked) => onBegin(draftOf(picked))} />
      <button type="button" disabled={!pattern} onClick={() => onBegin({ with: [named], secret: false, promises: [{ seat: view.as, will: pattern!, term: "round" }] })}>{text.own}</button>
    </div>
  );
}

export function ReadyList({ view, ready, onPick }: { view: View; ready: Ready[]; onPick(ready: Ready): void }) {
  const { speech } = games[view.game];
  return (
    <ul class="readies">
      {ready.map((each, i) => {
        const voice = voiceOf(view, each);
        return (
          <li key={i}>
            <button type="button" onClick={() => onPick(each)}>
              <b>{each.with.map((seat) => <SeatMark key={seat} seat={seat} size={20} />)} {each.title}</b>
              {each.promises.map((pledge, at) => <small key={at}>{words().promises.card.promises(voice(pledge.seat), pledgeWords(pledge, speech, voice))}</small>)}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface DrawProps {
  table: Table;
  view: View;
  vocabulary: Vocabulary | null;
  draft: Draft;
  counters: Pact | undefined;
  secretly: boolean;
  onChange(draft: Draft): void;
  onClose(): void;
}

function Draw({ table, view, vocabulary, draft, counters, secretly, onChange, onClose }: DrawProps) {
  const text = words().promises.builder;
  const naming = namingOf(view);
  const voice = voiceOf(view, draft);
  const [refused, setRefused] = useState("");
  const [sending, setSending] = useState(false);
  const vow = draft.with.length === 0;
  const change = (at: number, to: Pledge | null) => {
    setRefused("");
    onChange({ ...draft, promises: draft.promises.flatMap((pledge, i) => (i !== at ? [pledge] : to ? [to] : [])) });
  };
  /* A seat that is no longer a party cannot promise: another party takes over its promises. */
  const invite = (seats: Seat[]) => {
    setRefused("");
    const parties = [view.as, ...seats];
    onChange({ ...draft, with: seats, promises: draft.promises.map((pledge) => (parties.includes(pledge.seat) ? pledge : { ...pledge, seat: seats[0] ?? view.as })) });
  };
  const add = (seat: Seat) => onChange({ ...draft, promises: [...draft.promises, { seat, will: openPattern(vocabulary!.deeds[0]!, vocabulary!.deeds), term: draft.promises.at(-1)?.term ?? "round" }] });
  const send = async () => {
    setSending(true);
    const answer = await table.ask("propose", { with: draft.with, ...(draft.secret && !vow ? { secret: true } : {}), promises: draft.promises });
    setSending(false);
    if (!answer.ok) return setRefused(why(answer));
    if (counters) void table.ask("decline", { pact: counters.pact });
    onClose();
  };
  return (
    <div class="promise-builder">
      {draft.promises.map((pledge, i) => (
        <Sentence key={i} view={view} vocabulary={vocabulary} draft={draft} pledge={pledge} at={i} voice={voice} onChange={(to) => change(i, to)} onInvite={invite} />
      ))}
      {vocabulary && draft.promises.length < PROMISES_MAX ? (
        <div class="row">{[view.as, ...draft.with].map((seat) => <button key={seat} type="button" class="plain" onClick={() => add(seat)}>{text.add(voice(seat))}</button>)}</div>
      ) : null}
      {secretly && !vow ? (
        <label class="row check">
          <input type="checkbox" checked={draft.secret} onChange={() => onChange({ ...draft, secret: !draft.secret })} />
          {draft.with.length > 1 ? text.secretSeveral : text.secret}
        </label>
      ) : null}
      <p class="soft">{text.opened}</p>
      <div class="row send">
        {refused ? <p class="refused" role="alert">{words().table.refused(refused)}</p> : null}
        <button type="button" class="main" disabled={sending || !draft.promises.length} onClick={send}>{vow ? text.vowIt : text.propose(list(draft.with.map((seat) => naming.of(seat))))}</button>
        <button type="button" onClick={onClose}>{words().cancel}</button>
      </div>
    </div>
  );
}

interface SentenceProps {
  view: View;
  vocabulary: Vocabulary | null;
  draft: Draft;
  pledge: Pledge;
  /** The index of the promise in the pact. */
  at: number;
  voice: Voice;
  onChange(pledge: Pledge | null): void;
  onInvite(seats: Seat[]): void;
}

/** Whether the hole allows only one word. */
const isFixed = (vocabulary: Vocabulary | null, pattern: string, hole: Hole): boolean =>
  typeof hole === "number" && vocabulary !== null && formOf(vocabulary.deeds, pattern)?.words[hole]?.values?.length === 1;

/** The open choice: in the promise, or in its condition. */
interface Chosen {
  part: Part;
  hole: Hole;
}

/** One promise, with a button for each choice. The options of the open choice are below it. */
function Sentence(props: SentenceProps) {
  const { view, vocabulary, draft, pledge, at, voice, onChange } = props;
  const text = words().promises.builder;
  const { speech } = games[view.game];
  const [open, setOpen] = useState<Chosen | null>(null);
  const here = useRef<HTMLDivElement>(null);
  const wont = pledge.wont !== undefined;
  const others = view.seats.map(({ seat }) => seat).filter((seat) => seat !== pledge.seat);
  /* Promises of other parties are made to me too. */
  const promisees = pledge.seat === view.as ? draft.with : [view.as, ...draft.with.filter((seat) => seat !== pledge.seat)];
  const names = draft.with.length ? list(promisees.map((seat) => (seat === view.as ? words().promises.seat([voice(seat)], "dat") : namingOf(view).of(seat)))) : text.everybody;
  const lead = beginning(draft.with.length === 0 ? text.vow : at === 0 ? text.first : text.further, voice(pledge.seat), names);
  const close = (chosen: Chosen | null = open) => {
    setOpen(null);
    if (chosen) here.current?.querySelector<HTMLElement>(`[data-hole="${chosen.part} ${chosen.hole}"]`)?.focus();
  };
  const pieces = (part: Part, fragments: Fragment[]) => fragments.map(({ text: said, hole }, i) => {
    if (hole === undefined || isFixed(vocabulary, patternOf(pledge, part), hole)) return <span key={`${part}${i}`}>{said}</span>;
    const isOpen = open?.part === part && open.hole === hole;
    return (
      <button key={`${part}${i}`} type="button" class="hole" data-hole={`${part} ${hole}`} aria-expanded={isOpen} disabled={!vocabulary && typeof hole !== "string"}
        onClick={() => setOpen(isOpen ? null : { part, hole })}>{said}</button>
    );
  });
  const comma = { text: ", " };
  const condition = pledge.if ? sentence(pledge.if.deed, speech, voice, { who: pledge.if.seat }) : [];
  const addCondition = () => {
    onChange({ ...pledge, if: { seat: draft.with.find((seat) => seat !== pledge.seat) ?? others[0]!, deed: openPattern(vocabulary!.deeds[0]!, vocabulary!.deeds) } });
    setOpen({ part: "if", hole: "deed" });
  };
  return (
    <div class="sentence" ref={here} onKeyDown={(event) => {
      if (event.key !== "Escape" || !open) return;
      event.preventDefault();
      event.stopPropagation();
      close();
    }}>
      <p>
        {pieces("deed", [...lead, ...sentence(patternOf(pledge, "deed"), speech, voice, { wont }), comma, { text: termWords(pledge.term, wont, speech), hole: "term" }])}
        {pledge.if ? pieces("if", [comma, { text: words().promises.if("") }, ...condition]) : null}
      </p>
      {open ? <Choices {...props} open={open} onChange={(to) => onChange(to)} onDone={() => close()} speech={speech} /> : null}
      <div class="row">
        {pledge.if ? <button type="button" class="plain" onClick={() => onChange({ ...pledge, if: undefined })}>{text.ifRemove}</button>
          : <button type="button" class="plain" disabled={!vocabulary} onClick={addCondition}>{text.ifAdd}</button>}
        {draft.promises.length > 1 ? <button type="button" class="plain" aria-label={`${text.remove}: ${textOf(lead)}`} onClick={() => onChange(null)}>✕</button> : null}
      </div>
    </div>
  );
}

interface ChoicesProps extends SentenceProps {
  open: Chosen;
  speech: Speech;
  onChange(pledge: Pledge): void;
  onDone(): void;
}

/** One option of a choice. */
interface Option {
  label: string;
  picked: boolean;
  pick(): void;
}

function Choices(props: ChoicesProps) {
  const { view, vocabulary, draft, pledge, open, speech, voice, onChange, onInvite, onDone } = props;
  const text = words().promises.builder;
  const naming = namingOf(view);
  const group = (label: string, options: Option[], done = true) => (
    <div class="options" role="group" aria-label={text.choose(label)}>
      {options.map(({ label: said, picked, pick }, i) => (
        <button key={i} type="button" aria-pressed={picked} onClick={() => {
          pick();
          if (done) onDone();
        }}>{said}</button>
      ))}
    </div>
  );
  const seats = view.seats.map(({ seat }) => seat);
  const wont = pledge.wont !== undefined;
  if (open.hole === "seat") return group(text.doer, [view.as, ...draft.with].map((seat) => ({ label: naming.of(seat), picked: seat === pledge.seat, pick: () => onChange({ ...pledge, seat }) })));
  if (open.hole === "who") return group(text.doer, seats.filter((seat) => seat !== pledge.seat).map((seat) => ({ label: naming.of(seat), picked: seat === pledge.if!.seat, pick: () => onChange({ ...pledge, if: { ...pledge.if!, seat } }) })));
  if (open.hole === "with") {
    const others = seats.filter((seat) => seat !== view.as);
    return group(text.with, [
      ...others.map((seat) => ({ label: naming.of(seat), picked: draft.with.includes(seat), pick: () => onInvite(others.filter((other) => (other === seat) !== draft.with.includes(other))) })),
      { label: text.aVow, picked: draft.with.length === 0, pick: () => onInvite([]) },
    ], false);
  }
  if (!vocabulary) return null;
  if (open.hole === "term") return group(text.term, vocabulary.terms.map((term) => ({ label: termWords(term, wont, speech), picked: term === pledge.term, pick: () => onChange({ ...pledge, term }) })));
  if (open.hole === "deed") return group(text.deed, deeds(vocabulary.deeds, props));
  return <Words {...props} place={open.hole} group={group} said={(word) => said(pledge, open.part, open.hole as number, word, speech, voice)} />;
}

/** The options for a deed. In a promise: the deed, its negation, then all other deeds. In a condition: only the deeds. */
function deeds(forms: Form[], { pledge, open: { part }, speech, voice, onChange }: ChoicesProps): Option[] {
  const now = patternOf(pledge, part);
  const mine = formOf(forms, now);
  const say = (pattern: string, wont: boolean) => textOf(sentence(pattern, speech, voice, part === "if" ? { who: pledge.if!.seat } : { wont }));
  const others = forms.filter((form) => form !== mine).map((form): Option => {
    const pattern = openPattern(form, forms);
    return { label: say(pattern, pledge.wont !== undefined), picked: false, pick: () => onChange(withPattern(pledge, part, pattern)) };
  });
  if (part === "if") return [{ label: say(now, false), picked: true, pick: () => undefined }, ...others];
  return [...[false, true].map((wont): Option => ({ label: say(now, wont), picked: wont === (pledge.wont !== undefined), pick: () => onChange(promised(pledge, now, wont)) })), ...others];
}

/** A pattern about what the player pointed at: of the first deed that has a place for it, or else of the first deed. */
function openAbout(forms: Form[], about = ""): string {
  const [kind, ...words] = about.split(" ");
  const things = kind === "seat" ? [] : words.reverse();
  for (const form of forms)
    for (const thing of things) {
      const place = form.words.findIndex(({ values = [] }) => values.length > 1 && values.includes(thing));
      if (place >= 0) return replaced(openPattern(form, forms), place, thing);
    }
  return openPattern(forms[0]!, forms);
}

/** The pattern with one word replaced. */
function replaced(pattern: string, place: number, word: string): string {
  const [verbs, args] = wordsOf(pattern);
  return [verbs.join("|"), ...args.map((arg, i) => (i === place ? word : arg))].join(" ");
}

const said = (pledge: Pledge, part: Part, place: number, word: string, speech: Speech, voice: Voice): string =>
  sentence(replaced(patternOf(pledge, part), place, word), speech, voice, part === "if" ? { who: pledge.if!.seat } : {}).find(({ hole }) => hole === place)?.text ?? word;

interface WordsProps extends ChoicesProps {
  place: number;
  group(label: string, options: Option[], done?: boolean): preact.JSX.Element;
  said(word: string): string;
}

/** The options for a word of the deed: a sum, or the values from the vocabulary. */
function Words({ vocabulary, pledge, open: { part }, place, speech, group, said: say, onChange }: WordsProps) {
  const text = words().promises.builder;
  const pattern = patternOf(pledge, part);
  const now = wordsOf(pattern)[1][place]!;
  const form = formOf(vocabulary!.deeds, pattern)?.words[place];
  const set = (word: string) => onChange(withPattern(pledge, part, replaced(pattern, place, word)));
  const option = (word: string): Option => ({ label: say(word), picked: word === now, pick: () => set(word) });
  if (!form) return <p class="soft">{now}</p>;
  if (!form.values) {
    const bound = /^[<>]=/.exec(now)?.[0] ?? (now === "*" ? "*" : "");
    const sum = within(speech.sums, Number(now.replace(/\D/g, "")) || speech.sums.step * 5);
    return (
      <>
        {group(text.amount, Object.entries(text.bound).map(([key, label]) => ({ label, picked: key === bound, pick: () => set(key === "*" ? "*" : key + sum) })), false)}
        {bound === "*" ? null : <Amount run={speech.sums} label={text.amount} amount={sum} onChange={(amount) => set(bound + amount)} />}
      </>
    );
  }
  const parts = twoParts(form);
  if (parts) return <>{[...parts[0], "*"].map((first) => <div key={first}>{group(first === "*" ? text.anyWord : say(`${first}.*`), ["*", ...parts[1]].map((second) => option(`${first}.${second}`)))}</div>)}</>;
  const { values } = form;
  const bounds = values.every((value) => /^\d+$/.test(value)) ? values.slice(1).map((value) => `>=${value}`) : [];
  return group(text.deed, [...values, ...bounds, "*"].map(option));
}

