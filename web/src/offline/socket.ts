/* The page without a server: a worker behind the interface of a socket. */

/** The part of WebSocket that line.ts uses. */
export interface Socket {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((message: { data: string }) => void) | null;
  onclose: ((event?: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** Whether this page runs without a server: built as a site of its own, or served at /offline. */
export const offline = import.meta.env.MODE === "site" || /\/offline\/?$/.test(location.pathname);

export function workerSocket(): Socket {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const socket = {
    readyState: WebSocket.CONNECTING as number,
    onopen: null as Socket["onopen"], onmessage: null as Socket["onmessage"], onclose: null as Socket["onclose"],
    send(text: string) {
      const request = JSON.parse(text) as { id: string; do: string };
      /* Answered here, since a worker in which a bot is thinking cannot answer. */
      if (request.do === "ping") socket.onmessage?.({ data: JSON.stringify({ type: "ok", id: request.id, at: Date.now() }) });
      else worker.postMessage(text);
    },
    close() {
      socket.readyState = WebSocket.CLOSED;
      worker.terminate();
    },
  };
  worker.onmessage = (message: MessageEvent<string>) => {
    if (socket.readyState === WebSocket.CONNECTING) {
      socket.readyState = WebSocket.OPEN;
      socket.onopen?.();
    }
    socket.onmessage?.({ data: message.data });
  };
  worker.onerror = () => socket.onclose?.();
  return socket;
}
