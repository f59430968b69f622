/* The moments of a game of Integralis that are worth telling when it is over. */
import type { GameEvent, Seat, View } from "../../wire";
import type { Naming, Scene, Told } from "../game";
import { chiefOf, type Position } from "./position";
import { tell } from "./say";
import { own } from "./words";

const CAUSES = ["plays", "releases", "outbids"];

/** Who sent a worker away, and whose it was, unless it was their own. */
function between({ seat, payer }: GameEvent, chief: Seat): Pick<Scene, "seat" | "to"> {
  const by = (payer as Seat | undefined) ?? seat ?? chief;
  return by === chief ? { seat: by } : { seat: by, to: chief };
}

export function scenes(told: Told[], _view: (move: number) => View<Position>, naming: Naming): Scene[] {
  const { bribe, banishment, bargain } = own().story;
  /** The last card that was played or sum that was paid: why a worker goes. */
  let cause: GameEvent = { kind: "" };
  return told.flatMap(({ move, event }): Scene[] => {
    const { kind, seat = "", amount } = event;
    if (CAUSES.includes(kind)) cause = event;
    const common = { move, worth: amount ?? 0, text: tell(event, naming) ?? "" };
    const chief = chiefOf(String(event.worker));
    switch (kind) {
      case "accepts": case "releases": return [{ kind: "bribe", seat: event.payer as Seat, ...(kind === "accepts" ? { to: chief } : {}), title: bribe, ...common }];
      case "outbids": return [{ kind: "bribe", seat, title: bribe, ...common }];
      case "goes_away": return [{ kind: "banishment", move, ...between(cause, chief), worth: 1, title: banishment, text: `${tell(cause, naming) ?? ""} ${common.text}`.trim() }];
      case "delivers": return [{ kind: "bargain", seat, title: bargain, ...common }];
      default: return [];
    }
  });
}
