/* The viewer's own desk: tiles to play, coins to put down or hide in a fist, and the buttons for the manager. */
import { useState } from "preact/hooks";
import { movesOf } from "../../legal";
import type { Seat } from "../../wire";
import { number } from "../../words";
import type { BoardProps } from "../game";
import { CoinFace, Piece, TileFace } from "./pieces";
import { running, taskAt, type Table, type Task, type Tile } from "./position";
import { coinNames, tileName } from "./say";
import { SeatHead, Standby } from "./seats";
import { own } from "./words";

interface DeskProps {
  board: BoardProps<Table>;
  seat: Seat;
  /** The task picked for the manager, by its name. */
  picked: string | null;
}

/** A half-made choice. It is dropped as soon as another decision is due. */
export function useDraft<T>(decision: number | undefined, empty: T): [T, (draft: T) => void] {
  const [draft, setDraft] = useState({ decision, value: empty });
  return [draft.decision === decision ? draft.value : empty, (value) => setDraft({ decision, value })];
}

function Hand({ board, seat }: DeskProps) {
  const { view, legal, choose } = board;
  const held = view.position.hand[seat];
  const { play } = own().choice;
  if (!Array.isArray(held)) return null;
  return (
    <div class="inc-hand" role="group" aria-label={own().desk.hand}>
      {held.map((tile) => {
        const move = `play ${tile}`;
        return (
          <Piece key={tile} name={tileName(tile)} about={`tile ${tile}`} onChoose={legal.includes(move) ? () => choose({ move, words: play(tileName(tile)) }) : undefined}>
            <TileFace tile={tile} />
          </Piece>
        );
      })}
    </div>
  );
}

/** Labels a coin that would complete the tile at once. */
function StaffCoins({ board, seat }: DeskProps) {
  const { view, legal, choose } = board;
  const tile = running(view.position)?.tile;
  const { coin: name, atOnce, coinAtOnce } = own().desk;
  return view.position.coins[seat]!.map((coin) => {
    const move = `staff ${coin}`;
    const can = tile && legal.includes(move);
    const does = can && coin >= view.position.facts.at_once!;
    return (
      <Piece key={coin} what="coin" name={(does ? coinAtOnce : name)(number(coin))}
        onChoose={can ? () => choose({ move, words: own().choice.staff(number(coin), tileName(tile)) }) : undefined}>
        <CoinFace seat={seat} coin={coin} />
        {does ? <small class="inc-does">{atOnce}</small> : null}
      </Piece>
    );
  });
}

interface FistProps extends DeskProps {
  drafted: number[];
  onDraft(coins: number[]): void;
}

function FistCoins({ board, seat, drafted, onDraft }: FistProps) {
  const toggle = (coin: number) =>
    onDraft(drafted.includes(coin) ? drafted.filter((other) => other !== coin) : [...drafted, coin].sort((a, b) => a - b));
  const free = board.legal.length > 0;
  return board.view.position.coins[seat]!.map((coin) => (
    <Piece key={coin} what="coin" name={own().desk.coin(number(coin))} pressed={drafted.includes(coin)} onChoose={free ? () => toggle(coin) : undefined}>
      <CoinFace seat={seat} coin={coin} />
    </Piece>
  ));
}

/** Two ways to close a fist: with the picked coins, or empty. */
function FistButtons({ board, drafted }: FistProps) {
  const { view, legal, choose } = board;
  const tile = running(view.position)!.tile;
  const { close, closePick, empty } = own().desk;
  const { commit, commitNone } = own().choice;
  const move = `commit ${drafted.join("+")}`;
  return (
    <div class="row inc-actions">
      <button type="button" class="main" disabled={!legal.includes(move)}
        onClick={() => choose({ move, words: commit(coinNames(drafted), tileName(tile)), final: true })}>
        {drafted.length > 0 ? close(coinNames(drafted)) : closePick}
      </button>
      <button type="button" disabled={!legal.includes("commit none")}
        onClick={() => choose({ move: "commit none", words: commitNone(tileName(tile)), final: true })}>{empty}</button>
    </div>
  );
}

function ManagerButtons({ board, task, name }: { board: BoardProps<Table>; task: Task; name: string }) {
  const button = (way: "help" | "hinder") => (
    <button type="button" class="main"
      onClick={() => board.choose({ move: `manage ${name} ${way}`, words: own().choice[way](tileName(task.tile), name), final: true })}>
      {own().desk[way](number(board.view.position.facts.manager))}
    </button>
  );
  return <div class="row inc-actions">{button("help")}{button("hinder")}</div>;
}

function staffHint(position: Table, seat: Seat, tile: Tile): string {
  const { staff, staffAny, staffNone } = own().desk;
  const coins = position.coins[seat]!;
  const least = coins.find((coin) => coin >= position.facts.at_once!);
  if (least === undefined) return staffNone(tileName(tile));
  return least === coins[0] ? staffAny(tileName(tile)) : staff(tileName(tile), number(least));
}

/** Details that the status line leaves out. */
function hint({ board, seat, picked }: DeskProps, drafted: number[]): string | null {
  const { view, legal } = board;
  const { position } = view;
  const words = own().desk;
  const task = running(position);
  const fist = position.committed[seat];
  if (fist) return fist.length > 0 ? words.closed(coinNames(fist)) : words.closedEmpty;
  if (legal.length === 0) return null;
  if (task && position.step === "staff") return staffHint(position, seat, task.tile);
  if (task && position.step === "commit") {
    const sum = drafted.reduce((all, coin) => all + coin + position.facts.bonus[seat]!, task.total);
    return words.commit(tileName(task.tile), number(sum), number(task.goal));
  }
  const on = taskAt(position, picked);
  return on ? words.manage(tileName(on.tile), picked!) : null;
}

export function Desk(desk: DeskProps) {
  const { board, seat, picked } = desk;
  const { view, naming, legal } = board;
  const [drafted, onDraft] = useDraft<number[]>(view.decision, []);
  const committing = movesOf(legal, "commit").length > 0;
  const words = hint(desk, drafted);
  const on = taskAt(view.position, picked);
  const task = running(view.position) ?? on;
  return (
    <section tabIndex={-1} data-place={`seat ${seat}`} class={`card resume inc-desk seat-${seat}${legal.length > 0 ? " inc-acts" : ""}`} aria-label={own().desk.title}>
      <SeatHead position={view.position} seat={seat} naming={naming}><Standby position={view.position} seat={seat} /></SeatHead>
      {words ? <p class="inc-hint">{task ? <TileFace tile={task.tile} /> : null}{words}</p> : null}
      <Hand {...desk} />
      <div class="inc-purse" role="group" aria-label={own().desk.coins}>
        {view.position.step === "commit" ? <FistCoins {...desk} drafted={drafted} onDraft={onDraft} /> : <StaffCoins {...desk} />}
      </div>
      {committing ? <FistButtons {...desk} drafted={drafted} onDraft={onDraft} /> : null}
      {on && legal.length > 0 ? <ManagerButtons board={board} task={on} name={picked!} /> : null}
    </section>
  );
}
