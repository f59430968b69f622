/* Our icons as PNG, for those who take no SVG: reads the little of it that they use (a square, paths of straight lines, fills,
 * round strokes, one transform), and asks at the points of a fine grid what is drawn there. */
import { deflateSync } from "node:zlib";

/** How fine the grid is, at least: in points of the whole icon. */
const FINE = 768;
const numbers = (text) => (text.match(/-?(\d*\.)?\d+/g) ?? []).map(Number);

/** The corners of a path, one pair after the other. */
function cornersOf(d) {
  const corners = [];
  let at = [0, 0];
  for (const [, command, text] of d.matchAll(/([MmLlHhVv])([^A-Za-z]*)/g)) {
    const way = command.toLowerCase(), from = (axis) => (command === way ? at[axis] : 0), values = numbers(text);
    while (values.length) corners.push((at = [way === "v" ? at[0] : from(0) + values.shift(), way === "h" ? at[1] : from(1) + values.shift()]));
  }
  return corners;
}

function isInside(corners, x, y) {
  let inside = false;
  for (let i = 0, [ax, ay] = corners.at(-1); i < corners.length; [ax, ay] = corners[i++]) {
    const [bx, by] = corners[i];
    if (ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) inside = !inside;
  }
  return inside;
}

const isNear = (corners, far, x, y) => corners.slice(1).some(([bx, by], i) => {
  const [ax, ay] = corners[i], [dx, dy] = [bx - ax, by - ay];
  const part = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(ax + part * dx - x, ay + part * dy - y) <= far;
});

/** What is drawn, the uppermost first: its colour, and whether it covers a point. */
function shapesOf(svg) {
  const [left, top, scale] = numbers(/transform="([^"]*)"/.exec(svg)?.[1] ?? "0 0 1");
  return [...svg.matchAll(/<(rect|path) [^>]*>/g)].map(([tag, kind]) => {
    const { fill, d, stroke, rx = 0, width, "stroke-width": thick } = Object.fromEntries([...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]));
    const isLine = fill === "none", corners = cornersOf(d ?? ""), over = (at) => Math.max(rx - at, at - width + Number(rx), 0);
    const covers = (x, y) => (isLine ? isNear(corners, thick / 2, x, y) : isInside(corners, x, y));
    const colour = (isLine ? stroke : fill).match(/\w\w/g).map((two) => parseInt(two, 16));
    return { colour, covers: kind === "rect" ? (x, y) => Math.hypot(over(x), over(y)) <= rx : (x, y) => covers((x - left) / scale, (y - top) / scale) };
  }).reverse();
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name), data]), [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  let crc = ~0;
  for (const byte of body) for (let bit = 0, low = byte; bit < 8; bit++, low >>= 1) crc = (crc >>> 1) ^ ((crc ^ low) & 1 ? 0xedb88320 : 0);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(~crc >>> 0);
  return Buffer.concat([length, body, sum]);
}

/** A square of 32 units, so many points wide. */
export function png(svg, size) {
  const shapes = shapesOf(svg), rows = Buffer.alloc(size * (1 + 4 * size)), header = Buffer.alloc(13);
  const grid = Math.ceil(FINE / size), at = (point, i) => ((point + (i + 0.5) / grid) * 32) / size;
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) {
    const sum = [0, 0, 0];
    let covered = 0;
    for (let i = 0; i < grid * grid; i++) {
      const colour = shapes.find(({ covers }) => covers(at(x, i % grid), at(y, Math.floor(i / grid))))?.colour;
      if (colour) covered++, colour.forEach((part, k) => (sum[k] += part));
    }
    rows.set([...sum.map((part) => part / (covered || 1)), (255 * covered) / grid ** 2].map(Math.round), y * (1 + 4 * size) + 1 + 4 * x);
  }
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6], 8); // eight bits each of red, green, blue and opacity
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", header), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}
