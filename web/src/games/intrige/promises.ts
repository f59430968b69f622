/* Promises of Intrige: how deeds are worded, and suggestions for pacts. */
import { alternatives, amountWords, isAny, partsOf, type Speech, type Voice } from "../../promises/phrase";
import { pactsOf, type Pledge } from "../../promises/pact";
import type { Ready } from "../game";
import type { Seat, View } from "../../wire";
import { disjunction, number, words } from "../../words";
import { factsOf, postsOf, professionOf, seatOf, seatsOf, type Claim, type Position, type Scholar } from "./position";
import { own } from "./words";

const text = () => own().promises;
const called = (word: string): string[] => (word === "*" ? [] : alternatives(word).map((name) => own().professions[name] ?? name));

function kinWords(word: string, form: string, voice: Voice): string {
  const [owner, profession] = partsOf(word);
  return text().kin(owner === "*" ? [] : alternatives(owner).map(voice), called(profession), form);
}

function postWords(word: string): string {
  const { post, postAny, postLeast, postMost } = text();
  const sum = number(Number(word.replace(/\D/g, "")));
  if (isAny(word)) return postAny;
  if (word.startsWith(">=")) return postLeast(sum);
  return word.startsWith("<=") ? postMost(sum) : post(disjunction(alternatives(word).map((one) => number(Number(one)))));
}

export const speech: Speech = {
  template: (verb) => (verb in text().deeds ? text().deeds[verb as keyof ReturnType<typeof text>["deeds"]] : null),
  hole(verb, args, at, form, voice) {
    const word = args[at] ?? "*";
    const kind = { pay: ["amount", "", "kin", "", "seat"], give: ["kin", "post"], banish: ["kin"], send: ["sent", "seat"] }[verb]?.[at];
    if (kind === "amount") return amountWords(word);
    if (kind === "kin") return kinWords(word, form, voice);
    if (kind === "post") return postWords(word);
    if (kind === "sent") return text().sent(called(word), form);
    return words().promises.seat(word === "*" ? [] : alternatives(word).map(voice), form);
  },
  turn: () => text().turn,
  sums: { head: "", low: 0, high: 30000, step: 1000 },
};

/** What I have promised to pay for this relative at this gate; 0 if nothing is due. */
export function promisedBribe(view: Shown, me: Seat, scholar: Scholar): number {
  const due = pactsOf(view).filter(({ state }) => state === "stood").flatMap(({ promises }) => promises)
    .filter(({ seat, verdict, sleeps }) => seat === me && (verdict ?? "open") === "open" && !sleeps);
  const sums = due.map(({ will = "" }) => Number(new RegExp(`^pay (?:>=)?(\\d+) for ${scholar} at ${view.position.turn}$`).exec(will)?.[1] ?? 0));
  return Math.max(0, ...sums);
}

type Shown = View<Position> & { position: Position };

/** States of relatives whose bribe has not been paid yet. */
const UNPAID: Claim["state"][] = ["now", "later", "unsealed"];

interface Application {
  scholar: Scholar;
  landlord: Seat;
  /** The salary of the post in question. */
  post: number;
  disputed: boolean;
  paid: boolean;
}

/** What a landlord has already sold in binding deals, and in a counter: with bonds it cannot be promised again. */
function sold({ options, turn, stage }: Position, landlord: Seat): { scholar: Scholar; post: number }[] {
  if (options.promises !== "bond" || options.deals !== "binding" || landlord !== turn || !stage) return [];
  const countered = stage.offer?.by === landlord && stage.for ? [{ scholar: stage.for, post: stage.offer.post }] : [];
  return [...stage.deals, ...countered];
}

/** The relatives in the parks, each with the best post they could get, or the post that the player pointed at. */
function applications(view: Shown, about: string | null): Application[] {
  const { position } = view;
  const facts = factsOf(view);
  const [, palace, salary] = /^post (\S+) (\d+)$/.exec(about ?? "") ?? [];
  return seatsOf(position).flatMap((landlord) => {
    const rivals = landlord === position.turn && position.stage?.kind === "internal" ? facts.claims.map(({ scholar }) => scholar) : [];
    const free = postsOf(position, landlord).filter(({ holder }) => !holder).map((post) => post.salary);
    const best = palace === landlord && free.includes(Number(salary)) ? Number(salary) : Math.max(0, ...free);
    return [...new Set([...position.park[landlord]!, ...rivals])].flatMap((scholar) => {
      const disputed = rivals.includes(scholar);
      const post = disputed ? facts.disputed! : best;
      const claims = landlord === position.turn ? facts.claims.filter((claim) => claim.scholar === scholar) : [];
      const paid = claims.length > 0 && !claims.some(({ state }) => UNPAID.includes(state));
      const gone = sold(position, landlord).some((deal) => deal.post === post || professionOf(deal.scholar) === professionOf(scholar));
      return post && !gone ? [{ scholar, landlord, post, disputed, paid }] : [];
    });
  });
}

/** Pacts between applicant and landlord: the applicant pays, or gives a post in return. */
function forPosts(view: Shown, me: Seat, about: string | null): Ready[] {
  const { position } = view;
  const { decides, first_bribes } = factsOf(view);
  const title = text().ready;
  return applications(view, about).flatMap(({ scholar, landlord, post, disputed, paid }) => {
    const applicant = seatOf(scholar);
    if (applicant === landlord || (applicant !== me && landlord !== me)) return [];
    const term = decides[landlord]!;
    const other = applicant === me ? landlord : applicant;
    const give: Pledge = { seat: landlord, will: `give ${scholar} ${post}`, term };
    const pay: Pledge = { seat: applicant, will: `pay >=${first_bribes[post]} for ${scholar} at ${landlord}`, term };
    const back: Pledge = { seat: applicant, will: `give ${landlord}.* >=${post}`, term: "next" };
    const common = { about: [`scholar ${scholar}`, `post ${landlord} ${post}`, `seat ${other}`], with: [other] };
    const mine = (pledges: Pledge[]): Pledge[] => [...pledges].sort((a, b) => Number(b.seat === me) - Number(a.seat === me));
    return [
      ...(paid ? [] : [{ kind: "bribe", title: disputed && applicant === me ? title.settle : title.bribe, promises: mine([pay, give]), ...common, ...(position.options.bribes === "sealed" ? { secret: true } : {}) }]),
      { kind: "post", title: title.post, promises: mine([give, back]), ...common },
    ];
  });
}

/** Pacts that keep rivals away: from a palace where I have a relative of that profession, and from my own gate. */
function keepingAway(position: Position, me: Seat): Ready[] {
  const title = text().ready;
  const others = seatsOf(position).filter((seat) => seat !== me);
  const mine = seatsOf(position).filter((landlord) => landlord !== me).flatMap((landlord) =>
    [...new Set([...position.park[landlord]!, ...postsOf(position, landlord).flatMap(({ holder }) => holder ?? [])])].filter((scholar) => seatOf(scholar) === me).map((scholar) => ({ landlord, scholar })));
  const compete = mine.flatMap(({ landlord, scholar }) => others.filter((seat) => seat !== landlord).map((seat): Ready => ({
    kind: "compete", title: title.compete, about: [`scholar ${scholar}`, `seat ${seat}`], with: [seat],
    promises: [{ seat, wont: `send ${professionOf(scholar)} ${landlord}`, term: "next" }],
  })));
  const away = others.map((seat): Ready => ({
    kind: "send", title: title.send, about: [`seat ${seat}`, `seat ${me}`], with: [seat],
    promises: [{ seat: me, wont: `send * ${seat}`, term: "next" }, { seat, wont: `send * ${me}`, term: "next" }],
  }));
  const threats = others.map((seat): Ready => ({
    kind: "threat", title: title.threat, about: [`seat ${seat}`], with: [],
    promises: [{ seat: me, wont: `give ${seat}.* *`, term: "game", if: { seat, deed: `banish ${me}.*` } }],
  }));
  return [...compete, ...away, ...threats];
}

export const ready = (view: Shown, me: Seat, about: string | null): Ready[] => [...forPosts(view, me, about), ...keepingAway(view.position, me)];
