/* The home page: my games, a quick game, open tables, friends' tables. */
import { useEffect, useState } from "preact/hooks";
import { goTo } from "../address";
import { factsOf, names } from "../games/facts";
import { games } from "../games/games";
import { beginGuide } from "../guide/guide";
import { ask, followLobby, leaveLobby, line, me, stalled, tables, type Me } from "../line";
import { Portrait } from "../art/portrait";
import { say, wasDone } from "../toast";
import type { GameName } from "../wire";
import { words } from "../words";
import { Emblem } from "./emblem";
import { History } from "./history";
import { Lobby } from "./lobby";
import { OPPONENTS, playNow } from "./make";
import { NameForm } from "./person";

export function Home() {
  if (!me.value) return <main><p class="soft">{line.value === "cut" ? words().line.cut : stalled.value ? words().line.notYet : words().loading}</p></main>;
  return me.value.name ? <House me={me.value} /> : <main class="home"><Welcome /></main>;
}

function House({ me }: { me: Me }) {
  const text = words().house;
  useEffect(() => {
    void followLobby();
    return leaveLobby;
  }, [me.person]);
  return (
    <main class="home">
      <div class="now">
        {tables.value?.some((table) => table.mine) ? <Lobby tables={tables.value} /> : null}
        <section>
          <h2>{text.quick}</h2>
          <ul class="games">{names.map((game) => <GameCard key={game} game={game} />)}</ul>
          <p class="soft">{text.quickWith}</p>
          <ul class="people">{OPPONENTS.map((who) => <li key={who}><Portrait of={who} /><span><strong>{words().bots.names[who]}</strong> <span class="soft">{words().bots.people[who]}</span></span></li>)}</ul>
        </section>
        {tables.value && !tables.value.some((table) => table.mine) ? <Lobby tables={tables.value} /> : null}
      </div>
      <div class="more">
        <section class="card"><h2>{text.make}</h2><p class="soft">{text.makeHow}</p><a class="button main" href="#new">{text.make}</a></section>
        {me.alone ? <p class="soft">{words().offline.here}</p> : (
          <>
            <Join />
            <History />
            <p><a href="/offline">{words().offline.link}</a></p>
          </>
        )}
        <p><a href="#replay">{words().replay.open}</a></p>
      </div>
    </main>
  );
}

function Welcome() {
  return (
    <section class="card welcome">
      <p class="emblems">{names.map((game) => <Emblem key={game} game={game} />)}</p>
      <p class="tagline">{words().house.tagline}</p>
      <p>{me.value?.alone ? words().offline.welcome : words().house.welcome}</p>
      <NameForm />
    </section>
  );
}

function GameCard({ game }: { game: GameName }) {
  const text = words().house;
  const { title, blurb } = games[game].words();
  const { author, players } = factsOf(game);
  const [busy, setBusy] = useState(false);
  const play = async () => {
    setBusy(true);
    await playNow(game);
    setBusy(false);
  };
  const playGuided = () => {
    beginGuide(game);
    void play();
  };
  return (
    <li class="card game" data-room={game}>
      <Emblem game={game} />
      <h3>{title}</h3>
      <p class="soft">{text.by(author)} · {players.join("–")}</p>
      <p>{blurb}</p>
      <div class="row">
        <button type="button" class="main" disabled={busy} onClick={play} aria-label={text.play(title)}>{text.play(title)}</button>
        <a class="button" href={`#rules/${game}`} aria-label={text.readRules(title)}>{words().rules}</a>
        <button type="button" disabled={busy} onClick={playGuided} aria-label={words().guide.firstOf(title)}>{words().guide.first}</button>
      </div>
    </li>
  );
}

function Join() {
  const text = words().house;
  const [typed, setTyped] = useState("");
  const go = async (event: Event) => {
    event.preventDefault();
    const name = /[0-9a-f]{32}/.exec(typed)?.[0];
    if (name) goTo(name);
    else if (/^[A-Za-z0-9 -]{6,12}$/.test(typed.trim())) {
      const answer = await ask("find", { code: typed });
      if (wasDone(answer)) goTo(String(answer.table));
    } else say(text.joinWrong);
  };
  return (
    <section class="card">
      <h2>{text.join}</h2>
      <form class="row" onSubmit={go}>
        <label class="grow">{text.joinLabel}<input value={typed} autocomplete="off" onInput={(event) => setTyped(event.currentTarget.value)} /></label>
        <button disabled={!typed.trim()}>{text.joinGo}</button>
      </form>
    </section>
  );
}
