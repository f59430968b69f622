/* The moments of a game of Incorporated that are worth telling when it is over. Nobody bribes anybody here: what somebody
 * puts into a task for the company takes the place of a bribe. */
import type { View } from "../../wire";
import { number } from "../../words";
import type { Naming, Scene, Told } from "../game";
import type { Position } from "./position";
import { tell, whoIs } from "./say";
import { own } from "./words";

const sumOf = (coins: unknown): number => (typeof coins === "string" && coins !== "none" ? coins.split("+").reduce((sum, coin) => sum + Number(coin), 0) : 0);

export function scenes(told: Told[], _view: (move: number) => View<Position>, naming: Naming): Scene[] {
  const { effort, hindrance, firing, bestRound, scored } = own().story;
  let round = 0;
  return told.flatMap(({ move, event }): Scene[] => {
    const { kind, seat = "", amount } = event;
    const common = { move, seat, worth: amount ?? 0, text: tell(event, naming) ?? "" };
    switch (kind) {
      case "round":
        round = Number(event.round);
        return [];
      case "commits": return sumOf(event.coins) ? [{ kind: "effort", title: effort, ...common, worth: sumOf(event.coins) }] : [];
      case "manages": return event.helps ? [] : [{ kind: "hindrance", title: hindrance, ...common, worth: 0 }];
      case "fired": return [{ kind: "banishment", title: firing, ...common, worth: 0 }];
      case "scores": return amount! > 0 ? [{ kind: "bargain", title: bestRound, ...common, text: scored(whoIs(seat, naming), number(round), number(amount!)) }] : [];
      default: return [];
    }
  });
}
