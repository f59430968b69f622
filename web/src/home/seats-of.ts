/* The seats of each game in their order, and how many it takes: as `kickback games` says. */
import type { GameName } from "../wire";

const COLOURS = ["red", "yellow", "green", "blue", "violet"];

export const seatsOf: Record<GameName, { seats: string[]; least: number }> = {
  intrige: { seats: COLOURS, least: 3 },
  integralis: { seats: COLOURS.slice(0, 4), least: 2 },
  incorporated: { seats: ["suns", "moons", "crowns", "arms"], least: 3 },
};
