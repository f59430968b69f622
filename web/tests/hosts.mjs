// What a host can do, and what can happen to a table: it is found in the lobby, a person is removed from it, its older
// lines are fetched, and when its log is damaged its page says so.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { check, luck, Person, until } from "./lib.mjs";

const words = (person) => person.page.locator("body").innerText();

/** Ben finds the table by its host's name and sits down. */
async function findTable(ben, table) {
  const search = ben.page.getByRole("search");
  await search.getByRole("searchbox").fill("nobody of this name");
  await search.getByRole("button", { name: "Search" }).click();
  await search.getByRole("status").waitFor();
  await search.getByRole("searchbox").fill("anna");
  await search.getByRole("button", { name: "Search" }).click();
  await search.locator(`a[href="/t/${table}"]`).click();
  ben.table = table;
  await ben.page.getByRole("button", { name: "Sit down as Yellow" }).click();
  await until("Ben at the table", () => ben.view?.as === "yellow");
}

/** Anna is asked to confirm. Ben is told, and cannot come back. */
async function removeBen(anna, ben, table) {
  const asked = [];
  anna.page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    return dialog.accept();
  });
  await anna.page.getByRole("button", { name: "Remove from the table" }).click();
  await ben.page.getByText("the host has removed you from this table").first().waitFor();
  check(asked.length === 1 && asked[0].includes("Ben"), `Anna was asked: ${asked}`);
  await anna.page.locator(".chronicle li", { hasText: "Ben" }).last().waitFor({ state: "attached" });
  const answer = await ben.ask("sit", { table, seat: "yellow" });
  check(answer.error === "removed", `Ben sits down again: ${JSON.stringify(answer)}`);
}

/** After a reload the last lines are there, and older ones on request. */
async function olderLines(anna, table) {
  const { page } = anna;
  for (const seat of ["yellow", "green"]) await anna.done("bot", { table, seat, bot: "random" });
  await anna.done("start", { table });
  const rng = luck(3);
  for (let moves = 0; moves < 60 && anna.view.n < 160 && anna.view.stage !== "over"; moves++) {
    await until("Anna's turn", () => anna.view.legal?.length || anna.view.stage === "over");
    const { n, stage } = anna.view;
    if (stage === "over") break;
    await anna.move(rng);
    await until("news", () => anna.view.n > n);
  }
  check(anna.view.n > 120, `only ${anna.view.n} events: too few for this test`);
  await page.reload();
  const older = page.getByRole("button", { name: "Older lines" });
  await older.waitFor();
  const lines = page.locator(".chronicle li");
  for (let fetched = 0; await older.count(); fetched++) {
    check(fetched < 10, "older lines are offered without an end");
    const n = await lines.count();
    await older.click();
    /* A seat's chronicle begins where its person sat down. That may take one more request to find out. */
    await until("more lines, or the end of them", async () => (await lines.count()) > n || !(await older.count()));
  }
  const first = await lines.first().textContent();
  check(first.includes("Anna"), `the first line is about somebody else: ${first}`);
}

/** The server finds a damaged entry: the page of that table says so, and the rest goes on. */
async function damage(anna, server, table) {
  const change = "import sqlite3, sys\nwith sqlite3.connect(sys.argv[1]) as log: print(log.execute(\"UPDATE entries SET body = 'x' WHERE stream = ? AND n = 2\", (sys.argv[2],)).rowcount)";
  await server.stop();
  const changed = execFileSync("python3", ["-c", change, join(server.data, "log.sqlite"), `table:${table}`], { encoding: "utf8" });
  check(Number(changed) === 1, `${changed} entries were damaged`);
  await server.start();
  await anna.page.goto(`${server.origin}/#${table}`);
  await anna.page.reload();
  await until("the sentence about it", async () => (await words(anna)).includes("damaged"));
  await anna.page.goto(`${server.origin}/`);
  await anna.page.locator(".home .games").waitFor();
}

export default async function hosts({ browser, server }) {
  const anna = await Person.come(browser, server, "Anna");
  const ben = await Person.come(browser, server, "Ben");
  const table = await anna.make("integralis", 3, { public: true });
  await ben.page.locator(`a[href="/t/${table}"]`).first().waitFor();
  await findTable(ben, table);
  await removeBen(anna, ben, table);
  await olderLines(anna, table);
  await damage(anna, server, table);
  for (const person of [anna, ben]) await person.leave();
}
