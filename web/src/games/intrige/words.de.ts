/* Intrige auf Deutsch. */
import type { Like } from "../../words";
import type { en, Kin, Who } from "./words.en";

const professions: Record<string, string> = {
  scientist: "Forscher", doctor: "Arzt", priest: "Priester", clerk: "Schreiber",
  alchemist: "Alchemist", healer: "Heiler", minister: "Minister", scribe: "Schreiber",
  banker: "Bankier", lawyer: "Advokat", scholar: "Gelehrter", soldier: "Soldat",
};
/** The accusative, where it is another form. */
const accusative: Record<string, string> = {
  alchemist: "Alchemisten", lawyer: "Advokaten", scholar: "Gelehrten", soldier: "Soldaten",
};
const called = (profession: string) => professions[profession] ?? profession;
const accused = (profession: string) => accusative[profession] ?? called(profession);
const genitive = (name: string) => (/[sßxz]$/i.test(name) ? `${name}’` : `${name}s`);
const big = (text: string) => text[0]!.toUpperCase() + text.slice(1);
/** "dein Arzt", "Annas Arzt"; für: "deinen Arzt", "Annas Arzt". */
const kin = (relative: Kin) => `${relative.owner.me ? "dein" : genitive(relative.owner.name)} ${called(relative.does)}`;
const forKin = (relative: Kin) => `${relative.owner.me ? "deinen" : genitive(relative.owner.name)} ${accused(relative.does)}`;
const own = (relative: Kin) => (relative.owner.me ? forKin(relative) : `den ${accused(relative.does)}`);
const whom = (who: Who) => (who.me ? "dich" : who.name);
const toWhom = (who: Who) => (who.me ? "dir" : who.name);
const does = (who: Who, you: string, other: string) => (who.me ? `Du ${you}` : `${who.name} ${other}`);
const terms = (relative: Kin, post: string, amount: string) => `${amount} für ${forKin(relative)} auf dem ${post}er-Posten`;
const people = (n: number) => (n === 1 ? "1 Verwandter" : `${n} Verwandte`);

export const de: Like<typeof en> = {
  title: "Intrige",
  professions,
  secret: "eine geheime Summe",
  tell: {
    starts: (who) => `${does(who, "beginnst", "beginnt")}.`,
    turn: (who, round) => `Runde ${round}: ${who.me ? "Du bist" : `${who.name} ist`} am Zug.`,
    income: (who, amount) => `${does(who, "kassierst", "kassiert")} ${amount} an Gehältern.`,
    seals: (who) => `${does(who, "verschließt", "verschließt")} einen Umschlag.`,
    pays: (who, relative, amount) => `${does(who, "zahlst", "zahlt")} ${amount} für ${own(relative)}.`,
    bankPays: (relative, amount) => `Die Bank zahlt ${amount} für ${forKin(relative)}.`,
    offers: (who, relative, post, amount) => `${does(who, "bietest", "bietet")} ${terms(relative, post, amount)}.`,
    counters: (who, relative, post, amount) => `${does(who, "verlangst", "verlangt")} ${terms(relative, post, amount)}.`,
    accepts: (who, relative, post, amount) => `${does(who, "schlägst", "schlägt")} ein: ${terms(relative, post, amount)}.`,
    refuses: (who, relative, post, amount) => `${does(who, "lehnst", "lehnt")} ab: ${terms(relative, post, amount)}.`,
    getsPost: (who, relative, post) => `${does(who, "setzt", "setzt")} ${forKin(relative)} auf den ${post}er-Posten.`,
    keepsPost: (who, relative, post) => `${does(who, "behältst", "behält")} ${forKin(relative)} auf dem ${post}er-Posten.`,
    banished: (who, relative) => `${does(who, "verbannst", "verbannt")} ${forKin(relative)} auf die Insel.`,
    refunded: (who, relative, amount) => `${does(who, "bekommst", "bekommt")} ${amount} für ${own(relative)} zurück.`,
    bankRefunded: (relative, amount) => `Die Bank bekommt ${amount} für ${forKin(relative)} zurück.`,
    dealKept: (relative, post, amount) => `Abmachung gehalten: ${terms(relative, post, amount)}.`,
    dealBroken: (who, relative, post, amount) => `${does(who, "brichst", "bricht")} die Abmachung: ${terms(relative, post, amount)}.`,
    sends: (who, profession, to) => `${does(who, "schickst", "schickt")} einen ${accused(profession)} zu ${toWhom(to)}.`,
    finalIncome: (who, amount) => `${does(who, "kassierst", "kassiert")} ${amount} in der Schlusszahlung.`,
    ends: "Das Spiel ist aus.",
  },
  status: {
    start: "Das Los entscheidet, wer beginnt.",
    bribe: (who, landlord, relative) =>
      who.me ? `Besteche ${whom(landlord)} für ${own(relative)}.` : `${who.name} muss ${whom(landlord)} für ${own(relative)} bestechen.`,
    seal: (landlord, relative) => `Lege das Bestechungsgeld an ${whom(landlord)} für ${own(relative)} in einen Umschlag.`,
    sealing: (missing) => `Es fehlen noch Umschläge von ${missing}.`,
    answerOffer: (who, relative, post, amount) => `${who.me ? "Beantworte das Angebot" : `${who.name} muss das Angebot beantworten`}: ${terms(relative, post, amount)}.`,
    answerCounter: (who, relative, post, amount) => `${who.me ? "Beantworte die Forderung" : `${who.name} muss die Forderung beantworten`}: ${terms(relative, post, amount)}.`,
    place: (who, relative) => (who.me ? `Wähle einen Posten für ${forKin(relative)}.` : `${who.name} muss ${forKin(relative)} auf einen Posten setzen.`),
    hire: (who) => (who.me ? "Wähle, welchen Rivalen du einstellst und auf welchem Posten." : `${who.name} muss unter Rivalen wählen.`),
    settle: (who, post) => (who.me ? `Wähle, wer ab jetzt den ${post}er-Posten hat.` : `${who.name} muss entscheiden, wer den ${post}er-Posten hat.`),
    sendFirst: (who) => (who.me ? "Schicke den ersten Verwandten zu einem fremden Palast." : `${who.name} muss den ersten Verwandten losschicken.`),
    sendSecond: (who) => (who.me ? "Schicke den zweiten Verwandten zu einem fremden Palast." : `${who.name} muss den zweiten Verwandten losschicken.`),
    over: (winners) => `Das Spiel ist aus. Sieg für ${winners}.`,
    you: "dich",
  },
  board: {
    name: "Die Paläste",
    round: (round, of) => `Runde ${round} von ${of}`,
    palace: (who) => (who.me ? "Dein Palast" : `${genitive(who.name)} Palast`),
    turn: "am Zug",
    cash: (amount) => `${amount} Dukaten in der Kasse`,
    cashHidden: "Kasse verdeckt",
    perTurn: (amount) => `${amount} Gehalt je Runde`,
    post: (salary) => `${salary}er-Posten`,
    free: "frei",
    disputed: "umstritten",
    brings: (amount) => `bringt bis zum Ende ${amount}`,
    kin,
    park: "Park",
    parkEmpty: "niemand wartet",
    justSent: "gerade angekommen",
    home: "Zu Hause",
    homeEmpty: "niemand mehr",
    count: (n, profession) => `${n} × ${called(profession)}`,
    island: "Die Insel",
    islandEmpty: "Noch niemand. Am Strand ist Platz.",
    underway: "Unterwegs",
    sendHere: "Hierher",
  },
  gate: {
    at: (landlord) => (landlord.me ? "Vor deinem Tor" : `Vor ${genitive(landlord.name)} Tor`),
    uncontested: "Keine Rivalen: Jeder Bewerber bekommt einen freien Posten.",
    external: "Rivalen: Je Beruf bekommt einer einen freien Posten, die anderen die Insel.",
    internal: (post) => `Kampf um den ${post}er-Posten.`,
    sending: (who) => (who.me ? "Du schickst Verwandte los" : `${who.name} schickt Verwandte los`),
    before: "Vor der ersten Runde",
    over: "Die letzten Gehälter sind bezahlt",
    holder: "hat den Posten",
    paid: (amount) => `${amount} bezahlt`,
    bankPaid: (amount) => `die Bank zahlte ${amount}`,
    sealed: "im Umschlag",
    sealedSum: (amount) => `${amount} im Umschlag`,
    now: "zahlt jetzt",
    later: "zahlt später",
    unsealed: "noch kein Umschlag",
    hired: "hat einen Posten",
    banished: "verbannt",
    deal: (post, amount) => `Abmachung: ${amount} für den ${post}er-Posten`,
  },
  act: {
    bribe: (landlord, relative) => `Bestechung: an ${whom(landlord)} für ${forKin(relative)}`,
    pay: (amount) => `${amount} zahlen`,
    payFor: (landlord, relative, amount) => `${amount} an ${whom(landlord)} zahlen für ${forKin(relative)}`,
    seal: (amount) => `${amount} in den Umschlag`,
    sealFor: (landlord, relative, amount) => `${amount} an ${whom(landlord)} in den Umschlag für ${forKin(relative)}`,
    broke: "Deine Kasse ist leer: Die Bank zahlt die kleinste Bestechung für dich.",
    onlySum: (amount) => `Du kannst nur eine Summe zahlen: ${amount}.`,
    dealMade: (post, amount) => `Abgemacht: ${amount} für den ${post}er-Posten.`,
    dealLoose: "Nichts bindet dich daran.",
    dealBinding: "Weniger geht nicht.",
    postFor: "Für welchen Posten",
    offer: (post, amount) => `${amount} für den ${post}er-Posten bieten`,
    proposalsLeft: (n) => (n === 1 ? "Noch ein Vorschlag ist möglich." : `Noch ${n} Vorschläge sind möglich.`),
    accept: (post, amount) => `Einschlagen: ${amount} für den ${post}er-Posten`,
    refuse: "Ablehnen",
    counter: "Gegenforderung …",
    ask: (post, amount) => `${amount} für den ${post}er-Posten verlangen`,
    askLabel: (relative) => `Was du für ${forKin(relative)} verlangst`,
    cannotPay: "So viel hast du nicht: Du kannst nur ablehnen.",
    placeWhere: (relative) => `Welchen Posten bekommt ${kin(relative)}?`,
    place: (relative, post) => `${big(forKin(relative))} auf den ${post}er-Posten setzen`,
    hireWho: "Wen stellst du ein?",
    hireWhere: (relative) => `Welchen Posten bekommt ${kin(relative)}?`,
    hire: (relative, post, losers) => `${big(forKin(relative))} auf den ${post}er-Posten setzen. Auf die Insel: ${losers}`,
    settleWho: (post) => `Wer hat ab jetzt den ${post}er-Posten?`,
    settle: (relative, post, losers) => `Den ${post}er-Posten bekommt ${kin(relative)}. Auf die Insel: ${losers}`,
    sendWho: "Wer geht?",
    sendWhere: (profession) => `${called(profession)}: wohin?`,
    send: (profession, to) => `Einen ${accused(profession)} zu ${toWhom(to)} schicken`,
    salary: (post) => `${post} je Runde`,
  },
  offer: {
    title: "Angebote und Abmachungen",
    earlier: (n) => (n === 1 ? "Ein früherer Vorschlag" : `${n} frühere Vorschläge`),
    from: (by, to) => `${by.me ? "Du" : by.name} an ${whom(to)}`,
    terms,
    open: "offen", countered: "Gegenforderung", accepted: "angenommen", refused: "abgelehnt", kept: "gehalten",
    broken: (by) => `gebrochen von ${toWhom(by)}`,
  },
  why: {
    waiting: (status) => `Hier ist gerade nichts zu wählen. ${status}`,
    yours: (status) => `Das nicht. ${status}`,
    ownPalaceOnly: "Posten vergibst du nur im eigenen Palast.",
    taken: "Dieser Posten ist besetzt.",
    pickFirst: "Tippe zuerst an, wen du einstellst.",
    promised: "Eine bindende Abmachung steht dagegen.",
    notRival: "Über ihn wird jetzt nicht entschieden.",
    sendFirst: "Tippe zuerst an, wer geht.",
    notHome: "Zu Hause bewirbt sich niemand.",
    samePalace: "In dieser Ausgabe gehen die beiden zu zwei Palästen.",
  },
  text: {
    cash: (who, amount) => `${does(who, "hast", "hat")} ${amount} in der Kasse.`,
    cashHidden: (who) => `${does(who, "hältst", "hält")} die Kasse verdeckt.`,
    post: (palace, salary, holder) => `${palace}, ${salary}: ${holder}.`,
    park: (palace, waiting) => `${palace}, Park: ${waiting}.`,
    home: (who, left, n) => `Zu Hause bei ${toWhom(who)}: ${left} (${people(n)}).`,
    island: (there) => `Die Insel: ${there}.`,
    claim: (relative, state) => `Am Tor: ${kin(relative)}, ${state}.`,
    nobody: "niemand",
  },
  income: {
    salaries: "Gehälter", taken: "Bestechungen eingenommen", paid: "Bestechungen gezahlt", back: "Rückzahlungen erhalten", given: "Rückzahlungen geleistet",
  },
};
