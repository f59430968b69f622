/* Texts about Integralis outside its board, in English. */
import type { About } from "../game";

export const about: About = {
  title: "Integralis",
  blurb: "Run a bookbindery's machines with overtime, sabotage and bought workers.",
  editions: {},
  options: {
    meeting: { label: "Team meeting", values: { all: "calls a whole team home", machine: "calls home who stands at one machine", absent: "is not in the game" }, chips: { machine: "meeting at one machine", absent: "no team meetings" } },
    money: { label: "Money", values: { open: "seen by everybody", hidden: "hidden" }, chips: { hidden: "hidden money" } },
    markers: { label: "Finished tasks", values: { may: "may be covered, or not", must: "are covered" }, chips: { must: "tasks always covered" } },
  },
  lessons: {
    begin: "You lead a team in a bookbindery. Take orders, put workers at machines, and play a closing card: only at closing time is anything produced. When somebody has finished three orders, the most money wins.",
    take: "Take an order from the row: it says which work it needs and what it pays. Begin with one whose machines are free.",
    play: "Two actions in a turn must be used. Play a worker to a machine that is empty or yours: his labour, with all others there, makes tasks at closing time. Cards that stop others are better kept until it hurts.",
    draw: "Nothing to play? Draw, or trade cards for others. Hands are cut back to five only at closing time.",
    end: "Your actions are used. You may still spend money: repair a machine, tempt a chief, bribe a worker. Then end your turn.",
    counter: "Somebody attacks you, and you hold the card that stops it. It costs no action.",
    pass: "You are asked whether you counter, as everybody is who could be hit, with or without the card. Passing tells nobody anything.",
    accept: "Somebody offers money if you take this worker back. Refused, they may offer more, three times at most; or demand a sum yourself, once for each offer.",
    resist: "Your worker is being bribed. Let him go, or resist: then both choose a sum in secret, and the higher pays and decides.",
    bid: "Choose your sum in secret. The higher one is paid to the bank, the lower costs nothing.",
    cover: "Your machine has made a task that your orders want. Choose where it counts.",
    waive: "You need not cover it: markers you give up are lost. Who finishes an order is paid for it, and three finished orders end the game.",
    under: "More than five cards: put some under your deck. They come back when the deck is drawn down to them.",
  },
  refusals: {},
};
