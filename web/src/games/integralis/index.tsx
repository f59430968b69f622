/* Integralis as the page uses it. */
import type { Game } from "../game";
import { Board } from "./board";
import { flights } from "./flights";
import type { Position } from "./position";
import { ready, speech } from "./promises";
import { describe, income, status, tell } from "./say";
import "./style.css";
import "./room.css";
import { scenes } from "./scenes";
import { own } from "./words";

/** Two cogwheels. */
const emblem = <><circle class="gold" cx="36" cy="42" r="20" /><circle class="paper" cx="66" cy="60" r="16" /><path class="ink" d="M36 12v10M36 62v10M6 42h10M56 42h8M15 21l7 7M50 56l7 7M66 38v6M66 76v8M44 60h6M82 60h8" /><circle class="hole" cx="36" cy="42" r="7" /><circle class="hole" cx="66" cy="60" r="5" /></>;

export const integralis: Game<Position> = {
  words: own,
  emblem,
  Board,
  status,
  tell,
  steps: (_, event, naming) => (["closes", "produces", "covers", "waives", "delivers"].includes(event.kind) ? [tell(event, naming)!] : null),
  routine: ["starts", "turn", "revealed", "card_returns", "ends"],
  describe,
  purses: "money",
  standing: (position) => position.money,
  income,
  speech,
  ready,
  hasForcedAnswers: true,
  flights,
  scenes,
  help: () => import("./help"),
  scope: "integralis",
  pictures: () => import("./pictures"),
};
