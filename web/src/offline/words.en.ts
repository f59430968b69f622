/* English for the page without a server. */
export const en = {
  welcome: "Games of bargaining, against bots or with people around this device. A name is all it takes.",
  link: "Play without a server: in this browser alone",
  here: "Everything here stays in this browser. Nobody else is needed, and no network.",
  somebody: "somebody here",
  passOn: (names: string) => `${names} must decide. Hand the device over.`,
  pass: "Hand over",
  covered: "The table is covered",
  next: (name: string) => `Hand the device to ${name}.`,
  nextOf: (names: string) => `Hand the device to one of them: ${names}.`,
  onlyYou: "Look only if it is you: the next page shows what nobody else may see.",
  iAm: (name: string) => `I am ${name}`,
  forget: "Delete",
  forgetAsk: "Delete this game from this browser? It cannot be brought back.",
  newer: "A new version is there. Nothing at your tables is lost.",
  reload: "Load it",
};
