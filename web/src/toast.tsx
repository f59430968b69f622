/* One sentence for the player, for a while: why something was refused, what a key asked for. */
import { signal } from "@preact/signals";
import { games } from "./games/games";
import type { Answer } from "./wire";
import { words } from "./words";

const said = signal<{ text: string; aloud: boolean } | null>(null);

/** Not `aloud`: a screen reader is told by the table's log. */
export function say(text: string, { aloud = true } = {}): void {
  const mine = { text, aloud };
  said.value = mine;
  setTimeout(() => said.value === mine && (said.value = null), 3000 + 60 * text.length);
}

/** What was said to one is not for the next to read. */
export const hush = (): void => void (said.value = null);

/** Why a request was refused: in the page's words where it has some, else in the server's. */
export function why({ error, sentence }: Answer & { ok: false }): string {
  const ofGames = Object.values(games).map((game) => game.words().refusals[error]);
  return words().refusals[error] ?? ofGames.find(Boolean) ?? sentence;
}

/** Says why, where it was refused; true where it was done. */
export function wasDone(answer: Answer): answer is Answer & { ok: true } {
  if (!answer.ok) say(words().table.refused(why(answer)));
  return answer.ok;
}

export function Toast() {
  return (
    <div class="toast" role="alert">
      {said.value ? <p aria-hidden={!said.value.aloud} onClick={hush}>{said.value.text}</p> : null}
    </div>
  );
}
