/** What this browser keeps of a game's dice: one's own words until they are opened, and the seal that it was shown. */

import type { Gathering, OpenWords, Place, Seal } from '$lib/protocol';
import { inHex, isSound, sealDigest, wordsCommitment } from './seal';

/** One's words for one round: none of this leaves the browser before everyone's commitments are in. */
export interface Words {
  salt: string;
  /** What the player typed, or else signs that nobody can guess. */
  words: string;
  typed: boolean;
  /** What else was promised when the server was given the commitment: the secret's fingerprint, and one's name. */
  sent: { secret: string; name: string } | null;
}

export interface KeptSeal {
  round: number;
  digest: string;
  /** It was not what this browser had agreed to. */
  refused?: boolean;
}

/** By round, so that a server cannot make a page forget its words by talking of another round. */
const wordsKey = (game: string, round: number) => `forvm.words.${game}.${round}`;
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

const random = () => inHex(crypto.getRandomValues(new Uint8Array(16)));

/** Words as the server takes them: one line, and nothing in it that cannot be seen. */
export const tidy = (words: string) => words.replace(/(?! )[\p{C}\p{Z}]/gu, '').trim();

/** One's words for a round. What was opened in a round that was called off is known: each round has new ones. */
export function wordsFor(game: string, round: number): Words {
  const before = read<Words>(wordsKey(game, round - 1));
  return read<Words>(wordsKey(game, round)) ?? chooseWords(game, round, before?.typed ? before.words : '');
}

export function chooseWords(game: string, round: number, typed: string): Words {
  const own = tidy(typed);
  const words: Words = { salt: random(), words: own || random(), typed: own !== '', sent: null };
  write(wordsKey(game, round), words);
  return words;
}

/** The commitment to one's words, for the server. */
export function commitTo({ id, round, commitment }: Gathering, { seat, name }: Place): string {
  const own = wordsFor(id, round);
  write(wordsKey(id, round), { ...own, sent: { secret: commitment, name: name ?? '' } });
  return wordsCommitment(id, seat, round, own.salt, own.words);
}

/** The words that this browser has committed to in a round, if it has. */
export function sentWords(game: string, round: number): OpenWords | null {
  const own = read<Words>(wordsKey(game, round));
  return own?.sent ? { salt: own.salt, words: own.words } : null;
}

/** Somebody who gives up the seat has no words in the dice. */
export function withdraw(game: string, round: number) {
  write(wordsKey(game, round), { ...wordsFor(game, round), sent: null });
}

/** The seal that this browser was shown before the game began, and whether it refused it. */
export const keptSeal = (game: string) => read<KeptSeal>(sealKey(game));

export interface Comparison {
  /** The seal that this browser kept; null: it kept none, or refused it. */
  kept: string | null;
  /** The seal that the server shows now. */
  now: string;
  refused: boolean;
}

export function compareSeal(game: string, seal: Seal): Comparison {
  const kept = keptSeal(game);
  const refused = kept?.refused ?? false;
  return { kept: (!refused && kept?.digest) || null, now: isSound(seal) ? sealDigest(seal) : '', refused };
}

/**
 * Why one's words are not opened: this page no longer has them; it has others than those that it sent, so that another
 * device or the server has replaced them; or the seal is not what it must be. The last two refuse the seal.
 */
export type Keeps = '' | 'forgotten' | 'replaced' | 'broken';

export interface Found {
  keeps: Keeps;
  opening: OpenWords | null;
}

/** What a seal is to somebody in a seat, by the words that this browser has sent. */
function look(game: string, seat: number | null, seal: Seal): Found {
  const no = (keeps: Keeps): Found => ({ keeps, opening: null });
  if (seal.game !== game) return no('broken');
  if (seat === null) return no('');
  const { salt, words, sent } = wordsFor(game, seal.round);
  const promised = seal.words[seat] ?? null;
  // A seal of another secret, or without what this page has committed to, is none that it agreed to.
  if (sent && (sent.secret !== seal.commitment || promised === null)) return no('broken');
  if (promised === null) return no('');
  if (wordsCommitment(game, seat, seal.round, salt, words) !== promised)
    return no(sent ? 'replaced' : 'forgotten');
  return sent && sent.name !== seal.seats[seat].name ? no('broken') : { keeps: '', opening: { salt, words } };
}

/**
 * Finds the words to open for the seal that is shown before the game, and keeps the seal, or that it was refused. What
 * was shown first in a round counts: whatever is shown later does not make up for it.
 */
export function checkSeal(game: string, seat: number | null, seal: Seal): Found {
  const broken: Found = { keeps: 'broken', opening: null };
  const kept = keptSeal(game);
  if (seal.scheme !== 2 || !isSound(seal)) {
    if (!kept) write(sealKey(game), { round: 0, digest: '', refused: true });
    return broken;
  }
  const [digest, found] = [sealDigest(seal), look(game, seat, seal)];
  const refused = found.keeps === 'broken' || found.keeps === 'replaced';
  if (kept && kept.round >= seal.round && (kept.digest !== digest || (kept.refused && !refused)))
    return broken;
  write(sealKey(game), { round: seal.round, digest, ...(refused && { refused }) });
  return found;
}
