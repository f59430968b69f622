/* Shows the page that the address names. */
import { address, linkTo, tableAt } from "./address";
import { names } from "./games/facts";
import { Home } from "./home/home";
import { Invited } from "./home/invited";
import { NewTable } from "./home/new-table";
import { SettingsDialog, settingsOpen, TakeDevice } from "./home/person";
import { Rules } from "./home/rules";
import { lazy } from "./lazy";
import { ask, askRecord, line, me, stalled } from "./line";
import { Newer } from "./offline/newer";
import { TablePage } from "./table/table";
import { Toast } from "./toast";
import { words } from "./words";

const ReplayPage = lazy(async () => (await import("./replay/screen")).ReplayPage);

async function recordOf(table: string): Promise<string | null> {
  const answer = await askRecord((keys) => ask("record", { table, ...keys }));
  return answer.ok ? String(answer.record) : null;
}

function Page() {
  const [first = "", second = "", third] = address.value.split(/[/=]/);
  if (first === "rules") return <Rules key={second} game={names.find((name) => name === second) ?? names[0]!} at={third} />;
  if (first.startsWith("replay")) return <ReplayPage address={address.value.slice("replay".length)} load={recordOf} />;
  if (first === "device") return <TakeDevice token={second} />;
  if (first && !me.value?.name) return me.value && tableAt(first) ? <Invited key={first} name={first} /> : <Home />;
  if (first === "new") return <NewTable />;
  return first ? <TablePage key={first} name={first} /> : <Home />;
}

export function App() {
  const text = words();
  const atTable = !!tableAt(address.value) && !!me.value?.name;
  return (
    <>
      {atTable ? null : (
        <header class="bar">
          <a href={linkTo("")} class="brand">{text.brand}</a>
          {line.value === "cut" || stalled.value ? <span class="soft" role="status">{line.value === "cut" ? text.line.cut : me.value ? text.line.stalled : text.line.notYet}</span> : null}
          <button type="button" class="plain" onClick={() => (settingsOpen.value = true)}>{me.value?.name ? `${me.value.name} · ${text.settings}` : text.settings}</button>
        </header>
      )}
      <Newer />
      <Page />
      {settingsOpen.value ? <SettingsDialog /> : null}
      <Toast />
    </>
  );
}
