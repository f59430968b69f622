/* Several people on one device pass it from hand to hand. The screen is covered in between. */
import { Emblem } from "../home/emblem";
import { SeatMark } from "../seat";
import { namingOf } from "../table/names";
import { hush, wasDone } from "../toast";
import type { Seat, Table, View } from "../wire";
import { list, words } from "../words";
import "./handover.css";

interface Handing {
  table: Table;
  view: View & { hand: Seat[] };
}

/** The person with the device is done, and it is somebody else's turn. */
export function PassOn({ table, view }: Handing) {
  const text = words().offline;
  const naming = namingOf(view);
  const pass = async () => {
    hush();
    wasDone(await table.ask("hand"));
  };
  return (
    <div class="pass-on" role="status">
      <p>{text.passOn(list(view.hand.map((seat) => naming.of(seat))))}</p>
      <button type="button" class="main" onClick={pass}>{text.pass}</button>
    </div>
  );
}

/** The cover while the device is passed on. */
export function Covered({ table, view }: Handing) {
  const text = words().offline;
  const naming = namingOf(view);
  const names = view.hand.map((seat) => naming.of(seat));
  return (
    <main class="covered card">
      <Emblem game={view.game} />
      <h1>{text.covered}</h1>
      <p>{names.length > 1 ? text.nextOf(list(names)) : text.next(names[0]!)}</p>
      <p class="soft">{text.onlyYou}</p>
      {view.hand.map((seat) => (
        <button key={seat} type="button" class="main" onClick={async () => wasDone(await table.ask("hand", { seat }))}>
          <SeatMark seat={seat} size={28} /> {text.iAm(naming.of(seat))}
        </button>
      ))}
      <a href="#">{words().home}</a>
    </main>
  );
}
