/* The list of tables: mine first, then those with free seats. */
import { useState } from "preact/hooks";
import { linkTo } from "../address";
import { titleOf } from "../games/games";
import { ask, followLobby, me } from "../line";
import { SeatMark } from "../seat";
import { wasDone } from "../toast";
import type { Listed } from "../wire";
import { words } from "../words";
import { Chips } from "./chips";

async function forget(table: string): Promise<void> {
  if (!confirm(words().offline.forgetAsk)) return;
  await ask("forget", { table });
  await followLobby();
}

function Entry({ table }: { table: Listed }) {
  const text = words().house;
  const free = table.seats.filter(({ plays }) => plays === "nobody").length;
  return (
    <li>
      <a class={`card entry${table.turn ? " turn" : ""}`} href={linkTo(table.table)}>
        <strong>{titleOf(table.game)}</strong>
        <span class="row marks">
          {table.seats.map(({ seat, plays, name }) => <span key={seat} class={plays === "nobody" ? "free" : ""}><SeatMark seat={seat} size={20} /> {name ?? ""}</span>)}
        </span>
        <span class="soft">
          {table.turn ? <em>{text.yourTurn}</em> : text.stage[table.stage]}
          {table.stage === "gathering" && free ? ` · ${text.free(free)}` : ""} · {text.host(table.host)}
        </span>
        <Chips rules={table} />
      </a>
      {me.value?.alone ? <button type="button" class="plain" aria-label={`${words().offline.forget}: ${titleOf(table.game)}`} onClick={() => void forget(table.table)}>{words().offline.forget}</button> : null}
    </li>
  );
}

/** Also finds public tables that the list above leaves out. */
function Search() {
  const text = words().house;
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<Listed[] | null>(null);
  const go = async (event: Event) => {
    event.preventDefault();
    const answer = await ask("search", { text: typed });
    if (wasDone(answer)) setFound(answer.tables as Listed[]);
  };
  return (
    <form role="search" onSubmit={go}>
      <p class="row">
        <label class="grow">{text.search}<input type="search" value={typed} autocomplete="off" onInput={(event) => setTyped(event.currentTarget.value)} /></label>
        <button disabled={!typed.trim()}>{text.searchGo}</button>
      </p>
      {found?.length ? <ul class="entries" aria-label={text.found}>{found.map((table) => <Entry key={table.table} table={table} />)}</ul> : null}
      {found && !found.length ? <p class="soft" role="status">{text.notFound}</p> : null}
    </form>
  );
}

export function Lobby({ tables }: { tables: Listed[] }) {
  const text = words().house;
  const order = { playing: 0, gathering: 1, over: 2 };
  const mine = tables.filter((table) => table.mine).sort((a, b) => Number(b.turn ?? 0) - Number(a.turn ?? 0) || order[a.stage] - order[b.stage]);
  const open = tables.filter((table) => !table.mine);
  return (
    <>
      {mine.length ? <section><h2>{text.myGames}</h2><ul class="entries">{mine.slice(0, 12).map((table) => <Entry key={table.table} table={table} />)}</ul></section> : null}
      {me.value?.alone ? null : (
        <section>
          <h2>{text.openTables}</h2>
          {open.length ? <ul class="entries">{open.map((table) => <Entry key={table.table} table={table} />)}</ul> : <p class="soft">{text.noTables}</p>}
          {open.length ? <Search /> : null}
        </section>
      )}
    </>
  );
}
