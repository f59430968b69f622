/* What moves in Integralis: workers to and from machines, cards to their targets, markers to the orders, and money. */
import { Coins } from "../../table/coins";
import type { GameEvent } from "../../wire";
import type { Flight } from "../game";
import { Face, Icon } from "./icons";
import { MACHINES, chiefOf, nameOf, type Card, type Machine, type WorkerName } from "./position";

const HUB = "hub";

/** The place of a card's target: a machine, a worker, a seat, or a seat at a machine. */
function placeOf(on: string, seat: string): string {
  const [first = "", second] = on.split(" ");
  if (second) return `machine ${second}`;
  if (first.includes(".")) return `worker ${first}`;
  if (MACHINES.includes(first as Machine)) return `machine ${first}`;
  return first ? `seat ${first}` : `seat ${seat}`;
}

export function flights(event: GameEvent): Flight[] {
  const { kind, amount } = event;
  const [seat, worker, card, machine, order] = [event.seat ?? "", String(event.worker), event.card as Card | null, String(event.machine), String(event.order)];
  const coins = (from: string, to: string): Flight[] => (amount ? [{ from, to, piece: <Coins amount={amount} />, noise: "coin" }] : []);
  const face = (of: string, from: string, to: string, arrives?: string): Flight[] => [{ from, to, ...(arrives && { arrives }), piece: <Face of={nameOf(of)} seat={chiefOf(of)} size={44} />, noise: "stamp" }];
  const sign = (of: Card | Machine, from: string, to: string, noise: Flight["noise"] = "stamp"): Flight[] => [{ from, to, noise, piece: <span class="flying-card"><Icon of={of as Parameters<typeof Icon>[0]["of"]} size={34} /></span> }];
  switch (kind) {
    case "sets_to_work": return face(`${seat}.${card as WorkerName}`, `seat ${seat}`, `worker ${seat}.${card}`, ".face");
    case "moves": return face(worker, `worker ${worker}`, `worker ${worker}`, ".face");
    case "goes_under": case "goes_back": return face(worker, `worker ${worker}`, `seat ${chiefOf(worker)}`);
    case "goes_away": return face(worker, `worker ${worker}`, "piles");
    case "recalls": return face(`${seat}.${card as WorkerName}`, `worker ${seat}.${card}`, `seat ${seat}`);
    case "plays": return card ? sign(card, `seat ${seat}`, placeOf(String(event.on), seat)) : [];
    case "counters": return card ? sign(card, `seat ${seat}`, HUB) : [];
    case "sets_closing": return card ? sign(card, `seat ${seat}`, HUB) : [];
    case "closes": return sign("f0", `seat ${seat}`, HUB, "whistle");
    case "covers": return sign(machine as Machine, `machine ${machine}`, `order ${order}`);
    case "delivers": return coins(HUB, `purse ${seat}`);
    case "repairs": return coins(`purse ${seat}`, `machine ${machine}`);
    case "accepts": return coins(`purse ${event.payer}`, `purse ${chiefOf(worker)}`);
    case "releases": return coins(`purse ${event.payer}`, HUB);
    case "outbids": return coins(`purse ${seat}`, HUB);
    default: return [];
  }
}
