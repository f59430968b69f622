/* The numbers on the cards and the board of Integralis are in one C table (games/integralis/tables.h). The page is built
 * from the same table, as the module "printed:integralis", so that a number is corrected in one place only. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const NAME = "printed:integralis";
const tables = fileURLToPath(new URL("../games/integralis/tables.h", import.meta.url));

/** All matches of the pattern. There must be exactly n: the build stops if the layout of the table has changed. */
function all(text, pattern, n) {
  const found = [...text.matchAll(pattern)].map((match) => match.slice(1));
  if (found.length !== n) throw new Error(`${tables}: ${found.length} matches of ${pattern}, expected ${n}`);
  return found;
}

function read(text) {
  const [columns] = all(text, /needs\[\w+\] = \{2 \* (\d), 2 \* (\d), 2 \* (\d), 2 \* (\d)\}; \/\* (\w+) (\w+) (\w+) (\w+) \*\//g, 1);
  const [needs, machines] = [columns.slice(0, 4), columns.slice(4)];
  const workers = all(text, /\{(\d), ([01]), (\d+)\},? +\/\* (fritz|greta|hugo|wilma|ida|jupp|kathi|lars|moni) +\*\//g, 9);
  const orders = all(text, /\{(\d+), INTEGRALIS_TASKS\((\d), (\d), (\d), (\d)\)\}/g, 12);
  const counters = all(text, /INTEGRALIS_ON_\w+, INTEGRALIS_(\w+), [01]\}, +\/\* (\w+) +\*\//g, 5);
  const [[five, two]] = all(text, /INTEGRALIS_SABOTAGE5 \? (\d+) : (\d+)/g, 1);
  const [[hand]] = all(text, /INTEGRALIS_HAND = (\d+)/g, 1);
  const [[goal]] = all(text, /INTEGRALIS_TO_WIN = (\d+)/g, 1);
  return {
    hand: Number(hand),
    goal: Number(goal),
    needs: Object.fromEntries(machines.map((machine, i) => [machine, Number(needs[i])])),
    workers: Object.fromEntries(workers.map(([halves, temp, price, name]) => [name, { labour: Number(halves) / 2, temp: temp === "1", price: Number(price) }])),
    orders: Object.fromEntries(orders.map(([pay, ...tasks]) => [`o${Number(pay) / 1000}`, {
      pay: Number(pay),
      tasks: machines.flatMap((machine, i) => Array(Number(tasks[i])).fill(machine)),
    }])),
    counters: Object.fromEntries(counters.map(([counter, card]) => [card, counter.toLowerCase()])),
    damage: { sabotage5: Number(five), sabotage2: Number(two) },
  };
}

export const contents = () => `export const printed = ${JSON.stringify(read(readFileSync(tables, "utf8")))};`;

/** The Vite plugin. */
export const printed = () => ({
  name: "printed",
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load(id) {
    if (id !== `\0${NAME}`) return undefined;
    this.addWatchFile(tables);
    return contents();
  },
});
