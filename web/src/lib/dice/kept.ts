/** What this browser keeps of a game's dice: one's own words until they are opened, and the seal that it was shown. */

import type { Gathering, OpenWords, Place, Seal } from '$lib/protocol';
import { sealDigest, wordsCommitment } from './seal';

/** One's words for one round: none of this leaves the browser before everyone's commitments are in. */
export interface Words {
  round: number;
  salt: string;
  /** What the player typed, or else signs that nobody can guess. */
  words: string;
  typed: boolean;
  /** What else was promised when the server was given the commitment: the secret's fingerprint, and one's name. */
  sent: { secret: string; name: string } | null;
}

interface KeptSeal {
  round: number;
  digest: string;
}

const wordsKey = (game: string) => `forvm.words.${game}`;
const sealKey = (game: string) => `forvm.seal.${game}`;
/** For browsers that keep nothing. */
const memory = new Map<string, string>();

function read<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? memory.get(key) ?? 'null') as T | null;
  } catch {
    return JSON.parse(memory.get(key) ?? 'null') as T | null;
  }
}

function write(key: string, value: object) {
  memory.set(key, JSON.stringify(value));
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Then only this page knows it, as long as it is open.
  }
}

const random = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** Words as the server takes them: one line, and nothing in it that cannot be seen. */
export const tidy = (words: string) => words.replace(/(?! )[\p{C}\p{Z}]/gu, '').trim();

/** One's words for a round. What was opened in a round that was called off is known: each round has new ones. */
export function wordsFor(game: string, round: number): Words {
  const kept = read<Words>(wordsKey(game));
  return kept?.round === round ? kept : chooseWords(game, round, kept?.typed ? kept.words : '');
}

export function chooseWords(game: string, round: number, typed: string): Words {
  const own = tidy(typed);
  const words: Words = { round, salt: random(), words: own || random(), typed: own !== '', sent: null };
  write(wordsKey(game), words);
  return words;
}

/** The commitment to one's words, for the server. */
export function commitTo({ id, round, commitment }: Gathering, { seat, name }: Place): string {
  const own = wordsFor(id, round);
  write(wordsKey(id), { ...own, sent: { secret: commitment, name: name ?? '' } });
  return wordsCommitment(id, seat, round, own.salt, own.words);
}

/** The seal that this browser was shown before the game began. */
export const keptSeal = (game: string) => read<KeptSeal>(sealKey(game));

/**
 * Keeps the seal that the page is shown before the game. Says no if another one was shown for that round, or for a
 * later one: what was shown first counts.
 */
function keepSeal(game: string, seal: Seal): boolean {
  const [kept, digest] = [keptSeal(game), sealDigest(seal)];
  if (kept && kept.round >= seal.round) return kept.digest === digest;
  write(sealKey(game), { round: seal.round, digest });
  return true;
}

export interface Found {
  /** Why one's words are not opened: this page no longer has them, or the seal is not what it must be. */
  keeps: '' | 'forgotten' | 'broken';
  opening: OpenWords | null;
}

/** Keeps the seal that is shown before the game, and finds the words to open for it. */
export function checkSeal(game: string, seat: number | null, seal: Seal): Found {
  if (seal.game !== game || !keepSeal(game, seal)) return { keeps: 'broken', opening: null };
  if (seat === null) return { keeps: '', opening: null };
  const { salt, words, sent } = wordsFor(game, seal.round);
  const promised = seal.words[seat];
  // A seal of another secret or name, or without what this page has committed to, is none that it agreed to.
  const agreed = !sent || (sent.secret === seal.commitment && sent.name === seal.seats[seat]?.name);
  if (!agreed || (sent && promised === null)) return { keeps: 'broken', opening: null };
  if (promised === null) return { keeps: '', opening: null };
  const mine = wordsCommitment(game, seat, seal.round, salt, words) === promised;
  return mine ? { keeps: '', opening: { salt, words } } : { keeps: 'forgotten', opening: null };
}
