/* What a new table has besides its three choices: edition, options, talk, clock. Folded behind a line that sums it up. */
import { defaultOf, factsOf } from "../games/facts";
import { games, optionWords } from "../games/games";
import type { GameName, View } from "../wire";
import { words } from "../words";
import { chipsOf, type Rules } from "./chips";
import type { Player } from "./make";
import type { Terms } from "./presets";

/** A table as the form has it so far. */
export interface Draft extends Terms {
  game: GameName;
  /** The number that was asked for, also if this game has fewer seats. */
  players: number;
  /** "" is the first edition. */
  edition: string;
  who: Player[];
  whispers: NonNullable<View["whispers"]>;
  pace: NonNullable<View["settings"]>["pace"];
  help: "allowed" | "forbidden";
  order: "chosen" | "random";
  visible: "public" | "private";
  clock: "none" | "live" | "correspondence";
  times: { bank: number; increment: number; answer: number; hours: number };
}

/** Who may not talk cannot promise. */
export const pactsOf = ({ talk, pacts }: Draft): Terms["pacts"] => (talk === "none" ? talk : pacts);

export function clockOf({ clock, times: { bank, increment, answer, hours } }: Draft): Record<string, unknown> {
  if (clock === "live") return { kind: clock, bank_s: bank * 60, increment_s: increment, ...(answer ? { answer_s: answer } : {}) };
  return clock === "correspondence" ? { kind: clock, hours: Math.max(1, hours) } : { kind: clock };
}

export function rulesOf(draft: Draft): Rules {
  const { game, edition, options, talk, open_talk, whispers, pace, help, order, visible, clock } = draft;
  return { game, edition: edition || factsOf(game).editions[0], options, talk, open_talk, whispers, order, settings: { pacts: pactsOf(draft), pace, help }, clock: { kind: clock }, public: visible === "public" };
}

function Select<T extends string>({ name, label, value, from, onChange }: { name: string; label: string; value: T; from: Record<NoInfer<T>, string>; onChange(value: NoInfer<T>): void }) {
  return (
    <label>{label}
      <select name={name} value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {(Object.entries(from) as [T, string][]).map(([key, say]) => <option key={key} value={key}>{say}</option>)}
      </select>
    </label>
  );
}

function NumberOf({ label, value, max, onChange }: { label: string; value: number; max: number; onChange(value: number): void }) {
  return <label>{label}<input type="number" min={0} max={max} value={value} onChange={(event) => onChange(Math.min(max, Math.max(0, Math.round(Number(event.currentTarget.value)))))} /></label>;
}

/** The choices in order, each with its label, or with its name if it has no label. */
const called = <T extends string>(of: T[], say: (one: T) => string | undefined): Record<T, string> => Object.fromEntries(of.map((one) => [one, say(one) ?? one])) as Record<T, string>;

interface DetailsProps {
  draft: Draft;
  rules: Rules;
  /** The choices are no preset. */
  isOwn: boolean;
  alone: boolean;
  set(change: Partial<Draft>): void;
}

export function Details({ draft, rules, isOwn, alone, set }: DetailsProps) {
  const text = words().make;
  const { game, edition, options } = draft;
  const setup = factsOf(game);
  return (
    <details class="rest">
      <summary>
        <span class="chips">
          <b>{isOwn ? text.ownMix : text.rest}</b>
          {chipsOf(rules, true).chips.map((chip) => <span key={chip}>{chip}</span>)}
        </span>
      </summary>
      <div class="fields">
        {setup.editions.length ? <Select name="edition" label={text.edition} value={edition || setup.editions[0]!} from={called(setup.editions, (name) => games[game].words().editions[name])} onChange={(value) => set({ edition: value })} /> : null}
        {setup.options.map((option) => {
          const { name, values } = option;
          const said = optionWords(game, name);
          return <Select key={game + name} name={name} label={said?.label ?? name} value={options[name] ?? defaultOf(option, rules.edition)} from={called(values, (value) => said?.values[value])} onChange={(value) => set({ options: { ...options, [name]: value } })} />;
        })}
        {alone ? null : <House draft={draft} set={set} />}
      </div>
    </details>
  );
}

/** What only a server has: talk in private, clocks, a list of tables. */
function House({ draft, set }: Pick<DetailsProps, "draft" | "set">) {
  const text = words().make;
  const { talk, open_talk, whispers, pace, help, clock, times, visible, order } = draft;
  const pacts = pactsOf(draft);
  return (
    <>
      <Select name="talk" label={text.talk} value={talk} from={text.talks} onChange={(value) => set({ talk: value })} />
      {talk !== "none" ? <Select name="pacts" label={text.pacts} value={pacts} from={text.pactses} onChange={(value) => set({ pacts: value })} /> : null}
      {talk === "private" ? <label class="row check"><input type="checkbox" name="whispers" checked={whispers === "seen"} onChange={() => set({ whispers: whispers === "seen" ? "hidden" : "seen" })} />{text.whispersSeen}</label> : null}
      {talk === "private" ? <label class="row check"><input type="checkbox" checked={open_talk} onChange={() => set({ open_talk: !open_talk })} />{text.openTalk}</label> : null}
      {pacts !== "none" ? <p class="soft">{words().promises.builder.opened}</p> : null}
      <Select name="visible" label={text.visible} value={visible} from={text.visibles} onChange={(value) => set({ visible: value })} />
      <Select name="order" label={text.order} value={order} from={text.orders} onChange={(value) => set({ order: value })} />
      <Select name="pace" label={text.pace} value={pace} from={text.paces} onChange={(value) => set({ pace: value })} />
      <Select name="help" label={text.help} value={help} from={text.helps} onChange={(value) => set({ help: value })} />
      <Select name="clock" label={text.clock} value={clock} from={text.clocks} onChange={(value) => set({ clock: value })} />
      {clock === "live" ? (
        <>
          <NumberOf label={text.bank} value={times.bank} max={1440} onChange={(bank) => set({ times: { ...times, bank } })} />
          <NumberOf label={text.increment} value={times.increment} max={600} onChange={(increment) => set({ times: { ...times, increment } })} />
          <NumberOf label={text.answer} value={times.answer} max={600} onChange={(answer) => set({ times: { ...times, answer } })} />
        </>
      ) : null}
      {clock === "correspondence" ? <NumberOf label={text.hours} value={times.hours} max={720} onChange={(hours) => set({ times: { ...times, hours } })} /> : null}
    </>
  );
}
