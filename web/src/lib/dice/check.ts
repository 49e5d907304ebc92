/** Works every die and card of a game out again from its secret, as docs/dice.md tells. */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Draw, Seal } from '$lib/protocol';

const SCHEME = 1;
const LETTERS = 'ABCD'; // of the seats
const NUMBERS = 2 ** 32; // an attempt looks at four bytes

/** Where a game's dice come from; `entropy` is what each seat's player added, by the seat's letter. */
export interface Source {
  secret: string;
  game: string;
  entropy: [letter: string, words: string][];
}

export const commitmentOf = (secret: string) => bytesToHex(sha256(hexToBytes(secret)));

function message({ game, entropy }: Source, event: number, attempt: number): string {
  const given = entropy.map(([letter, words]) => `entropy ${letter} ${words}`);
  return [`FORVM dice ${SCHEME}`, `game ${game}`, ...given, `event ${event}`, `attempt ${attempt}`].join(
    '\n',
  );
}

/** Which of several outcomes comes up, each as probable as its weight says. */
export function choose(source: Source, event: number, weights: number[]): number {
  const below = weights.reduce((sum, weight) => sum + weight, 0);
  // Numbers above the last whole round would favour the low ones: they are thrown again.
  const rounds = NUMBERS - (NUMBERS % below);
  for (let attempt = 0; ; attempt++) {
    const mac = hmac(sha256, hexToBytes(source.secret), utf8ToBytes(message(source, event, attempt)));
    const found = new DataView(mac.buffer, mac.byteOffset).getUint32(0);
    if (found >= rounds) continue;
    let left = found % below;
    return weights.findIndex((weight) => (left -= weight) < 0);
  }
}

export interface Wrong {
  draw: Draw;
  /** What it must have been. */
  should: string;
}

export interface Verdict {
  /** Is the secret the one that was promised before the game? */
  kept: boolean;
  checked: number;
  wrong: Wrong[];
}

/** Checks the secret against the commitment, and every draw against the secret. */
export function check(seal: Seal, secret: string, draws: Draw[]): Verdict {
  const source: Source = {
    secret,
    game: seal.game,
    entropy: seal.entropy.toSorted((a, b) => a.seat - b.seat).map(({ seat, text }) => [LETTERS[seat], text]),
  };
  const wrong = draws.flatMap((draw) => {
    const should = draw.outcomes[choose(source, draw.number, draw.weights)];
    return should === draw.shows ? [] : [{ draw, should }];
  });
  return { kept: commitmentOf(secret) === seal.commitment, checked: draws.length, wrong };
}
