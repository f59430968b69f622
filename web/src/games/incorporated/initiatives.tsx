/* The middle of the table: initiatives as rows of tasks, with coins and managers on them. */
import { SeatMark } from "../../seat";
import type { Seat } from "../../wire";
import { number } from "../../words";
import type { Naming } from "../game";
import { CoinFace, Pawn, Piece, signs, TileFace } from "./pieces";
import { running, seatsOf, type Manager, type Table, type Task } from "./position";
import { stateOf, taskName, taskSentence } from "./say";
import { own } from "./words";

interface TableProps {
  position: Table;
  naming: Naming;
  /** Tiles of the latest events. */
  touched: Set<string>;
  /** Names of the tasks that a manager may go to, and the one that is picked. */
  open: Set<string>;
  picked: string | null;
  onPick(task: string): void;
}

function ManagerOn({ on, adds, naming }: { on: Manager; adds: number; naming: Naming }) {
  const { helps, hinders } = own().task;
  return (
    <span class={`inc-manager ${on.help ? "inc-helps" : "inc-hinders"}`} title={(on.help ? helps : hinders)(naming.of(on.seat))}>
      <Pawn seat={on.seat} />
      <b>{on.help ? "+" : "−"}{number(adds)}</b>
    </span>
  );
}

/** What lies on a task. The name of the piece says the same in words. */
function Load({ position, task, naming }: { position: Table; task: Task; naming: Naming }) {
  const { sum, margin } = stateOf(position, task);
  return (
    <>
      <TileFace tile={task.tile} turned={task.state === "done"} />
      <span class="inc-sum"><b>{sum}</b>{margin ? <small>{margin}</small> : null}</span>
      <span class="inc-load">
        {task.coins.map((on) => <CoinFace key={on.seat + on.coin} seat={on.seat} coin={on.coin} />)}
        {task.managers.map((on) => <ManagerOn key={on.seat} on={on} adds={position.facts.manager} naming={naming} />)}
      </span>
    </>
  );
}

function TaskSlot({ task, name, table }: { task: Task; name: string; table: TableProps }) {
  const { position, naming, touched, open, picked, onPick } = table;
  const classes = ["inc-task", `inc-${task.state}`];
  if (task === running(position)) classes.push("inc-running");
  if (touched.has(task.tile)) classes.push("inc-touched");
  return (
    <li class={classes.join(" ")} data-about={`tile ${task.tile}`}>
      <Piece name={taskSentence(position, task, name, naming)} pressed={picked === name}
        onChoose={open.has(name) ? () => onPick(name) : undefined}>
        <Load position={position} task={task} naming={naming} />
      </Piece>
    </li>
  );
}

function EmptySlot({ name, seat, naming }: { name: string; seat: Seat; naming: Naming }) {
  return (
    <li class="inc-task inc-empty">
      <span class="inc-hole"><SeatMark seat={seat} title={own().slot(name, naming.of(seat))} /></span>
    </li>
  );
}

function Initiative({ at, tasks, order, table }: { at: number; tasks: Task[]; order: Seat[]; table: TableProps }) {
  const standing = table.position.facts.initiatives[at]?.standing;
  return (
    <section class={`card inc-initiative${standing ? ` inc-is-${standing}` : ""}`}>
      <h3>
        {own().initiative(number(at + 1))}
        {standing ? <small>{signs[standing]} {own().standing[standing]}</small> : null}
      </h3>
      <ol class="inc-tasks">
        {order.map((seat, place) => {
          const task = tasks[place];
          const name = taskName(at, place);
          return task ? <TaskSlot key={name} task={task} name={name} table={table} /> : <EmptySlot key={name} name={name} seat={seat} naming={table.naming} />;
        })}
      </ol>
    </section>
  );
}

export function Initiatives(table: TableProps) {
  const { position } = table;
  const order = position.facts.order.length ? position.facts.order : seatsOf(position);
  return (
    <section class="inc-table" data-place="table" aria-label={own().table}>
      {order.map((_, at) => <Initiative key={at} at={at} tasks={position.initiatives[at] ?? []} order={order} table={table} />)}
    </section>
  );
}
