/* A notification when it is my turn and the page is hidden. The player is asked once, after a first move among people, and
 * can change the answer in the settings. Phones show notifications only through a service worker. */
import { useEffect } from "preact/hooks";
import { linkTo } from "../address";
import { me } from "../line";
import { notifying } from "../settings";
import type { TableEvent, View } from "../wire";
import { sideWords } from "./words";

/** Not over plain HTTP, and nobody waits for a player who is alone. */
export const canNotify = (): boolean => "Notification" in window && Notification.permission !== "denied" && !me.value?.alone;

/** To be called by a press. Remembers the answer: also no, if the browser does not allow it. */
export async function setNotifying(yes: boolean): Promise<void> {
  notifying.value = yes && (await Notification.requestPermission()) === "granted" ? "yes" : "no";
  if (notifying.value === "yes") void worker();
}

/** Not `serviceWorker.ready`, which goes by the address that the page was loaded at. */
async function worker(): Promise<ServiceWorkerRegistration | undefined> {
  const by = await navigator.serviceWorker?.register("/notify.js", { scope: "/t/" });
  const starts = by?.installing ?? by?.waiting;
  if (by && !by.active && starts) await new Promise<void>((done) => starts.addEventListener("statechange", () => starts.state === "activated" && done()));
  return by;
}

const isOn = () => notifying.value === "yes" && canNotify() && Notification.permission === "granted";

/** Shows the notification; returns how to take it back. Each decision has a tag of its own: with a common one, taking back
 * an old notification takes the new one with it if that has been shown meanwhile. */
function show(title: string, body: string, path: string, decision: number): () => void {
  let over = false;
  const shown = worker().then(async (by) => {
    if (over) return [];
    const said = { body, tag: `${path} ${decision}`, data: { path } };
    if (!by) {
      const note = new Notification(title, said);
      note.onclick = () => {
        window.focus();
        note.close();
      };
      return [note];
    }
    await by.showNotification(title, said);
    return by.getNotifications({ tag: said.tag });
  });
  return () => {
    over = true;
    void shown.then((notes) => notes.forEach((note) => note.close()));
  };
}

/** `decision` is the one I have to make, or null. The notification goes when it is made, or when the page is seen. */
export function useNotification(name: string, title: string, status: string, decision: number | null): void {
  useEffect(() => {
    if (decision === null || !document.hidden || !isOn()) return;
    const close = show(sideWords().notify.title(title), status, new URL(linkTo(name), location.href).pathname, decision);
    document.addEventListener("visibilitychange", close, { once: true });
    return () => {
      document.removeEventListener("visibilitychange", close);
      close();
    };
  }, [decision]);
}

/** Asks once: I have made a move, and other people play. */
export function AskToNotify({ events, view }: { events: TableEvent[]; view: View }) {
  const others = view.seats.some(({ seat, plays }) => plays === "person" && seat !== view.as);
  const moved = events.some((event) => event.do === "move" && event.by === view.as);
  if (notifying.value !== null || view.stage !== "playing" || !others || !moved || !canNotify()) return null;
  const text = sideWords().notify;
  return (
    <p class="ask-notify" role="group" aria-label={text.ask}>
      <span>{text.ask}</span>
      <button type="button" onClick={() => void setNotifying(true)}>{text.yes}</button>
      <button type="button" onClick={() => void setNotifying(false)}>{text.no}</button>
    </p>
  );
}
