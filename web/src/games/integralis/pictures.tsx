/* Pictures for the rules of Integralis, drawn with the pieces of the board. Loaded with the rules. */
import { SeatMark } from "../../seat";
import { Coins } from "../../table/coins";
import { number, wordsOf } from "../../words";
import { Arrow, Group } from "../drawing";
import type { Pictures } from "../game";
import { Face, Icon } from "./icons";
import { printed, tasksOf, type Card, type Machine, type Order, type WorkerName } from "./position";
import { cardName, hours, machineName } from "./say";

const en = {
  machine: "a machine", worker: "a worker", card: "a card", order: "an order", seat: "a team", marker: "a marker", deck: "a deck", whistle: "closing time", cash: "money",
  turn: "A turn: two forced actions, and as many free ones as you can pay for; then it is over.",
  forced: "Forced actions: take an order, and put a worker at the machine that it needs.",
  cards: "Cards: overtime doubles the hours of one of your workers.",
  counters: "Counters: overtime in the hand of the chief stops the coffee break.",
  repair: "Repair: you pay the bank what the sabotage costs. The machine runs again, and its test run may cover one of your tasks.",
  tempting: "Tempting a chief: you offer money so that a worker goes back to the chief’s hand. The chief accepts, refuses or demands more.",
  bribing: "Bribing a worker: you pay the bank the price, and the worker goes; or the chief resists, and the higher secret bid decides.",
  closing: "Closing time: hours at a machine, divided by the hours of a task, are markers. A finished order pays.",
  end: (n: string) => `The end: ${n} finished orders. The most money wins.`,
};
const de: typeof en = {
  machine: "eine Maschine", worker: "ein Arbeiter", card: "eine Karte", order: "ein Auftrag", seat: "ein Team", marker: "ein Marker", deck: "ein Stapel", whistle: "Feierabend", cash: "Geld",
  turn: "Ein Zug: zwei Pflichtaktionen und so viele freie, wie man bezahlen kann; dann ist er zu Ende.",
  forced: "Pflichtaktionen: einen Auftrag nehmen und einen Arbeiter an die Maschine stellen, die er braucht.",
  cards: "Karten: Überstunden verdoppeln die Stunden eines eigenen Arbeiters.",
  counters: "Konter: Überstunden auf der Hand des Chefs verhindern die Kaffeepause.",
  repair: "Reparatur: Man zahlt der Bank, was die Sabotage kostet. Die Maschine läuft wieder, und der Probelauf darf eine eigene Aufgabe abdecken.",
  tempting: "Einen Chef locken: Man bietet Geld, damit ein Arbeiter auf die Hand seines Chefs zurückgeht. Der Chef nimmt an, lehnt ab oder verlangt mehr.",
  bribing: "Einen Arbeiter bestechen: Man zahlt der Bank seinen Preis, und er geht; oder der Chef widersteht, und das höhere geheime Gebot entscheidet.",
  closing: "Feierabend: Stunden an einer Maschine, geteilt durch die Stunden einer Aufgabe, sind Marker. Ein fertiger Auftrag zahlt.",
  end: (n) => `Das Ende: ${n} fertige Aufträge. Wer am meisten Geld hat, gewinnt.`,
};
const own = wordsOf(en, de);

const Order = ({ of, covered = [] }: { of: Order; covered?: Machine[] }) => (
  <span class="order">
    <b>{number(printed.orders[of].pay)}</b>
    <span class="tasks">{tasksOf({ order: of, covered }).map(({ machine, done }, i) => <span key={i} class={done ? "task done" : "task"}><Icon of={machine} size={22} />{done ? <Icon of="done" size={22} /> : null}</span>)}</span>
  </span>
);
const Worker = ({ of, seat = "red", times = 1 }: { of: WorkerName; seat?: string; times?: number }) => (
  <span class={`tap worker seat-${seat} ${printed.workers[of].temp ? "temp" : ""}`}><Face of={of} seat={seat} /><span class="name">{cardName(of)}</span><span class="labour">{hours(printed.workers[of].labour * times)} h</span></span>
);
const Station = ({ of, children }: { of: Machine; children?: preact.ComponentChildren }) => (
  <span class="station"><Icon of={of} size={28} /><span><b>{machineName(of)}</b> <small>{hours(printed.needs[of])} h</small></span>{children}</span>
);
const CardOf = ({ of }: { of: Exclude<Card, WorkerName> }) => <Group name={cardName(of)}><Icon of={of} size={34} /></Group>;

const ORDER: Order = "o6";
const tasks = printed.orders[ORDER].tasks;

export const pictures: Pictures["pictures"] = () => {
  const text = own();
  const [first] = tasks as [Machine];
  return [
    { at: "5", says: text.turn, drawing: <><SeatMark seat="red" size={30} /><Group name="1"><Icon of="cards" size={34} /></Group><Group name="2"><Icon of="cards" size={34} /></Group><Arrow /><SeatMark seat="yellow" size={30} /></> },
    { at: "6", says: text.forced, drawing: <><Order of={ORDER} /><Arrow /><SeatMark seat="red" size={30} /><span class="gap" /><Worker of="wilma" /><Arrow /><Station of={first} /></> },
    { at: "7", says: text.cards, drawing: <><CardOf of="overtime" /><Arrow /><Worker of="hugo" /><Arrow /><Worker of="hugo" times={2} /></> },
    { at: "8", says: text.counters, drawing: <><CardOf of="coffee" /><Arrow /><Worker of="greta" seat="yellow" /><Arrow /><CardOf of={printed.counters.coffee as "overtime"} /></> },
    { at: "9.1", says: text.repair, drawing: <><Station of="glue"><Icon of="sabotage2" size={28} /></Station><Coins amount={printed.damage.sabotage2} /><Arrow /><Station of="glue" /></> },
    { at: "9.2", says: text.tempting, drawing: <><SeatMark seat="red" size={30} /><Coins amount={printed.workers.hugo.price} /><Arrow /><SeatMark seat="yellow" size={30} /><Worker of="hugo" seat="yellow" /></> },
    { at: "9.3", says: text.bribing, drawing: <><SeatMark seat="red" size={30} /><Coins amount={printed.workers.greta.price} /><Arrow /><Worker of="greta" seat="yellow" /></> },
    { at: "10", says: text.closing, drawing: <><Icon of="f0" size={34} /><Station of={first}><Worker of="wilma" /></Station><Arrow /><Order of={ORDER} covered={[first]} /><span class="gap" /><Order of={ORDER} covered={tasks} /><Arrow /><Coins amount={printed.orders[ORDER].pay} /></> },
    { at: "11", says: text.end(number(printed.goal)), drawing: <>{Array.from({ length: printed.goal }, (_, i) => <Icon key={i} of="done" size={30} />)}<Arrow /><Coins amount={null} /></> },
  ];
};

export const pieces: Pictures["pieces"] = () => {
  const text = own();
  return [
    { kind: "machine", name: text.machine, at: "2.3", drawing: <Icon of="fold" size={34} /> },
    { kind: "worker", name: text.worker, at: "2.4", drawing: <Face of="hugo" seat="red" /> },
    { kind: "card", name: text.card, at: "7", drawing: <Icon of="overtime" size={34} /> },
    { kind: "order", name: text.order, at: "2.6", drawing: <Order of="o4" /> },
    { kind: "marker", name: text.marker, at: "2.7", drawing: <Icon of="done" size={30} /> },
    { kind: "deck", name: text.deck, at: "2.8", drawing: <Icon of="deck" size={30} /> },
    { kind: "closing", name: text.whistle, at: "10", drawing: <Icon of="f0" size={34} /> },
    { kind: "cash", name: text.cash, at: "2.2", drawing: <Coins amount={printed.orders[ORDER].pay} /> },
    { kind: "seat", name: text.seat, at: "2.1", drawing: <SeatMark seat="blue" size={30} /> },
  ];
};
