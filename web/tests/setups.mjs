// setups.mjs KICKBACK: the editions and options of a new table are those of the program, the default first, in every
// language; and so are the cast of bots and what they say.
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
ok(Object.keys(games).length === 3);

const read = (name) => readFileSync(new URL(`../../bots/${name}`, import.meta.url), "utf8");
const phrases = [...(read("phrases.def") + read("voices.def") + read("reasons.def")).matchAll(/^(?:PHRASE|SAYS|REASON)\(.*?"(.*)"\)$/gm)].map(([, phrase]) => phrase);
const people = [...read("cast.def").matchAll(/^PERSON\((\w+), "(\w+)", "(\w+)", (\w+),/gm)].map(([, key, name, level, character]) =>
  [key, { name, plays: character === "PLAIN" ? level : `${level}:${character.toLowerCase()}` }]);
ok(phrases.length > 0 && people.length > 0);
same(new Set(phrases).size, phrases.length);

for (const language of ["en", "de"]) {
  const words = (await load(`export { ${language} as words } from "./words/${language}";`)).words;
  const shown = Object.entries(words.setups).map(([name, { editions, options }]) => [name, {
    editions: Object.keys(editions),
    options: Object.fromEntries(Object.entries(options).map(([option, { values }]) => [option, Object.keys(values)])),
  }]);
  same(Object.fromEntries(shown), games, language);
  same(Object.keys(words.bots.says), phrases, language);
  for (const [phrase, say] of Object.entries(words.bots.says)) same(say.split("%s").length, phrase.split("%s").length, phrase);
  same(Object.keys(words.bots.people), people.map(([key]) => key));
}

const { cast } = await load('export { cast } from "./table/cast";');
same(Object.entries(cast), people);

/* A bot's phrase is said in the page's language and by name; the same words of a person are his own. */
Object.assign(globalThis, { location: { search: "?lang=de" }, addEventListener() {}, document: { documentElement: { dataset: {} } } });
const { spoken } = await load('export { spoken } from "./table/phrases";');
const says = (by, say) => spoken({ by, say }, [{ seat: "red", plays: "person" }, { seat: "yellow", plays: "bot" }, { seat: "green", plays: "person" }], { of: () => "Anna" });
same(says("yellow", "You gave me your word, red!"), "Du hast mir dein Wort gegeben, Anna!");
same(says("yellow", "red keeps a promise. Good to know."), "Anna hält Wort. Gut zu wissen.");
same(says("yellow", "Something else, red."), "Something else, red.");
same(says("green", "Nice try, red."), "Nice try, red.");
const german = (await load('export { de } from "./words/de";')).de.bots.says;
for (const phrase of phrases) same(says("yellow", phrase.replace("%s", "red")), german[phrase].replace("%s", "Anna"), phrase);
console.log(`${Object.keys(games)}: the same in the program and on the page`);
