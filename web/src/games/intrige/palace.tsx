/* A palace: its posts, its park, and the family at home. */
import type { ComponentChildren } from "preact";
import { SeatMark } from "../../seat";
import type { Seat } from "../../wire";
import { number } from "../../words";
import type { BoardProps } from "../game";
import { factsOf, postsOf, salariesOf, worthOf } from "./position";
import type { Position, Post, Scholar } from "./position";
import { counted, kin, who } from "./sentences";
import { whyNot } from "./taps";
import type { Taps } from "./taps";
import { Chair, Emblem, Hourglass, Token } from "./token";
import { own } from "./words";

export interface PieceProps {
  label: string;
  class: string;
  tap?: () => void;
  pressed?: boolean;
  /** Identifies the piece when a player points at it for a promise. */
  about?: string;
  /** Its kind, if that is not the first word of `about`. */
  what?: string;
  /** Called when the piece is pressed but cannot be chosen. */
  explain?(): void;
  /** The first of its group: Tab reaches it even if it cannot be chosen. Arrow keys lead to the others. */
  first?: boolean;
  children: ComponentChildren;
}

export function Piece({ label, class: kind, tap, pressed, about, what, explain, first, children }: PieceProps) {
  return (
    <button type="button" class={`piece ${kind}${tap ? " choosable" : ""}${pressed ? " picked" : ""}`}
      data-about={about} data-what={what} data-place={about} aria-disabled={!tap} aria-pressed={pressed} tabIndex={tap || first ? 0 : -1} onClick={tap ?? explain}>
      <span class="quiet">{label}</span>
      <span class="drawn" aria-hidden="true">{children}</span>
    </button>
  );
}

/** Arrow keys move the focus between the pieces of a group. */
export function onArrow(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step || !(event.target as Element).matches(".piece")) return;
  const pieces = [...(event.currentTarget as Element).querySelectorAll<HTMLElement>(".piece")];
  const next = pieces[(pieces.indexOf(event.target as HTMLElement) + step + pieces.length) % pieces.length];
  next?.focus();
  event.preventDefault();
}

const Roof = () => (
  <svg class="roof" viewBox="0 0 240 30" preserveAspectRatio="none" aria-hidden="true">
    <path class="gable" d="M0 30 L12 22 H84 L120 2 L156 22 H228 L240 30Z" />
    <path class="moulding" d="M96 22 L120 9 L144 22Z M4 27H236" />
  </svg>
);

interface PalaceProps {
  board: BoardProps<Position>;
  taps: Taps;
  seat: Seat;
  /** The palace at the front, which is mine unless I am a spectator. */
  mine: boolean;
  say(text: string): void;
}

export function Palace({ board, taps, seat, mine, say }: PalaceProps) {
  const { view, naming, recent } = board;
  const { position, end } = view;
  const text = own().board;
  const owner = who(naming, seat);
  const cash = position.cash[seat] ?? end?.scores[seat] ?? null;
  const salaries = number(salariesOf(position, seat));
  const whole = taps.palace(seat);
  const disputed = seat === position.turn ? factsOf(view).disputed : null;
  const explain = (what: string, piece: { post?: Post; scholar?: Scholar }) => (whole ? undefined : () => say(`${what}. ${whyNot(board, taps, seat, piece)}`));
  const sent = recent.filter(({ kind, palace }) => kind === "sends" && palace === seat).map(({ scholar }) => scholar);

  const postPiece = (post: Post, i: number) => {
    const { salary, holder } = post;
    const left = holder ? worthOf(view, salary, holder) : 0;
    const brings = left ? number(left) : null;
    const given = recent.some((event) => event.kind === "gets_post" && event.seat === seat && event.post === salary);
    const label = [text.post(number(salary)), holder ? text.kin(kin(naming, holder)) : text.free, brings && text.brings(brings), disputed === salary && text.disputed];
    const name = label.filter(Boolean).join(", ");
    return (
      <Piece key={salary} class={`post${disputed === salary ? " disputed" : ""}`} label={name} about={holder ? `scholar ${holder}` : `post ${seat} ${salary}`} what="post" first={i === 0} tap={taps.post(seat, post)} explain={explain(name, { post })}>
        <span class="niche">{holder ? <Token scholar={holder} fresh={given} /> : <Chair />}</span>
        <span class="salary">{number(salary)}</span>
        <span class="brings">{brings ? <><Hourglass /> {brings}</> : holder ? null : text.free}</span>
      </Piece>
    );
  };
  const applicant = (scholar: Scholar, i: number) => {
    const name = text.kin(kin(naming, scholar));
    const fresh = sent.includes(scholar);
    /* Rule I-5: of identical relatives the landlord means the holder of a post, or else the first. */
    const first = position.park[seat]!.indexOf(scholar) === i && !postsOf(position, seat).some(({ holder }) => holder === scholar);
    const tap = first && seat === position.turn ? taps.scholar(scholar) : undefined;
    return (
      <Piece key={i} class="applicant" about={`scholar ${scholar}`} label={fresh ? `${name}, ${text.justSent}` : name} tap={tap} pressed={tap && taps.picked === scholar} explain={explain(name, { scholar })}>
        <Token scholar={scholar} fresh={fresh} />
      </Piece>
    );
  };
  const relative = ([profession, n]: [string, number]) => {
    const tap = seat === naming.me ? taps.relative(profession) : undefined;
    return tap ? (
      <Piece key={profession} class="relative" label={text.count(n, profession)} tap={tap} pressed={taps.picked === profession}>
        <Emblem profession={profession} /> {n}
      </Piece>
    ) : (
      <span key={profession} class="relative" role="img" aria-label={text.count(n, profession)} title={text.count(n, profession)}>
        <Emblem profession={profession} /> {n}
      </span>
    );
  };
  return (
    <section class={`palace${mine ? " mine" : ""} seat-${seat}${whole ? " choosable" : ""}${seat === position.turn ? " acting" : ""}`} aria-label={text.palace(owner)} data-about={`seat ${seat}`} data-what="post"
      onClick={whole} onKeyDown={onArrow}>
      <Roof />
      <header>
        <SeatMark seat={seat} size={30} />
        <h3>{owner.me ? text.palace(owner) : owner.name}{seat === position.turn ? <small>{text.turn}</small> : null}</h3>
        <span class="purse" data-what="cash" data-place={`purse ${seat}`} role="img" aria-label={`${cash === null ? text.cashHidden : text.cash(number(cash))}, ${text.perTurn(salaries)}`}>
          {cash === null ? <i>{text.hidden}</i> : <b>{number(cash)}</b>}
          <small>+{text.each(salaries)}</small>
        </span>
      </header>
      <div class="posts">{postsOf(position, seat).map(postPiece)}</div>
      <div class="park" data-what="park" data-place={`park ${seat}`} role="group" aria-label={text.park}>
        {position.park[seat]!.map(applicant)}
        {position.park[seat]!.length || whole ? null : <span class="soft">{text.park}: {text.parkEmpty}</span>}
        {whole ? <button type="button" class="here choosable">{text.sendHere}</button> : null}
      </div>
      <div class="family" data-what="scholar" data-place={`home ${seat}`} role="group" aria-label={text.home}>
        <span class="soft">{text.home}</span>
        {counted(position.home[seat]!).map(relative)}
        {position.home[seat]!.length ? null : <span class="soft">{text.homeEmpty}</span>}
      </div>
    </section>
  );
}
