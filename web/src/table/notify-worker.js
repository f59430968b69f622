/* The service worker of notifications: a press on one leads to its table, in the window that has it or in a new one. */
addEventListener("notificationclick", (event) => {
  const { close, data } = event.notification;
  close.call(event.notification);
  event.waitUntil(clients.matchAll({ type: "window", includeUncontrolled: true }).then((windows) => {
    const there = windows.find(({ url }) => new URL(url).pathname === data.path);
    return there ? there.focus() : clients.openWindow(data.path);
  }));
});
