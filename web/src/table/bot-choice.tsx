/* Which bot: how strong, and of what kind. */
import { words } from "../words";

const LEVELS = ["easy", "medium", "hard"];

export function BotChoice({ spec, label, onChange }: { spec: string; label: string; onChange(spec: string): void }) {
  const { bots, make } = words();
  const [level = "medium", character = ""] = spec.split(":");
  const set = (to: string, kind: string) => onChange(kind ? `${to}:${kind}` : to);
  return (
    <>
      <select aria-label={`${label}: ${make.level}`} value={level} onChange={(event) => set(event.currentTarget.value, character)}>
        {LEVELS.map((name) => <option key={name} value={name}>{bots.levels[name]}</option>)}
      </select>
      <select aria-label={`${label}: ${make.character}`} value={character} onChange={(event) => set(level, event.currentTarget.value)}>
        {Object.entries(bots.characters).map(([name, say]) => <option key={name} value={name}>{say}</option>)}
      </select>
    </>
  );
}
