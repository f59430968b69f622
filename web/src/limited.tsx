/* A text field with a maximum length. */
import { charactersOf, fits } from "./limits";
import { number } from "./words";

interface LimitedProps {
  value: string;
  most: number;
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
        if (!fits(field.value, most)) field.value = charactersOf(field.value).slice(0, most).join("");
        onText(field.value);
      }} />
      {fits(value, 0.8 * most) ? null : <small class="soft">{number(charactersOf(value).length)}/{number(most)}</small>}
    </>
  );
}
