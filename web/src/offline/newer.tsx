/* Offers to reload when a newer version of the page is ready. */
import { words } from "../words";
import { newer } from "./install";

export function Newer() {
  const text = words().offline;
  const worker = newer.value;
  if (!worker) return null;
  return (
    <p class="banner newer" role="status">
      {text.newer} <button type="button" onClick={() => worker.postMessage("take over")}>{text.reload}</button>
    </p>
  );
}
