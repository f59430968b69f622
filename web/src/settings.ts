/* Settings in localStorage, each under its own key. Other tabs follow changes. The page also works if the browser stores
 * nothing. */
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
    // full or forbidden: the value lasts until the page is closed
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
/** Whether moves that cannot be taken back need a confirmation. */
export const confirming = kept("confirm", true);
/** Whether markers that finish no order are placed without asking. */
export const covering = kept("cover", false);
/** Whether moves are animated, unless the system asks for reduced motion. */
export const moving = kept("moving", true);
/** Whether coins and seals make sounds. Off by default on phones. */
export const noises = kept("noises", !matchMedia("(pointer: coarse)").matches);
/** Whether help to decide is shown, at tables that allow it. */
export const helping = kept("helping", false);
/** Whether the browser shows a notification when it is my turn; null: not asked yet. */
export const notifying = kept<"yes" | "no" | null>("notify", null);
/** Whether the table is shown as text. */
export const asText = kept("text", false);

effect(() => {
  document.documentElement.dataset.light = light.value;
});
