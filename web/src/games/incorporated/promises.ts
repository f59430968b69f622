/* Promises of Incorporated: how deeds are worded, and suggestions for pacts. */
import { alternatives, amountWords, isAny, partsOf, type Speech } from "../../promises/phrase";
import type { Seat, View } from "../../wire";
import { disjunction } from "../../words";
import type { Ready } from "../game";
import { running, seatsOf, suitOf, tableOf, type Position, type Tile } from "./position";
import { taskName, tileName } from "./say";
import { own } from "./words";

const text = () => own().promises;

/** A task such as "2.3". Either part may be any. */
function taskWords(word: string): string {
  const { task, initiative, place, taskAny } = text();
  const [first, second] = partsOf(word).map((part) => (part === "*" ? [] : alternatives(part))) as [string[], string[]];
  if (first.length && second.length) return task(disjunction(first.flatMap((one) => second.map((other) => `${one}.${other}`))));
  return first.length ? initiative(disjunction(first)) : second.length ? place(disjunction(second)) : taskAny;
}

const VALUES = 6;

/** The names of tiles. A whole suit is said as one. */
function tileNames(tiles: Tile[]): string[] {
  const { tile, suit } = text();
  const suits = [...new Set(tiles.map(suitOf))];
  return suits.flatMap((seat) => {
    const its = [...new Set(tiles)].filter((each) => suitOf(each) === seat);
    return its.length === VALUES ? [suit(own().suits[seat]!)] : its.map((each) => tile(tileName(each)));
  });
}

export const speech: Speech = {
  template: (verb) => (verb in text().deeds ? text().deeds[verb as keyof ReturnType<typeof text>["deeds"]] : null),
  hole(verb, args, at) {
    const { coin, coinAny, ways, wayAny, tileAny, openTask } = text();
    const word = args[at] ?? "*";
    const kind = { play: ["tile"], staff: ["coin", "", "tile"], commit: ["amount", "", "tile"], manage: ["task", "way", "", "tile"] }[verb]?.[at];
    if (kind === "amount") return amountWords(word);
    if (kind === "coin") return isAny(word) ? coinAny : coin(/^\d/.test(word) ? disjunction(alternatives(word)) : amountWords(word));
    if (kind === "way") return isAny(word) ? wayAny : disjunction(alternatives(word).map((way) => ways[way] ?? way));
    if (kind === "task") return taskWords(word);
    if (isAny(word)) return verb === "play" ? tileAny : openTask;
    return disjunction(tileNames(alternatives(word)));
  },
  turn: () => text().turn,
  sums: { head: "", low: 0, high: 15, step: 1 },
};

/** The five of the seat's own suit. */
const fiveOf = (seat: Seat): string => `${seat[0]!.toUpperCase()}5`;

export function ready(view: View<Position> & { position: Position }, me: Seat): Ready[] {
  const position = tableOf(view);
  const title = text().ready;
  const others = seatsOf(position).filter((seat) => seat !== me);
  const task = running(position);
  const open = position.initiatives.flatMap((tasks, i) => tasks.map((each, place) => ({ ...each, name: taskName(i, place) }))).filter(({ state }) => state === "open");
  /* A closed fist is decided. */
  const undecided = (seat: Seat) => !(seat in position.committed);
  const commits = (task && undecided(me) ? [task.tile] : []).flatMap((tile) => others.filter(undecided).map((seat): Ready => ({
    kind: "commit", title: title.commit, about: [`tile ${tile}`, `seat ${seat}`], with: [seat],
    promises: [{ seat: me, will: `commit >=2 on ${tile}`, term: "turn" }, { seat, will: `commit >=2 on ${tile}`, term: "turn" }],
  })));
  const staffing = task && position.step === "staff" ? others.map((seat): Ready => ({
    kind: "staff", title: title.staff, about: [`tile ${task.tile}`, `seat ${seat}`], with: [seat], promises: [{ seat, will: `staff >=2 on ${task.tile}`, term: "turn" }],
  })) : [];
  /* Tiles of my own suit first: I have the most to lose there. */
  const mineFirst = [...open].sort((a, b) => Number(suitOf(b.tile) === me) - Number(suitOf(a.tile) === me));
  const managers = mineFirst.flatMap(({ tile, name }) => others.flatMap((seat): Ready[] => {
    const common = { about: [`tile ${tile}`, `seat ${seat}`], with: [seat] };
    return [
      { kind: "help", title: title.help, promises: [{ seat, will: `manage ${name} help on ${tile}`, term: "round" }], ...common },
      { kind: "hinder", title: title.hinder, promises: [{ seat, wont: `manage ${name} hinder on ${tile}`, term: "round" }], ...common },
    ];
  }));
  const peace = others.map((seat): Ready => ({
    kind: "hinder", title: title.hinder, about: [`seat ${seat}`], with: [seat],
    promises: [{ seat: me, wont: "manage *.* hinder on *", term: "round" }, { seat, wont: "manage *.* hinder on *", term: "round" }],
  }));
  const fives = others.map((seat): Ready => ({
    kind: "fives", title: title.fives, about: [`tile ${fiveOf(me)}`, `tile ${fiveOf(seat)}`, `seat ${seat}`], with: [seat],
    promises: [{ seat: me, wont: `play ${fiveOf(seat)}`, term: "round" }, { seat, wont: `play ${fiveOf(me)}`, term: "round" }],
  }));
  return [...commits, ...staffing, ...managers, ...peace, ...fives];
}
