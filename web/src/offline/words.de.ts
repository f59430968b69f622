/* German for the page without a server. */
import type { Like } from "../words";
import type { en } from "./words.en";

export const de: Like<typeof en> = {
  welcome: "Drei Verhandlungsspiele, gegen Bots oder mit allen um dieses Gerät. Ein Name genügt.",
  link: "Ohne Server spielen: nur in diesem Browser",
  here: "Alles hier bleibt in diesem Browser. Es braucht sonst niemanden und kein Netz.",
  somebody: "jemand hier",
  passOn: (names) => `${names} muss entscheiden. Gib das Gerät weiter.`,
  pass: "Weitergeben",
  covered: "Der Tisch ist zugedeckt",
  next: (name) => `Gib das Gerät an ${name}.`,
  nextOf: (names) => `Gib das Gerät an eine dieser Personen: ${names}.`,
  onlyYou: "Nur hinsehen, wer gemeint ist: Die nächste Seite zeigt, was sonst niemand sehen darf.",
  iAm: (name) => `Ich bin ${name}`,
  forget: "Löschen",
  forgetAsk: "Diese Partie aus diesem Browser löschen? Sie lässt sich nicht zurückholen.",
  newer: "Es gibt eine neue Version. An deinen Tischen geht nichts verloren.",
  reload: "Laden",
};
