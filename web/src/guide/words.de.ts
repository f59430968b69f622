/* German words of the guides. */
import type { Like } from "../words";
import type { en } from "./words.en";

export const de: Like<typeof en> = {
  title: "Begleiter",
  first: "Mit Begleiter",
  firstOf: (game) => `Erste Partie, mit Begleiter: ${game}`,
  understood: "Verstanden",
  enough: "Keine Hinweise mehr",
  lessons: {
    intrige: {
      begin: "Du hast einen Palast mit vier Posten und Verwandte, die Arbeit suchen. Sie arbeiten in den Palästen der anderen, und deren Verwandte bei dir. Wer nach fünf Runden das meiste Geld hat, gewinnt. Was gestrichelt umrahmt ist, lässt sich wählen.",
      send: "Schicke zwei Verwandte in fremde Parks. Wenn der Hausherr am Zug ist, muss er über sie entscheiden. Wer allein in seinem Beruf ist, bekommt sicher einen Posten; wo schon einer wartet oder sitzt, landet einer auf der Insel.",
      bribe: "Dein Verwandter bewirbt sich, und der Hausherr will Geld sehen. Zahle, was der Posten bis zum Ende bringen kann, oder weniger, wenn du ihm traust. Er behält es, wie auch immer er entscheidet. Rede vorher: Das kostet nichts.",
      offer: "Vor dem Zahlen kannst du einen Handel anbieten: so viel für diesen Posten. Der Hausherr nimmt an, lehnt ab oder nennt seinen Preis.",
      place: "Jetzt bist du Hausherr. Einen Posten muss er bekommen, welchen, ist deine Sache. Ein guter Posten füllt fremde Taschen, Runde für Runde; das Bestechungsgeld hast du schon.",
      hire: "Mehrere wollen dasselbe. Wähle einen und seinen Posten; die anderen kommen für immer auf die Insel. Kein Bestechungsgeld bindet dich, aber man merkt es sich.",
      settle: "Jemand will den Posten von einem, der schon sitzt. Behalte ihn oder nimm einen Neuen; die übrigen kommen auf die Insel.",
      accept: "Eine Antwort ist fällig. Annehmen heißt: Posten und Summe gelten. Bei losen Absprachen kann man sein Wort brechen, und alle sehen, wer es war.",
    },
    integralis: {
      begin: "Du führst ein Team in einer Buchbinderei. Nimm Aufträge, stelle Leute an Maschinen und spiele eine Feierabendkarte: Nur bei Feierabend wird etwas fertig. Hat jemand drei Aufträge erledigt, gewinnt das meiste Geld.",
      take: "Nimm einen Auftrag aus der Reihe: Er sagt, welche Arbeit er braucht und was er bringt. Am besten einen, dessen Maschinen frei sind.",
      play: "Zwei Aktionen im Zug musst du nutzen. Stelle einen Arbeiter an eine leere oder eigene Maschine: Bei Feierabend zählt die Arbeit aller dort. Karten gegen andere hebst du besser auf, bis sie wehtun.",
      draw: "Nichts zu spielen? Ziehe oder tausche Karten. Auf fünf gekürzt wird erst bei Feierabend.",
      end: "Deine Aktionen sind verbraucht. Noch kannst du Geld ausgeben: reparieren, einen Chef verlocken, einen Arbeiter bestechen. Dann beende den Zug.",
      counter: "Jemand greift dich an, und du hast die Karte, die es verhindert. Sie kostet keine Aktion.",
      pass: "Du wirst gefragt, ob du konterst, wie alle, die es treffen könnte, mit oder ohne Karte. Passen verrät nichts.",
      accept: "Jemand bietet Geld, wenn du diesen Arbeiter zurücknimmst. Lehnst du ab, gibt es vielleicht mehr, höchstens dreimal; oder verlange selbst eine Summe, einmal je Angebot.",
      resist: "Dein Arbeiter wird bestochen. Lass ihn gehen oder wehre dich: Dann wählen beide verdeckt eine Summe; die höhere zahlt und entscheidet.",
      bid: "Wähle verdeckt deine Summe. Die höhere geht an die Bank, die niedrigere kostet nichts.",
      cover: "Deine Maschine hat eine Aufgabe fertig, die deine Aufträge brauchen. Wähle, wo sie zählt.",
      waive: "Du musst sie nicht abdecken: Marker, auf die du verzichtest, sind verloren. Ein erledigter Auftrag wird bezahlt, und drei beenden das Spiel.",
      under: "Mehr als fünf Karten: Lege welche unter deinen Stapel. Sie kommen wieder, wenn er bis dahin abgetragen ist.",
    },
    incorporated: {
      begin: "Du leitest eine Abteilung. Jede Initiative braucht eine Aufgabe aus jeder Hand; sind alle erledigt, zählt jede Abteilung ihre Aufgaben darin; fehlt eine, verlieren alle doppelt. Scheitert in einer Runde zu viel, gewinnt niemand.",
      play: "Lege eine Aufgabe in diese Initiative. Sie gehört der Abteilung ihrer Farbe, nicht dir: Die muss sie besetzen, gewinnt an ihr oder leidet unter ihr.",
      staff: "Eine Aufgabe deiner Abteilung: Lege eine Münze darauf. Zu Hause zählt sie eins mehr, als sie zeigt; reicht das, ist die Aufgabe sofort erledigt. Sonst werden alle um Hilfe gebeten.",
      commit: "Die Aufgabe ist noch offen. Nimm die Münzen in die Faust, die du dafür hergibst, oder keine; alle Fäuste öffnen sich zugleich. Am Ende der Runde muss die Summe größer sein als die Aufgabe.",
      manage: "Stelle deinen Manager auf eine offene Aufgabe: Helfen zählt zwei dazu, Behindern zwei ab. Wer später kommt, sieht mehr.",
    },
  },
};
