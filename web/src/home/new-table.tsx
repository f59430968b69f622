/* The form for a new table: three choices, and everything else behind one line that sums it up. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Portrait } from "../art/portrait";
import { factsOf, names } from "../games/facts";
import { games } from "../games/games";
import { me } from "../line";
import { SeatMark, seatName } from "../seat";
import { BotChoice } from "../table/bot-choice";
import { cast } from "../table/cast";
import type { GameName } from "../wire";
import { number, words } from "../words";
import { clockOf, Details, pactsOf, rulesOf, type Draft } from "./details";
import { Emblem } from "./emblem";
import { makeTable, OPPONENTS, type Player } from "./make";
import { presetsOf, presetWith, termsOf } from "./presets";

/** A choice among cards or words. */
function Pick({ group, value, chosen, onChoose, children }: { group: string; value: string; chosen: boolean; onChoose(): void; children: ComponentChildren }) {
  return (
    <label class="pick">
      <input class="quiet" type="radio" name={group} value={value} checked={chosen} onChange={onChoose} />
      {children}
    </label>
  );
}

const bots: Player[] = ["me", ...OPPONENTS, "edda"];
const friends: Player[] = ["me", "friend", "friend", "friend", "friend"];

const plainest: Omit<Draft, keyof ReturnType<typeof termsOf>> = {
  game: names[0]!, players: 4, edition: "", who: bots, whispers: "seen", pace: "brisk", help: "allowed", order: "chosen", visible: "private", clock: "none",
  times: { bank: 15, increment: 10, answer: 0, hours: 24 },
};

/** The number of seats: as wanted, within what the game allows. */
function seatsOf({ game, players }: Draft): number {
  const [least, most] = factsOf(game).players;
  return Math.min(most, Math.max(least, players));
}

export function NewTable() {
  const text = words().make;
  const alone = me.value?.alone === true;
  const [draft, setDraft] = useState<Draft>(() => ({ ...plainest, ...termsOf("loose", plainest.game) }));
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const { game } = draft;
  const n = seatsOf(draft);
  const preset = presetWith(game, alone ? { ...draft, talk: "public", pacts: "public", open_talk: false } : { ...draft, pacts: pactsOf(draft) }, alone);
  /* The preset is kept when the game changes. Its options differ from game to game. */
  const choose = (name: GameName) => set({ game: name, edition: "", ...termsOf(preset ?? "loose", name) });
  const go = (event: Event) => {
    event.preventDefault();
    const { edition, options, talk, open_talk, whispers, pace, help, order, visible } = draft;
    void makeTable({
      game, players: n, options, talk, pacts: pactsOf(draft), open_talk: open_talk && talk === "private", whispers: talk === "private" ? whispers : "hidden", pace, help, order, public: visible === "public", clock: clockOf(draft),
      ...(edition ? { edition } : {}),
    }, draft.who.slice(0, n));
  };
  return (
    <main class="new-table">
      <h1>{text.title}</h1>
      <form onSubmit={go}>
        <fieldset class="which">
          <legend>{text.game}</legend>
          {names.map((name) => (
            <Pick key={name} group="game" value={name} chosen={name === game} onChoose={() => choose(name)}>
              <Emblem game={name} /><span><strong>{games[name].words().title}</strong> <span class="soft">{games[name].words().blurb}</span></span>
            </Pick>
          ))}
        </fieldset>
        <fieldset class="who">
          <legend>{text.whose}</legend>
          <div class="row">
            <span class="row segments" role="group" aria-label={text.seats}>
              {factsOf(game).seats.map((_, i) => i + 1).filter((count) => count >= factsOf(game).players[0]).map((count) => (
                <Pick key={count} group="players" value={String(count)} chosen={count === n} onChoose={() => set({ players: count })}>{number(count)}</Pick>
              ))}
            </span>
            {alone ? null : (
              <span class="row">
                <button type="button" onClick={() => set({ who: bots })}>{text.company.bots}</button>
                <button type="button" onClick={() => set({ who: friends })}>{text.company.friends}</button>
              </span>
            )}
          </div>
          <ul class="places">
            {factsOf(game).seats.slice(0, n).map((seat, i) => <Place key={seat} seat={seat} player={draft.who[i]!} onChange={(player) => set({ who: draft.who.map((old, at) => (at === i ? player : old)) })} />)}
          </ul>
        </fieldset>
        <fieldset class="how">
          <legend>{text.negotiate}</legend>
          {presetsOf(game, alone).map(({ name }) => (
            <Pick key={name} group="preset" value={name} chosen={name === preset} onChoose={() => set({ ...termsOf(name, game), options: { ...draft.options, ...termsOf(name, game).options } })}>
              <span><strong>{text.presets[name].name}</strong> <span class="soft">{text.presets[name].about}</span></span>
            </Pick>
          ))}
        </fieldset>
        <Details draft={draft} rules={rulesOf(draft)} isOwn={!preset} alone={alone} set={set} />
        <p class="go"><button class="main">{text.go}</button></p>
      </form>
    </main>
  );
}

function Place({ seat, player, onChange }: { seat: string; player: Player; onChange(player: Player): void }) {
  const text = words().make;
  const people = { me: text.me, friend: me.value?.alone ? words().offline.somebody : text.friend };
  return (
    <li class="row">
      <span class="face">{player in cast ? <Portrait of={player} /> : null}<SeatMark seat={seat} size={28} /></span>
      <span class="row grow"><BotChoice spec={player} label={seatName(seat)} people={people} onChange={onChange} /></span>
      {player in cast ? <span class="soft line">{words().bots.people[player]}</span> : null}
    </li>
  );
}
