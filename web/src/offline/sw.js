/* The files of the page, kept for when there is no network. A new version is fetched beside the old one, and takes its
 * place when the last tab of the old one is closed, or when somebody wants it to: then all tabs load anew. A page never
 * mixes two. */
const { version, page, files } = __FILES__;
const NAME = `kickback ${version}`;

addEventListener("install", (event) => event.waitUntil(caches.open(NAME).then((cache) => cache.addAll([page, ...files]))));

addEventListener("activate", (event) =>
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith("kickback ") && name !== NAME).map((name) => caches.delete(name))))));

addEventListener("message", ({ data }) => data === "take over" && skipWaiting());

addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET" || new URL(url).origin !== location.origin) return;
  const kept = caches.open(NAME).then((cache) => cache.match(mode === "navigate" ? page : event.request));
  event.respondWith(kept.then((found) => found ?? fetch(event.request)));
});
