/* English for Integralis. */
import { about } from "./about.en";
import { en as promises } from "./promises.en";

/** Somebody at the table. `me`: the reader. */
export interface Who {
  name: string;
  me: boolean;
}
/** A worker and their chief. */
export interface Hand {
  name: string;
  woman: boolean;
  chief: Who;
}

const does = (who: Who, verb: string, third = `${verb}s`): string => (who.me ? `You ${verb}` : `${who.name} ${third}`);
const is = (who: Who): string => does(who, "are", "is");
const whose = (who: Who): string => (who.me ? "your" : `${who.name}'s`);
const his = (worker: Hand): string => `${whose(worker.chief)} ${worker.name}`;
const whom = (who: Who): string => (who.me ? "you" : who.name);
const Upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const at = (machine: string): string => `the ${machine.toLowerCase()} machine`;
const some = (n: number, one: string, more = `${one}s`): string => `${n} ${n === 1 ? one : more}`;

export const en = {
  ...about,
  promises,
  cards: {
    fritz: "Fritz", greta: "Greta", hugo: "Hugo", wilma: "Wilma", ida: "Ida", jupp: "Jupp", kathi: "Kathi", lars: "Lars", moni: "Moni",
    f0: "Closing time F0", f1: "Closing time F1", overtime: "Overtime", sabotage5: "Sabotage 5", sabotage2: "Sabotage 2",
    coffee: "Coffee break", illness: "Illness", vitamins: "Vitamin pills", byebye: "Bye-bye", meeting: "Team meeting", mixup: "Mix-up",
  },
  /** The text on a card that is not a worker. */
  short: {
    f0: "the whistle, at the end of this turn", f1: "the whistle, at the end of your next turn", overtime: "one of yours works double",
    sabotage5: "a machine stands still", sabotage2: "a machine stands still", coffee: "a rival's worker goes under their team's deck",
    illness: "a chief misses a turn", vitamins: "four more actions", byebye: "a rival's worker is gone for good",
    meeting: "a team goes back to its hand", mixup: "two of the same name change places",
  },
  help: {
    f0: "Lies in front of you. When this turn ends, the whistle blows for everybody.",
    f1: "Lies in front of you. When your next turn ends, the whistle blows for everybody.",
    overtime: "On one of your workers at a machine: one card doubles their hours, two triple them, three quadruple them. Kept in the hand, it counters a coffee break.",
    sabotage5: "On any machine without sabotage: nothing is made there until somebody pays 5,000 for the repair. Countered by the same card.",
    sabotage2: "On any machine without sabotage: nothing is made there until somebody pays 2,000 for the repair. Countered by the same card.",
    coffee: "For another team's worker at a machine: they go under their team's deck, and the coffee card behind them. Countered by overtime.",
    illness: "Another chief misses their next turn. Countered by vitamin pills.",
    vitamins: "Four more actions in this turn. Kept in the hand, they counter an illness.",
    byebye: "Another team's worker at a machine leaves the game. Nothing counters it.",
    meeting: "Calls another team back from the machines to its chief's hand. Countered by a mix-up.",
    mixup: "Your worker takes the place of another team's of the same name. Kept in the hand, it counters a team meeting.",
  },
  machines: { collate: "Collating", fold: "Folding", glue: "Gluing", sew: "Sewing" },

  board: {
    machine: "The great machine", row: "Orders to take", hand: "Your hand", ownOrders: "Your orders", desk: "What to do",
    need: (hours: string) => `${hours} h a task`,
    hours: (hours: string) => `${hours} h`,
    times: (n: number) => `×${n}`,
    nobody: "nobody there",
    sabotaged: (sum: string) => `Sabotaged: ${sum} to repair`,
    sabotageBy: (who: Who, fresh: boolean) => `by ${whom(who)}${fresh ? ", just now" : ""}`,
    makes: (n: number) => some(n, "task"),
    wanted: (n: number) => `${n} wanted`,
    order: (pay: string) => `Order ${pay}`,
    ordersLeft: (n: number) => `${n} more face down`,
    toCome: "being turned over",
    done: (machine: string) => `${machine}, done`,
    missing: (machine: string) => `${machine}, missing`,
    noOrders: "no order yet",
    worker: (worker: Hand, hours: string, overtime: number) => `${Upper(his(worker))}, ${hours} h${overtime ? `, ${overtime} × overtime` : ""}`,
    salaried: "salaried", temp: "temp",
    price: (sum: string) => `price ${sum}`,
    incorruptible: "takes no money",
    locked: "No more offers for this worker in this turn.",
    offers: (n: number, best: string) => `${some(n, "offer")} so far in this turn, the last ${best}.`,
    facts: (kind: string, hours: string, price: string) => `${kind}, ${hours} h, ${price}`,
    you: "you", turn: "turn", ill: "ill", money: "money",
    cards: (n: number) => some(n, "card"), inHand: (n: number) => `${n} in hand`,
    deckParts: (unseen: number, under: number) => `${unseen} unseen, ${under} under`,
    finished: (n: number, of: number) => `${n} of ${of} finished`,
    repaired: (sum: string) => `${sum} repaired`,
    closingNow: "Whistle after this turn",
    /** Beside the mark of a seat, where there is little room. */
    dueNow: "this turn", dueNext: "next turn",
    closingNext: (who: Who) => `Whistle after ${whose(who)} next turn`,
    noClosing: "No whistle in sight",
    ownDeck: (n: number) => `Your deck: ${some(n, "card")}`,
    unseen: "Unseen, in no order", under: "Then, in this order", discards: (n: number) => `Discarded: ${some(n, "card")}`, none: "none",
    forecast: "If the whistle blew now", atLeast: (sum: string) => `from +${sum}`,
    forecastPay: (sum: string) => `+${sum}`,
    chooses: "by choice",
    wantsNothing: "Nobody would get anything.",
    actions: (n: number) => (n ? `${some(n, "action")} left` : "no actions left"),
    mustTake: "You have no order: take one from the row.",
    hint: "Choose a card, an order, a worker or a machine.", spend: "Spend money on a worker or a machine, or end the turn.",
    cannot: "Nothing you can do with this now.",
    close: "Close", pick: (n: number) => `Choose up to three cards; they go under your deck, and you draw as many. Chosen: ${n}.`,
    machineHelp: (hours: string) => `A task takes ${hours} hours. Only one team can stand here; at closing time its hours are added up.`,
    orderHelp: (pay: string, tasks: string) => `Pays ${pay} for: ${tasks}.`,
    yourBid: (sum: string) => `Your bid of ${sum} is sealed.`,
    demandMore: "Demand more …", demandLabel: "What you demand", cannotPay: "You do not have that much: it can only be refused.",
    offerLabel: "Your offer", bidLabel: "Your bid",
  },

  do: {
    draw: "Draw a card", end: "End the turn", trade: "Trade cards", cancel: "Cancel",
    tradeThese: (n: number) => `Trade ${some(n, "card")}`,
    send: (worker: string, machine: string) => `Send ${worker} to ${at(machine)}`,
    play: (card: string) => `Play ${card}`,
    playOn: (card: string, target: string) => `${card} ${target}`,
    recall: (worker: string) => `Recall ${worker} to your hand`,
    take: (order: string) => `Take ${order}`,
    swap: (own: string, other: string) => `Swap ${own} for ${other}`,
    repair: (machine: string, sum: string) => `Pay ${sum} and repair ${at(machine)}`,
    tempt: (worker: Hand, sum: string) => `Offer ${whom(worker.chief)} ${sum} for taking ${worker.name} back`,
    bribe: (worker: Hand, sum: string) => `Bribe ${his(worker)} with ${sum}`,
    counter: (card: string) => `Counter with ${card}`,
    pass: "Let it pass", accept: (sum: string) => `Accept ${sum}`, refuse: "Refuse",
    release: (worker: string) => `Let ${worker} go`, resist: (worker: string) => `Fight for ${worker}`,
    bid: (sum: string) => `Seal a bid of ${sum}`,
    stay: (worker: string) => `${worker} stays`, leave: (worker: string) => `${worker} goes`,
    cover: (order: string) => `Marker on ${order}`,
    coverAll: (order: string) => `Cover all you can on ${order}`,
    waive: (n: number) => `Give up ${some(n, "marker")}`,
    demand: (sum: string) => `Demand ${sum}`,
    pay: (sum: string) => `Pay the ${sum}`,
    under: (card: string) => `Put ${card} under your deck`,
  },

  ask: {
    counter: (by: Who, card: string, target: string, counter: string) => `${does(by, "play")} ${card} ${target}. ${counter} counters it.`,
    countering: (asked: Who) => `${is(asked)} asked: counter it, or let it pass?`,
    tempt: (by: Who, worker: Hand, sum: string) => `${does(by, "offer")} ${whom(worker.chief)} ${sum} for taking ${worker.name} back.`,
    bribe: (by: Who, worker: Hand, sum: string) => `${does(by, "bribe")} ${his(worker)} with ${sum}.`,
    demand: (worker: Hand, sum: string) => `${does(worker.chief, "want")} ${sum} for taking ${worker.name} back.`,
    bribed: "Let go, or fight with sealed bids?",
    bid: (worker: Hand) => `Sealed bids for ${his(worker)}: the higher one pays and decides.`,
    decide: (by: Who, worker: Hand) => `${does(by, "have", "has")} paid more and ${by.me ? "decide" : "decides"} about ${his(worker)}.`,
    cover: (by: Who, n: number, machine: string) => `${does(by, "have", "has")} ${some(n, "marker")} from ${at(machine)} to place.`,
    under: (n: number) => `Closing time: put ${some(n, "card")} under your deck.`,
    underOthers: "Closing time: hands of more than five cards put some under their decks.",
    waiting: (names: string) => `Waiting for ${names}.`,
  },

  story: {
    bribe: "The dearest bribe",
    banishment: "The hardest goodbye",
    bargain: "The best order",
  },
  status: {
    luck: "Cards are being dealt.",
    act: (who: Who, actions: number) => (who.me ? `Your turn: ${some(actions, "action")} left.` : `${who.name}'s turn: ${some(actions, "action")} left.`),
    take: "Your turn: take an order first.",
    end: (who: Who) => (who.me ? "No actions left: spend money, or end your turn." : `${who.name} may spend money or end the turn.`),
    onlyEnd: "No actions left: end your turn.",
    over: (names: string) => `The game is over. ${names} won.`,
    overYou: "The game is over. You won!",
    counter: (who: Who, by: Who, card: string) => (who.me ? `${does(by, "play")} ${card}: counter it, or let it pass?` : `Waiting for ${who.name} to counter ${card}, or to let it pass.`),
    tempt: (who: Who, worker: string, sum: string) => (who.me ? `${sum} for taking ${worker} back: accept or refuse?` : `Waiting for ${who.name}: ${sum} for taking ${worker} back?`),
    demand: (who: Who, worker: string, sum: string) => (who.me ? `${sum} is demanded for taking ${worker} back: pay or refuse?` : `Waiting for ${who.name}: pay ${sum} for ${worker}?`),
    bribe: (who: Who, worker: string) => (who.me ? `${worker} is being bribed: let go or fight?` : `Waiting for ${who.name}: let ${worker} go, or fight?`),
    bid: (worker: string) => `Your sealed bid for ${worker}, please.`,
    bidOthers: (names: string, worker: string) => `Waiting for the sealed bids of ${names} for ${worker}.`,
    decide: (who: Who, worker: string) => (who.me ? `Your bid was higher: does ${worker} stay or go?` : `Waiting for ${who.name}: does ${worker} stay or go?`),
    cover: (who: Who) => (who.me ? "A task is done: cover it on an order?" : `Waiting for ${who.name} to place a marker.`),
    under: (n: number) => `Put ${some(n, "card")} under your deck.`,
    underOthers: (names: string) => `Closing time: waiting for ${names} to put cards away.`,
  },

  /** What a card is played on. */
  on: {
    worker: (worker: Hand) => `on ${his(worker)}`, own: (worker: string) => `on ${worker}`, machine: (machine: string) => `on ${at(machine)}`,
    seat: (who: Who) => `on ${whom(who)}`, team: (who: Who, machine: string) => `on ${whose(who)} people at ${at(machine)}`,
  },
  worker: (worker: Hand) => Upper(his(worker)),
  aCard: "a card",

  tell: {
    starts: (who: Who) => `${does(who, "go", "goes")} first.`,
    turn: (who: Who, round: number) => `Round ${round}: ${whose(who)} turn.`,
    misses: (who: Who, round: number) => `Round ${round}: ${who.me ? "you are ill and miss" : `${who.name} is ill and misses`} the turn.`,
    draws: (who: Who, card: string) => `${does(who, "draw")} ${card}.`,
    revealed: (order: string) => `${order} joins the row.`,
    recalls: (who: Who, worker: string) => `${does(who, "recall")} ${worker}.`,
    takes: (who: Who, order: string) => `${does(who, "take")} ${order}.`,
    swaps: (who: Who, own: string, other: string) => `${does(who, "swap")} ${own} for ${other}.`,
    trades: (who: Who, n: number) => `${does(who, "trade")} ${some(n, "card")}.`,
    puts_under: (who: Who, card: string) => `${does(who, "put")} ${card} under ${who.me ? "your" : "the"} deck.`,
    sets_to_work: (who: Who, worker: string, machine: string) => `${does(who, "send")} ${worker} to ${at(machine)}.`,
    sets_closing: (who: Who, card: string, now: boolean) => `${does(who, "lay")} ${card}: the whistle blows at the end of ${now ? "this turn" : `${whose(who)} next turn`}.`,
    plays: (who: Who, card: string, target: string) => `${does(who, "play")} ${card}${target && ` ${target}`}.`,
    passes: (who: Who, card: string) => `${does(who, "do not counter", "does not counter")} ${card}.`,
    counters: (who: Who, card: string, countered: string) => `${does(who, "counter")} ${countered} with ${card}.`,
    goes_under: (worker: Hand) => `${Upper(his(worker))} goes under the deck.`,
    goes_back: (worker: Hand) => `${Upper(his(worker))} goes back to the hand.`,
    goes_away: (worker: Hand) => `${Upper(his(worker))} leaves the game.`,
    moves: (worker: Hand, machine: string) => `${Upper(his(worker))} now stands at ${at(machine)}.`,
    falls_ill: (who: Who) => `${does(who, "are", "is")} ill and will miss a turn.`,
    repairs: (who: Who, machine: string, sum: string) => `${does(who, "pay")} ${sum} and ${who.me ? "repair" : "repairs"} ${at(machine)}.`,
    tempts: (who: Who, worker: Hand, sum: string) => `${does(who, "offer")} ${whom(worker.chief)} ${sum} for taking ${worker.name} back.`,
    accepts: (who: Who, worker: string, sum: string) => `${does(who, "accept")} ${sum} and ${who.me ? "take" : "takes"} ${worker} back.`,
    demands: (who: Who, worker: string, sum: string) => `${does(who, "demand")} ${sum} for taking ${worker} back.`,
    pays: (who: Who, worker: Hand, sum: string) => `${does(who, "pay")} the ${sum}, and ${his(worker)} goes back.`,
    refuses: (who: Who, worker: string, sum: string) => `${does(who, "refuse")} ${sum} for ${worker}.`,
    bribes: (who: Who, worker: Hand) => `${does(who, "try", "tries")} to bribe ${his(worker)}.`,
    releases: (who: Who, worker: string, payer: Who, sum: string) => `${does(who, "let")} ${worker} go: ${does(payer, "pay").replace(/^You/, "you")} ${sum}.`,
    resists: (who: Who, worker: string) => `${does(who, "fight")} for ${worker}.`,
    seals: (who: Who) => `${does(who, "have sealed", "has sealed")} a bid.`,
    bids: (who: Who, worker: string, sum: string) => `${does(who, "bid", "bid")} ${sum} for ${worker}.`,
    outbids: (who: Who, worker: Hand, sum: string) => `${does(who, "pay")} ${sum} and ${who.me ? "decide" : "decides"} about ${his(worker)}.`,
    stays: (worker: Hand) => `${Upper(his(worker))} stays, and takes no more money in this turn.`,
    closes: (who: Who) => `The whistle! Closing time at the end of ${whose(who)} turn.`,
    produces: (who: Who, n: number, machine: string) => `${does(who, "get")} ${some(n, "task")} done at ${at(machine)}.`,
    waives: (who: Who, n: number, machine: string) => `${does(who, "give")} up ${some(n, "marker")} of ${at(machine)}.`,
    covers: (who: Who, n: number, machine: string, order: string) => `${does(who, "cover")} ${n} × ${machine.toLowerCase()} on ${order}.`,
    delivers: (who: Who, order: string, sum: string) => `${does(who, "deliver")} ${order} and ${who.me ? "are" : "is"} paid ${sum}.`,
    card_returns: (who: Who, card: string) => `${card} goes under ${whose(who)} deck.`,
    ends: "The game is over.",
  },

  income: { orders: "Finished orders", repairs: "Repairs", offersPaid: "Offers to chiefs, paid", offersTaken: "Offers from rivals, taken", bribes: "Bribes", bids: "Sealed bids" },

  text: {
    machine: (machine: string, need: string, who: string, output: string) => `${machine} (${need}): ${who}. ${output}`,
    output: (hours: string, tasks: number, wanted: number) => `${hours} h, ${some(tasks, "task")}, ${wanted} wanted.`,
    row: (orders: string, left: number) => `Orders to take: ${orders}. ${left} more face down.`,
    order: (order: string, missing: string, done: string) => `${order} (missing: ${missing}${done && `; done: ${done}`})`,
    team: (who: Who, money: string, hand: number, deck: number, done: number, repaired: string) =>
      `${who.me ? "You" : who.name}: money ${money}, ${some(hand, "card")} in hand, ${some(deck, "card")} in the deck, ${some(done, "order")} finished, ${repaired} repaired.`,
    orders: (orders: string) => `Orders: ${orders}.`,
    ill: (who: Who) => `${is(who)} ill and will miss a turn.`,
    hand: (cards: string) => `Your hand: ${cards}.`,
    hidden: "hidden",
  },
};
