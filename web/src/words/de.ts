/* German: the same keys as English. */
import { de as incorporated } from "../games/incorporated/words.de";
import { de as integralis } from "../games/integralis/words.de";
import { de as intrige } from "../games/intrige/words.de";
import { de as replay } from "../replay/words.de";
import type { Like } from "../words";
import type { en } from "./en";

export const de: Like<typeof en> = {
  games: { intrige, integralis, incorporated },
  replay,
  seats: {
    red: "Rot", yellow: "Gelb", green: "Grün", blue: "Blau", violet: "Violett",
    suns: "Sonnen", moons: "Monde", crowns: "Kronen", arms: "Arme",
  },
};
