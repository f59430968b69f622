/* English words of the guides: what a first game is told, by the verb of what may be done. */
import type { GameName } from "../wire";

export const en = {
  title: "Guide",
  first: "With a guide",
  firstOf: (game: string) => `First game, with a guide: ${game}`,
  understood: "Understood",
  enough: "No more hints",
  lessons: {
    intrige: {
      begin: "You have a palace with four posts, and relatives who need work. They work in the palaces of others, and the others’ relatives in yours. Who has the most cash after five rounds wins. Whatever is framed by a dashed line can be chosen.",
      send: "Send two relatives into the parks of other palaces. When that landlord’s turn comes, he must deal with them. Alone in their profession they are sure of a post; where one of theirs waits or sits already, one of them will end on the island.",
      bribe: "Your relative applies, and the landlord wants to see money. Pay what the post may bring you until the end, or less if you trust him. He keeps the bribe whatever he decides. Talk first: that is free.",
      offer: "Here you may put a deal on the table before you pay: this sum for that post. The landlord accepts, refuses, or names a price of his own.",
      place: "You are the landlord now. He must have a post, but which one is your affair. A good post feeds another’s purse in every round to come; the bribe he paid is yours already.",
      hire: "Several want the same kind of post. Choose one, and his post; the others go to the island for good. No bribe binds you, but people remember.",
      settle: "Somebody wants the post of one who sits. Keep the old one or take a new one; the rest go to the island.",
      accept: "An answer is owed. Accepting means what the deal says, post and sum. In loose deals a word can be broken, and everybody sees who did.",
    },
    integralis: {
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
    incorporated: {
      begin: "You run a department. Each initiative needs a task from everybody’s hand; if all its tasks are done, each department scores its own tasks in it; if one is missing, all lose double. Too many failures in a round, and nobody wins.",
      play: "Put a task into this initiative. It belongs to the department of its suit, not to you: it must staff it, gain by it or suffer for it.",
      staff: "A task of your department: put a coin on it. At home a coin counts one more than it shows; if that is enough, the task is done at once. Otherwise everybody is asked for help.",
      commit: "The task is still open. Hide as many coins as you like to spend on it, or none, and all fists open together. At the end of the round the sum must be more than the task.",
      manage: "Put your manager on an open task: helping adds two, hindering takes two. Who comes later sees more.",
    },
  } satisfies Record<GameName, Record<string, string>> as Record<GameName, Record<string, string>>,
};
