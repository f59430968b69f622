/* Which page is shown: the address says it. */
import { signal } from "@preact/signals";
import { line, myName } from "./line";
import { TablePage } from "./table/table";

const address = signal(location.hash.slice(1));
addEventListener("hashchange", () => (address.value = location.hash.slice(1)));

export function App() {
  return address.value ? <TablePage key={address.value} name={address.value} /> : <p>{line.value} {myName.value}</p>;
}
