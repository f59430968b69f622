/* State shared by the parts of the board: the position, the viewer, the legal moves, and what is picked. */
import { useEffect, useRef, useState } from "preact/hooks";
import { covering } from "../../settings";
import type { View } from "../../wire";
import type { BoardProps, Naming } from "../game";
import { about, actsOf, canTrade, tradeOf, type Act, type Thing } from "./moves";
import { factsOf, seatsOf, type Card, type Facts, type Position } from "./position";
import { actWords, isFinal } from "./say";
import { own } from "./words";

export interface Play {
  position: Position;
  facts: Facts;
  naming: Naming;
  actors: string[];
  /** The number of my decision, if I have to make one. */
  decision: number | undefined;
  legal: string[];
  acts: Act[];
  hand: Card[];
  picked: Thing | null;
  /** Places in the hand that are chosen for a trade; null if the player is not preparing a trade. */
  trading: number[] | null;
  canTrade: boolean;
  /** I have no order and must take one before anything else. */
  mustTake: boolean;
  /** Whether the card in this place can be added to the trade. */
  fits(place: number): boolean;
  /** Whether the thing was picked by keyboard. The focus then moves to the desk. */
  byKeys: boolean;
  pick(thing: Thing | null, event?: MouseEvent): void;
  trade(places: number[] | null): void;
  make(act: Act, sum?: number): void;
  makeTrade(): void;
  /** Covers with this marker, and with all others of its machine that only one order can take. */
  coverAll(act: Act): void;
  /** The only move that plays the picked card on this thing; null if there is none or more than one. */
  aimedAt(thing: Thing): Act | null;
  /** Whether the thing is part of a legal move. */
  isLive(thing: Thing): boolean;
}

/** Covers tasks without asking: after the player has pressed "cover all", or if the setting leaves covering to the page. */
function useCovering(view: View<Position> & { position: Position }, acts: Act[], me: string, make: (act: Act) => void): (act: Act) => void {
  const asked = useRef({ machine: "", markers: 0 });
  const answered = useRef<number | undefined>(undefined);
  const { position, decision } = view;
  const { pending } = position;
  const covers = acts.filter((act) => act.verb === "cover");
  const [only] = covers;
  useEffect(() => {
    if (pending?.kind !== "cover" || pending.machine !== asked.current.machine) asked.current = { machine: "", markers: 0 };
    if (pending?.kind !== "cover" || !only || covers.length > 1 || answered.current === decision) return;
    const job = position.orders[me]!.findIndex(({ order }) => order === only.args[1]);
    const finishes = factsOf(view).open[me]![job] === 1;
    const goesOn = asked.current.machine === pending.machine && pending.markers < asked.current.markers;
    if (!goesOn && !(covering.value && job >= 0 && !finishes)) return;
    answered.current = decision; // only once: a refused move would be refused again
    make(only);
  }, [decision, only?.move]);
  return (act) => {
    if (pending?.kind === "cover") asked.current = { machine: pending.machine, markers: pending.markers };
    make(act);
  };
}

const nothing = { picked: null as Thing | null, trading: null as number[] | null, byKeys: false };

export function usePlay({ view, naming, legal, choose }: BoardProps<Position>): Play {
  const [picking, setPicking] = useState({ ...nothing, decision: view.decision });
  /* A pick belongs to one decision. */
  const { picked, trading, byKeys } = picking.decision === view.decision ? picking : nothing;
  const set = (to: Partial<typeof nothing>) => setPicking({ ...nothing, ...to, decision: view.decision });
  const { position } = view;
  const acts = actsOf(legal, naming.me, seatsOf(position));
  const hand = position.hand[naming.me];
  const cards = Array.isArray(hand) ? hand : [];
  const at = (places: number[]): Card[] => places.sort((a, b) => a - b).map((place) => cards[place]!);
  const make = (act: Act, sum?: number) => {
    choose({ move: act.run ? act.run.head + sum : act.move, words: actWords(act, position, naming, sum), final: isFinal(act, position) });
    if (!isFinal(act, position)) set({}); /* otherwise keep the pick, since the player may cancel the confirmation */
  };
  const coverAll = useCovering(view, acts, naming.me, make);
  return {
    position, facts: factsOf(view), naming, legal, make, coverAll, acts, hand: cards, picked, trading, byKeys,
    actors: view.actors ?? [],
    decision: view.decision,
    canTrade: canTrade(legal),
    mustTake: factsOf(view).must_take && acts.some((act) => act.verb === "take"),
    fits: (place) => legal.includes(tradeOf(at([...(trading ?? []), place]))),
    pick: (thing, event) => set({ picked: thing === picked ? null : thing, byKeys: event?.detail === 0 }),
    trade: (places) => set({ trading: places }),
    makeTrade: () => {
      const chosen = at([...(trading ?? [])]);
      choose({ move: tradeOf(chosen), words: own().do.tradeThese(chosen.length) });
      set({});
    },
    aimedAt: (thing) => {
      if (!picked?.startsWith("card ") || thing === picked) return null;
      const moves = about(about(acts, picked), thing);
      return moves.length === 1 ? moves[0]! : null;
    },
    isLive: (thing) => acts.some((act) => act.about.includes(thing)),
  };
}
