/* The chronicle in words: the lines of an event, made by the game where it is the game's. */
import { games } from "../games/games";
import type { TableEvent, View } from "../wire";
import { words } from "../words";
import { botName, namingOf, seatName } from "./names";

export interface Line {
  n: number;
  text: string;
}

function houseLine(event: TableEvent, view: View): string | null {
  const text = words().chronicle;
  const naming = namingOf(view);
  const [seat, by] = [event.seat ?? "", event.by ?? ""];
  switch (event.do) {
    case "table": return text.table(event.name ?? "");
    case "sit": return text.sit(event.name ?? "", seatName(seat));
    case "leave": return text.leave(naming.of(seat));
    case "bot": return text.bot(seatName(seat), botName(event.bot ?? ""));
    case "empty": return text.empty(seatName(seat));
    case "remove": return text.remove(event.name ?? "");
    case "words": return text.words(naming.of(seat), event.words ?? "");
    case "start": return text.start;
    case "vote": return text.vote(naming.of(by), naming.of(seat));
    case "clock": return event.stopped ? text.stopped : text.runs;
    case "keep": return text.keep(event.name ?? "", seatName(seat));
    case "rematch": return text.rematch;
    case "say":
    case "passing": return null;
  }
  return text.unknown;
}

export function linesOf(event: TableEvent, view: View): Line[] {
  const { n } = event;
  if (event.do !== "move") {
    const text = houseLine(event, view);
    return text === null ? [] : [{ n, text }];
  }
  const naming = namingOf(view);
  const told = (event.what ?? []).map((what) => games[view.game].tell(what, naming));
  return told.filter((text): text is string => !!text).map((text) => ({ n, text }));
}
