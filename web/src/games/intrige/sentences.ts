/* Intrige in words: who must do what, what happened, and the whole table as text. */
import { list, number } from "../../words";
import type { GameEvent, Seat, View } from "../../wire";
import type { Income, Naming } from "../game";
import { factsOf, postsOf, professionOf, seatOf, seatsOf, worthOf } from "./position";
import type { Claim, Position, Scholar } from "./position";
import type { Kin, Who } from "./words.en";
import { own } from "./words";

export const who = (naming: Naming, seat: Seat): Who => ({ me: seat === naming.me, name: naming.of(seat) });
export const kin = (naming: Naming, scholar: Scholar): Kin => ({ owner: who(naming, seatOf(scholar)), does: professionOf(scholar) });

/** A list of names, with "you" for the reader. */
const names = (naming: Naming, seats: Seat[]): string =>
  list(seats.map((seat) => (seat === naming.me ? own().status.you : naming.of(seat))));

export function status(view: View<Position>, naming: Naming): string {
  const text = own().status;
  const { position } = view;
  if (!position) return "";
  const { stage, step } = position;
  const landlord = who(naming, position.turn ?? "");
  const [actor] = view.actors ?? [];
  const { claims, disputed } = factsOf(view);
  switch (step) {
    case "start":
      return text.start;
    case "bribe": {
      if (position.options.bribes === "open") return text.bribe(who(naming, stage!.payer!), landlord, kin(naming, stage!.for!));
      const mine = claims.find((claim) => claim.state === "unsealed" && seatOf(claim.scholar) === naming.me);
      return mine ? text.seal(landlord, kin(naming, mine.scholar)) : text.sealing(names(naming, view.actors ?? []));
    }
    case "answer": {
      const { by, post, amount } = stage!.offer!;
      const answer = by === position.turn ? text.answerCounter : text.answerOffer;
      return answer(who(naming, actor ?? ""), kin(naming, stage!.for!), number(post), number(amount));
    }
    case "place":
      return text.place(landlord, kin(naming, claims.find(({ state }) => state === "paid")!.scholar));
    case "hire":
      return text.hire(landlord);
    case "settle":
      return text.settle(landlord, number(disputed!));
    case "send":
      return position.sent ? text.sendSecond(landlord) : text.sendFirst(landlord);
    case "over":
      return text.over(names(naming, view.end?.winners ?? []));
  }
}

export function tell(event: GameEvent, naming: Naming): string | null {
  const text = own();
  const { tell } = text;
  const by = who(naming, event.seat ?? "");
  const amount = event.amount == null ? text.secret : number(event.amount);
  const post = number(Number(event.post ?? 0)); // not all kinds have one
  const relative = kin(naming, typeof event.scholar === "string" ? event.scholar : ".");
  switch (event.kind) {
    case "starts": return tell.starts(by);
    case "turn": return tell.turn(by, Number(event.round));
    case "income": return tell.income(by, amount);
    case "seals": return tell.seals(by);
    case "pays": return event.amount === 0 ? tell.paysNothing(by, relative) : event.bank ? tell.bankPays(relative, amount) : tell.pays(by, relative, amount);
    case "offers": return tell.offers(by, relative, post, amount);
    case "counters": return tell.counters(by, relative, post, amount);
    case "accepts": return tell.accepts(by, relative, post, amount);
    case "refuses": return tell.refuses(by, relative, post, amount);
    case "gets_post": return tell.getsPost(by, relative, post);
    case "keeps_post": return tell.keepsPost(by, relative, post);
    case "banished": return tell.banished(by, relative);
    case "refunded": return event.bank ? tell.bankRefunded(relative, amount) : tell.refunded(by, relative, amount);
    case "deal_kept": return tell.dealKept(relative, post, amount);
    case "deal_broken": return tell.dealBroken(by, relative, post, amount);
    case "sends": return tell.sends(by, relative.does, who(naming, String(event.palace)));
    case "final_income": return tell.finalIncome(by, amount);
    case "ends": return tell.ends;
  }
  return null;
}

/** My own income, post by post. The posts have not changed since: income comes first in a turn. */
export function steps({ position }: View<Position> & { position: Position }, event: GameEvent, naming: Naming): string[] | null {
  if (event.kind !== "income" || event.seat !== naming.me) return null;
  const { board } = own();
  const posts = seatsOf(position).flatMap((landlord) => postsOf(position, landlord).map((post) => ({ landlord, ...post }))).filter(({ holder }) => holder && seatOf(holder) === event.seat);
  return [...posts.map(({ landlord, salary, holder }) => `${board.palace(who(naming, landlord))}: ${board.kin(kin(naming, holder!))}, ${number(salary)}`), tell(event, naming)!];
}

/** The state of a claim in a few words. */
export function claimState(claim: Claim): string {
  const text = own().gate;
  const paid = claim.amount === null ? own().secret : number(claim.amount);
  const bribe: Record<Claim["state"], string> = {
    paid: claim.amount === 0 ? text.paidNothing : claim.bank ? text.bankPaid(paid) : text.paid(paid),
    sealed: claim.amount === null ? text.sealed : text.sealedSum(paid),
    now: text.now,
    later: text.later,
    unsealed: text.unsealed,
    hired: text.hired,
    banished: text.banished,
  };
  const parts = [claim.holder ? text.holder : "", bribe[claim.state], claim.deal ? text.deal(number(claim.deal.post), number(claim.deal.amount)) : ""];
  return parts.filter(Boolean).join(" · ");
}

/** The relatives at home, counted by profession in the order of the edition. */
export const counted = (professions: string[]): [profession: string, n: number][] =>
  [...new Set(professions)].map((profession) => [profession, professions.filter((other) => other === profession).length]);

export function describe(view: View<Position> & { position: Position }, naming: Naming): string[] {
  const { position } = view;
  const { board, text } = own();
  const several = (scholars: Scholar[]) => (scholars.length ? list(scholars.map((scholar) => board.kin(kin(naming, scholar)))) : text.nobody);
  const lines = [board.round(position.round, factsOf(view).rounds), status(view, naming)];
  for (const seat of seatsOf(position)) {
    const owner = who(naming, seat);
    const palace = board.palace(owner);
    const cash = position.cash[seat] ?? view.end?.scores[seat];
    lines.push(cash == null ? text.cashHidden(owner) : text.cash(owner, number(cash)));
    for (const { salary, holder } of postsOf(position, seat)) {
      const left = holder ? worthOf(view, salary, holder) : 0;
      const held = [holder ? board.kin(kin(naming, holder)) : board.free, left ? board.brings(number(left)) : ""];
      lines.push(text.post(palace, number(salary), held.filter(Boolean).join(", ")));
    }
    lines.push(text.park(palace, several(position.park[seat]!)));
    const home = position.home[seat]!;
    const left = home.length ? list(counted(home).map(([profession, n]) => board.count(n, profession))) : text.nobody;
    lines.push(text.home(owner, left, home.length));
  }
  lines.push(text.island(several(position.island)));
  for (const claim of factsOf(view).claims) lines.push(text.claim(kin(naming, claim.scholar), claimState(claim)));
  return lines;
}

/** A bribe goes from the payer to the landlord whose turn it is. If the bank pays, no seat loses anything. */
export function income(event: GameEvent, at: number, events: GameEvent[]): Income[] {
  const text = own().income;
  const { kind, seat, amount, bank } = event;
  if (amount == null || !seat) return [];
  if (kind === "income" || kind === "final_income") return [{ seat, source: text.salaries, amount }];
  if (kind !== "pays" && kind !== "refunded") return [];
  const landlord = events.slice(0, at).findLast((earlier) => earlier.kind === "turn")?.seat;
  const back = kind === "refunded";
  const parts: Income[] = [];
  if (landlord) parts.push({ seat: landlord, source: back ? text.given : text.taken, amount: back ? -amount : amount });
  if (!bank) parts.push({ seat, source: back ? text.back : text.paid, amount: back ? amount : -amount });
  return parts;
}
