// wording.mjs: the lines of an event are put into words once, and again when the language changes, or who is called what.
// A text is as long here as on a server.
import { deepStrictEqual as same, notDeepStrictEqual as differ, ok } from "node:assert";
import { load } from "./bundle.mjs";

Object.assign(globalThis, { location: { search: "?lang=en" }, localStorage: { getItem: () => null, setItem: () => {} }, document: { documentElement: { dataset: {} } }, addEventListener: () => {} });
const { linesOf, speak, cut, fits, LIMITS } = await load('export { linesOf } from "./table/lines"; export { speak } from "./words"; export { cut, fits, LIMITS } from "./limits";');

const view = (as, name, keys = {}) => ({ game: "intrige", as, n: 1, seats: [{ seat: "red", plays: "person", name }, { seat: "green", plays: "bot", bot: "easy" }], ...keys });
const begins = { n: 1, do: "move", by: "red", what: [{ kind: "turn", seat: "red", round: 2 }] };
const rises = { n: 2, do: "leave", seat: "red" };

for (const event of [begins, rises]) {
  speak("en");
  const lines = linesOf(event, view("green", "Anna"));
  ok(lines.length && lines.every(({ text }) => text.includes("Anna")), JSON.stringify(lines));
  ok(linesOf(event, view("green", "Anna", { n: 2, stage: "over" })) === lines, "worded again, though nothing has changed that it says");
  ok(linesOf(event, view("green", "Berta")).every(({ text }) => text.includes("Berta")), "a new name");
  const now = view("green", "Anna");
  same(linesOf(event, now), lines);
  speak("de");
  differ(linesOf(event, now), lines, "another language, with the same view");
}
differ(linesOf(begins, view("red", "Anna")), linesOf(begins, view("green", "Anna")), "another reader");

/* A bot does not go by a person's name, whoever came first. */
const won = { n: 4, do: "leave", seat: "green" };
const withMara = (name, keys) => ({ ...view("red", name), seats: [{ seat: "red", plays: "person", name, ...keys }, { seat: "green", plays: "bot", bot: "mara" }] });
const told = (event, now) => linesOf(event, now).map(({ text }) => text).join(" ");
speak("en");
ok(told(won, withMara("Anna")).includes("Mara"), "a bot of that name");
for (const taken of [withMara("Mara"), withMara("MARÁ "), withMara(undefined, { plays: "nobody", kept: "mara" })]) {
  ok(!told(won, taken).includes("Mara") && told(won, taken).includes("Green"), told(won, taken));
  const comes = told({ n: 5, do: "bot", seat: "green", bot: "mara" }, taken);
  ok(!comes.includes("Mara") && comes.includes("hard"), comes);
}

/* What became of a promise is told in the words of its pact, which a view may know later than the event. */
const broken = { n: 3, do: "move", by: "red", what: [], pacts: [{ pact: 1, promise: 0, verdict: "broken" }] };
const pact = { pact: 1, by: "red", with: [], state: "stood", promises: [{ seat: "red", wont: "send any any", term: "game", verdict: "broken" }] };
same(linesOf(broken, view("green", "Anna")), []);
same(linesOf(broken, view("green", "Anna", { pacts: [pact] })).length, 1);

/* The same texts as in tests/room.c. */
const { talk } = LIMITS;
for (const character of ["x", "ä", "漢", "😀", "a\u0308"]) {
  const most = character.repeat(talk.characters);
  ok(fits(most, talk) && !fits(most + character, talk), character);
  same(cut(most + character, talk), most);
}
const family = "👩\u200d👧";
const most = family.repeat(Math.floor(talk.bytes / 11));
ok(fits(most, talk) && !fits(most + family, talk), "a limit of bytes");
same(cut(most + family, talk), most);
console.log("the wording of events: ok");
