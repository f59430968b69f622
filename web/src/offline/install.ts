/* Keeps the page without a server on this device: a service worker stores its files, and it can be installed. */
import { signal } from "@preact/signals";

/** A newer version that is ready to take over. */
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
  /* Missing if the page came over plain HTTP from another machine. The page then works only while it is open. */
  const { serviceWorker } = navigator;
  void serviceWorker?.register(`${base}sw.js`, { scope: site ? base : `${base}offline` }).then(watch);
  /* A new version has taken over. All tabs must reload, since it has none of the old files. Tables are kept. */
  serviceWorker?.addEventListener("controllerchange", () => location.reload());
}
