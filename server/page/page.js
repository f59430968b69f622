// The plain page: lobby and play in text. Whatever comes from others goes into the page as text, never as HTML.
"use strict";

const $ = (id) => document.getElementById(id);
const state = { socket: null, table: location.hash.slice(1), name: null, host: false, view: null, here: [], wait: 500, person: null, muted: new Set() };
const pending = new Map(); // id → {text, done}: what has no answer yet is asked again after a cut
const lobby = new Map(); // name of a table → its line, the oldest first
let lastPictureAs = null;
let lastNumber = 0;

function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (b) => b.toString(16).padStart(2, "0")).join("");
}

function ask(what, keys = {}, done = () => {}) {
  const id = newId();
  const text = JSON.stringify({ id, do: what, ...keys });
  pending.set(id, { what, text, done });
  if (state.socket && state.socket.readyState === WebSocket.OPEN) state.socket.send(text);
}

const askTable = (what, keys = {}, done) => ask(what, { table: state.table, ...keys }, done);

function fill(list, items) {
  list.replaceChildren(...items);
}

function element(tag, text, click) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (click) {
    made.type = "button";
    made.addEventListener("click", click);
  }
  return made;
}

function connect() {
  const socket = new WebSocket(location.origin.replace(/^http/, "ws") + "/ws");
  state.socket = socket;
  socket.onopen = () => {
    state.wait = 500;
    $("line").textContent = "";
    for (const [id, request] of pending)
      if (request.what === "watch" || request.what === "lobby") pending.delete(id);
      else socket.send(request.text);
  };
  socket.onmessage = (message) => take(JSON.parse(message.data));
  socket.onclose = () => {
    $("line").textContent = pending.size ? "the line is cut; what you sent waits" : "the line is cut; trying again";
    setTimeout(connect, state.wait);
    state.wait = Math.min(2 * state.wait, 8000);
  };
}

function take(message) {
  if (message.type === "hello") {
    state.name = message.name || null;
    state.person = message.person || null;
    state.muted = new Set((message.muted || []).map((other) => other.person));
    show();
  } else if (message.type === "ok" || message.type === "no") {
    const request = pending.get(message.id);
    pending.delete(message.id);
    $("trouble").textContent = message.type === "no" ? message.sentence : "";
    if (message.type === "ok" && request) request.done(message);
  } else if (message.type === "lobby") {
    for (const table of message.tables) lobby.set(table.table, table);
    for (const table of message.gone) lobby.delete(table);
    showLobby();
  } else if (message.type === "here" && message.table === state.table) {
    state.here = message.seats;
    showTable();
  } else if (message.type === "news" && message.table === state.table) {
    takeNews(message);
  }
}

function takeNews(news) {
  if (news.fresh) $("events").replaceChildren();
  for (const event of news.events) {
    const said = tell(event);
    if (said) $("events").append(...said.map((text) => element("li", text)));
  }
  $("events").scrollTop = $("events").scrollHeight;
  state.view = news.view;
  lastPictureAs = news.view.as;
  lastNumber = news.view.n;
  showTable();
}

function tell(event) {
  if (event.do === "say" && state.muted.has(event.person)) return null;
  switch (event.do) {
    case "table": return [`${event.name} made the table.`];
    case "sit": return [`${event.name} sits down as ${event.seat}.`];
    case "leave": case "empty": return [`${event.seat} is left.`];
    case "bot": return [`A bot (${event.bot}) plays ${event.seat}.`];
    case "words": return [`${event.seat} adds words to the luck: ${event.words}`];
    case "start": return ["The game begins."];
    case "move": return event.tells;
    case "say": return [`${event.by || event.name}${event.to ? " to " + event.to.join(" and ") : ""}: “${event.say}”`];
    case "vote": return [`${event.by} wants a bot for ${event.seat}.`];
    case "clock": return [event.stopped ? "The clocks stand still." : "The clocks go on."];
    default: return null;
  }
}

function show() {
  $("who").hidden = Boolean(state.name);
  $("lobby").hidden = !state.name || Boolean(state.table);
  $("table").hidden = !state.table;
  if (state.table) watch();
  else if (state.name) followLobby();
}

function watch() {
  const from = state.view ? { after: lastNumber, as: lastPictureAs } : {};
  askTable("watch", from, (answer) => {
    state.host = answer.host;
    showTable();
  });
}

function followLobby() {
  ask("lobby", { follow: true }, (answer) => {
    lobby.clear();
    for (const table of answer.tables.reverse()) lobby.set(table.table, table);
    showLobby();
  });
}

function showLobby() {
  fill($("tables"), [...lobby.values()].reverse().map((table) => {
    const row = element("li", "");
    const people = table.seats.map((seat) => seat.bot ? `bot ${seat.bot}` : seat.name || "empty").join(", ");
    row.append(element("button", `${table.game} with ${table.host}`, () => open(table.table)),
      ` ${table.stage}: ${people}${table.mine ? " (yours)" : ""}${table.turn ? " ← you have to choose" : ""}`);
    return row;
  }));
}

function open(table) {
  state.table = table;
  state.view = null;
  location.hash = table;
  show();
}

function seatRow(seat) {
  const view = state.view;
  const own = seat.seat === view.as;
  const clock = view.clock.left_ms ? ` – ${Math.round(view.clock.left_ms[seat.seat] / 1000)} s left` : "";
  const owes = (view.actors || []).includes(seat.seat) ? " ← has to choose" : "";
  const who = seat.plays === "bot" ? `bot ${seat.bot}${seat.name ? " for " + seat.name : ""}` : seat.name || "empty";
  const away = seat.plays === "person" && !state.here.includes(seat.seat) ? " (not connected)" : "";
  const row = element("li", `${seat.seat}: ${who}${own ? " (you)" : ""}${away}${clock}${owes} `);
  const keys = { seat: seat.seat };
  if (seat.person && seat.person !== state.person) {
    const muted = state.muted.has(seat.person);
    row.append(element("button", muted ? "Hear again" : "Mute", () => ask("mute", { person: seat.person, muted: !muted })));
  }
  if (view.stage === "gathering" && seat.plays === "nobody" && view.as === "spectator")
    row.append(element("button", "Sit here", () => askTable("sit", keys)));
  if (own && view.stage === "playing" && seat.plays !== "person")
    row.append(element("button", "Take your seat back", () => askTable("sit", keys)));
  if (state.host && !own && view.stage !== "over" && seat.plays !== "bot" && (seat.plays === "nobody" || away))
    for (const level of ["easy", "medium", "hard"])
      row.append(element("button", `Bot: ${level}`, () => askTable("bot", { ...keys, bot: level })));
  if (state.host && view.stage === "gathering" && !own && seat.plays !== "nobody")
    row.append(element("button", "Free the seat", () => askTable("empty", keys)));
  if (view.stage === "playing" && view.as !== "spectator" && !own && seat.plays !== "bot" && (seat.plays === "nobody" || clock))
    row.append(element("button", "Vote for a bot", () => askTable("vote", keys)));
  return row;
}

function resultText({ scores, winners, why }) {
  const ranks = Object.entries(scores).sort((a, b) => b[1] - a[1]);
  const won = winners.length ? `${winners.join(" and ")} won` : "nobody won";
  return `The game is over (${why}): ${won}. ${ranks.map(([seat, score]) => `${seat} ${score}`).join(", ")}.`;
}

function showTable() {
  const view = state.view;
  if (!view) return;
  const seated = view.as !== "spectator";
  $("title").textContent = `${view.game}, ${view.stage}${seated ? ", you are " + view.as : ", you watch"}`;
  $("link").textContent = $("link").href = location.origin + "/#" + state.table;
  fill($("seats"), view.seats.map(seatRow));
  $("start").hidden = !(state.host && view.stage === "gathering");
  $("leave").hidden = !seated || view.stage === "over";
  $("record").hidden = view.stage !== "over";
  $("words-form").hidden = !(seated && view.stage === "gathering");
  $("picture").hidden = !view.picture;
  $("picture").textContent = view.picture || "";
  $("question").textContent = view.end ? resultText(view.end) : view.question || "";
  const legal = view.legal || [];
  $("move-form").hidden = legal.length === 0;
  fill($("legal"), legal.map((move) => {
    const option = document.createElement("option");
    option.value = move;
    return option;
  }));
  fill($("moves"), legal.slice(0, 40).map((move) => {
    const item = element("li", "");
    item.append(element("button", move, () => {
      if (move.includes("..")) $("move").value = move.replace(/(\d+)\.\.\d+\/\d+/, "$1");
      else play(move);
      $("move").focus();
    }));
    return item;
  }));
  $("say-form").hidden = seated && view.talk === "none";
  const chosen = $("to").value;
  $("to").hidden = !seated || view.talk !== "private";
  fill($("to"), [element("option", "everybody"), ...view.seats.filter((s) => s.seat !== view.as).map((s) => element("option", s.seat))]);
  $("to").value = chosen || "everybody";
}

function play(move) {
  askTable("move", { move, decision: state.view.decision });
  $("move").value = "";
}

function on(id, event, act) {
  $(id).addEventListener(event, (happening) => {
    happening.preventDefault();
    act();
  });
}

on("name-form", "submit", () => {
  const name = $("name").value.trim();
  ask("name", { name }, () => {
    state.name = name;
    show();
  });
});
on("create-form", "submit", () => {
  const clocks = { none: { kind: "none" }, live: { kind: "live", bank_s: 600, increment_s: 10 }, correspondence: { kind: "correspondence", hours: 24 } };
  ask("create", {
    game: $("game").value, players: Number($("players").value), talk: $("talk").value,
    clock: clocks[$("clock").value], public: $("public").checked,
  }, (answer) => open(answer.table));
});
on("move-form", "submit", () => play($("move").value.trim()));
on("words-form", "submit", () => askTable("words", { words: $("words").value }));
on("say-form", "submit", () => {
  const to = $("to").hidden || $("to").value === "everybody" ? {} : { to: [$("to").value] };
  askTable("say", { say: $("say").value, ...to });
  $("say").value = "";
});
on("start", "click", () => askTable("start"));
on("leave", "click", () => askTable("leave"));
on("record", "click", () => askTable("record", {}, (answer) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([answer.record], { type: "application/jsonl" }));
  link.download = "game.kbr";
  link.click();
}));
addEventListener("hashchange", () => {
  if (location.hash.slice(1) === state.table) return;
  state.table = location.hash.slice(1);
  state.view = null;
  show();
});
connect();
