/* The rules of a game, rendered from its RULES.md. Supports a small part of Markdown and no HTML. */
import { Fragment } from "preact";
import { useEffect, useState } from "preact/hooks";
import { names } from "../games/facts";
import type { Pictures } from "../games/game";
import { games, titleOf } from "../games/games";
import type { GameName } from "../wire";
import { words } from "../words";

const pages = import.meta.glob<string>("../../../games/*/RULES.md", { query: "?raw", import: "default" });

/** Bold, italic and code within a line. */
function spans(text: string): (string | preact.JSX.Element)[] {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*)/).map((part, i) =>
    part.startsWith("**") ? <strong key={i}>{part.slice(2, -2)}</strong>
      : part.startsWith("`") ? <code key={i}>{part.slice(1, -1)}</code>
        : /^\*.+\*$/.test(part) ? <em key={i}>{part.slice(1, -1)}</em> : part);
}

function cells(row: string): string[] {
  return row.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
}

/** The title of the chapter that a block begins, or null. */
const chapterOf = (block: string): string | null => /^## (.*)$/.exec(block)?.[1] ?? null;
const idOf = (chapter: string): string => `chapter-${chapter.replace(/\W+/g, "-")}`;
/** The number of a heading: "5.2" of "### 5.2 Applications". */
const numberOf = (block: string): string | undefined => /^#+ ([\d.]+) /.exec(block)?.[1];

function Block({ text }: { text: string }) {
  const chapter = chapterOf(text);
  if (chapter) return <h2 id={idOf(chapter)} tabIndex={-1}>{spans(chapter)}</h2>;
  const heading = /^(#+) (.*)$/.exec(text);
  if (heading) return heading[1]!.length === 1 ? <h1>{spans(heading[2]!)}</h1> : <h3 id={`rule-${numberOf(text)}`} tabIndex={-1}>{spans(heading[2]!)}</h3>;
  const lines = text.split("\n");
  if (lines.every((line) => line.trim().startsWith("|"))) {
    const [head, , ...rows] = lines.map(cells);
    return (
      <div class="scroll" tabIndex={0} role="region" aria-label={head!.filter(Boolean).join(", ")}>
        <table>
          <thead><tr>{head!.map((cell, i) => <th key={i} scope="col">{spans(cell)}</th>)}</tr></thead>
          <tbody>{rows.map((row, i) => <tr key={i}>{row.map((cell, at) => <td key={at}>{spans(cell)}</td>)}</tr>)}</tbody>
        </table>
      </div>
    );
  }
  if (lines.every((line) => line.startsWith("    ")) || text.startsWith("```")) return <pre tabIndex={0}>{text.replace(/^```.*\n?|```$/gm, "").replace(/^ {4}/gm, "")}</pre>;
  if (/^ *[-*] /.test(text)) {
    return <ul>{text.split(/^ *[-*] /m).slice(1).map((item, i) => <li key={i}>{spans(item.replace(/\s+/g, " "))}</li>)}</ul>;
  }
  if (/^ *1\. /.test(text)) return <ol>{text.split(/^ *\d+\. /m).slice(1).map((item, i) => <li key={i}>{spans(item.replace(/\s+/g, " "))}</li>)}</ol>;
  const numbered = /^([A-Z]?-?\d+(?:\.\d+)*) (.*)$/s.exec(text.trim());
  const body = spans((numbered ? numbered[2]! : text).replace(/\s+/g, " "));
  return numbered ? <p class="rule" tabIndex={-1} id={`rule-${numbered[1]}`}><b>{numbered[1]}</b> {body}</p> : <p>{body}</p>;
}

/** Blocks are separated by blank lines. Fenced code is one block, even with blank lines inside. */
const blocksOf = (page: string): string[] =>
  page.split(/(^```[^]*?^```$)/m).flatMap((part) => (part.startsWith("```") ? [part] : part.split(/\n\s*\n/))).map((part) => part.replace(/^\n+|\s+$/g, "")).filter(Boolean);

/** The blocks of a chapter or paragraph: up to the next heading, or the next numbered paragraph. */
function partOf(blocks: string[], at: string): string[] {
  const from = blocks.findIndex((block) => numberOf(block) === at || block.startsWith(`${at} `));
  const isEnd = (block: string) => block.startsWith("#") || (!blocks[from]?.startsWith("#") && /^\d+(\.\d+)+ /.test(block));
  const end = blocks.findIndex((block, i) => i > from && isEnd(block));
  return from < 0 ? [] : blocks.slice(from, end < 0 ? undefined : end);
}

/** One chapter or paragraph of the rules. */
export function Paragraph({ game, at }: { game: GameName; at: string }) {
  const [page, setPage] = useState("");
  useEffect(() => void pages[`../../../games/${game}/RULES.md`]!().then(setPage), [game]);
  return <div class="paragraph" lang="en">{partOf(blocksOf(page), at).map((text, i) => <Block key={i} text={text} />)}</div>;
}

/** Scrolls to a chapter and moves the focus there. A link cannot do it, since the hash is the address of the page. */
const goTo = (chapter: string): void => show(document.getElementById(idOf(chapter)));

function show(heading: HTMLElement | null): void {
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}

/** The table of contents: beside the page in a wide window, folded above it in a narrow one. */
function Contents({ blocks }: { blocks: string[] }) {
  const text = words().house.contents;
  const chapters = blocks.map(chapterOf).filter((chapter) => chapter !== null);
  return (
    <details class="contents" open={matchMedia("(min-width: 64rem)").matches}>
      <summary>{text}</summary>
      <nav aria-label={text}>
        <ul lang="en">{chapters.map((chapter) => <li key={chapter}><button type="button" class="plain" onClick={() => goTo(chapter)}>{chapter}</button></li>)}</ul>
      </nav>
    </details>
  );
}

/** A drawing with its caption, which says the same in words. */
function Picture({ game, of: { says, drawing } }: { game: GameName; of: ReturnType<Pictures["pictures"]>[number] }) {
  return <figure><div class={`drawing ${games[game].scope}`} aria-hidden="true">{drawing}</div><figcaption>{says}</figcaption></figure>;
}

/** `at`: the number of a chapter or paragraph to show first. */
export function Rules({ game, at }: { game: GameName; at?: string }) {
  const [page, setPage] = useState("");
  const [drawn, setDrawn] = useState<Pictures | null>(null);
  useEffect(() => void games[game].pictures?.().then(setDrawn), [game]);
  useEffect(() => void pages[`../../../games/${game}/RULES.md`]!().then(setPage), [game]);
  const blocks = blocksOf(page);
  const pictures = drawn?.pictures();
  /* Again when the pictures are there, since they move what is below them. */
  useEffect(() => {
    const chapter = blocks.map(chapterOf).find((title) => title?.startsWith(`${at} `));
    if (at && page) show(document.getElementById(chapter ? idOf(chapter) : `rule-${at}`));
  }, [page, at, drawn]);
  return (
    <main class="rules" data-room={game}>
      <nav class="row">{names.map((name) => <a key={name} class="button" aria-current={name === game ? "page" : undefined} href={`#rules/${name}`}>{titleOf(name)}</a>)}</nav>
      {words().house.rulesNote ? <p class="soft">{words().house.rulesNote}</p> : null}
      {page ? <Contents blocks={blocks} /> : null}
      <article lang="en">
        {blocks.map((text, i) => {
          const picture = pictures?.find((one) => one.at === numberOf(text));
          return <Fragment key={i}><Block text={text} />{picture ? <div lang={document.documentElement.lang}><Picture game={game} of={picture} /></div> : null}</Fragment>;
        })}
      </article>
    </main>
  );
}
