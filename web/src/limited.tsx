/* A text field with a maximum length. */
import { charactersOf } from "./limits";
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
  const used = charactersOf(value).length;
  return (
    <>
      <input {...rest} value={value} onInput={(event) => {
        const field = event.currentTarget;
        const typed = charactersOf(field.value);
        if (typed.length > most) field.value = typed.slice(0, most).join("");
        onText(field.value);
      }} />
      {used > 0.8 * most ? <small class="soft">{number(used)}/{number(most)}</small> : null}
    </>
  );
}
