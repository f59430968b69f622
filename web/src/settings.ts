/* What this browser remembers: small things, each under a key of its own. Other tabs follow. A browser that keeps nothing
 * plays all the same. */
import { effect, signal, type Signal } from "@preact/signals";

export function read<T>(key: string, start: T): T {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "") as T;
  } catch {
    return start;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // full, or forbidden: then it holds until the page is closed
  }
}

function kept<T>(key: string, start: T): Signal<T> {
  const value = signal(read(key, start));
  effect(() => keep(key, value.value));
  addEventListener("storage", (event) => {
    if (event.key === key) value.value = read(key, start);
  });
  return value;
}

export const light = kept<"auto" | "light" | "dark">("light", "auto");
export const sound = kept("sound", true);
/** Whether what cannot be taken back is asked twice. */
export const confirming = kept("confirm", true);
/** Whether markers that finish no order are put down without asking. */
export const covering = kept("cover", false);
/** Whether things are seen to move, where the system does not ask for less of it. */
export const moving = kept("moving", true);
/** Whether coins and seals are heard; a phone is silent until told otherwise. */
export const noises = kept("noises", !matchMedia("(pointer: coarse)").matches);
/** Whether the table is shown as text. */
export const asText = kept("text", false);

effect(() => {
  document.documentElement.dataset.light = light.value;
});
