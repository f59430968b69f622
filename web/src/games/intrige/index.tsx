/* Intrige as the page uses it. */
import type { Game } from "../game";
import { Board } from "./board";
import { flights } from "./flights";
import { seatOf } from "./position";
import type { Position } from "./position";
import { ready, speech } from "./promises";
import { describe, income, status, steps, tell } from "./sentences";
import { scenes } from "./scenes";
import { own } from "./words";

/** An envelope with money in it. */
const emblem = <><path class="paper" d="M10 34h76v46H10Z" /><path class="gold" d="M26 14h44v30L48 62 26 44Z" /><path class="ink" d="M10 34 48 64 86 34M36 26h24M36 35h24" /></>;

export const intrige: Game<Position> = {
  words: own,
  emblem,
  Board,
  status,
  tell,
  steps,
  routine: ["starts", "turn", "income", "final_income", "ends"],
  describe,
  purses: "cash",
  standing: (position) => position.cash,
  income,
  speech,
  ready,
  flights,
  scenes,
  help: () => import("./help"),
  scope: "intrige",
  pictures: () => import("./pictures"),
  deal: ({ kind, seat, scholar }) =>
    kind === "deal_kept" ? { seat: seat!, also: seatOf(String(scholar)), kept: true } : kind === "deal_broken" ? { seat: seat!, kept: false } : null,
};
