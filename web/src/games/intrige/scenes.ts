/* The moments of a game of Intrige that are worth telling when it is over. */
import type { Seat, View } from "../../wire";
import { number } from "../../words";
import type { Naming, Scene, Told } from "../game";
import { seatOf, worthOf, type Position, type Scholar } from "./position";
import { kin, tell, who } from "./sentences";
import { own } from "./words";

/** A relative in a post: when they got it, what was paid for it, and what it would bring until the end. */
interface Hire {
  move: number;
  landlord: Seat;
  scholar: Scholar;
  post: number;
  paid: number;
  worth: number;
}

export function scenes(told: Told[], view: (move: number) => View<Position>, naming: Naming): Scene[] {
  const text = own().story;
  const found: Scene[] = [];
  const hires: Hire[] = [];
  /* The facts before a move: the next turn may begin, and pay salaries, in the same move. */
  let landlord: Seat = "";
  /** The bribes of this turn about which the landlord has not decided. */
  let paid = new Map<Scholar, number>();
  for (const { move, event } of told) {
    const { kind, seat = "", amount } = event;
    const scholar = String(event.scholar);
    const sum = paid.get(scholar) ?? 0;
    const hire = hires.findLast((each) => each.landlord === landlord && each.scholar === scholar);
    if (["gets_post", "keeps_post", "banished"].includes(kind)) paid.delete(scholar);
    switch (kind) {
      case "turn":
        landlord = seat;
        paid = new Map();
        break;
      case "pays":
        if (!amount || event.bank) break;
        paid.set(scholar, sum + amount);
        found.push({ kind: "bribe", move, seat, to: landlord, worth: amount, title: text.bribe, text: text.pays(who(naming, seat), who(naming, landlord), kin(naming, scholar), number(amount)) });
        break;
      case "gets_post":
        hires.push({ move, landlord, scholar, post: Number(event.post), paid: sum, worth: worthOf(view(move - 1), Number(event.post), scholar) });
        break;
      case "keeps_post":
        if (hire) hire.paid += sum;
        break;
      case "banished":
        if (hire) hire.worth -= worthOf(view(move - 1), hire.post, scholar);
        found.push({ kind: "banishment", move, seat, to: seatOf(scholar), worth: sum, title: text.betrayal, text: sum ? text.banished(who(naming, seat), kin(naming, scholar), number(sum)) : tell(event, naming)! });
        break;
      case "deal_broken":
        found.push({ kind: "betrayal", move, seat, to: seatOf(scholar) === seat ? landlord : seatOf(scholar), worth: amount ?? 0, title: text.betrayal, text: tell(event, naming)! });
        break;
    }
  }
  return [...found, ...hires.map((hire): Scene => ({
    kind: "bargain", move: hire.move, seat: seatOf(hire.scholar), to: hire.landlord, worth: hire.worth - hire.paid, title: text.bargain,
    text: text.brings(kin(naming, hire.scholar), who(naming, hire.landlord), number(hire.post), number(hire.paid), number(hire.worth)),
  }))];
}
