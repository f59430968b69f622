/* Addresses of the page. A table of a server is at /t/ID, and everything else is a fragment of the start page. Without a
 * server there is only one path, so tables are fragments too. Older links to tables, /#ID, go on working. */
import { signal } from "@preact/signals";
import { offline } from "./offline/socket";

/** The table that an address names, or null. */
export const tableAt = (address: string): string | null => /^[0-9a-f]{32}$/.exec(address)?.[0] ?? null;

const named = (): string => location.hash.slice(1) || (/^\/t\/([0-9a-f]{32})$/.exec(location.pathname)?.[1] ?? "");

/** The address of a table or of another page, "" being the start page, to use in a link. */
export const linkTo = (address: string): string => (offline ? `#${address}` : tableAt(address) ? `/t/${address}` : address ? `/#${address}` : "/");

/** What the page shows: "" (home), "new", "rules/intrige", "replay…", or the id of a table. */
export const address = signal(named());

/** Follows the browser's address, and writes it in its usual form. */
function follow(): void {
  const now = named();
  const [path, hash] = linkTo(now).split("#");
  if (!offline && (location.pathname !== path || location.hash.slice(1) !== (hash ?? "")))
    history.replaceState(null, "", `${path}${location.search}${hash ? `#${hash}` : ""}`);
  address.value = now;
}

export function goTo(to: string): void {
  if (offline) location.hash = to;
  else {
    history.pushState(null, "", linkTo(to));
    follow();
  }
}

/** Links to tables and to the start page change the address without loading the page again. */
function press(event: MouseEvent): void {
  const link = (event.target as Element).closest?.<HTMLAnchorElement>("a[href^='/']");
  if (!link || link.target || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.pathname !== "/" && !link.pathname.startsWith("/t/")) return;
  event.preventDefault();
  if (link.hash) location.assign(link.href);
  else goTo(link.pathname.slice("/t/".length));
}

follow();
addEventListener("hashchange", follow);
addEventListener("popstate", follow);
if (!offline) addEventListener("click", press);
