/* Before the game: seats, bots, words for the luck, the link for friends, and the start button. */
import { useEffect, useState } from "preact/hooks";
import { Chips } from "../home/chips";
import { Limited } from "../limited";
import { limits, me } from "../line";
import { Qr } from "../qr";
import { seatName } from "../seat";
import { say, wasDone } from "../toast";
import type { Seat, SeatInfo, Table, View } from "../wire";
import { words } from "../words";
import { BotChoice } from "./bot-choice";
import { cast } from "./cast";
import { behind, calledAt } from "./names";
import { canRemove, Face, remove } from "./seats";

/** Without a server somebody around this device plays where nobody sits. */
const freeSeats = (view: View): number => (me.value?.alone ? 0 : view.seats.filter(({ plays }) => plays === "nobody").length);

/** What the table is waiting for. */
export function gatheringWords(table: Table, view: View): string {
  const text = words().table;
  const free = freeSeats(view);
  return free ? text.gathering(words().house.free(free)) : table.host.value ? text.gathered : text.gatheredFor(view.host);
}

export function Gathering({ table, view }: { table: Table; view: View }) {
  const text = words().table;
  const full = freeSeats(view) === 0;
  const start = async () => wasDone(await table.ask("start"));
  return (
    <div class="gathering">
      <section class="card" aria-label={text.seats}>
        <Chips rules={view} />
        <ul class="places">
          {view.seats.map((info) => <Place key={info.seat} table={table} view={view} info={info} />)}
        </ul>
        {table.host.value ? (
          <>
            <button type="button" class="main" disabled={!full} onClick={start}>{text.start}</button>
            {full ? null : <p class="soft">{text.waitSeats}</p>}
          </>
        ) : (
          <p class="soft">{text.waitStart(view.host)}</p>
        )}
      </section>
      {me.value?.alone ? null : <Invitation table={table} view={view} />}
      {view.luck.promise ? <Luck table={table} view={view} /> : null}
    </div>
  );
}

/** A named bot who is not at the table yet, another one for each seat. */
function stranger(view: View, seat: Seat): string {
  const free = Object.keys(cast).filter((name) => !view.seats.some(({ bot }) => bot === name));
  return free[view.seats.findIndex((info) => info.seat === seat) % free.length]!;
}

function Place({ table, view, info }: { table: Table; view: View; info: SeatInfo }) {
  const text = words().table;
  const [bot, setBot] = useState<string | null>(null);
  const { seat, plays } = info;
  const ask = async (what: string, keys: Record<string, unknown> = {}) => void wasDone(await table.ask(what, keys));
  return (
    <li class="row">
      <Face info={info} size={32} />
      <span class="who"><strong>{calledAt(view.seats, info)}</strong> <span class="soft">{plays === "nobody" && me.value?.alone ? words().offline.somebody : behind(info, table.here.value.includes(seat))}</span></span>
      {plays === "nobody" && view.as === "spectator" ? (
        <button type="button" class="main" aria-label={text.sitAs(seatName(seat))} onClick={() => ask("sit", { seat })}>{text.sit}</button>
      ) : null}
      {plays === "nobody" && table.host.value ? (
        <>
          <BotChoice spec={bot ?? stranger(view, seat)} label={seatName(seat)} onChange={setBot} />
          <button type="button" onClick={() => ask("bot", { seat, bot: bot ?? stranger(view, seat) })}>{text.putBot}</button>
        </>
      ) : null}
      {seat === view.as ? <button type="button" onClick={() => ask("leave")}>{text.leave}</button> : null}
      {table.host.value && seat !== view.as && (plays !== "nobody" || info.kept) ? (
        <button type="button" onClick={() => ask("empty", { seat })}>{text.empty}</button>
      ) : null}
      {canRemove(table, view, info) ? <button type="button" onClick={() => void remove(table, info)}>{text.remove}</button> : null}
    </li>
  );
}

function Invitation({ table, view }: { table: Table; view: View }) {
  const text = words().table;
  const [invited, setInvited] = useState<{ link: string; qr: string[] } | null>(null);
  useEffect(() => void table.ask("invite").then((answer) => answer.ok && setInvited(answer as unknown as { link: string; qr: string[] })), [table, me.value?.name]);
  if (!invited) return null;
  const { link, qr } = invited;
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    say(text.copied);
  };
  return (
    <section class="card">
      <h2>{text.invite}</h2>
      <p class="row">
        <input readOnly value={link} aria-label={text.invite} onFocus={(event) => event.currentTarget.select()} />
        {navigator.clipboard ? <button type="button" onClick={copy}>{text.copy}</button> : null}
      </p>
      {view.code ? <p class="code">{text.code(view.code)}</p> : null}
      <p>{text.camera}</p>
      <Qr rows={qr} />
    </section>
  );
}

function Luck({ table, view }: { table: Table; view: View }) {
  const text = words().table;
  const [mine, setMine] = useState("");
  const send = async (event: Event) => {
    event.preventDefault();
    if (wasDone(await table.ask("words", { words: mine }))) setMine("");
  };
  return (
    <section class="card">
      <h2>{text.luck}</h2>
      <p class="soft">{text.promise}</p>
      <ul>{Object.entries(view.luck.words).map(([seat, said]) => <li key={seat}>{text.luckOf(seatName(seat), said)}</li>)}</ul>
      {view.as !== "spectator" ? (
        <form class="row" onSubmit={send}>
          <Limited value={mine} most={limits().words} aria-label={text.luckWords} placeholder={text.luckWords} onText={setMine} />
          <button disabled={!mine}>{text.luckSay}</button>
        </form>
      ) : null}
    </section>
  );
}
