/* The pace of the bots at a table: instant, brisk or comfortable, and a pause. Anybody who plays can change it. */
import { Dialog } from "../dialog";
import { wasDone } from "../toast";
import type { Table, View } from "../wire";
import { words } from "../words";
import { sideWords } from "./words";
import "./pace.css";

const PACES = ["off", "brisk", "comfortable"] as const;

const hasPace = (view: View): boolean => view.stage === "playing" && view.as !== "spectator" && view.seats.some(({ plays }) => plays === "bot");

const paceOf = (view: View) => view.settings?.pace ?? "brisk";

const setPace = async (table: Table, view: View, change: { pace?: (typeof PACES)[number]; paused?: boolean }): Promise<void> =>
  void wasDone(await table.ask("pace", { pace: paceOf(view), paused: view.paused ?? false, ...change }));

/** Stops the bots, or lets them go on. A key may be pressed before the last news is on the screen. */
export function togglePause(table: Table): void {
  const view = table.view.value;
  if (view && hasPace(view)) void setPace(table, view, { paused: !view.paused });
}

/** A button that stays in its place: it opens the choice, and lets stopped bots go on. */
export function Pace({ table, view, onOpen }: { table: Table; view: View; onOpen(): void }) {
  if (!hasPace(view)) return null;
  const text = sideWords().pace;
  return (
    <button type="button" class="plain pace" aria-label={view.paused ? text.goOn : text.change(words().make.paces[paceOf(view)])} onClick={() => (view.paused ? togglePause(table) : onOpen())}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d={view.paused ? "M4 2 14 8 4 14Z" : "M3 2H7V14H3ZM9 2H13V14H9Z"} /></svg>
    </button>
  );
}

export function PaceDialog({ table, view, onClose }: { table: Table; view: View; onClose(): void }) {
  const text = sideWords().pace;
  const { pace, paces } = words().make;
  return (
    <Dialog title={pace} onClose={onClose}>
      <fieldset class="paces">
        <legend class="quiet">{pace}</legend>
        {PACES.map((each) => (
          <label key={each} class="row check">
            <input type="radio" name="pace" value={each} checked={each === paceOf(view)} onChange={() => void setPace(table, view, { pace: each })} />
            <span><b>{paces[each]}</b> <small>{text.about[each]}</small></span>
          </label>
        ))}
      </fieldset>
      <button type="button" class="main" onClick={() => {
        togglePause(table);
        onClose();
      }}>{text.pause}</button>
    </Dialog>
  );
}

/** Says that the bots are stopped. The chronicle announces it. */
export const Paused = ({ view }: { view: View }) => (view.paused ? <small class="pause">{sideWords().pace.paused}</small> : null);
