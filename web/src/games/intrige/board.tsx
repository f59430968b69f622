/* The board of Intrige: palaces around a table, mine in front, the gate in the middle, and the island. */
import { useEffect, useState } from "preact/hooks";
import type { Seat } from "../../wire";
import type { BoardProps } from "../game";
import { Act, Gate } from "./gate";
import type { Draft } from "./gate";
import { Palace } from "./palace";
import { clockwise } from "./position";
import type { Position } from "./position";
import { kin } from "./sentences";
import "./style.css";
import "./room.css";
import { tapsOf } from "./taps";
import { Palm, Token } from "./token";
import { own } from "./words";

function Island({ view: { position }, naming }: BoardProps<Position>) {
  const text = own().board;
  return (
    <section class="island" data-place="island" data-what="island" aria-label={text.island}>
      <Palm />
      <h3>{text.island}</h3>
      {position.island.length ? (
        <ul>
          {position.island.map((scholar, i) => (
            <li key={i}>
              <span role="img" data-what="scholar" aria-label={text.kin(kin(naming, scholar))} title={text.kin(kin(naming, scholar))}><Token scholar={scholar} /></span>
            </li>
          ))}
        </ul>
      ) : <p class="soft">{text.islandEmpty}</p>}
    </section>
  );
}

export function Board(props: BoardProps<Position>) {
  const { view, naming } = props;
  const [kept, keep] = useState<{ decision?: number; draft: Draft }>({ draft: {} });
  const draft = kept.decision === view.decision ? kept.draft : {};
  const change = (to: Draft) => keep({ decision: view.decision, draft: { ...draft, ...to } });
  const [why, setWhy] = useState("");
  useEffect(() => setWhy(""), [view.n, kept]);
  const taps = tapsOf(props, draft.picked ?? null, (picked) => change({ picked }));
  useEffect(() => props.onPick?.(taps.picked), [taps.picked]);
  const [me, ...others] = clockwise(view.position, naming.me);
  const left = Math.ceil(others.length / 2);
  const palace = (seat: Seat) => <Palace key={seat} board={props} taps={taps} seat={seat} mine={seat === me} say={setWhy} />;
  return (
    <div class="board intrige">
      <div class="around" role="group" aria-label={own().board.name}>
        <Gate board={props} taps={taps} />
        <Act board={props} taps={taps} draft={draft} change={change} />
        {palace(me!)}
        <div class="wing">{others.slice(0, left).map(palace)}</div>
        <div class="wing">{others.slice(left).map(palace)}<Island {...props} /></div>
      </div>
      <p class="why" role="status" onClick={() => setWhy("")}>{why}</p>
    </div>
  );
}
