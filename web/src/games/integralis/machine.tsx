/* The great machine: its four sides, the workers there, and what each side would produce at closing time. */
import { SeatMark } from "../../seat";
import { number } from "../../words";
import { Face, Icon, Works } from "./icons";
import { Tap } from "./pieces";
import type { Play } from "./play";
import { MACHINES, chiefOf, nameOf, printed, seatsOf, type Machine, type Worker } from "./position";
import { cardName, closingWords, hours, machineName, whoIs, workerIs } from "./say";
import { own } from "./words";

function WorkerToken({ play, worker, overtime, fresh }: { play: Play; worker: Worker; overtime: number; fresh: boolean }) {
  const { board } = own();
  const { labour, temp } = printed.workers[nameOf(worker)];
  const locked = play.position.locked.includes(worker);
  return (
    <Tap play={play} thing={`worker ${worker}`} class={`worker seat-${chiefOf(worker)} ${temp ? "temp" : ""} ${fresh ? "fresh" : ""}`}
      label={`${board.worker(workerIs(play.naming, worker), hours(labour), overtime)}, ${temp ? board.temp : board.salaried}${locked ? `. ${board.locked}` : ""}`}>
      <Face of={nameOf(worker)} seat={chiefOf(worker)} />
      <span class="name">{cardName(nameOf(worker))}</span>
      <span class="labour">{hours(labour)}{overtime ? <b class="overtime"> {board.times(overtime + 1)}</b> : null}{locked ? <Icon of="lock" size={14} /> : null}</span>
    </Tap>
  );
}

function Station({ play, machine, fresh }: { play: Play; machine: Machine; fresh: Set<string> }) {
  const { board } = own();
  const { workers, sabotage } = play.position.machines[machine];
  const output = play.facts.machines[machine];
  return (
    <section class={`station ${sabotage ? "broken" : ""}`} aria-label={machineName(machine)}>
      <Tap play={play} thing={`machine ${machine}`} class="head">
        <Icon of={machine} size={28} />
        <span><b>{machineName(machine)}</b> <span class="soft need">{board.need(hours(printed.needs[machine]))}</span></span>
      </Tap>
      {sabotage ? (
        <p class="sabotage"><Icon of={sabotage.card} size={20} /><span><b>{board.sabotaged(number(printed.damage[sabotage.card]))}</b> {board.sabotageBy(whoIs(play.naming, sabotage.by), sabotage.fresh)}</span></p>
      ) : null}
      <div class="crew">
        {output.team ? <SeatMark seat={output.team} size={20} title={play.naming.of(output.team)} /> : null}
        {workers.map(({ worker, overtime }) => <WorkerToken key={worker} play={play} worker={worker} overtime={overtime} fresh={fresh.has(worker)} />)}
        {workers.length ? null : <span class="soft">{board.nobody}</span>}
      </div>
      {workers.length ? (
        <p class="output">
          <span class="soft">{board.hours(hours(output.labour))} →</span> <b>{board.makes(output.tasks)}</b>
          <span class={output.wanted > output.tasks ? "wanted short" : "wanted"}>{board.wanted(output.wanted)}</span>
        </p>
      ) : null}
    </section>
  );
}

/** The closing cards on the table, in the order in which they fall due. */
export function Whistles({ play }: { play: Play }) {
  const { board } = own();
  const cards = seatsOf(play.position).flatMap((seat) => play.position.closing[seat]!.map((closing) => ({ seat, ...closing })));
  cards.sort((a, b) => a.due - b.due);
  return (
    <ul class="whistles" data-what="closing">
      {cards.map(({ seat, card, due }) => (
        <li class={due === play.position.turns ? "due" : ""}>
          <Icon of={card} size={20} /><SeatMark seat={seat} size={18} title={play.naming.of(seat)} />{cards.length > 1 ? <span title={closingWords(play.position, seat, due, play.naming)}>{due === play.position.turns ? board.dueNow : board.dueNext}</span> : <span>{closingWords(play.position, seat, due, play.naming)}</span>}
        </li>
      ))}
      {cards.length ? null : <li class="soft"><Icon of="f0" size={20} /><span>{board.noClosing}</span></li>}
    </ul>
  );
}

export function GreatMachine({ play, fresh, turning }: { play: Play; fresh: Set<string>; turning: boolean }) {
  return (
    <section class="machine" aria-label={own().board.machine}>
      <div class="hub" data-place="hub"><Works turning={turning} /><Whistles play={play} /></div>
      {MACHINES.map((machine) => <Station key={machine} play={play} machine={machine} fresh={fresh} />)}
    </section>
  );
}
