/* The gate: the relatives at the gate in this stage, and what I may do about them. */
import { Amount, within } from "../../amount";
import { movesOf, sums } from "../../legal";
import { SeatMark } from "../../seat";
import { number } from "../../words";
import type { BoardProps } from "../game";
import { clockwise, factsOf, isMuch, offersOf, postsOf, professionOf, seatOf, underway, worthOf } from "./position";
import type { Claim, Position, Terms } from "./position";
import { Offers } from "./offers";
import { promisedBribe } from "./promises";
import { Piece } from "./palace";
import { claimState, counted, kin, who } from "./sentences";
import type { Taps } from "./taps";
import { Emblem, Token } from "./token";
import { own } from "./words";

type Props = BoardProps<Position>;

/** A partly chosen move. It belongs to one decision and is kept while the move waits for confirmation. */
export interface Draft {
  picked?: string;
  amount?: number;
  post?: number;
  countering?: boolean;
}
interface Drafting {
  draft: Draft;
  change(to: Draft): void;
}

/** A choice of posts, by salary. */
function Posts({ posts, chosen, onChoose }: { posts: number[]; chosen: number; onChoose(post: number): void }) {
  const text = own().act;
  return (
    <div class="row" role="group" aria-label={text.postFor}>
      <span>{text.postFor}</span>
      {posts.map((post) => (
        <button key={post} type="button" class={`plate${post === chosen ? " picked" : ""}`} aria-pressed={post === chosen} onClick={() => onChoose(post)}>{number(post)}</button>
      ))}
    </div>
  );
}

/** The posts that legal moves with this verb name, best first. */
const postsFor = (legal: string[], verb: string): number[] => movesOf(legal, verb).map(([post]) => Number(post)).sort((a, b) => b - a);

function Bribe({ view, naming, legal, choose, draft, change }: Props & Drafting) {
  const { position } = view;
  const { claims, proposals } = factsOf(view);
  const text = own().act;
  const sealing = position.options.bribes === "sealed";
  const claim = claims.find(({ state, scholar }) => (state === "now" || state === "unsealed") && seatOf(scholar) === naming.me);
  const run = sums(legal, "bribe ");
  const posts = postsFor(legal, "offer");
  if (!run || !claim) return null;
  const amount = within(run, draft.amount ?? claim.deal?.amount ?? promisedBribe(view, naming.me, claim.scholar));
  const post = draft.post ?? posts[0];
  const landlord = who(naming, position.turn!);
  const relative = kin(naming, claim.scholar);
  const sum = number(amount);
  const sealed = position.stage!.sealed[naming.me] ?? [];
  const spent = typeof sealed === "number" ? 0 : sealed.reduce((total, one) => total + one, 0);
  const broke = (position.cash[naming.me] ?? 0) <= spent;
  const offerRun = post === undefined ? null : sums(legal, `offer ${post} for `);
  return (
    <>
      {claim.deal ? (
        <p>{text.dealMade(number(claim.deal.post), number(claim.deal.amount))} {position.options.deals === "binding" ? text.dealBinding : text.dealLoose}</p>
      ) : null}
      {run.low < run.high ? (
        <>
          {broke ? <p>{text.broke}</p> : null}
          <Amount run={run} label={text.bribe(landlord, relative)} amount={amount} onChange={(amount) => change({ amount })} />
        </>
      ) : (
        <p>{text.bribe(landlord, relative)}. {broke ? text.broke : text.onlySum(sum)}</p>
      )}
      {offerRun && post !== undefined ? <Posts posts={posts} chosen={post} onChoose={(post) => change({ post })} /> : null}
      <div class="row">
        <button type="button" class="main"
          onClick={() => choose({ move: `bribe ${amount}`, words: amount === 0 ? text.payNothingFor(landlord, relative) : (sealing ? text.sealFor : text.payFor)(landlord, relative, sum), final: amount === 0 || isMuch(position, naming.me, amount) || amount < (claim.deal?.amount ?? 0) })}>
          {amount === 0 ? text.payNothing : sealing ? text.seal(sum) : text.pay(sum)}
        </button>
        {offerRun && post !== undefined && amount >= offerRun.low && amount <= offerRun.high ? (
          <button type="button" class="main" onClick={() => choose({ move: `offer ${post} for ${amount}`, words: text.offer(number(post), sum) })}>
            {text.offer(number(post), sum)}
          </button>
        ) : null}
      </div>
      {offerRun ? <p class="soft">{text.proposalsLeft(proposals - position.stage!.offers)}</p> : null}
    </>
  );
}

function Counter({ legal, choose, view: { position }, naming, draft, change, offer }: Props & Drafting & { offer: Terms }) {
  const text = own().act;
  const posts = postsFor(legal, "counter");
  const post = draft.post ?? (posts.includes(offer.post) ? offer.post : posts[0]!);
  const run = sums(legal, `counter ${post} for `);
  if (!run) return null;
  const amount = within(run, draft.amount ?? offer.amount + run.step);
  return (
    <>
      <Amount run={run} label={text.askLabel(kin(naming, position.stage!.for!))} amount={amount} onChange={(amount) => change({ amount })} />
      <Posts posts={posts} chosen={post} onChoose={(post) => change({ post })} />
      <button type="button" class="main" onClick={() => choose({ move: `counter ${post} for ${amount}`, words: text.ask(number(post), number(amount)) })}>
        {text.ask(number(post), number(amount))}
      </button>
    </>
  );
}

function Answer(props: Props & Drafting) {
  const { view: { position }, legal, choose, draft: { countering = false }, change } = props;
  const text = own().act;
  const offer = position.stage?.offer;
  if (!offer || !legal.length) return null;
  const terms = [number(offer.post), number(offer.amount)] as const;
  const mayCounter = postsFor(legal, "counter").length > 0;
  return (
    <>
      {legal.includes("accept") ? null : <p>{text.cannotPay}</p>}
      <div class="row">
        {legal.includes("accept") ? (
          <button type="button" class="main" onClick={() => choose({ move: "accept", words: text.accept(...terms) })}>{text.accept(...terms)}</button>
        ) : null}
        {legal.includes("refuse") ? <button type="button" onClick={() => choose({ move: "refuse", words: text.refuse })}>{text.refuse}</button> : null}
        {mayCounter ? <button type="button" aria-expanded={countering} onClick={() => change({ countering: !countering })}>{text.counter}</button> : null}
      </div>
      {mayCounter && countering ? <Counter {...props} offer={offer} /> : null}
    </>
  );
}

/** The posts that the relative may be given, each with what it will bring the family. */
function Give({ board: { view, naming, legal }, taps }: { board: Props; taps: Taps }) {
  const { position } = view;
  const { act, board } = own();
  const to = movesOf(legal, "place")[0]?.[0] ?? taps.picked;
  if (!to) return null;
  return (
    <>
      <p>{act.giveWhich(kin(naming, to))}</p>
      <div class="choices">
        {postsOf(position, position.turn!).map((post) => {
          const tap = taps.post(position.turn!, post);
          if (!tap) return null;
          const brings = board.brings(number(worthOf(view, post.salary, to)));
          return (
            <Piece key={post.salary} class="choice" label={`${board.post(number(post.salary))}, ${brings}`} tap={tap}>
              <b>{act.salary(number(post.salary))}</b>
              <small>{brings}</small>
            </Piece>
          );
        })}
      </div>
    </>
  );
}

function Send({ board: { view: { position }, naming }, taps }: { board: Props; taps: Taps }) {
  const { act, board } = own();
  return (
    <>
      <p>{act.sendWho}</p>
      <div class="choices">
        {counted(position.home[naming.me] ?? []).map(([profession, n]) => (
          <Piece key={profession} class="choice" label={board.count(n, profession)} tap={taps.relative(profession)} pressed={taps.picked === profession}>
            <Emblem profession={profession} />
            <small>{board.count(n, profession)}</small>
          </Piece>
        ))}
      </div>
      {taps.picked ? (
        <>
          <p>{act.sendWhere(taps.picked)}</p>
          <div class="choices">
            {clockwise(position, naming.me).map((seat) => {
              const tap = taps.palace(seat);
              return tap ? (
                <Piece key={seat} class="choice" label={act.send(taps.picked!, who(naming, seat))} tap={tap}>
                  <SeatMark seat={seat} />
                  <small>{naming.of(seat)}</small>
                </Piece>
              ) : null;
            })}
          </div>
        </>
      ) : null}
    </>
  );
}

/** A relative at the gate. It is a button if the landlord may choose it. If two are alike, only the first is. */
function ClaimLine({ claim, first, naming, taps }: { claim: Claim; first: boolean; naming: Props["naming"]; taps: Taps }) {
  const name = own().board.kin(kin(naming, claim.scholar));
  const state = claimState(claim);
  const tap = first ? taps.scholar(claim.scholar) : undefined;
  const inside = (
    <>
      <Token scholar={claim.scholar} />
      <span><b>{name}</b> <small>{state}</small></span>
    </>
  );
  return (
    <li class={claim.state} data-about={`scholar ${claim.scholar}`} data-place={`claim ${claim.scholar}`}>
      {tap ? <Piece class="claim" label={`${name}, ${state}`} tap={tap} pressed={taps.picked ? taps.picked === claim.scholar : undefined}>{inside}</Piece> : <div class="claim">{inside}</div>}
    </li>
  );
}

/** What I may do now. Its place is fixed; it is empty between my decisions. */
export function Act({ board, taps, ...drafting }: { board: Props; taps: Taps } & Drafting) {
  const { view: { decision, position: { step } }, legal } = board;
  return (
    <section class="act" aria-label={own().act.title}>
      {legal.length && step === "bribe" ? <Bribe key={decision} {...board} {...drafting} /> : null}
      {legal.length && step === "answer" ? <Answer key={decision} {...board} {...drafting} /> : null}
      {legal.length && (step === "place" || step === "hire") ? <Give board={board} taps={taps} /> : null}
      {legal.length && step === "send" ? <Send board={board} taps={taps} /> : null}
    </section>
  );
}

export function Gate({ board, taps }: { board: Props; taps: Taps }) {
  const { view, naming, legal, past } = board;
  const { position } = view;
  const text = own();
  const { stage, step, turn } = position;
  const { claims, disputed, rounds } = factsOf(view);
  const title = () => {
    if (step === "start") return text.gate.before;
    if (step === "over" || !turn) return text.gate.over;
    return stage ? text.gate.at(who(naming, turn)) : text.gate.sending(who(naming, turn));
  };
  const sent = step === "send" ? underway(past) : [];
  return (
    <section class="gate resume" data-place="bank" aria-label={title()} tabIndex={-1}>
      <header>
        <h2>{title()}</h2>
        {position.round ? <span class="soft">{text.board.round(position.round, rounds)}</span> : null}
      </header>
      {stage ? <p class="soft">{stage.kind === "internal" ? text.gate.internal(number(disputed!)) : text.gate[stage.kind]}</p> : null}
      {legal.length && step === "hire" ? <p>{text.act.hireWho}</p> : null}
      {legal.length && step === "settle" ? <p>{text.act.settleWho(number(disputed!))}</p> : null}
      {claims.length ? (
        <ul class="claims">
          {claims.map((claim, i) => (
            <ClaimLine key={i} claim={claim} naming={naming} taps={taps} first={claims.findIndex(({ scholar }) => scholar === claim.scholar) === i} />
          ))}
        </ul>
      ) : null}
      {sent.length ? (
        <p class="underway row">
          <span>{text.board.underway}</span>
          {sent.map(({ scholar, palace }, i) => (
            <span key={i} class="row" role="img" aria-label={text.act.send(professionOf(scholar), who(naming, palace))}>
              <Token scholar={scholar} /> → <SeatMark seat={palace} />
            </span>
          ))}
        </p>
      ) : null}
      <Offers offers={offersOf(view, past)} about={stage?.for ?? null} naming={naming} />
    </section>
  );
}
