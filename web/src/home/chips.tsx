/* The options of a table as chips: the preset first, then what differs from the plainest game. */
import { defaultOf, factsOf } from "../games/facts";
import { games, optionWords } from "../games/games";
import { me } from "../line";
import type { Listed, View } from "../wire";
import { words } from "../words";
import { presetWith } from "./presets";

export type Rules = Pick<Listed, "game" | "edition" | "options" | "talk" | "open_talk" | "whispers" | "order" | "settings" | "clock"> & { public?: boolean };

/** How a table negotiates: its preset, and what that means. */
function negotiation({ game, edition, options, talk, open_talk, whispers, settings }: Rules): string[] {
  const { chips } = words().make;
  const own = factsOf(game).options.map((option) => optionWords(game, option.name)?.chips[options[option.name] ?? defaultOf(option, edition)]);
  if (!talk || !settings) return own.filter(Boolean) as string[];
  return [...own, chips.pacts[settings.pacts], chips.talk[talk], talk === "private" && whispers === "seen" ? chips.whispersSeen : "", open_talk ? chips.openTalk : ""].filter(Boolean) as string[];
}

/** Everything that is said about a table in a few words each. `whole`: also what is as usual. */
export function chipsOf(rules: Rules, whole = false): { preset: string; chips: string[] } {
  const { make } = words();
  const { game, edition, talk, open_talk, settings, clock, options, order } = rules;
  const alone = me.value?.alone === true;
  const preset = talk && settings ? presetWith(game, { options, talk, pacts: settings.pacts, open_talk: open_talk ?? false }, alone) : undefined;
  const chips = [
    edition ? games[game].words().editions[edition] ?? "" : "",
    ...negotiation(rules),
    ...(alone ? [] : [
      clock && (whole || clock.kind !== "none") ? make.chips.clock[clock.kind] : "",
      settings?.help === "forbidden" ? make.chips.noHelp : "",
      settings && settings.pace !== "brisk" ? make.chips.pace[settings.pace] : "",
      order === "random" ? make.chips.order : "",
      rules.public === undefined ? "" : make.chips.visible[rules.public ? "public" : "private"],
    ]),
  ];
  return { preset: preset ? make.presets[preset].name : "", chips: chips.filter(Boolean) };
}

export function Chips({ rules }: { rules: Rules | View }) {
  const { preset, chips } = chipsOf(rules);
  return (
    <ul class="chips" aria-label={words().make.inForce}>
      {preset ? <li class="preset">{preset}</li> : null}
      {chips.map((chip) => <li key={chip}>{chip}</li>)}
    </ul>
  );
}
