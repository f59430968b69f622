/* Pieces that several parts of the board use. */
import type { ComponentChildren } from "preact";
import { number } from "../../words";
import { Icon } from "./icons";
import type { Thing } from "./moves";
import type { Play } from "./play";
import { printed, tasksOf, type Job } from "./position";
import { actWords, machineName, orderName } from "./say";
import { own } from "./words";

interface TapProps {
  play: Play;
  thing: Thing;
  class: string;
  label?: string;
  children: ComponentChildren;
}

/** A thing that can be picked. A press shows what can be done with it, or plays the picked card on it. */
export function Tap({ play, thing, class: look, label, children }: TapProps) {
  const aim = play.aimedAt(thing);
  const said = aim ? actWords(aim, play.position, play.naming) : label;
  return (
    <button type="button" class={`tap ${look} ${aim ? "choosable" : play.isLive(thing) ? "live" : ""}`} aria-pressed={play.picked === thing} title={said} data-about={thing}
      onClick={(event) => (aim ? play.make(aim) : play.pick(thing, event))}>
      <span class="look" aria-hidden={said ? "true" : undefined}>{children}</span>
      {said ? <span class="quiet">{said}</span> : null}
    </button>
  );
}

/** The orders of a seat, in the order in which it took them. */
export function Orders({ play, jobs }: { play: Play; jobs: Job[] }) {
  return (
    <div class="orders">
      {jobs.map((job) => <OrderCard key={job.order} play={play} job={job} />)}
      {jobs.length ? null : <span class="soft">{own().board.noOrders}</span>}
    </div>
  );
}

/** An order with its tasks, and markers on the finished ones. */
export function OrderCard({ play, job }: { play: Play; job: Job }) {
  const { board } = own();
  const tasks = tasksOf(job);
  const said = tasks.map(({ machine, done }) => (done ? board.done : board.missing)(machineName(machine)));
  return (
    <Tap play={play} thing={`order ${job.order}`} class="order" label={`${orderName(job.order)}: ${said.join("; ")}`}>
      <b>{number(printed.orders[job.order].pay)}</b>
      <span class="tasks">
        {tasks.map(({ machine, done }) => (
          <span class={done ? "task done" : "task"} data-what={done ? "marker" : undefined}>
            <Icon of={machine} size={22} />
            {done ? <Icon of="done" size={22} /> : null}
          </span>
        ))}
      </span>
    </Tap>
  );
}
