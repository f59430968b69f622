/* Talk, in rooms. A room is a set of seats and keeps its own draft. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Limited } from "../limited";
import { isMuted, limits } from "../line";
import { SeatMark, seatName } from "../seat";
import { keep, read } from "../settings";
import { wasDone } from "../toast";
import type { Seat, Table, TableEvent, View } from "../wire";
import { list, words } from "../words";
import { Older } from "./chronicle";
import { namingOf } from "./names";
import { spoken } from "./phrases";

/** The other seats of a room, in the order of the table. Empty means everybody. */
type Room = string;
const EVERYBODY: Room = "";
/** Spectators talk among themselves in this room. What the seats say to everybody is in another one. */
const SPECTATORS: Room = "spectators";

function roomOf(event: TableEvent, view: View): Room {
  if (!event.by) return SPECTATORS;
  if (!event.to?.length) return EVERYBODY;
  const heard = [event.by, ...event.to];
  return view.seats.map(({ seat }) => seat).filter((seat) => seat !== view.as && heard.includes(seat)).join(" ");
}

const seatsOf = (room: Room): Seat[] => (room ? room.split(" ") : []);

/** All talk except that of muted people. */
const saidAt = (table: Table): TableEvent[] => table.events.value.filter((event) => event.do === "say" && !isMuted(event.person));

interface TalkProps {
  table: Table;
  view: View;
  /** The player has selected this panel. In a wide window it is visible anyway. */
  open: boolean;
  /** The line whose room is to be shown. */
  wanted: TableEvent | null;
  onRead(): void;
}

export function Talk({ table, view, open, wanted, onRead }: TalkProps) {
  const text = words().talk;
  const naming = namingOf(view);
  const watches = view.as === "spectator";
  const [room, setRoom] = useState<Room>(watches ? SPECTATORS : EVERYBODY);
  const [drafts, setDrafts] = useState<Record<Room, string>>(() => read(`drafts ${table.name} ${view.as}`, {}));
  const [chosen, setChosen] = useState<Seat[] | null>(null);
  const [readUpTo, setRead] = useState<Record<Room, number>>(() => read(`read ${table.name} ${view.as}`, {}));
  const said = saidAt(table);
  const rooms = [...new Set([EVERYBODY, ...(watches ? [SPECTATORS] : []), room, ...said.map((event) => roomOf(event, view)), ...Object.keys(drafts).filter((key) => drafts[key])])];
  const here = said.filter((event) => roomOf(event, view) === room);
  const last = here.at(-1)?.n ?? 0;
  const unread = (of: Room) => said.filter((event) => roomOf(event, view) === of && event.n > (readUpTo[of] ?? 0) && event.by !== view.as).length;
  const titleOf = (of: Room) => (of === SPECTATORS ? text.spectators : of ? list(seatsOf(of).map((seat) => naming.of(seat))) : watches ? text.seats : text.everybody);

  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.hidden || root.current?.offsetParent == null || last <= (readUpTo[room] ?? 0)) return;
    const now = { ...readUpTo, [room]: last };
    setRead(now);
    keep(`read ${table.name} ${view.as}`, now);
    onRead();
  }, [open, room, last]);

  const bottom = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    if (bottom.current) bottom.current.scrollTop = bottom.current.scrollHeight;
  }, [open, room, last]);

  const write = (draft: string) => {
    const now = { ...drafts, [room]: draft };
    setDrafts(now);
    keep(`drafts ${table.name} ${view.as}`, now);
  };
  const send = async (event: Event) => {
    event.preventDefault();
    const [to, draft] = [room, drafts[room] ?? ""];
    if (!draft.trim()) return;
    write("");
    if (!wasDone(await table.ask("say", { say: draft, ...(to && !watches ? { to: seatsOf(to) } : {}) }))) setDrafts((now) => ({ ...now, [to]: draft }));
  };
  const enter = (to: Room) => {
    setRoom(to);
    setChosen(null);
  };
  useEffect(() => {
    if (wanted) enter(roomOf(wanted, view));
  }, [wanted]);
  const others = view.seats.filter(({ seat }) => seat !== view.as);
  if (view.talk === "none") return <p class="soft">{text.none}</p>;
  return (
    <div class="talk" ref={root}>
      <div class="row rooms" role="group" aria-label={text.rooms}>
        {rooms.map((of) => {
          const n = unread(of);
          return (
            <button key={of} type="button" aria-pressed={of === room} aria-label={text.room(titleOf(of), n)} onClick={() => enter(of)}>
              {titleOf(of)}{n ? <b class="count">{n}</b> : null}
            </button>
          );
        })}
        {view.talk === "private" && !watches ? (
          <button type="button" aria-expanded={chosen !== null} onClick={() => setChosen(chosen ? null : [])}>{text.newRoom}</button>
        ) : null}
      </div>
      {chosen ? (
        <div class="row" role="group" aria-label={text.newRoom}>
          {others.map(({ seat }) => (
            <label key={seat} class="row check">
              <input type="checkbox" checked={chosen.includes(seat)}
                onChange={() => setChosen(others.map((other) => other.seat).filter((other) => (other === seat) !== chosen.includes(other)))} />
              <SeatMark seat={seat} size={20} /> {naming.of(seat)}
            </label>
          ))}
          <button type="button" disabled={!chosen.length} onClick={() => enter(chosen.join(" "))}>{text.open}</button>
        </div>
      ) : null}
      {here.length ? (
        <ol class="said" ref={bottom} tabIndex={0} aria-label={titleOf(room)}>
          {table.hasOlder.value ? <li><Older table={table} /></li> : null}
          {here.map((event, i) => (
            <li key={i}>
              {event.by ? <SeatMark seat={event.by} size={18} title={seatName(event.by)} /> : null}
              <b>{event.by ? naming.of(event.by) : event.name}</b> {spoken(event, view.seats, naming)}
            </li>
          ))}
        </ol>
      ) : (
        <p class="soft">{text.empty} <Older table={table} /></p>
      )}
      {!watches || room === SPECTATORS ? (
        <form class="row" onSubmit={send}>
          <p class="to">{text.to(titleOf(room))}</p>
          <Limited key={room} value={drafts[room] ?? ""} most={limits().talk} aria-label={`${text.say}, ${text.to(titleOf(room))}`} autocomplete="off" onText={write} />
          <button disabled={!(drafts[room] ?? "").trim()}>{text.send}</button>
        </form>
      ) : null}
    </div>
  );
}

/** The number of lines that were not read in this browser yet. */
export function unreadIn(table: Table, view: View): number {
  const readUpTo = read<Record<Room, number>>(`read ${table.name} ${view.as}`, {});
  return saidAt(table).filter((event) => event.by !== view.as && event.n > (readUpTo[roomOf(event, view)] ?? 0)).length;
}
