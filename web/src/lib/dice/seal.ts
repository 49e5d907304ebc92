/** The seal of a game's dice, and the commitment to somebody's words for them, as docs/dice.md tells. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Seal } from '$lib/protocol';

const SCHEME = 2;
export const LETTERS = 'ABCD'; // of the seats

const digestOf = (lines: string[]) => bytesToHex(sha256(utf8ToBytes(lines.join('\n'))));

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
