/* The chronicle in words: the lines of an event. The game words its own events. */
import { games } from "../games/games";
import { seatName } from "../seat";
import type { GameEvent, TableEvent, View } from "../wire";
import { promisesWords, readerVoice } from "../promises/card-words";
import { pactsOf, partiesOf, type Outcome } from "../promises/pact";
import { pledgeWords } from "../promises/phrase";
import { language, list, words } from "../words";
import { botName, namingOf, ownName } from "./names";
import { sideWords } from "./words";

export interface Line {
  n: number;
  text: string;
  /** The event of the game that it tells. */
  what?: GameEvent;
}

function houseLine(event: TableEvent, view: View): string | null {
  const text = words().chronicle;
  const naming = namingOf(view);
  const [seat, by] = [event.seat ?? "", event.by ?? ""];
  switch (event.do) {
    case "table": return text.table(event.name ?? "");
    case "sit": return event.name ? text.sit(event.name, seatName(seat)) : null; // somebody around the device
    case "leave": return text.leave(naming.of(seat));
    case "bot": return text.bot(seatName(seat), ownName(view.seats, seat, event.bot) ?? botName(event.bot ?? ""));
    case "empty": return text.empty(seatName(seat));
    case "remove": return text.remove(event.name ?? "");
    case "words": return text.words(naming.of(seat), event.words ?? "");
    case "start": return text.start;
    case "vote": return text.vote(naming.of(by), naming.of(seat));
    case "clock": return event.stopped ? text.stopped : text.runs;
    case "keep": return text.keep(event.name ?? "", seatName(seat));
    case "rematch": return text.rematch;
    case "propose": return proposed(event, view);
    case "accept": case "decline": case "withdraw": case "wait": return words().promises.chronicle[event.do](readerVoice(view)(by));
    case "pace": return event.paused ? sideWords().pace.stops(readerVoice(view)(by)) : sideWords().pace.sets(readerVoice(view)(by), words().make.paces[event.pace ?? "brisk"]);
    case "whisper": return sideWords().whisper.seen(list((event.seats ?? []).map((each) => naming.of(each))));
    case "say":
    case "passing": return null;
  }
  return text.unknown;
}

function proposed({ by = "", with: seats = [], promises = [], opened }: TableEvent, view: View): string {
  const text = words().promises.chronicle;
  const voice = readerVoice(view);
  const what = promisesWords({ promises }, view);
  if (opened) return text.opened([by, ...seats].map(voice), what);
  if (seats.length) return text.propose(voice(by), seats.map(voice), what);
  return text.vow(voice(by), promises.map((pledge) => pledgeWords(pledge, games[view.game].speech, voice)).join("; "));
}

/** How a pact changed. A pact that is agreed at once, such as a vow, needs no line. */
function outcome({ pact: number, state, promise, verdict }: Outcome, event: TableEvent, view: View): string | null {
  const text = words().promises.chronicle;
  if (state === "stood") return event.do === "propose" ? null : text.stood;
  if (state) return state === "lapsed" ? text.lapsed : null;
  const pledge = pactsOf(view).find(({ pact }) => pact === number)?.promises[promise ?? -1];
  if (!pledge || (verdict !== "kept" && verdict !== "broken")) return null;
  const voice = readerVoice(view);
  return text[verdict](voice(pledge.seat), pledgeWords(pledge, games[view.game].speech, voice));
}

/** What others did about the reader's own pacts: answered a proposal, or broke a promise. */
export function toMyPacts(event: TableEvent, view: View): string {
  const mine = (number: number | undefined) => pactsOf(view).find((pact) => pact.pact === number && partiesOf(pact).includes(view.as));
  const answers = (event.do === "accept" || event.do === "decline") && event.by !== view.as && mine(event.pact)?.by === view.as;
  const broken = (event.pacts ?? []).filter(({ pact, promise, verdict }) => verdict === "broken" && (mine(pact)?.promises[promise ?? -1]?.seat ?? view.as) !== view.as);
  return [answers ? houseLine(event, view) : null, ...broken.map((each) => outcome(each, event, view))].filter(Boolean).join(" ");
}

/** The broken words in an event: promises of pacts, and deals of the game. A pact that is opened at the end is past. */
export function brokenLines(event: TableEvent, view: View): string[] {
  const game = games[view.game];
  const deals = (event.what ?? []).filter((what) => game.deal?.(what)?.kept === false).map((what) => game.tell(what, namingOf(view)));
  const promises = (event.opened ? [] : event.pacts ?? []).filter(({ verdict }) => verdict === "broken").map((each) => outcome(each, event, view));
  return [...promises, ...deals].filter((line): line is string => !!line);
}

/** What the words of an event depend on besides the event: the language, and who is called what. Few views change it. */
const readers = new WeakMap<View, string>();
function readerOf(view: View): string {
  const known = readers.get(view);
  if (known?.startsWith(language.value)) return known;
  const reader = language.value + JSON.stringify([view.as, view.seats.map(({ seat, name, kept, plays, bot }) => [seat, name, kept, plays, bot])]);
  readers.set(view, reader);
  return reader;
}

/** The lines of each event, for its latest reader. A long game would be put into words anew with every move otherwise. */
const worded = new WeakMap<TableEvent, { reader: string; lines: Line[] }>();
export function linesOf(event: TableEvent, view: View): Line[] {
  if (event.pacts) return inWords(event, view); // depends on the view's pacts, too
  const reader = readerOf(view);
  const known = worded.get(event);
  if (known?.reader === reader) return known.lines;
  const lines = inWords(event, view);
  worded.set(event, { reader, lines });
  return lines;
}

function inWords(event: TableEvent, view: View): Line[] {
  const { n } = event;
  const naming = namingOf(view);
  const told = event.do === "move" ? (event.what ?? []).map((what) => ({ n, text: games[view.game].tell(what, naming), what })) : [{ n, text: houseLine(event, view) }];
  const became = (event.opened ? [] : event.pacts ?? []).map((each) => ({ n, text: outcome(each, event, view) }));
  return [...told, ...became].filter((line): line is Line => !!line.text);
}
