/* A guide for the first game: it explains each kind of decision once, when it first comes up. */
import { useState } from "preact/hooks";
import { games } from "../games/games";
import { keep, read } from "../settings";
import type { GameName, View } from "../wire";
import { words } from "../words";
import "./guide.css";

const keyOf = (game: GameName): string => `guide ${game}`;

/** Turns the guide on for this game, starting with its first lesson. */
export const beginGuide = (game: GameName): void => keep(keyOf(game), []);

/** The next lesson: the introduction, then any legal move that was not explained yet. */
function lessonOf(lessons: Record<string, string>, learnt: string[], legal: string[]): string | undefined {
  const verbs = new Set(["begin", ...legal.map((move) => move.split(" ")[0]!)]);
  return Object.keys(lessons).find((lesson) => verbs.has(lesson) && !learnt.includes(lesson));
}

export function Guide({ view }: { view: View }) {
  const text = words().guide;
  const [learnt, setLearnt] = useState(() => read<string[] | null>(keyOf(view.game), null));
  const set = (to: string[] | null) => {
    keep(keyOf(view.game), to);
    setLearnt(to);
  };
  const { lessons } = games[view.game].words();
  const lesson = learnt && lessonOf(lessons, learnt, view.legal ?? []);
  if (!learnt || !lesson || view.as === "spectator" || view.stage !== "playing") return null;
  return (
    <section class="card guide" aria-label={text.title}>
      <p role="status">{lessons[lesson]}</p>
      <div class="row">
        <button type="button" onClick={() => set([...learnt, lesson])}>{text.understood}</button>
        <button type="button" class="plain" onClick={() => set(null)}>{text.enough}</button>
      </div>
    </section>
  );
}
