/* Intrige at the table. */
import { words } from "../../words";
import type { Game } from "../game";
import { Board } from "./board";
import { seatOf } from "./position";
import type { Position } from "./position";
import { ready, speech } from "./promises";
import { describe, income, status, tell } from "./sentences";

export const intrige: Game<Position> = {
  title: () => words().games.intrige.title,
  Board,
  status,
  tell,
  describe,
  standing: (position) => position.cash,
  income,
  speech,
  ready,
  deal: ({ kind, seat, scholar }) =>
    kind === "deal_kept" ? { seat: seat!, also: seatOf(String(scholar)), kept: true } : kind === "deal_broken" ? { seat: seat!, kept: false } : null,
};
