/* A text field with a maximum length. */
import { charactersOf, cut, fits, type Limit } from "./limits";
import { number } from "./words";

interface LimitedProps {
  value: string;
  most: Limit;
  placeholder?: string;
  autocomplete?: "off" | "nickname";
  "aria-label"?: string;
  onText(text: string): void;
}

/** Shows the count when little room is left. */
export function Limited({ value, most, onText, ...rest }: LimitedProps) {
  return (
    <>
      <input {...rest} value={value} onInput={(event) => {
        const field = event.currentTarget;
        if (!fits(field.value, most)) field.value = cut(field.value, most);
        onText(field.value);
      }} />
      {fits(value, { ...most, characters: 0.8 * most.characters }) ? null : <small class="soft">{number(charactersOf(value).length)}/{number(most.characters)}</small>}
    </>
  );
}
