/* Checks that a game's luck was as promised (docs/luck.md), like `kickback verify`: the hash of the seed, the order of the
 * seats, and every draw. */
import { chacha20orig } from "@noble/ciphers/chacha";
import { blake2b } from "@noble/hashes/blake2";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils";
import type { Seat } from "../wire";

/** What a record says about its luck. */
export interface Proof {
  promise?: string;
  words: Record<Seat, string>;
  /** For each seat, the seat that its player had before the seats were shuffled. */
  order?: Seat[];
  seed?: string;
  /** There was a chance move before the promise. */
  late?: boolean;
}

/** A chance move: its line in the record, and the possible moves with their weights, in the order of the rules. */
export interface Draw {
  line: number;
  move: string;
  list: [move: string, weight: number][];
}

export type LuckFound =
  | { is: "promised"; draws: number }
  | { is: "unpromised" | "late" | "untold" | "seed" | "order" }
  | { is: "draw"; line: number; promised: string };

const BYTES = 32;

/** A uniformly distributed number below n. Skips numbers that would make low results more likely. */
function below(key: Uint8Array, number: bigint, n: number): number {
  const nonce = new Uint8Array(8);
  new DataView(nonce.buffer).setBigUint64(0, number, true);
  const stream = new DataView(chacha20orig(key, nonce, new Uint8Array(8 * BYTES)).buffer);
  const total = BigInt(n), sliver = 2n ** 64n % total;
  const numbers = Array.from({ length: BYTES }, (_, i) => stream.getBigUint64(8 * i, true));
  return Number((numbers.find((each) => each >= sliver) ?? numbers.at(-1)!) % total);
}

function drawn(key: Uint8Array, number: number, list: Draw["list"]): string {
  let left = below(key, BigInt(number), list.reduce((sum, [, weight]) => sum + weight, 0));
  return list.find(([, weight]) => (left -= weight) < 0)![0];
}

function dealt(key: Uint8Array, seats: Seat[]): Seat[] {
  const order = [...seats];
  for (let i = seats.length - 1; i > 0; i--) {
    const j = below(key, 2n ** 64n - BigInt(i), i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

/** `setup` is the first line of the record with all defaults written out. */
export function checkLuck({ promise, words, order, seed, late }: Proof, setup: string, seats: Seat[], draws: Draw[]): LuckFound {
  if (promise === undefined) return { is: "unpromised" };
  if (late) return { is: "late" };
  if (seed === undefined) return { is: "untold" };
  const secret = hexToBytes(seed);
  if (bytesToHex(blake2b(concatBytes(utf8ToBytes("kickback luck 1\n"), secret), { dkLen: BYTES })) !== promise) return { is: "seed" };
  const lines = [setup, ...seats.map((seat) => `${seat}:${words[seat] ?? ""}`)].map((line) => `${line}\n`).join("");
  const key = blake2b(utf8ToBytes(lines), { key: secret, dkLen: BYTES });
  if (order && String(order) !== String(dealt(key, seats))) return { is: "order" };
  for (const [number, { line, move, list }] of draws.entries()) {
    const promised = drawn(key, number, list);
    if (move !== promised) return { is: "draw", line, promised };
  }
  return { is: "promised", draws: draws.length };
}
