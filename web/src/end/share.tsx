/* The picture of a finished game, to send to friends: the winner, the standings over time, and the story in a few lines. */
import { render } from "preact";
import { games } from "../games/games";
import { ChartLines, isFlat } from "../table/chart";
import { say } from "../toast";
import { number, words } from "../words";
import { paint } from "./paint";
import { Medal, NobodyWon, Sign, Wreath } from "./pictures";
import type { Telling } from "./telling";
import { storyWords } from "./words";

const [WIDTH, HEIGHT] = [1200, 630];
const [LINE_CHARACTERS, LINES_MAX, VERDICT_MAX] = [46, 2, 24];

/** SVG does not wrap text. */
function wrapped(text: string): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    if (lines.at(-1)!.length + word.length > LINE_CHARACTERS) lines.push(word);
    else lines[lines.length - 1] = `${lines.at(-1)} ${word}`.trim();
  }
  return lines.length > LINES_MAX ? [...lines.slice(0, LINES_MAX - 1), `${lines[LINES_MAX - 1]} …`] : lines;
}

function Picture({ telling }: { telling: Telling }) {
  const { view, verdict, lead, standings, ranked, scenes, marks, awards, naming } = telling;
  const winners = view.end.winners;
  const shown = isFlat(standings, ranked) ? null : <g transform="translate(36 240) scale(1.7)"><ChartLines history={standings} seats={ranked} marks={marks} width={320} height={180} /></g>;
  return (
    <svg class="share" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      <rect class="paper" width={WIDTH} height={HEIGHT} />
      <rect class="frame" x={14} y={14} width={WIDTH - 28} height={HEIGHT - 28} rx={18} />
      {winners.length ? winners.map((seat, i) => <g key={seat} transform={`translate(${40 + i * 130} 40) scale(${winners.length > 1 ? 1.1 : 1.5})`}><Wreath view={view} seat={seat} /></g>)
        : <g transform="translate(50 45) scale(1.4)"><NobodyWon view={view} /></g>}
      <g transform={`translate(${winners.length > 1 ? 60 + winners.length * 130 : 240} 0)`}>
        <text class="small" y={78}>{games[view.game].words().title}</text>
        <text class={verdict.length > VERDICT_MAX ? "medium strong" : "large"} y={140}>{verdict}</text>
        <text class="medium" y={186}>{lead}</text>
      </g>
      {verdict.length > VERDICT_MAX || winners.length > 1 ? null : awards.map(({ name, seat }, i) => (
        <g key={name} transform={`translate(850 ${36 + i * 58})`}>
          <Medal />
          <text class="small strong" x={52} y={18}>{storyWords().award[name]}</text>
          <text class="small" x={52} y={40}>{naming.of(seat)}</text>
        </g>
      ))}
      {shown}
      {scenes.map((scene, i) => (
        <g key={i} transform={`translate(610 ${270 + i * (scenes.length > 3 ? 78 : 98)})`}>
          <g transform="translate(0 -26)"><Sign kind={scene.kind} size={44} /></g>
          <text class="medium strong" x={60}>{scene.title}</text>
          {wrapped(scene.text).map((line, at) => <text key={at} class="small" x={60} y={26 + 22 * at}>{line}</text>)}
        </g>
      ))}
      <text class="small" x={40} y={HEIGHT - 40}>{ranked.map((seat) => `${naming.of(seat)} ${number(view.end.scores[seat]!)}`).join(" · ")}</text>
      <text class="small strong" x={WIDTH - 40} y={HEIGHT - 40} text-anchor="end">{words().brand}</text>
    </svg>
  );
}

async function pictureOf(telling: Telling): Promise<File> {
  const place = document.createElement("div");
  place.className = "offstage";
  place.ariaHidden = "true";
  document.body.append(place);
  render(<Picture telling={telling} />, place);
  const canvas = paint(place.querySelector("svg")!);
  render(null, place);
  place.remove();
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done));
  return new File([blob!], `${telling.view.game}.png`, { type: "image/png" });
}

/** Offers the picture to other programs where the browser can; otherwise downloads it. */
export async function share(telling: Telling): Promise<void> {
  const text = storyWords();
  const file = await pictureOf(telling);
  const shared = { files: [file], title: text.shareTitle(games[telling.view.game].words().title), text: telling.verdict };
  if (navigator.canShare?.(shared)) return navigator.share(shared).catch(() => undefined); // the player closed the dialog
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  say(text.shared);
}
