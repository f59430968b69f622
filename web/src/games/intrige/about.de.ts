/* Texts about Intrige outside its board, in German. */
import type { About } from "../game";

export const about: About = {
  title: "Intrige",
  blurb: "Verwandte in fremde Paläste schicken, um Posten bestechen, Versprechen brechen.",
  editions: { mayfair2005: "Mayfair 2005", amigo2003: "Amigo 2003", fxschmid1994: "FX Schmid 1994" },
  options: {
    bribes: { label: "Bestechungen", values: { open: "offen", sealed: "verdeckt: alle zugleich, nur Hausherr und Zahler sehen sie" }, chips: { sealed: "verdeckte Bestechungen" } },
    refund: { label: "Verbannte Verwandte", values: { no: "ihre Bestechung ist verloren", yes: "ihre Bestechung kommt zurück" }, chips: { yes: "Bestechung kommt zurück" } },
    deals: { label: "Angebote vor der Bestechung", values: { none: "nur im Gespräch", loose: "lose: ein Versprechen darf gebrochen werden", binding: "bindend: ein Versprechen gilt" }, chips: { loose: "lose Absprachen", binding: "bindende Absprachen" } },
    money: { label: "Bargeld", values: { hidden: "verdeckt", open: "für alle sichtbar" }, chips: { open: "offenes Bargeld" } },
    defence: { label: "Wer einen umstrittenen Posten hat", values: { must: "muss zahlen", may: "darf nichts zahlen" }, chips: { may: "Inhaber darf nichts zahlen" } },
  },
  lessons: {
    begin: "Du hast einen Palast mit vier Posten und Verwandte, die Arbeit suchen. Sie arbeiten in den Palästen der anderen, und deren Verwandte bei dir. Wer nach fünf Runden das meiste Geld hat, gewinnt. Was gestrichelt umrahmt ist, lässt sich wählen.",
    send: "Schicke zwei Verwandte in fremde Parks. Wenn der Hausherr am Zug ist, muss er über sie entscheiden. Wer allein in seinem Beruf ist, bekommt sicher einen Posten; wo schon einer wartet oder sitzt, landet einer auf der Insel.",
    bribe: "Dein Verwandter bewirbt sich, und der Hausherr will Geld sehen. Zahle, was der Posten bis zum Ende bringen kann, oder weniger, wenn du ihm traust. Er behält es, wie auch immer er entscheidet. Rede vorher: Das kostet nichts.",
    offer: "Vor dem Zahlen kannst du einen Handel anbieten: so viel für diesen Posten. Der Hausherr nimmt an, lehnt ab oder nennt seinen Preis.",
    place: "Jetzt bist du Hausherr. Einen Posten muss er bekommen, welchen, ist deine Sache. Ein guter Posten füllt fremde Taschen, Runde für Runde; das Bestechungsgeld hast du schon.",
    hire: "Mehrere wollen dasselbe. Wähle einen und seinen Posten; die anderen kommen für immer auf die Insel. Kein Bestechungsgeld bindet dich, aber man merkt es sich.",
    settle: "Jemand will den Posten von einem, der schon sitzt. Behalte ihn oder nimm einen Neuen; die übrigen kommen auf die Insel.",
    accept: "Eine Antwort ist fällig. Annehmen heißt: Posten und Summe gelten. Bei losen Absprachen kann man sein Wort brechen, und alle sehen, wer es war.",
  },
  refusals: {
    sealed_needs_hidden: "verdeckte Bestechungen brauchen verdecktes Geld",
    deals_need_open: "Angebote brauchen offene Bestechungen",
    nobody_home: "niemand mit diesem Beruf ist zu Hause",
    own_palace: "im eigenen Palast bewirbt sich niemand",
    same_palace: "in dieser Ausgabe gehen die beiden in verschiedene Paläste",
    no_such_post: "diesen Posten gibt es im Palast nicht",
    post_taken: "der Posten ist schon besetzt",
    post_disputed: "im internen Konflikt geht es nur um den umstrittenen Posten",
    not_a_rival: "über diesen Verwandten wird jetzt nicht entschieden",
    cannot_win: "ein gleicher Verwandter kommt vor ihm, da gibt es nichts zu bieten",
    no_deals: "an diesem Tisch gibt es keine Angebote",
    offers_spent: "für diesen Verwandten ist dreimal geboten worden",
    deal_made: "die Abmachung steht: jetzt ist die Bestechung fällig",
    promised: "eine bindende Abmachung steht dagegen",
    below_deal: "die bindende Abmachung versprach mehr",
  },
};
