/* Integralis at the table. */
import { words } from "../../words";
import type { Game } from "../game";
import { Board } from "./board";
import type { Position } from "./position";
import { ready, speech } from "./promises";
import { describe, income, status, tell } from "./say";
import "./style.css";

export const integralis: Game<Position> = {
  title: () => words().games.integralis.title,
  Board,
  status,
  tell,
  describe,
  standing: (position) => position.money,
  income,
  speech,
  ready,
};
