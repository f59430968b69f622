/* Pictures for the rules of Intrige, drawn with the pieces of the board. Loaded with the rules. */
import { SeatMark } from "../../seat";
import { Coins } from "../../table/coins";
import { number, wordsOf } from "../../words";
import type { Pictures } from "../game";
import { Arrow, Group } from "../drawing";
import { Boat, Chair, Palm, Token } from "./token";

const en = {
  seat: "a seat", post: "a palace and its posts", scholar: "a relative", park: "a park", island: "the island", money: "a bribe", cash: "money",
  home: "at home", wait: "in the park",
  income: "Income: red’s scientist holds the 10,000 post in blue’s palace, so the bank pays red 10,000.",
  applications: "Applications: a doctor alone is uncontested; two clerks are an external conflict; a priest who meets a priest in a post is an internal one.",
  bribes: "Bribes: yellow and green each pay red, the landlord, for their clerk, one after the other.",
  decisions: "Decisions: the landlord gives one clerk a post. The other goes to the island, though green may have paid more.",
  sending: "Sending: two relatives leave home for the parks of other palaces.",
  end: "The end: every post pays once more. The most money wins.",
};
const de: typeof en = {
  seat: "ein Platz", post: "ein Palast und seine Posten", scholar: "ein Verwandter", park: "ein Park", island: "die Insel", money: "ein Schmiergeld", cash: "Geld",
  home: "zu Hause", wait: "im Park",
  income: "Einkommen: Rots Forscher hat den Posten zu 10.000 in Blaus Palast, also zahlt die Bank Rot 10.000.",
  applications: "Bewerbungen: Ein Arzt allein ist unbestritten; zwei Schreiber sind ein äußerer Konflikt; ein Priester, der auf einen Priester mit Posten trifft, ist ein innerer.",
  bribes: "Schmiergelder: Gelb und Grün zahlen nacheinander an Rot, dem der Palast gehört, für ihre Schreiber.",
  decisions: "Entscheidungen: Ein Schreiber bekommt einen Posten. Der andere kommt auf die Insel, auch wenn Grün mehr gezahlt hat.",
  sending: "Aussenden: Zwei Verwandte gehen von zu Hause in die Parks anderer Paläste.",
  end: "Das Ende: Jeder Posten zahlt noch einmal. Wer am meisten Geld hat, gewinnt.",
};
const own = wordsOf(en, de);

const Post = ({ salary, holder }: { salary: number; holder?: string }) => (
  <span class="post">
    <span class="niche">{holder ? <Token scholar={holder} /> : <Chair />}</span>
    <span class="salary">{number(salary)}</span>
  </span>
);

export const pictures: Pictures["pictures"] = () => {
  const text = own();
  return [
    { at: "5.1", says: text.income, drawing: <><SeatMark seat="blue" size={30} /><Post salary={10000} holder="red.scientist" /><Arrow /><Coins amount={10000} /><Arrow /><SeatMark seat="red" size={30} /></> },
    {
      at: "5.2", says: text.applications, drawing: (
        <>
          <Group name="1"><Token scholar="yellow.doctor" /></Group>
          <Group name="2"><Token scholar="yellow.clerk" /><Token scholar="green.clerk" /></Group>
          <Group name="3"><Post salary={6000} holder="blue.priest" /><Token scholar="green.priest" /></Group>
        </>
      ),
    },
    { at: "5.3", says: text.bribes, drawing: <><Token scholar="yellow.clerk" /><Coins amount={3000} /><Token scholar="green.clerk" /><Coins amount={5000} /><Arrow /><SeatMark seat="red" size={36} /></> },
    { at: "5.4", says: text.decisions, drawing: <><Token scholar="yellow.clerk" /><Arrow /><Post salary={6000} holder="yellow.clerk" /><span class="gap" /><Boat><Token scholar="green.clerk" /></Boat><Arrow /><Palm /></> },
    { at: "5.5", says: text.sending, drawing: <><Group name={text.home}><Token scholar="red.doctor" /><Token scholar="red.scientist" /></Group><Arrow /><Group name={text.wait}><SeatMark seat="blue" size={30} /><Token scholar="red.doctor" /></Group><Group name={text.wait}><SeatMark seat="green" size={30} /><Token scholar="red.scientist" /></Group></> },
    { at: "6", says: text.end, drawing: <><Post salary={3000} holder="green.doctor" /><Post salary={10000} holder="green.priest" /><Arrow /><Coins amount={13000} /><Arrow /><SeatMark seat="green" size={36} /></> },
  ];
};

export const pieces: Pictures["pieces"] = () => {
  const text = own();
  return [
    { kind: "scholar", name: text.scholar, at: "2.3", drawing: <Token scholar="red.doctor" /> },
    { kind: "post", name: text.post, at: "2.2", drawing: <Post salary={6000} /> },
    { kind: "seat", name: text.seat, at: "2.1", drawing: <SeatMark seat="blue" size={30} /> },
    { kind: "park", name: text.park, at: "2.4", drawing: <><Token scholar="yellow.clerk" /><Token scholar="green.priest" /></> },
    { kind: "island", name: text.island, at: "2.5", drawing: <Palm /> },
    { kind: "cash", name: text.cash, at: "2.6", drawing: <Coins amount={32000} /> },
    { kind: "bribe", name: text.money, at: "5.3", drawing: <Coins amount={3000} /> },
  ];
};
