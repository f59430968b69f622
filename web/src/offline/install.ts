/* The page without a server stays on this device: its files are kept by a service worker, and it can be installed. */
export function install(): void {
  const site = import.meta.env.MODE === "site";
  const base = import.meta.env.BASE_URL;
  const manifest = document.createElement("link");
  manifest.rel = "manifest";
  manifest.href = `${base}manifest.webmanifest`;
  document.head.append(manifest);
  /* Missing where the page came over a plain line from another machine: then it plays as long as it is open. */
  void navigator.serviceWorker?.register(`${base}sw.js`, { scope: site ? base : `${base}offline` });
}
