/* Texts about Incorporated outside its board, in English. */
import type { About } from "../game";

export const about: About = {
  title: "Incorporated",
  blurb: "Share the company's work, or let it fail and blame the others.",
  editions: {},
  options: {
    finish: { label: "A task is done", values: { above: "above its value", reach: "at its value" }, chips: { reach: "done at its value" } },
  },
  lessons: {
    begin: "You run a department. Each initiative needs a task from everybody’s hand; if all its tasks are done, each department scores its own tasks in it; if one is missing, all lose double. Too many failures in a round, and nobody wins.",
    play: "Put a task into this initiative. It belongs to the department of its suit, not to you: it must staff it, gain by it or suffer for it.",
    staff: "A task of your department: put a coin on it. At home a coin counts one more than it shows; if that is enough, the task is done at once. Otherwise everybody is asked for help.",
    commit: "The task is still open. Hide as many coins as you like to spend on it, or none, and all fists open together. At the end of the round the sum must be more than the task.",
    manage: "Put your manager on an open task: helping adds two, hindering takes two. Who comes later sees more.",
  },
  refusals: {},
  seats: { suns: { name: "Suns", mark: "S" }, moons: { name: "Moons", mark: "M" }, crowns: { name: "Crowns", mark: "C" }, arms: { name: "Arms", mark: "A" } },
};
