/* The form for a new table: game, options, players, clock and talk. */
import { useState } from "preact/hooks";
import { factsOf, names } from "../games/facts";
import { games, optionWords, titleOf } from "../games/games";
import { me } from "../line";
import { BotChoice } from "../table/bot-choice";
import { SeatMark, seatName } from "../seat";
import type { GameName, View } from "../wire";
import { number, words } from "../words";
import { makeTable, OPPONENTS, type Player } from "./make";

function Select<T extends string>({ label, value, from, onChange }: { label: string; value: T; from: Record<NoInfer<T>, string>; onChange(value: NoInfer<T>): void }) {
  return (
    <label>{label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {(Object.entries(from) as [T, string][]).map(([key, say]) => <option key={key} value={key}>{say}</option>)}
      </select>
    </label>
  );
}

function NumberOf({ label, value, max, onChange }: { label: string; value: number; max: number; onChange(value: number): void }) {
  return <label>{label}<input type="number" min={0} max={max} value={value} onChange={(event) => onChange(Math.min(max, Math.max(0, Math.round(Number(event.currentTarget.value)))))} /></label>;
}

type Settings = NonNullable<View["settings"]>;
type Pacts = Settings["pacts"];
type Pace = Settings["pace"];

/** The choices in order, each with its label, or with its name if it has no label. */
const called = <T extends string>(of: T[], say: (one: T) => string | undefined): Record<T, string> => Object.fromEntries(of.map((one) => [one, say(one) ?? one])) as Record<T, string>;
const firstPlayers: Player[] = ["me", ...OPPONENTS, "medium"];

export function NewTable() {
  const text = words().make;
  const [game, setGame] = useState<GameName>(names[0]!);
  const [players, setPlayers] = useState(4);
  const [edition, setEdition] = useState("");
  const [options, setOptions] = useState<Record<string, string>>({});
  const [who, setWho] = useState<Player[]>(firstPlayers);
  const [talk, setTalk] = useState<"private" | "public" | "none">("private");
  const [openTalk, setOpenTalk] = useState(false);
  const [pacts, setPacts] = useState<Pacts | null>(null);
  const [pace, setPace] = useState<Pace>("brisk");
  const [order, setOrder] = useState<"chosen" | "random">("chosen");
  const [visible, setVisible] = useState<"public" | "private">("private");
  const [clock, setClock] = useState<"none" | "live" | "correspondence">("none");
  const [times, setTimes] = useState({ bank: 15, increment: 10, answer: 0, hours: 24 });
  const alone = me.value?.alone === true;
  const setup = factsOf(game);
  const { seats, players: [least] } = setup;
  const table = Math.min(players, seats.length);
  const counts = Object.fromEntries(seats.map((_, i) => [String(i + 1), number(i + 1)]).slice(least - 1));
  /* Pacts follow the setting for talk, unless the host restricts them further. */
  const chosenPacts = talk === "none" ? "none" : pacts ?? talk;
  const clocks = {
    none: { kind: "none" },
    live: { kind: "live", bank_s: times.bank * 60, increment_s: times.increment, ...(times.answer ? { answer_s: times.answer } : {}) },
    correspondence: { kind: "correspondence", hours: Math.max(1, times.hours) },
  };
  const choose = (name: GameName) => {
    setGame(name);
    setEdition("");
    setOptions({});
  };
  const go = (event: Event) => {
    event.preventDefault();
    void makeTable({
      game, players: table, talk, public: visible === "public", clock: clocks[clock],
      ...(edition ? { edition } : {}), ...(Object.keys(options).length ? { options } : {}),
      ...(chosenPacts !== talk ? { pacts: chosenPacts } : {}), ...(pace !== "brisk" ? { pace } : {}),
      ...(openTalk ? { open_talk: true } : {}), ...(order === "random" ? { order } : {}),
    }, who.slice(0, table));
  };
  return (
    <main class="new-table">
      <h1>{text.title}</h1>
      <form onSubmit={go}>
        <fieldset class="card">
          <Select label={text.game} value={game} from={called(names, titleOf)} onChange={choose} />
          {setup.editions.length ? <Select label={text.edition} value={edition || setup.editions[0]!} from={called(setup.editions, (name) => games[game].words().editions[name])} onChange={setEdition} /> : null}
          {setup.options.map(({ name, values }) => {
            const said = optionWords(game, name);
            return <Select key={game + name} label={said?.label ?? name} value={options[name] ?? values[0]!} from={called(values, (value) => said?.values[value])} onChange={(value) => setOptions({ ...options, [name]: value })} />;
          })}
        </fieldset>
        <fieldset class="card">
          <legend>{text.who}</legend>
          <Select label={text.seats} value={String(Math.max(table, least))} from={counts} onChange={(value) => setPlayers(Number(value))} />
          <ul class="places">
            {seats.slice(0, Math.max(table, least)).map((seat, i) => <Who key={seat} seat={seat} player={who[i]!} onChange={(player) => setWho(who.map((old, at) => (at === i ? player : old)))} />)}
          </ul>
          {alone ? null : <Select label={text.order} value={order} from={text.orders} onChange={setOrder} />}
        </fieldset>
        <fieldset class="card" hidden={alone}>
          <Select label={text.visible} value={visible} from={text.visibles} onChange={setVisible} />
          <Select label={text.talk} value={talk} from={text.talks} onChange={setTalk} />
          {talk === "private" ? <label class="row check"><input type="checkbox" checked={openTalk} onChange={() => setOpenTalk(!openTalk)} />{text.openTalk}</label> : null}
          {talk !== "none" ? <Select label={text.pacts} value={chosenPacts} from={text.pactses} onChange={setPacts} /> : null}
          {chosenPacts !== "none" ? <p class="soft">{words().promises.builder.opened}</p> : null}
          <Select label={text.pace} value={pace} from={text.paces} onChange={setPace} />
          <Select label={text.clock} value={clock} from={text.clocks} onChange={setClock} />
          {clock === "live" ? (
            <>
              <NumberOf label={text.bank} value={times.bank} max={1440} onChange={(bank) => setTimes({ ...times, bank })} />
              <NumberOf label={text.increment} value={times.increment} max={600} onChange={(increment) => setTimes({ ...times, increment })} />
              <NumberOf label={text.answer} value={times.answer} max={600} onChange={(answer) => setTimes({ ...times, answer })} />
            </>
          ) : null}
          {clock === "correspondence" ? <NumberOf label={text.hours} value={times.hours} max={720} onChange={(hours) => setTimes({ ...times, hours })} /> : null}
        </fieldset>
        <button class="main">{text.go}</button>
      </form>
    </main>
  );
}

function Who({ seat, player, onChange }: { seat: string; player: Player; onChange(player: Player): void }) {
  const text = words().make;
  const kind = player === "me" || player === "friend" ? player : "bot";
  return (
    <li class="row">
      <SeatMark seat={seat} size={28} />
      <select aria-label={`${seatName(seat)}: ${text.who}`} value={kind} onChange={(event) => onChange(event.currentTarget.value === "bot" ? "medium" : event.currentTarget.value)}>
        <option value="me">{text.me}</option><option value="friend">{me.value?.alone ? words().offline.somebody : text.friend}</option><option value="bot">{text.bot}</option>
      </select>
      {kind === "bot" ? <BotChoice spec={player} label={seatName(seat)} onChange={onChange} /> : null}
    </li>
  );
}
