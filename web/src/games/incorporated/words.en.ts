import { about } from "./about.en";
import { en as promises } from "./promises.en";

/** The subject of a sentence. */
export interface Who {
  name: string;
  me: boolean;
}

/** "You play", "Anna plays". */
const does = (who: Who, me: string, other: string): string => (who.me ? `You ${me}` : `${who.name} ${other}`);
const managerOf = (who: Who): string => (who.me ? "Your manager" : `The manager of ${who.name}`);
const points = (amount: string): string => `${amount} ${amount === "1" ? "point" : "points"}`;

export const en = {
  ...about,
  promises,
  suits: { suns: "suns", moons: "moons", crowns: "crowns", arms: "arms" } as Record<string, string>,
  tile: (suit: string, value: string) => `${value} of ${suit}`,
  none: "none",

  round: (round: string, rounds: string) => `Round ${round} of ${rounds}`,
  before: "Before the first round",
  over: "The game is over",
  roundFirst: (round: string, who: string) => `Round ${round}, first: ${who}`,
  finish: {
    above: "At the count a task needs more than its value.",
    reach: "At the count a task needs at least its value.",
  } as Record<string, string>,
  ruin: {
    title: "Bankruptcy",
    now: (failing: string, limit: string) => `${failing} of ${limit} as things stand`,
    counted: (failed: string, limit: string) => `${failed} of ${limit} failed`,
    limit: (limit: string) => `${limit} failed initiatives in one round bankrupt the company.`,
  },

  table: "Initiatives",
  initiative: (initiative: string) => `Initiative ${initiative}`,
  standing: {
    begun: "under way", done: "done", failing: "failing as things stand", well: "enough as things stand", succeeded: "succeeded", failed: "failed",
  } as Record<string, string>,
  slot: (task: string, who: string) => `Task ${task}, to be played by ${who}`,
  task: {
    sentence: (task: string, tile: string, state: string, things: string) => `Task ${task}: ${tile}, ${state}. ${things}`,
    done: "done",
    waits: "needs a coin",
    sum: (total: string, goal: string) => `${total} of ${goal}`,
    missing: (missing: string) => `${missing} short`,
    exact: "just enough",
    spare: (spare: string) => `${spare} to spare`,
    notEnough: "not enough",
    playedBy: (who: string) => `Played by ${who}`,
    coin: (coin: string, who: string) => `coin ${coin} of ${who}`,
    helps: (who: string) => `manager of ${who} helps`,
    hinders: (who: string) => `manager of ${who} hinders`,
  },

  department: {
    title: "Departments",
    score: (score: string) => `score ${score}`,
    coins: (coins: string) => `coins left: ${coins}`,
    hand: (tiles: string) => `tiles in hand: ${tiles}`,
    first: "first",
    chosen: "fist closed",
    placed: "manager placed",
    fired: "fired",
  },
  fists: {
    title: "Fists",
    forTile: (tile: string) => `Fists for the ${tile}`,
    notYet: "None has been closed in this round.",
    closed: "closed",
    choosing: "choosing",
    notAsked: "no coin",
    empty: "empty",
  },

  desk: {
    title: "Your desk",
    hand: "Your tiles",
    coins: "Your coins",
    coin: (coin: string) => `Coin ${coin}`,
    coinAtOnce: (coin: string) => `Coin ${coin}, does it at once`,
    atOnce: "does it",
    staff: (tile: string, least: string) => `Put a coin on the ${tile}. ${least} or more does it at once.`,
    staffAny: (tile: string) => `Put a coin on the ${tile}. Any of yours does it at once.`,
    staffNone: (tile: string) => `Put a coin on the ${tile}. None of yours does it alone.`,
    commit: (tile: string, total: string, goal: string) => `Which coins for the ${tile}? With those picked it comes to ${total} of ${goal}.`,
    closed: (coins: string) => `Your fist is closed over ${coins}.`,
    closedEmpty: "Your fist is closed, and empty.",
    manage: (tile: string, task: string) => `Your manager goes to the ${tile}, task ${task}. To do what?`,
    close: (coins: string) => `Commit ${coins}`,
    closePick: "Pick coins",
    empty: "Empty fist",
    help: (points: string) => `Help, +${points}`,
    hinder: (points: string) => `Hinder, −${points}`,
  },
  choice: {
    play: (tile: string) => `Play the ${tile}`,
    staff: (coin: string, tile: string) => `Put your ${coin} on the ${tile}`,
    commit: (coins: string, tile: string) => `Commit your ${coins} to the ${tile}`,
    commitNone: (tile: string) => `Close an empty fist for the ${tile}`,
    help: (tile: string, task: string) => `Send your manager to help with the ${tile}, task ${task}`,
    hinder: (tile: string, task: string) => `Send your manager to hinder the ${tile}, task ${task}`,
  },

  sheet: {
    title: "Score sheet",
    round: "Round",
    earlier: "before",
    total: "Total",
    last: (round: string) => `Round ${round} as it was counted`,
    atOnce: (tile: string) => `${tile}: done at once`,
    complete: (tile: string, total: string) => `${tile}: ${total}, complete`,
    short: (tile: string, total: string) => `${tile}: ${total}, not enough`,
  },
  income: {
    won: (round: string) => `Round ${round}: initiatives that succeeded`,
    lost: (round: string) => `Round ${round}: initiatives that failed`,
    round: (round: string) => `Round ${round}`,
    earlier: "Earlier rounds",
  },

  status: {
    start: "Lots are drawn for the first seat.",
    deal: "The tiles are dealt.",
    play: (who: Who, task: string) => (who.me ? `Your turn: play a tile, task ${task}.` : `${who.name} plays a tile, task ${task}.`),
    staff: (who: Who, tile: string) => (who.me ? `Your turn: put a coin on the ${tile}.` : `${who.name} puts a coin on the ${tile}.`),
    commit: (tile: string) => `Choose your coins for the ${tile}; everybody waits for your fist.`,
    commitWith: (tile: string, others: string) => `Choose your coins for the ${tile}. Also choosing: ${others}.`,
    fists: (tile: string, others: string) => `Waiting for fists for the ${tile}: ${others}.`,
    manage: (who: Who) => (who.me ? "Your turn: place your manager on an open task, to help or to hinder." : `${who.name} places a manager.`),
    bankrupt: "The company is bankrupt. Nobody wins.",
    nobody: "Five o'clock. Everybody is fired, and nobody wins.",
    wins: (who: Who) => `Five o'clock. ${does(who, "win", "wins")}.`,
    share: (who: string) => `Five o'clock. Victory is shared by ${who}.`,
  },
  story: {
    effort: "The greatest effort",
    hindrance: "The dirtiest trick",
    firing: "The hardest goodbye",
    bestRound: "The best round",
    scored: (who: Who, round: string, amount: string) => `${does(who, "gain", "gains")} ${points(amount)} in round ${round}.`,
  },
  tell: {
    round: (round: string, who: Who) => `Round ${round}: ${who.me ? "you go" : `${who.name} goes`} first.`,
    dealt: (who: Who, tile: string) => `${does(who, "are", "is")} dealt the ${tile}.`,
    opens: (initiative: string, sentence: string) => `Initiative ${initiative}. ${sentence}`,
    plays: (who: Who, tile: string) => `${does(who, "play", "plays")} the ${tile}.`,
    staffs: (who: Who, coin: string, tile: string) => `${does(who, "put", "puts")} a ${coin} on the ${tile}.`,
    no_staff: (who: Who, tile: string) => `${does(who, "have", "has")} no coin left for the ${tile}.`,
    done: (tile: string) => `The ${tile} is done at once.`,
    nobody_left: (tile: string) => `Nobody has a coin left for the ${tile}.`,
    chooses: (who: Who, tile: string) => `${does(who, "close your", "closes a")} fist for the ${tile}.`,
    commits: (who: Who, coins: string, tile: string) => `${does(who, "open your", "opens a")} fist: ${coins} for the ${tile}.`,
    commitsNone: (who: Who, tile: string) => `${does(who, "open your", "opens a")} fist: nothing for the ${tile}.`,
    helps: (who: Who, tile: string, task: string) => `${managerOf(who)} helps with the ${tile}, task ${task}.`,
    hinders: (who: Who, tile: string, task: string) => `${managerOf(who)} hinders the ${tile}, task ${task}.`,
    complete: (tile: string, total: string) => `The ${tile} comes to ${total}: complete.`,
    incomplete: (tile: string, total: string) => `The ${tile} comes to ${total}: not enough.`,
    succeeds: (initiative: string) => `Initiative ${initiative} succeeds.`,
    fails: (initiative: string) => `Initiative ${initiative} fails.`,
    gains: (who: Who, amount: string) => `${does(who, "gain", "gains")} ${points(amount)}.`,
    loses: (who: Who, amount: string) => `${does(who, "lose", "loses")} ${points(amount)}.`,
    even: (who: Who) => `${does(who, "come", "comes")} out even.`,
    bankrupt: (failed: string) => `${failed} initiatives failed in one round: the company is bankrupt, and nobody wins.`,
    five_o_clock: "Five o'clock: the game is over.",
    fired: (who: Who, amount: string) => `${does(who, "are", "is")} fired, with a score of ${amount}.`,
  },
};
