/** The seal of a game's dice, and the commitment to somebody's words for them, as docs/dice.md tells. */

import { sha256 } from '@noble/hashes/sha2.js';
import type { Seal } from '$lib/protocol';

const SCHEME = 2;
export const LETTERS = 'ABCD'; // of the seats

const GAME = /^[A-Za-z0-9_-]{1,64}$/;
const HEX_64 = /^[0-9a-f]{64}$/;
const HEX_32 = /^[0-9a-f]{32}$/;
// A character that can be seen. Those that are not assigned count as such: to a newer browser they may be letters.
const SIGN = '(?: |[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Z}])';
const NAME = new RegExp(`^${SIGN}{1,40}$`, 'u');
const WORDS = new RegExp(`^${SIGN}{1,64}$`, 'u');

/** Types do not bind a server: a list of one text would pass for the text. */
const is = (pattern: RegExp, value: unknown) => typeof value === 'string' && pattern.test(value);
/** A SHA-256, or a secret. */
export const isDigest = (value: unknown) => is(HEX_64, value);
/** A salt, or the number of an epoch. */
export const isNonce = (value: unknown) => is(HEX_32, value);

/** Is every part what it must be, so that no two seals have the same text? As in forvm.notation.seal. */
export function isSound(seal: Seal): boolean {
  try {
    if (!is(GAME, seal.game) || !isDigest(seal.commitment)) return false;
    return seal.scheme === SCHEME ? hasSoundSeats(seal) : seal.scheme === 1 && hasSoundEntropy(seal);
  } catch {
    return false; // a list is none
  }
}

const hasSoundSeats = ({ rules, round, seats, words, opened }: Seal) =>
  isDigest(rules) &&
  Number.isInteger(round) &&
  1 <= round &&
  round < 1e9 &&
  1 <= seats.length &&
  Math.max(words.length, opened.length) <= seats.length &&
  seats.length <= LETTERS.length &&
  seats.every(({ name, bot }) => is(NAME, name) && name.trim() === name && typeof bot === 'boolean') &&
  words.every((promised, seat) => promised === null || (isDigest(promised) && !seats[seat].bot)) &&
  opened.every((own) => own === null || (isNonce(own.salt) && is(WORDS, own.words)));

const hasSoundEntropy = ({ entropy }: Seal) =>
  [...LETTERS].filter((_, seat) => entropy.some((own) => own.seat === seat)).length === entropy.length &&
  entropy.every(({ text }) => is(WORDS, text));

export const inHex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
export const inUtf8 = (lines: string[]) => new TextEncoder().encode(lines.join('\n'));
const digestOf = (lines: string[]) => inHex(sha256(inUtf8(lines)));

function sealLines({ game, rules, round, commitment, seats, words }: Seal): string[] {
  return [
    `FORVM dice ${SCHEME}`,
    `game ${game}`,
    `rules ${rules}`,
    `round ${round}`,
    `secret ${commitment}`,
    ...seats.map(({ name, bot }, seat) => `seat ${LETTERS[seat]} ${bot ? 'bot' : 'person'} ${name}`),
    ...words.flatMap((promised, seat) => (promised === null ? [] : [`words ${LETTERS[seat]} ${promised}`])),
  ];
}

/** What is written down before the game; of scheme 1, the commitment to the secret. */
export const sealDigest = (seal: Seal) =>
  seal.scheme === SCHEME ? digestOf(sealLines(seal)) : seal.commitment;

/** What a page sends before the words are opened. */
export const wordsCommitment = (game: string, seat: number, round: number, salt: string, words: string) =>
  digestOf([
    `FORVM words ${SCHEME}`,
    `game ${game}`,
    `seat ${LETTERS[seat]}`,
    `round ${round}`,
    `salt ${salt}`,
    `words ${words}`,
  ]);
