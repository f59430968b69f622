/* A message that disappears after a while: why something was refused, or the answer to a key. */
import { signal } from "@preact/signals";
import { games } from "./games/games";
import type { Answer } from "./wire";
import { words } from "./words";

const said = signal<{ text: string; aloud: boolean } | null>(null);

/** Without `aloud`, screen readers skip it, since the table's log announces it already. */
export function say(text: string, { aloud = true } = {}): void {
  const mine = { text, aloud };
  said.value = mine;
  setTimeout(() => said.value === mine && (said.value = null), 3000 + 60 * text.length);
}

/** Hides the message, so that the next person at this device does not read it. */
export const hush = (): void => void (said.value = null);

/** Why a request was refused: in the page's words if it has any, else in the server's. */
export function why({ error, sentence }: Answer & { ok: false }): string {
  const ofGames = Object.values(games).map((game) => game.words().refusals[error]);
  return words().refusals[error] ?? ofGames.find(Boolean) ?? sentence;
}

/** Returns whether a request succeeded, and shows the reason if it was refused. */
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
