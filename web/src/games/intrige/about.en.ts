/* Texts about Intrige outside its board, in English. */
import type { About } from "../game";

export const about: About = {
  title: "Intrige",
  blurb: "Send relatives to each other's palaces, bribe for posts, break promises.",
  editions: { mayfair2005: "Mayfair 2005", amigo2003: "Amigo 2003", fxschmid1994: "FX Schmid 1994" },
  options: {
    bribes: { label: "Bribes", values: { open: "open", sealed: "sealed: all at once, seen by landlord and payer only" }, chips: { sealed: "sealed bribes" } },
    refund: { label: "Banished relatives", values: { no: "their bribe is lost", yes: "their bribe is paid back" }, chips: { yes: "bribes paid back" } },
    deals: { label: "Offers before a bribe", values: { none: "only in talk", loose: "loose: a promise may be broken", binding: "binding: a promise is enforced" }, chips: { loose: "loose deals", binding: "binding deals" } },
    money: { label: "Cash", values: { hidden: "hidden", open: "seen by everybody" }, chips: { open: "open cash" } },
    defence: { label: "Who holds a disputed post", values: { must: "must pay", may: "may pay nothing" }, chips: { may: "holders may pay nothing" } },
  },
  lessons: {
    begin: "You have a palace with four posts, and relatives who need work. They work in the palaces of others, and the others’ relatives in yours. Who has the most cash after five rounds wins. Whatever is framed by a dashed line can be chosen.",
    send: "Send two relatives into the parks of other palaces. When that landlord’s turn comes, he must deal with them. Alone in their profession they are sure of a post; where one of theirs waits or sits already, one of them will end on the island.",
    bribe: "Your relative applies, and the landlord wants to see money. Pay what the post may bring you until the end, or less if you trust him. He keeps the bribe whatever he decides. Talk first: that is free.",
    offer: "Here you may put a deal on the table before you pay: this sum for that post. The landlord accepts, refuses, or names a price of his own.",
    place: "You are the landlord now. He must have a post, but which one is your affair. A good post feeds another’s purse in every round to come; the bribe he paid is yours already.",
    hire: "Several want the same kind of post. Choose one, and his post; the others go to the island for good. No bribe binds you, but people remember.",
    settle: "Somebody wants the post of one who sits. Keep the old one or take a new one; the rest go to the island.",
    accept: "An answer is owed. Accepting means what the deal says, post and sum. In loose deals a word can be broken, and everybody sees who did.",
  },
  refusals: {},
};
