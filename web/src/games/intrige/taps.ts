/* What a press on a piece does, which depends only on the legal list, and why a press does nothing. */
import { movesOf } from "../../legal";
import type { Seat, View } from "../../wire";
import { list, number } from "../../words";
import type { BoardProps } from "../game";
import { factsOf, isMuch, professionOf, worthOf } from "./position";
import type { Position, Post, Scholar } from "./position";
import { kin, status, who } from "./sentences";
import { own } from "./words";

type Tap = () => void;

/** Handlers for presses on pieces; undefined if the piece cannot be chosen now. */
export interface Taps {
  /** The relative or profession that was pressed first, if a move takes two presses. */
  picked: string | null;
  post(landlord: Seat, post: Post): Tap | undefined;
  scholar(scholar: Scholar): Tap | undefined;
  relative(profession: string): Tap | undefined;
  palace(seat: Seat): Tap | undefined;
}

export function tapsOf(props: BoardProps<Position>, pickedSoFar: string | null, pick: (what: string) => void): Taps {
  const { view, naming, legal, choose } = props;
  const { act, board } = own();
  const { claims, disputed } = factsOf(view);
  const places = movesOf(legal, "place");
  const hires = movesOf(legal, "hire");
  const settles = movesOf(legal, "settle").map(([scholar]) => scholar!);
  const sends = movesOf(legal, "send");
  const firsts = [...new Set([...hires, ...sends].map(([first]) => first!))];
  const picked = firsts.length === 1 ? firsts[0]! : firsts.includes(pickedSoFar ?? "") ? pickedSoFar : null;

  const losers = (winner: Scholar) => {
    const rivals = claims.map(({ scholar }) => scholar).filter((scholar) => professionOf(scholar) === professionOf(winner));
    rivals.splice(rivals.indexOf(winner), 1);
    return list(rivals.map((scholar) => board.kin(kin(naming, scholar))));
  };
  const settle = (scholar: Scholar) => () => {
    const post = number(disputed!);
    choose({ move: `settle ${scholar}`, words: act.settle(kin(naming, scholar), post, losers(scholar)), final: true });
  };
  const has = (moves: string[][], first: string | null, second: string) => moves.some((move) => move[0] === first && move[1] === second);

  return {
    picked,
    post(landlord, { salary, holder }) {
      if (landlord !== view.position.turn) return undefined;
      if (holder && settles.includes(holder)) return settle(holder);
      const placing = places.find((move) => move[1] === String(salary))?.[0];
      if (placing) return () => choose({ move: `place ${placing} ${salary}`, words: act.place(kin(naming, placing), number(salary)), final: isMuch(view.position, view.position.turn!, worthOf(view, salary, placing)) });
      if (!picked || !has(hires, picked, String(salary))) return undefined;
      return () => choose({ move: `hire ${picked} ${salary}`, words: act.hire(kin(naming, picked), number(salary), losers(picked)), final: true });
    },
    scholar(scholar) {
      if (settles.includes(scholar)) return settle(scholar);
      return hires.some(([first]) => first === scholar) ? () => pick(scholar) : undefined;
    },
    relative: (profession) => (sends.some(([first]) => first === profession) ? () => pick(profession) : undefined),
    palace(seat) {
      if (!picked || !has(sends, picked, seat)) return undefined;
      return () => choose({ move: `send ${picked} ${seat}`, words: act.send(picked, who(naming, seat)) });
    },
  };
}

/** Why a piece cannot be chosen, and what the game is waiting for. */
export function whyNot({ view, naming, legal }: BoardProps<Position>, taps: Taps, palace: Seat, piece: { post?: Post; scholar?: Scholar }): string {
  const { why } = own();
  const wanted = status(view, naming);
  return legal.length ? `${reason(view, naming.me, taps, palace, piece)} ${wanted}` : why.waiting(wanted);
}

function reason(view: View<Position> & { position: Position }, me: Seat, taps: Taps, palace: Seat, { post, scholar }: { post?: Post; scholar?: Scholar }): string {
  const { why } = own();
  const { step } = view.position;
  const { claims, disputed } = factsOf(view);
  if (step === "bribe" || step === "answer") return why.money;
  if (step === "send") return palace === me ? why.notHome : taps.picked ? why.samePalace : why.sendFirst;
  if (palace !== me) return why.ownPalaceOnly;
  if (step === "settle" && post && post.salary !== disputed) return why.otherPost;
  const undecided = claims.some((claim) => claim.scholar === (scholar ?? post?.holder) && claim.state === "paid");
  if (scholar && !undecided) return why.notRival;
  if (scholar && step === "place") return why.tapPost;
  if (post?.holder && step !== "settle") return why.taken;
  return step === "hire" && !taps.picked ? why.pickFirst : why.promised;
}
