// setups.mjs KICKBACK: every game of the program is on the page, with words for its editions, options and refusals in
// every language, and so are the bots and their phrases.
import { deepStrictEqual as same, ok } from "node:assert";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { load } from "./bundle.mjs";

const games = {};
let game;
for (const line of execFileSync(process.argv[2], ["games"], { encoding: "utf8" }).split("\n")) {
  const [, name] = /^(\w+): /.exec(line) ?? [];
  const [, editions] = /^  editions +(.*)/.exec(line) ?? [];
  const [, option, values] = /^    (\w+)=([\w|]+)$/.exec(line) ?? [];
  if (name) game = games[name] = { editions: [], options: {} };
  if (editions) game.editions = editions.replace(" (default)", "").split(" ");
  if (option) game.options[option] = values.split("|");
}
const read = (name) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
const listed = [...read("web/src/games/list.ts").matchAll(/^export \{ (\w+) \}/gm)].map(([, name]) => name);
ok(listed.length > 0);
same(listed, Object.keys(games));

/* The types of these positions name all options. */
for (const name of ["intrige", "incorporated"]) {
  const [, types] = /^  options: \{ (.*) \};$/m.exec(read(`web/src/games/${name}/position.ts`));
  same(Object.fromEntries(types.split("; ").map((type) => type.split(": ")).map(([option, values]) => [option, values.split(" | ").map((value) => JSON.parse(value))])), games[name].options, name);
}

const phrases = [...(read("bots/phrases.def") + read("bots/voices.def") + read("bots/reasons.def")).matchAll(/^(?:PHRASE|SAYS|REASON)\(.*?"(.*)"\)$/gm)].map(([, phrase]) => phrase);
const people = [...read("bots/cast.def").matchAll(/^PERSON\((\w+), "(\w+)", "(\w+)", (\w+),/gm)].map(([, key, name, level, character]) =>
  [key, { name, plays: character === "PLAIN" ? level : `${level}:${character.toLowerCase()}` }]);
ok(phrases.length > 0 && people.length > 0);
same(new Set(phrases).size, phrases.length);

for (const language of ["en", "de"]) {
  const words = (await load(`export { ${language} as words } from "./words/${language}";`)).words;
  for (const name of listed) {
    const { about } = await load(`export { about } from "./games/${name}/about.${language}";`);
    const options = Object.entries({ ...about.options, ...words.make.options }).map(([option, { values }]) => [option, Object.keys(values)]);
    same({ editions: Object.keys(about.editions), options: Object.fromEntries(options) }, games[name], `${name} ${language}`);
    for (const [option, { values, chips }] of Object.entries({ ...about.options, ...words.make.options })) same(Object.keys(chips), Object.keys(values).slice(1), `${name} ${language}: chips of ${option}`);
    const refusals = [...read(`games/${name}/refusals.def`).matchAll(/^KB_ERROR\(\w+, "(\w+)"/gm)].map(([, refusal]) => refusal);
    same(Object.keys(about.refusals).sort(), language === "en" ? [] : refusals.sort(), `${name} ${language}: refusals`);
  }
  same(Object.keys(words.bots.says), phrases, language);
  for (const [phrase, say] of Object.entries(words.bots.says)) same(say.split("%s").length, phrase.split("%s").length, phrase);
  same(Object.keys(words.bots.people), people.map(([key]) => key));
}

const { cast } = await load('export { cast } from "./table/cast";');
same(Object.entries(cast), people);

/* A bot's phrase is shown in the page's language and with names. The same words from a person are left as they are. */
Object.assign(globalThis, { location: { search: "?lang=de" }, addEventListener() {}, document: { documentElement: { dataset: {} } } });
const { spoken } = await load('export { spoken } from "./table/phrases";');
const says = (by, say) => spoken({ by, say }, [{ seat: "red", plays: "person" }, { seat: "yellow", plays: "bot" }, { seat: "green", plays: "person" }], { of: () => "Anna" });
same(says("yellow", "You gave me your word, red!"), "Du hast mir dein Wort gegeben, Anna!");
same(says("yellow", "red keeps a promise. Good to know."), "Anna hält Wort. Gut zu wissen.");
same(says("yellow", "Something else, red."), "Something else, red.");
same(says("green", "Nice try, red."), "Nice try, red.");
const german = (await load('export { de } from "./words/de";')).de.bots.says;
for (const phrase of phrases) same(says("yellow", phrase.replace("%s", "red")), german[phrase].replace("%s", "Anna"), phrase);
/* An edition may have another default. */
const { defaultOf } = await load('export { defaultOf } from "./games/facts";');
const option = { values: ["must", "may"], defaults: { amigo2003: "may" } };
same([defaultOf(option), defaultOf(option, "mayfair2005"), defaultOf(option, "amigo2003"), defaultOf({ values: ["no", "yes"] }, "amigo2003")], ["must", "must", "may", "no"]);
console.log(`${Object.keys(games)}: the same in the program and on the page`);
