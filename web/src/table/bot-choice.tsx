/* The choice of a player: a bot with a name, one with a level and a character, or somebody who is no bot. */
import { words } from "../words";
import { cast } from "./cast";
import { botKind } from "./names";

const LEVELS = ["easy", "medium", "hard"];

interface BotChoiceProps {
  spec: string;
  label: string;
  /** Players who can be chosen besides bots, with their labels. */
  people?: Record<string, string>;
  onChange(spec: string): void;
}

export function BotChoice({ spec, label, people = {}, onChange }: BotChoiceProps) {
  const { bots, make } = words();
  const isNamed = spec in cast || spec in people;
  const [level = "medium", character = ""] = isNamed ? [] : spec.split(":");
  const set = (to: string, kind: string) => onChange(kind ? `${to}:${kind}` : to);
  return (
    <>
      <select aria-label={`${label}: ${make.opponent}`} value={isNamed ? spec : ""} onChange={(event) => onChange(event.currentTarget.value || "medium")}>
        {Object.entries(people).map(([key, say]) => <option key={key} value={key}>{say}</option>)}
        <optgroup label={make.bots}>
          {Object.entries(cast).map(([key, { plays }]) => <option key={key} value={key}>{`${bots.names[key]} (${botKind(plays)})`}</option>)}
          <option value="">{make.nobody}</option>
        </optgroup>
      </select>
      {isNamed ? null : (
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
