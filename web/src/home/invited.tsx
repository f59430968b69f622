/* A person without a name has opened the link of a table: who invites to what, who is there, and only then the name. */
import { useEffect, useMemo } from "preact/hooks";
import { games } from "../games/games";
import { closeTable, me, openTable } from "../line";
import { Missing } from "../table/missing";
import { behind, calledAt } from "../table/names";
import { Face } from "../table/seats";
import { words } from "../words";
import { Chips } from "./chips";
import { Emblem } from "./emblem";
import { NameForm } from "./person";

export function Invited({ name }: { name: string }) {
  const text = words().house;
  const table = useMemo(() => openTable(name), [name]);
  /* A person who has given a name goes on to the same table. */
  useEffect(() => () => void (me.value?.name || closeTable(table)), [table]);
  const view = table.view.value;
  if (table.missing.value) return <Missing why={table.missing.value} />;
  if (!view) return <main><p class="soft">{words().loading}</p></main>;
  const { title, blurb } = games[view.game].words();
  return (
    <main class="home">
      <section class="card welcome invited">
        <Emblem game={view.game} />
        <h1>{(view.stage === "gathering" ? text.invites : text.plays)(view.host, title)}</h1>
        <p class="tagline">{blurb}</p>
        <Chips rules={view} />
        <ul class="places">
          {view.seats.map((info) => (
            <li key={info.seat} class="row"><Face info={info} size={28} /> <strong>{calledAt(view.seats, info)}</strong> <span class="soft">{behind(info, table.here.value.includes(info.seat))}</span></li>
          ))}
        </ul>
        <NameForm go={text.comeIn} />
      </section>
    </main>
  );
}
