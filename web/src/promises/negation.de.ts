/* German says "no doctor" where English says "not ... a doctor": „keinen Arzt zu schicken“, not „einen Arzt nicht zu schicken“. */
import type { Fragment } from "./phrase";

/** „irgendeine Karte“, „einem Arzt“, „irgendjemanden“ */
const INDEFINITE = /^(?:(?:irgend)?(ein)(?=(?:e|en|em|er)?\b)|irgendjemand)/;

/** Negates a sentence in German: the first indefinite word takes the negation instead of the verb. */
export function negated(fragments: Fragment[]): Fragment[] {
  const at = fragments.findIndex(({ text, hole }) => typeof hole === "number" && INDEFINITE.test(text));
  if (at < 0) return fragments;
  return fragments.map((fragment, i) => {
    const { text, hole } = fragment;
    if (i === at) return { ...fragment, text: text.replace(INDEFINITE, (_, article) => (article ? "kein" : "niemand")) };
    return hole === "deed" ? { ...fragment, text: text.replace(/^nicht /, "") } : fragment;
  });
}
