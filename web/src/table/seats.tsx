/* The seats around the table: mark, name, turn, money and clock of each. A press opens the details. */
import { useState } from "preact/hooks";
import { hasPortrait, Portrait } from "../art/portrait";
import { Dialog } from "../dialog";
import { ahead_ms, ask as askServer, isMuted, me } from "../line";
import { games } from "../games/games";
import { PactCard } from "../promises/cards";
import { canPromise, concerning, isLive, isVow, pactsOf } from "../promises/pact";
import { Seal, SeatSeals } from "../promises/seal";
import { SeatMark, seatName } from "../seat";
import { wasDone } from "../toast";
import type { SeatInfo, Table, View } from "../wire";
import { list, number, words } from "../words";
import { dealLines, isDealing, wordOf } from "./betrayal";
import { BotChoice } from "./bot-choice";
import { ClockFace } from "./clock";
import { behind, calledAt, namingOf, standingOf } from "./names";
import { ServerRecord } from "./record";

export function Seats({ table, view, onPromise }: { table: Table; view: View; onPromise(about: string): void }) {
  const [open, setOpen] = useState<string | null>(null);
  const text = words().table;
  const standing = standingOf(view);
  const chosen = view.seats.find(({ seat }) => seat === open);
  return (
    <nav class="seats" aria-label={text.seats}>
      <ul>
        {view.seats.map((info) => {
          const { seat, plays } = info;
          const acts = view.actors?.includes(seat) ?? false;
          const here = table.here.value.includes(seat);
          const amount = standing[seat];
          return (
            <li key={seat}>
              <button type="button" class={`seat seat-${seat}${acts ? " acts" : ""}${plays === "person" && !here ? " away" : ""}`} data-about={`seat ${seat}`} onClick={() => setOpen(seat)}>
                <Face info={info} size={26} />
                <span class="who">
                  <strong>{calledAt(view.seats, info)}</strong>
                  <span class="soft">
                    {acts ? <em>{text.turn}</em> : seat === view.as ? text.isMe : behind(info, here)}
                  </span>
                </span>
                <span class="figures">
                  {amount != null ? <b>{number(amount)}</b> : null}
                  <span>
                    <SeatSeals seals={wordOf(seat, table.events.value, view)} />
                    <ClockFace view={view} seat={seat} ahead={ahead_ms.value} />
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {chosen ? <SeatDialog table={table} view={view} info={chosen} onClose={() => setOpen(null)} onPromise={() => {
        setOpen(null);
        onPromise(`seat ${chosen.seat}`);
      }} /> : null}
    </nav>
  );
}

/** The mark of a seat, with the portrait of its bot if there is one. */
export function Face({ info, size }: { info: SeatInfo; size: number }) {
  const mark = <SeatMark seat={info.seat} size={size} title={seatName(info.seat)} />;
  if (info.plays !== "bot" || !hasPortrait(info.bot)) return mark;
  return <span class="face">{mark}<Portrait of={info.bot} size={size + 8} /></span>;
}

/** Until the game is over, the host can remove any person who has a seat or for whom a seat is reserved. */
export const canRemove = (table: Table, view: View, { seat, person, kept }: SeatInfo): boolean =>
  table.host.value && !me.value?.alone && seat !== view.as && view.stage !== "over" && !!(person ?? kept);

export async function remove(table: Table, { seat, name, kept }: SeatInfo): Promise<boolean> {
  return confirm(words().table.removeAsk(name ?? kept ?? seatName(seat))) && wasDone(await table.ask("remove", { seat }));
}

function SeatDialog({ table, view, info, onClose, onPromise }: { table: Table; view: View; info: SeatInfo; onClose(): void; onPromise(): void }) {
  const text = words().table;
  const { seat, plays, votes } = info;
  const naming = namingOf(view);
  const [bot, setBot] = useState("medium");
  const here = table.here.value.includes(seat);
  const mine = seat === view.as;
  const ask = async (what: string, keys: Record<string, unknown> = {}) => {
    if (wasDone(await table.ask(what, keys))) onClose();
  };
  const muted = isMuted(info.person);
  const playing = view.stage === "playing";
  return (
    <Dialog title={text.details(naming.of(seat))} onClose={onClose}>
      <p class="row">
        <Face info={info} size={40} /> {seatName(seat)} · {behind(info, here)}
        {info.host ? ` · ${text.isHost}` : ""}{mine ? ` · ${text.isMe}` : ""}
      </p>
      {plays === "bot" && words().bots.people[info.bot ?? ""] ? <p>{words().bots.people[info.bot ?? ""]}</p> : null}
      {votes?.length ? <p>{text.votes(list(votes.map((by) => naming.of(by))))}</p> : null}
      <div class="row">
        {mine && playing && plays === "person" ? <button type="button" onClick={() => ask("leave")}>{text.leave}</button> : null}
        {mine && playing && plays !== "person" ? <button type="button" class="main" onClick={() => ask("sit", { seat })}>{text.takeBack}</button> : null}
        {mine && playing && view.passing !== undefined && games[view.game].hasForcedAnswers ? (
          <label class="row check"><input type="checkbox" checked={view.passing} onChange={() => ask("passing", { on: !view.passing })} />{text.passing}</label>
        ) : null}
        {!mine && playing && plays !== "bot" && view.as !== "spectator" && !votes?.includes(view.as) ? (
          <button type="button" onClick={() => ask("vote", { seat })}>{text.vote}</button>
        ) : null}
        {!mine && canPromise(view) ? <button type="button" class="main" onClick={onPromise}>{words().promises.panel.make}</button> : null}
        {canRemove(table, view, info) ? <button type="button" onClick={async () => (await remove(table, info)) && onClose()}>{text.remove}</button> : null}
        {!mine && info.person && me.value?.person ? (
          <button type="button" onClick={async () => wasDone(await askServer("mute", { person: info.person, muted: !muted })) && onClose()}>{muted ? text.unmute : text.mute}</button>
        ) : null}
      </div>
      <ServerRecord info={info} />
      {view.seals?.[seat] || isDealing(view) ? <SeatWord table={table} view={view} seat={seat} /> : null}
      {playing && table.host.value && !mine && plays !== "bot" && !(plays === "person" && here) ? (
        <div class="row">
          <BotChoice spec={bot} label={naming.of(seat)} onChange={setBot} />
          <button type="button" onClick={() => ask("bot", { seat, bot })}>{text.putBot}</button>
        </div>
      ) : null}
    </Dialog>
  );
}

/** The seals of a seat, and the deals and accepted pacts that they come from. */
function SeatWord({ table, view, seat }: { table: Table; view: View; seat: string }) {
  const text = words().promises.seals;
  const events = table.events.value;
  const deals = dealLines(seat, events, view);
  const pacts = concerning(pactsOf(view), seat).filter((pact) => !isVow(pact) && pact.state === "stood");
  const sorted = [...pacts.filter(isLive), ...pacts.filter((pact) => !isLive(pact)).reverse()];
  return (
    <section>
      <h3>{text.title} <SeatSeals seals={wordOf(seat, events, view)} /></h3>
      {deals.length ? <ul class="deals">{deals.map(({ n, text: said, what }) => <li key={n}><Seal broken={!games[view.game].deal!(what!)!.kept} /> {said}</li>)}</ul> : null}
      {sorted.length ? <ul class="pacts">{sorted.map((pact) => <PactCard key={pact.pact} view={view} pact={pact} />)}</ul> : null}
      {deals.length || sorted.length ? null : <p class="soft">{text.none}</p>}
    </section>
  );
}
