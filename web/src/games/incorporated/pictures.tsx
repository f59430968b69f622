/* Pictures for the rules of Incorporated, drawn with the pieces of the board. Loaded with the rules. */
import { SeatMark } from "../../seat";
import { wordsOf } from "../../words";
import { Arrow, Group } from "../drawing";
import type { Pictures } from "../game";
import { Bolts, CoinFace, Fist, Pawn, TileBacks, TileFace } from "./pieces";

const en = {
  tile: "a tile", coin: "a coin", pawn: "a manager", seat: "a department", fist: "a fist", ruin: "bankruptcy",
  staff: "staffing", commit: "committing", helps: "+2", hinders: "−2",
  deal: "The deal: everybody gets tiles and takes back all coins and the manager.",
  initiatives: "Initiatives: the department of a tile puts a coin on it. If coin plus one reaches the tile, it is done; otherwise everybody may help with coins from a fist.",
  managers: "Managers: on any open task, to help or to hinder.",
  count: "The count: 3 and one more for the own suit, 1 from elsewhere, 2 from a manager: 7 is more than 5, so the task is complete.",
  score: "The score: if every task is complete, the tiles count for their departments; if one is not, they count double against them.",
  ruin3: "Bankruptcy: three failed initiatives in one round end the game, and nobody wins.",
};
const de: typeof en = {
  tile: "ein Plättchen", coin: "eine Münze", pawn: "ein Manager", seat: "eine Abteilung", fist: "eine Faust", ruin: "Bankrott",
  staff: "besetzen", commit: "helfen", helps: "+2", hinders: "−2",
  deal: "Das Austeilen: Alle bekommen Plättchen und nehmen alle Münzen und den Manager zurück.",
  initiatives: "Initiativen: Die Abteilung eines Plättchens legt eine Münze darauf. Reicht die Münze plus eins für das Plättchen, ist es erledigt; sonst dürfen alle mit Münzen aus der Faust helfen.",
  managers: "Manager: auf eine beliebige offene Aufgabe, um zu helfen oder zu stören.",
  count: "Die Abrechnung: 3 und eins mehr für die eigene Farbe, 1 von anderswo, 2 von einem Manager: 7 ist mehr als 5, also ist die Aufgabe erledigt.",
  score: "Die Wertung: Sind alle Aufgaben erledigt, zählen die Plättchen für ihre Abteilungen; fehlt eine, zählen sie doppelt gegen sie.",
  ruin3: "Bankrott: Drei gescheiterte Initiativen in einer Runde beenden das Spiel, und niemand gewinnt.",
};
const own = wordsOf(en, de);

export const pictures: Pictures["pictures"] = () => {
  const text = own();
  return [
    { at: "4.1", says: text.deal, drawing: <><TileBacks count={4} /><Arrow /><SeatMark seat="suns" size={30} /><TileFace tile="S1" /><TileFace tile="M2" /><TileFace tile="C3" />{[0, 1, 2, 3].map((coin) => <CoinFace key={coin} seat="suns" coin={coin} />)}<Pawn seat="suns" /></> },
    { at: "4.2", says: text.initiatives, drawing: <><Group name={text.staff}><TileFace tile="C3" /><CoinFace seat="crowns" coin={2} /></Group><Arrow /><TileFace tile="C3" turned /><span class="gap" /><Group name={text.commit}><TileFace tile="M5" /><CoinFace seat="moons" coin={1} /><Fist closed /><Fist closed /></Group></> },
    { at: "4.3", says: text.managers, drawing: <><TileFace tile="M5" /><Group name={text.helps}><Pawn seat="moons" /></Group><Group name={text.hinders}><Pawn seat="suns" /></Group></> },
    { at: "4.4", says: text.count, drawing: <><TileFace tile="M5" /><CoinFace seat="moons" coin={3} /><CoinFace seat="suns" coin={1} /><Pawn seat="crowns" /><Arrow /><TileFace tile="M5" turned /></> },
    { at: "4.5", says: text.score, drawing: <><Group name="✓"><TileFace tile="S2" turned /><TileFace tile="M4" turned /></Group><Arrow /><Group name="+2"><SeatMark seat="suns" size={26} /></Group><Group name="+4"><SeatMark seat="moons" size={26} /></Group><span class="gap" /><Group name="✗"><TileFace tile="S2" turned /><TileFace tile="M4" /></Group><Arrow /><Group name="−4"><SeatMark seat="suns" size={26} /></Group><Group name="−8"><SeatMark seat="moons" size={26} /></Group></> },
    { at: "5", says: text.ruin3, drawing: <Bolts count={3} of={3} /> },
  ];
};

export const pieces: Pictures["pieces"] = () => {
  const text = own();
  return [
    { kind: "tile", name: text.tile, at: "2.2", drawing: <TileFace tile="M3" /> },
    { kind: "coin", name: text.coin, at: "2.3", drawing: <CoinFace seat="suns" coin={2} /> },
    { kind: "pawn", name: text.pawn, at: "2.4", drawing: <Pawn seat="crowns" /> },
    { kind: "fist", name: text.fist, at: "4.2.4", drawing: <Fist closed /> },
    { kind: "seat", name: text.seat, at: "2.1", drawing: <SeatMark seat="arms" size={30} /> },
    { kind: "ruin", name: text.ruin, at: "5", drawing: <Bolts count={2} of={3} /> },
  ];
};
