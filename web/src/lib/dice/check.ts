/** Works every die and card of a game out again from its secret, as docs/dice.md tells. */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { DiceReport, Draw, Seal } from '$lib/protocol';
import { LETTERS, sealDigest, wordsCommitment } from './seal';

const NUMBERS = 2 ** 32; // an attempt looks at four bytes

export const commitmentOf = (secret: string) => bytesToHex(sha256(hexToBytes(secret)));

/** What every draw of a game depends on: the first lines of its message. The next one has its number. */
export function linesOf(seal: Seal): string[] {
  if (seal.scheme === 1) {
    const added = seal.entropy.toSorted((a, b) => a.seat - b.seat);
    const given = added.map(({ seat, text }) => `entropy ${LETTERS[seat]} ${text}`);
    return ['FORVM dice 1', `game ${seal.game}`, ...given];
  }
  const opened = seal.opened.flatMap((own, seat) =>
    own ? [`opened ${LETTERS[seat]} ${own.salt} ${own.words}`] : [],
  );
  return ['FORVM dice 2', `seal ${sealDigest(seal)}`, ...opened];
}

/** Which of several outcomes comes up, each as probable as its weight says. */
export function choose(secret: string, lines: string[], weights: number[]): number {
  const below = weights.reduce((sum, weight) => sum + weight, 0);
  // Numbers above the last whole round would favour the low ones: they are thrown again.
  const rounds = NUMBERS - (NUMBERS % below);
  for (let attempt = 0; ; attempt++) {
    const message = [...lines, `attempt ${attempt}`].join('\n');
    const mac = hmac(sha256, hexToBytes(secret), utf8ToBytes(message));
    const found = new DataView(mac.buffer, mac.byteOffset).getUint32(0);
    if (found >= rounds) continue;
    let left = found % below;
    return weights.findIndex((weight) => (left -= weight) < 0);
  }
}

/** Are the words of every seat the ones that it committed to? */
const opensRight = ({ game, round, seats, words, opened }: Seal) =>
  seats.every((_, seat) => {
    const [own, promised] = [opened[seat] ?? null, words[seat] ?? null];
    return own ? wordsCommitment(game, seat, round, own.salt, own.words) === promised : promised === null;
  });

/**
 * Is that the seal that the page was shown before the game? A server that later says that there was none, or only
 * one of scheme 1, is found out too.
 */
export const isKeptSeal = (seal: Seal | null, kept: string) =>
  seal?.scheme === 2 && sealDigest(seal) === kept;

export interface Wrong {
  draw: Draw;
  /** What it must have been. */
  should: string;
}

export interface Verdict {
  /** Is the seal the one that this browser kept? Null: it kept none. */
  shown: boolean | null;
  /** Are the players who are named those of the seal? */
  names: boolean;
  /** Is the secret the one that was promised before the game? */
  kept: boolean;
  /** Are the words those that the players committed to? */
  words: boolean;
  checked: number;
  wrong: Wrong[];
}

export const isGood = ({ shown, names, kept, words, wrong }: Verdict) =>
  shown !== false && names && kept && words && !wrong.length;

/** What is said of a game's dice when it is over. */
type Told = Pick<DiceReport, 'draws' | 'epochs'> & { seal: Seal; secret: string };

/** Checks names, secret and words against the seal, the seal against the kept one, and every draw against the secret. */
export function check(
  { seal, secret, draws, epochs }: Told,
  players: string[],
  kept: string | null = null,
): Verdict {
  const lines = linesOf(seal);
  const sealed = seal.scheme === 2;
  const wrong = draws.flatMap((draw, place) => {
    // Scheme 1 counts all that was ever done; scheme 2 only dice and cards, of which none may be left out.
    const number = sealed ? `draw ${place + 1}` : `event ${draw.number}`;
    // Not from the draw itself: otherwise each could have an epoch of its own that nobody is shown.
    const epoch = epochs.findLast((begun) => begun.number < draw.number);
    const since = epoch ? [`epoch ${epoch.nonce}`] : [];
    const should = draw.outcomes[choose(secret, [...lines, ...since, number], draw.weights)];
    return should === draw.shows ? [] : [{ draw, should }];
  });
  return {
    shown: kept === null ? null : isKeptSeal(seal, kept),
    names: !sealed || JSON.stringify(players) === JSON.stringify(seal.seats.map(({ name }) => name)),
    kept: commitmentOf(secret) === seal.commitment,
    words: opensRight(seal),
    checked: draws.length,
    wrong,
  };
}
