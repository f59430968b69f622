/* English. Game words stand with their game. */
import { en as incorporated } from "../games/incorporated/words.en";
import { en as integralis } from "../games/integralis/words.en";
import { en as intrige } from "../games/intrige/words.en";
import { en as replay } from "../replay/words.en";

export const en = {
  games: { intrige, integralis, incorporated },
  replay,
  seats: {
    red: "Red", yellow: "Yellow", green: "Green", blue: "Blue", violet: "Violet",
    suns: "Suns", moons: "Moons", crowns: "Crowns", arms: "Arms",
  } as Record<string, string>,
};
