/* Names of people, seats and bots. */
import { cast } from "./cast";
import type { Naming } from "../games/game";
import { games } from "../games/games";
import { seatName } from "../seat";
import type { Seat, SeatInfo, View } from "../wire";
import { words } from "../words";

/** Splits "hard:grudge" into level and character, if it has one, in words. */
function partsOf(spec: string): [string, string | undefined] {
  const { bots } = words();
  const [kind = "", ...rest] = spec.split(":");
  const character = rest.find((part) => part in bots.characters);
  return [bots.levels[kind] ?? kind, character && bots.characters[character]];
}

export function botName(spec: string): string {
  const person = cast[spec];
  if (person) return words().bots.bot(botKind(person.plays));
  const [level, character] = partsOf(spec);
  return character ? words().bots.botWith(level, character) : words().bots.bot(level);
}

export function botKind(spec: string): string {
  const [level, character] = partsOf(spec);
  return character ? words().bots.kind(level, character) : level;
}

/** Names that differ only in case, accents or blanks are easily taken for each other. */
const looksOf = (name: string): string => name.normalize("NFKD").replace(/[\p{M}\s]/gu, "").toLowerCase();

/** The own name of a bot at this seat, if it has one and no other seat has the same bot or a person who is called so. */
export function ownName(seats: SeatInfo[], seat: Seat, bot = ""): string | undefined {
  const own = words().bots.names[bot];
  const isTaken = (other: SeatInfo) => other.seat !== seat && (other.bot === bot || looksOf(other.name ?? other.kept ?? "") === looksOf(own!));
  return own && !seats.some(isTaken) ? own : undefined;
}

/** The name shown for a seat: the person's name, or the bot's. */
export function calledAt(seats: SeatInfo[], { seat, name, plays, bot }: SeatInfo): string {
  return name || (plays === "bot" ? ownName(seats, seat, bot) : undefined) || seatName(seat);
}

export const namingOf = (view: View): Naming => ({
  me: view.as,
  of: (seat) => {
    const info = view.seats.find((one) => one.seat === seat);
    return info ? calledAt(view.seats, info) : seatName(seat);
  },
});

/** Each seat's money or score as far as this viewer may know it. At the end everything is public. */
export const standingOf = (view: View): Record<string, number | null> =>
  view.end?.scores ?? (view.position ? games[view.game].standing(view.position) : {});

/** Who is behind a seat, in a few words: "bot, hard, grudging", "has got up". */
export function behind(info: SeatInfo, here: boolean): string {
  const text = words().table;
  if (info.plays === "bot") return botName(info.bot ?? "");
  if (info.plays === "person") return here ? text.here : text.away;
  return info.kept ? text.keptFor(info.kept) : info.name ? text.left : text.freeSeat;
}
