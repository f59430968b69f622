/* The page without a server stays on this device: its files are kept by a service worker, and it can be installed. */
import { signal } from "@preact/signals";

/** A newer version that lies ready beside this one. */
export const newer = signal<ServiceWorker | null>(null);

function watch(registration: ServiceWorkerRegistration): void {
  const look = () => (newer.value = registration.active && registration.waiting);
  look();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
}

export function install(): void {
  const site = import.meta.env.MODE === "site";
  const base = import.meta.env.BASE_URL;
  const manifest = document.createElement("link");
  manifest.rel = "manifest";
  manifest.href = `${base}manifest.webmanifest`;
  document.head.append(manifest);
  /* Missing where the page came over a plain line from another machine: then it plays as long as it is open. */
  const { serviceWorker } = navigator;
  void serviceWorker?.register(`${base}sw.js`, { scope: site ? base : `${base}offline` }).then(watch);
  /* The new version has been told to take over: in all tabs, for it has none of the old one's files. Tables are kept. */
  serviceWorker?.addEventListener("controllerchange", () => location.reload());
}
