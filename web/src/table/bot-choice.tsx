/* The choice of a bot: one with a name, or a level and a character. */
import { words } from "../words";
import { cast } from "./cast";
import { botKind } from "./names";

const LEVELS = ["easy", "medium", "hard"];

export function BotChoice({ spec, label, onChange }: { spec: string; label: string; onChange(spec: string): void }) {
  const { bots, make } = words();
  const person = cast[spec];
  const [level = "medium", character = ""] = person ? [] : spec.split(":");
  const set = (to: string, kind: string) => onChange(kind ? `${to}:${kind}` : to);
  return (
    <>
      <select aria-label={`${label}: ${make.opponent}`} value={person ? spec : ""} onChange={(event) => onChange(event.currentTarget.value || "medium")}>
        {Object.entries(cast).map(([key, { plays }]) => <option key={key} value={key}>{`${bots.names[key]} (${botKind(plays)})`}</option>)}
        <option value="">{make.nobody}</option>
      </select>
      {person ? null : (
        <>
          <select aria-label={`${label}: ${make.level}`} value={level} onChange={(event) => set(event.currentTarget.value, character)}>
            {LEVELS.map((name) => <option key={name} value={name}>{bots.levels[name]}</option>)}
          </select>
          <select aria-label={`${label}: ${make.character}`} value={character} onChange={(event) => set(level, event.currentTarget.value)}>
            {Object.entries(bots.characters).map(([name, say]) => <option key={name} value={name}>{say}</option>)}
          </select>
        </>
      )}
    </>
  );
}
