/* The desk: the open question, what I can do in my turn, and what I have picked. It is always visible. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Amount, within } from "../../amount";
import { sums } from "../../legal";
import { list, number } from "../../words";
import { Face, Icon } from "./icons";
import { about, type Act, type Thing } from "./moves";
import type { Play } from "./play";
import { chiefOf, isWorker, nameOf, printed, tasksOf, type Card, type Machine, type Order, type Worker } from "./position";
import { actWords, cardName, hours, machineName, namesOf, onWhat, orderName, whoIs, workerIs, workerName } from "./say";
import { own } from "./words";

const find = (play: Play, verb: string): Act | undefined => play.acts.find((act) => act.verb === verb);

function Move({ play, act, main = false }: { play: Play; act: Act | undefined; main?: boolean }) {
  return act ? <button type="button" class={main ? "main" : ""} onClick={() => play.make(act)}>{actWords(act, play.position, play.naming)}</button> : null;
}

/** A field for a sum, and the button for the move with that sum. */
function Sum({ play, head, label }: { play: Play; head: string; label: string }) {
  const run = sums(play.legal, head);
  const [amount, setAmount] = useState(run?.low ?? 0);
  if (!run) return null;
  const [verb, ...args] = head.trim().split(" ") as [string, ...string[]];
  const act: Act = { move: head + amount, verb, args, about: [], run };
  const sum = within(run, amount);
  return (
    <div class="sum">
      <Amount run={run} label={label} amount={sum} onChange={setAmount} />
      <button type="button" class="main" onClick={() => play.make(act, sum)}>{actWords(act, play.position, play.naming, sum)}</button>
    </div>
  );
}

/** One button for each order that can take the marker. If there is only one order, its button covers all tasks it can. */
function Covers({ play, markers }: { play: Play; markers: number }) {
  const { do: say } = own();
  const covers = play.acts.filter((act) => act.verb === "cover");
  const [only, other] = covers;
  if (only && !other && markers > 1) return <button type="button" class="main" onClick={() => play.coverAll(only)}>{say.coverAll(orderName(only.args[1] as Order))}</button>;
  return <>{covers.map((act) => <Move key={act.move} play={play} act={act} main />)}</>;
}

/** The open question. Everybody sees the text; only the seat that must answer has buttons. */
function Question({ play }: { play: Play }) {
  const { ask, board } = own();
  const { position, naming } = play;
  const [demanding, setDemanding] = useState(false);
  /* The desk has room for the sum or for what is picked. */
  const demands = demanding && !play.picked;
  const toggleDemands = () => {
    setDemanding(!demands);
    play.pick(null);
  };
  const pending = position.pending;
  const by = whoIs(naming, position.turn ?? "");
  const waiting = play.actors.includes(naming.me) ? null : <p class="soft">{ask.waiting(namesOf(play.actors, naming))}</p>;
  if (position.step === "under") {
    const mine = play.actors.includes(naming.me);
    return <div class="question"><p>{mine ? ask.under(play.facts.surplus[naming.me]!) : ask.underOthers}</p>{waiting}</div>;
  }
  switch (pending?.kind) {
    case "counter":
      return (
        <div class="question">
          <p><Icon of={pending.card as "coffee"} size={28} />{ask.counter(whoIs(naming, pending.by), cardName(pending.card), onWhat(pending.target, naming), cardName(printed.counters[pending.card]!))}</p>
          <p class="soft">{ask.countering(whoIs(naming, pending.asked))}</p>
          <div class="row"><Move play={play} act={find(play, "counter")} main /><Move play={play} act={find(play, "pass")} main /></div>
        </div>
      );
    case "tempt":
      return (
        <div class="question">
          <p><Face of={nameOf(pending.worker)} seat={chiefOf(pending.worker)} size={32} />{ask.tempt(by, workerIs(naming, pending.worker), number(pending.amount))}</p>
          {waiting}
          <div class="row">
            <Move play={play} act={find(play, "accept")} main /><Move play={play} act={find(play, "refuse")} main />
            {find(play, "demand") ? <button type="button" aria-expanded={demands} onClick={toggleDemands}>{board.demandMore}</button> : null}
          </div>
          {demands ? <Sum key={pending.amount} play={play} head="demand " label={board.demandLabel} /> : null}
        </div>
      );
    case "demand":
      return (
        <div class="question">
          <p><Face of={nameOf(pending.worker)} seat={chiefOf(pending.worker)} size={32} />{ask.demand(workerIs(naming, pending.worker), number(pending.amount))}</p>
          {waiting ?? (find(play, "accept") || !play.legal.length ? null : <p class="soft">{board.cannotPay}</p>)}
          <div class="row"><Move play={play} act={find(play, "accept")} main /><Move play={play} act={find(play, "refuse")} main /></div>
        </div>
      );
    case "bribe":
      return (
        <div class="question">
          <p><Face of={nameOf(pending.worker)} seat={chiefOf(pending.worker)} size={32} />{ask.bribe(by, workerIs(naming, pending.worker), number(printed.workers[nameOf(pending.worker)].price))}</p>
          {waiting ?? <p class="soft">{ask.bribed}</p>}
          <div class="row"><Move play={play} act={find(play, "release")} main /><Move play={play} act={find(play, "resist")} main /></div>
        </div>
      );
    case "bid": {
      const mine = position.bids[naming.me];
      return (
        <div class="question">
          <p><Face of={nameOf(pending.worker)} seat={chiefOf(pending.worker)} size={32} />{ask.bid(workerIs(naming, pending.worker))}</p>
          {mine ? <p>{board.yourBid(number(mine))}</p> : null}
          {waiting}
          <Sum key={pending.worker} play={play} head="bid " label={board.bidLabel} />
        </div>
      );
    }
    case "decide":
      return (
        <div class="question">
          <p><Face of={nameOf(pending.worker)} seat={chiefOf(pending.worker)} size={32} />{ask.decide(whoIs(naming, pending.by), workerIs(naming, pending.worker))}</p>
          {waiting}
          <div class="row"><Move play={play} act={find(play, "stay")} main /><Move play={play} act={find(play, "leave")} main /></div>
        </div>
      );
    case "cover":
      return (
        <div class="question">
          <p><Icon of={pending.machine} size={28} />{ask.cover(whoIs(naming, pending.by), pending.markers, machineName(pending.machine))}</p>
          {waiting}
          <div class="row"><Covers play={play} markers={pending.markers} /><Move play={play} act={find(play, "waive")} /></div>
        </div>
      );
    default:
      return null;
  }
}

/** My turn: the number of actions left, and the moves that need no target. */
function Turn({ play }: { play: Play }) {
  const { board, do: say } = own();
  const { position } = play;
  const hint = play.mustTake ? board.mustTake : position.actions ? board.hint : play.acts.length > 1 ? board.spend : "";
  return (
    <div class="turn-bar">
      <p><b>{board.actions(position.actions)}</b> <span class="soft">{hint}</span></p>
      <div class="row">
        <Move play={play} act={find(play, "draw")} main />
        {play.canTrade ? <button type="button" class="main" onClick={() => play.trade([])}>{say.trade}</button> : null}
        <Move play={play} act={find(play, "end")} main />
      </div>
    </div>
  );
}

function Trading({ play, trading }: { play: Play; trading: number[] }) {
  const { board, do: say } = own();
  return (
    <div class="turn-bar">
      <p>{board.pick(trading.length)}</p>
      <div class="row">
        <button type="button" class="main" disabled={!trading.length} onClick={play.makeTrade}>{say.tradeThese(trading.length)}</button>
        <button type="button" onClick={() => play.trade(null)}>{say.cancel}</button>
      </div>
    </div>
  );
}

/** The name of a thing and what it does. */
function meaning(play: Play, thing: Thing): [string, string] {
  const { board, help } = own();
  const { position, naming } = play;
  const [kind, name] = thing.split(" ") as [string, string];
  const facts = (worker: string): string => {
    const { labour, temp, price } = printed.workers[nameOf(worker)];
    return board.facts(temp ? board.temp : board.salaried, hours(labour), price ? board.price(number(price)) : board.incorruptible);
  };
  switch (kind) {
    case "card": return [cardName(name as Card), isWorker(name as Card) ? facts(`.${name}`) : help[name as keyof typeof help]];
    case "worker": {
      const tempted = position.tempted[name as Worker];
      const more = [position.locked.includes(name as Worker) ? board.locked : "", tempted ? board.offers(tempted.offers, number(tempted.best)) : ""];
      return [workerName(name, naming), [`${facts(name)}.`, ...more].join(" ")];
    }
    case "machine": return [machineName(name as Machine), board.machineHelp(hours(printed.needs[name as Machine]))];
    case "order": return [orderName(name as Order), board.orderHelp(number(printed.orders[name as Order].pay), list(tasksOf({ order: name as Order, covered: [] }).map(({ machine }) => machineName(machine))))];
    default: return [naming.of(name), ""];
  }
}

/** What the player has picked, and every move it is part of. Beneath a question it goes without saying that there is none. */
function Picked({ play, thing, asked }: { play: Play; thing: Thing; asked: boolean }) {
  const { board } = own();
  const here = useRef<HTMLDivElement>(null);
  const [title, text] = meaning(play, thing);
  const acts = about(play.acts, thing);
  useEffect(() => {
    if (play.byKeys) here.current?.querySelector("button")?.focus();
  }, [thing, play.byKeys]);
  const close = () => {
    here.current?.closest(".layout")?.querySelector<HTMLElement>('.tap[aria-pressed="true"]')?.focus();
    play.pick(null);
  };
  return (
    <div class="picked" ref={here} onKeyDown={(event) => event.key === "Escape" && close()}>
      <div class="title"><h2>{title}</h2><span class="soft">{text}</span></div>
      <div class="row">
        {acts.filter((act) => act.verb !== "tempt").map((act) => <Move key={act.move} play={play} act={act} main={act.verb === "under"} />)}
        <button type="button" class="close" aria-label={board.close} onClick={close}>×</button>
      </div>
      {acts.some((act) => act.verb === "tempt") ? <Sum key={thing} play={play} head={`tempt ${thing.split(" ")[1]} `} label={board.offerLabel} /> : null}
      {acts.length || asked || (play.actors.includes(play.naming.me) && !play.legal.length) ? null : <p class="soft">{board.cannot}</p>}
    </div>
  );
}

export function Desk({ play }: { play: Play }) {
  const { position, picked, trading } = play;
  const turn = position.step === "act" && play.acts.length > 0;
  const asked = position.step === "under" || (position.pending !== null && position.pending.kind !== "draw");
  return (
    <section class="desk card" aria-label={own().board.desk}>
      {asked ? <Question key={play.decision} play={play} /> : null}
      {picked ? <Picked play={play} thing={picked} asked={asked} /> : null}
      {turn && trading ? <Trading play={play} trading={trading} /> : null}
      {turn && !trading && !picked ? <Turn play={play} /> : null}
    </section>
  );
}
