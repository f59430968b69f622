/* Which of the player's own promises a move would break or not keep, in words. The page asks the table before the move. */
import { games } from "../games/games";
import type { Table, View } from "../wire";
import { words } from "../words";
import { readerVoice } from "./card-words";
import { pactsOf, toWhom } from "./pact";
import { pledgeWords } from "./phrase";

export interface Considered {
  breaks: string[];
  misses: string[];
}

type Which = { pact: number; promise: number }[];

export async function considered(table: Table, view: View, move: string): Promise<Considered> {
  const answer = await table.ask("consider", { move });
  const text = words().promises.consider;
  const voice = readerVoice(view);
  const say = (which: unknown, sentence: typeof text.breaks): string[] => ((which ?? []) as Which).flatMap(({ pact: number, promise }) => {
    const pact = pactsOf(view).find((each) => each.pact === number);
    const pledge = pact?.promises[promise];
    return pact && pledge ? [sentence(toWhom(pact, view.as).map(voice), pledgeWords(pledge, games[view.game].speech, voice))] : [];
  });
  return answer.ok ? { breaks: say(answer.breaks, text.breaks), misses: say(answer.misses, text.misses) } : { breaks: [], misses: [] };
}
