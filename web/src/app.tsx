/* Which page is shown: the address says it. */
import { signal } from "@preact/signals";
import { ask, line, myName } from "./line";
import { ReplayPage } from "./replay/page";
import { TablePage } from "./table/table";

const address = signal(location.hash.slice(1));
addEventListener("hashchange", () => (address.value = location.hash.slice(1)));

async function recordOf(table: string): Promise<string | null> {
  const answer = await ask("record", { table });
  return answer.ok ? String(answer.record) : null;
}

export function App() {
  if (/^replay\b/.test(address.value)) return <ReplayPage address={address.value.slice("replay".length)} load={recordOf} />;
  return address.value ? <TablePage key={address.value} name={address.value} /> : <p>{line.value} {myName.value}</p>;
}
