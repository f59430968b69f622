/* English for Intrige. Sums are passed as text, people and their relatives as data, which each language inflects itself. */
import { about } from "./about.en";
import { en as promises } from "./promises.en";

/** A person in a sentence: the reader, or somebody with a name. */
export interface Who {
  me: boolean;
  name: string;
}
/** A relative: the owner and the profession. */
export interface Kin {
  owner: Who;
  does: string;
}

const professions: Record<string, string> = {
  scientist: "scientist", doctor: "doctor", priest: "priest", clerk: "clerk",
  alchemist: "alchemist", healer: "healer", minister: "minister", scribe: "scribe",
  banker: "banker", lawyer: "lawyer", scholar: "scholar", soldier: "soldier",
};
const called = (profession: string) => professions[profession] ?? profession;
const a = (profession: string) => (/^[aeiou]/.test(called(profession)) ? "an " : "a ") + called(profession);
const whose = (who: Who) => (who.me ? "your" : `${who.name}’s`);
const upper = (text: string) => text[0]!.toUpperCase() + text.slice(1);
const kin = (relative: Kin) => `${whose(relative.owner)} ${called(relative.does)}`;
/** For sentences that already name the owner. */
const own = (relative: Kin) => (relative.owner.me ? kin(relative) : `the ${called(relative.does)}`);
const whom = (who: Who) => (who.me ? "you" : who.name);
const does = (who: Who, you: string, other: string) => (who.me ? `You ${you}` : `${who.name} ${other}`);
const must = (who: Who, what: string) => (who.me ? what[0]!.toUpperCase() + what.slice(1) : `${who.name} must ${what}`);
const terms = (relative: Kin, post: string, amount: string) => `${amount} for ${kin(relative)} in the ${post} post`;
const people = (n: number) => (n === 1 ? "1 relative" : `${n} relatives`);

export const en = {
  ...about,
  promises,
  professions,
  secret: "a secret sum",
  tell: {
    starts: (who: Who) => `${does(who, "go", "goes")} first.`,
    turn: (who: Who, round: number) => `Round ${round}: ${whose(who)} turn.`,
    income: (who: Who, amount: string) => `${does(who, "collect", "collects")} ${amount} in salaries.`,
    seals: (who: Who) => `${does(who, "seal", "seals")} a bribe.`,
    pays: (who: Who, relative: Kin, amount: string) => `${does(who, "pay", "pays")} ${amount} for ${own(relative)}.`,
    paysNothing: (who: Who, relative: Kin) => `${does(who, "pay", "pays")} nothing for ${own(relative)}.`,
    bankPays: (relative: Kin, amount: string) => `The bank pays ${amount} for ${kin(relative)}.`,
    offers: (who: Who, relative: Kin, post: string, amount: string) => `${does(who, "offer", "offers")} ${terms(relative, post, amount)}.`,
    counters: (who: Who, relative: Kin, post: string, amount: string) => `${does(who, "want", "wants")} ${terms(relative, post, amount)}.`,
    accepts: (who: Who, relative: Kin, post: string, amount: string) => `${does(who, "accept", "accepts")}: ${terms(relative, post, amount)}.`,
    refuses: (who: Who, relative: Kin, post: string, amount: string) => `${does(who, "refuse", "refuses")} ${terms(relative, post, amount)}.`,
    getsPost: (who: Who, relative: Kin, post: string) => `${does(who, "give", "gives")} ${kin(relative)} the ${post} post.`,
    keepsPost: (who: Who, relative: Kin, post: string) => `${does(who, "keep", "keeps")} ${kin(relative)} in the ${post} post.`,
    banished: (who: Who, relative: Kin) => `${does(who, "banish", "banishes")} ${kin(relative)} to the island.`,
    refunded: (who: Who, relative: Kin, amount: string) => `${does(who, "get", "gets")} ${amount} back for ${own(relative)}.`,
    bankRefunded: (relative: Kin, amount: string) => `The bank gets ${amount} back for ${kin(relative)}.`,
    dealKept: (relative: Kin, post: string, amount: string) => `Deal kept: ${terms(relative, post, amount)}.`,
    dealBroken: (who: Who, relative: Kin, post: string, amount: string) => `${does(who, "break", "breaks")} the deal: ${terms(relative, post, amount)}.`,
    sends: (who: Who, profession: string, to: Who) => `${does(who, "send", "sends")} ${a(profession)} to ${whom(to)}.`,
    finalIncome: (who: Who, amount: string) => `${does(who, "collect", "collects")} ${amount} in the final payment.`,
    ends: "The game is over.",
  },
  story: {
    bribe: "The dearest bribe",
    betrayal: "The worst betrayal",
    bargain: "The best bargain",
    pays: (who: Who, landlord: Who, relative: Kin, amount: string) => `${does(who, "pay", "pays")} ${whom(landlord)} ${amount} for ${own(relative)}.`,
    banished: (who: Who, relative: Kin, amount: string) => `${does(who, "banish", "banishes")} ${kin(relative)} after taking ${amount}.`,
    brings: (relative: Kin, landlord: Who, post: string, paid: string, worth: string) => `${upper(kin(relative))} gets ${whose(landlord)} ${post} post for ${paid}: it brings ${worth}.`,
  },
  status: {
    start: "Lots are drawn for who goes first.",
    bribe: (who: Who, landlord: Who, relative: Kin) => `${must(who, "bribe")} ${whom(landlord)} for ${own(relative)}.`,
    seal: (landlord: Who, relative: Kin) => `Seal a bribe to ${whom(landlord)} for ${own(relative)}.`,
    sealing: (missing: string) => `Waiting for the sealed bribes of ${missing}.`,
    answerOffer: (who: Who, relative: Kin, post: string, amount: string) => `${must(who, "answer")} the offer: ${terms(relative, post, amount)}.`,
    answerCounter: (who: Who, relative: Kin, post: string, amount: string) => `${must(who, "answer")} the demand: ${terms(relative, post, amount)}.`,
    place: (who: Who, relative: Kin) => `${must(who, "choose")} a post for ${kin(relative)}.`,
    hire: (who: Who) => `${must(who, "choose")} which rival to hire, and for which post.`,
    settle: (who: Who, post: string) => `${must(who, "choose")} who has the ${post} post from now on.`,
    sendFirst: (who: Who) => `${must(who, "send")} the first relative to a foreign palace.`,
    sendSecond: (who: Who) => `${must(who, "send")} the second relative to a foreign palace.`,
    over: (winners: string) => `The game is over. Won by ${winners}.`,
    you: "you",
  },
  board: {
    name: "The palaces",
    round: (round: number, of: number) => `Round ${round} of ${of}`,
    palace: (who: Who) => (who.me ? "Your palace" : `${who.name}’s palace`),
    turn: "has the turn",
    cash: (amount: string) => `${amount} ducats in cash`,
    cashHidden: "cash hidden",
    hidden: "hidden",
    each: (amount: string) => `${amount} a round`,
    perTurn: (amount: string) => `${amount} a round in salaries`,
    post: (salary: string) => `Post of ${salary}`,
    free: "free",
    disputed: "disputed",
    brings: (amount: string) => `brings ${amount} until the end`,
    kin,
    park: "Park",
    parkEmpty: "nobody waits",
    justSent: "just arrived",
    home: "At home",
    homeEmpty: "nobody left",
    count: (n: number, profession: string) => `${n} × ${called(profession)}`,
    island: "The island",
    islandEmpty: "Nobody yet. There is still room on the beach.",
    underway: "On their way",
    sendHere: "Send here",
  },
  gate: {
    at: (landlord: Who) => (landlord.me ? "At your gate" : `At ${landlord.name}’s gate`),
    uncontested: "No rivals: each applicant gets a free post.",
    external: "Rivals: one of each profession gets a free post, the others the island.",
    internal: (post: string) => `A fight for the ${post} post.`,
    sending: (who: Who) => (who.me ? "You send relatives out" : `${who.name} sends relatives out`),
    before: "Before the first round",
    over: "The last salaries are paid",
    holder: "holds the post",
    paid: (amount: string) => `paid ${amount}`,
    paidNothing: "paid nothing",
    bankPaid: (amount: string) => `the bank paid ${amount}`,
    sealed: "sealed",
    sealedSum: (amount: string) => `sealed ${amount}`,
    now: "pays now",
    later: "pays later",
    unsealed: "not sealed yet",
    hired: "has a post",
    banished: "banished",
    deal: (post: string, amount: string) => `deal: ${amount} for the ${post} post`,
  },
  act: {
    title: "What you can do",
    bribe: (landlord: Who, relative: Kin) => `Bribe to ${whom(landlord)} for ${kin(relative)}`,
    pay: (amount: string) => `Pay ${amount}`,
    payFor: (landlord: Who, relative: Kin, amount: string) => `Pay ${amount} to ${whom(landlord)} for ${kin(relative)}`,
    payNothing: "Pay nothing",
    payNothingFor: (landlord: Who, relative: Kin) => `Pay ${whom(landlord)} nothing for ${kin(relative)}`,
    seal: (amount: string) => `Seal ${amount}`,
    sealFor: (landlord: Who, relative: Kin, amount: string) => `Seal ${amount} to ${whom(landlord)} for ${kin(relative)}`,
    broke: "You have no cash left: the bank pays the smallest bribe for you.",
    onlySum: (amount: string) => `There is one sum you can pay: ${amount}.`,
    dealMade: (post: string, amount: string) => `The deal: ${amount} for the ${post} post.`,
    dealLoose: "Nothing binds you to it.",
    dealBinding: "Less is not possible.",
    postFor: "For which post",
    offer: (post: string, amount: string) => `Offer ${amount} for the ${post} post`,
    proposalsLeft: (n: number) => (n === 1 ? "One more proposal is possible." : `${n} more proposals are possible.`),
    accept: (post: string, amount: string) => `Accept ${amount} for the ${post} post`,
    refuse: "Refuse",
    counter: "Counter …",
    ask: (post: string, amount: string) => `Ask ${amount} for the ${post} post`,
    askLabel: (relative: Kin) => `What you want for ${kin(relative)}`,
    cannotPay: "You do not have that much: it can only be refused.",
    giveWhich: (relative: Kin) => `Which post does ${kin(relative)} get?`,
    place: (relative: Kin, post: string) => `Give ${kin(relative)} the ${post} post`,
    hireWho: "Whom do you hire?",
    hire: (relative: Kin, post: string, losers: string) => `Hire ${kin(relative)} for the ${post} post. To the island: ${losers}`,
    settleWho: (post: string) => `Who has the ${post} post from now on?`,
    settle: (relative: Kin, post: string, losers: string) => `The ${post} post goes to ${kin(relative)}. To the island: ${losers}`,
    sendWho: "Who goes?",
    sendWhere: (profession: string) => `Where does the ${called(profession)} go?`,
    send: (profession: string, to: Who) => `Send ${a(profession)} to ${whom(to)}`,
    salary: (post: string) => `${post} a round`,
  },
  offer: {
    title: "Offers and deals",
    earlier: (n: number) => (n === 1 ? "One earlier proposal" : `${n} earlier proposals`),
    from: (by: Who, to: Who) => `${by.me ? "You" : by.name} to ${whom(to)}`,
    terms,
    open: "open", countered: "countered", accepted: "accepted", underpaid: "paid too little", refused: "refused", kept: "kept",
    broken: (by: Who) => `broken by ${whom(by)}`,
  },
  why: {
    waiting: (status: string) => `Nothing to choose here now. ${status}`,
    money: "It is about money now.",
    otherPost: "Another post is disputed.",
    tapPost: "Tap the post he shall have.",
    ownPalaceOnly: "You give posts in your own palace only.",
    taken: "This post is taken.",
    pickFirst: "First tap whom you hire.",
    promised: "A binding deal stands against it.",
    notRival: "He is not among those to be decided now.",
    sendFirst: "First tap the relative who goes.",
    notHome: "Nobody applies at home.",
    samePalace: "In this edition the two go to different palaces.",
  },
  text: {
    cash: (who: Who, amount: string) => `${does(who, "have", "has")} ${amount} in cash.`,
    cashHidden: (who: Who) => `${does(who, "keep", "keeps")} the cash hidden.`,
    post: (palace: string, salary: string, holder: string) => `${palace}, ${salary}: ${holder}.`,
    park: (palace: string, waiting: string) => `${palace}, park: ${waiting}.`,
    home: (who: Who, left: string, n: number) => `${who.me ? "Your" : `${who.name}’s`} home: ${left} (${people(n)}).`,
    island: (there: string) => `The island: ${there}.`,
    claim: (relative: Kin, state: string) => `At the gate: ${kin(relative)}, ${state}.`,
    nobody: "nobody",
  },
  income: {
    salaries: "salaries", taken: "bribes taken", paid: "bribes paid", back: "refunds received", given: "refunds paid",
  },
};
