/** Works every die and card of a game out again from its secret, as docs/dice.md tells. */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { DiceReport, Draw, OpenWords, Seal } from '$lib/protocol';
import type { KeptSeal } from './kept';
import { inHex, inUtf8, isDigest, isNonce, isSound, LETTERS, sealDigest, wordsCommitment } from './seal';

const NUMBERS = 2 ** 32; // an attempt looks at four bytes

/** Of hexadecimal digits: what else there is has been found not to be sound. */
const bytesOf = (secret: string) => Uint8Array.from(secret.match(/../g) ?? [], (byte) => parseInt(byte, 16));

export const commitmentOf = (secret: string) => inHex(sha256(bytesOf(secret)));

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
    const mac = hmac(sha256, bytesOf(secret), inUtf8([...lines, `attempt ${attempt}`]));
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
export const isKeptSeal = (seal: Seal | null, kept: KeptSeal) =>
  !kept.refused && seal?.scheme === 2 && isSound(seal) && sealDigest(seal) === kept.digest;

const SIDES = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6'];
const CHILDREN = ['son', 'daughter'];

/** Can a die or card be like that? A server that could name its sides and weights could choose what it shows. */
function isPossible({ kind, outcomes, weights }: Draw, deck: string[] = outcomes): boolean {
  const all = kind === 'die' ? SIDES : kind === 'child' ? CHILDREN : deck;
  const left = kind === 'die' ? all : all.filter((token) => outcomes.includes(token)); // of cards: not yet drawn
  return (
    outcomes.length > 0 &&
    JSON.stringify(outcomes) === JSON.stringify(left) &&
    weights.length === outcomes.length &&
    weights.every((weight) => Number.isInteger(weight) && weight > 0 && (kind !== 'die' || weight === 1)) &&
    weights.reduce((sum, weight) => sum + weight, 0) <= NUMBERS
  );
}

/** Is each a whole number, and more than the one before it? */
const areRising = (numbers: number[]) =>
  numbers.every((number, place) => Number.isInteger(number) && number > (numbers[place - 1] ?? 0));

export interface Wrong {
  draw: Draw;
  /** What it must have been. Null: there is no such die or card. */
  should: string | null;
}

export interface Verdict {
  /** Can the seal, the secret and the epochs be read in one way only? If not, nothing else is checked. */
  sound: boolean;
  /** Is the seal the one that this browser kept? Null: it kept none. */
  shown: boolean | null;
  /** Are the words that this browser committed to in the dice? */
  own: boolean;
  /** Are the players who are named those of the seal? */
  names: boolean;
  /** Is the secret the one that was promised before the game? */
  kept: boolean;
  /** Are the words those that the players committed to? */
  words: boolean;
  checked: number;
  wrong: Wrong[];
  /** How many dice and cards were taken back. */
  taken: number;
  /** The events at which the server went back to a copy, and how many dice and cards came after the first. */
  epochs: number[];
  after: number;
}

/**
 * Qualified: every die follows from the secret, but that alone does not prove them. After the game everyone knows the
 * secret, so anybody who passes a record on can try epochs and takebacks until the dice suit them.
 */
export function judge(verdict: Verdict): 'good' | 'qualified' | 'bad' {
  const { sound, shown, own, names, kept, words, wrong, taken, epochs } = verdict;
  if (!sound || shown === false || !own || !names || !kept || !words || wrong.length) return 'bad';
  return taken || epochs.length ? 'qualified' : 'good';
}

/** What is said of a game's dice when it is over. */
type Told = Pick<DiceReport, 'draws' | 'epochs' | 'takebacks'> & { seal: Seal; secret: string };

/** What the page knows by itself. */
interface Known {
  seal?: KeptSeal | null;
  /** What this browser committed to. */
  words?: OpenWords | null;
  /** The fate cards in their order. */
  deck?: string[];
}

/** Checks names, secret and words against the seal, the seal against the kept one, and every draw against the secret. */
export function check(told: Told, players: string[], known: Known = {}): Verdict {
  const { seal, secret, draws, takebacks } = told;
  const sealed = seal.scheme === 2;
  const epochs = sealed ? told.epochs : []; // scheme 1 has none
  const begun = epochs.map(({ number }) => number);
  const verdict: Verdict = {
    sound:
      isSound(seal) &&
      isDigest(secret) &&
      epochs.every(({ nonce }) => isNonce(nonce)) &&
      areRising(begun) &&
      !draws.some(({ number }) => begun.includes(number)),
    shown: known.seal ? isKeptSeal(seal, known.seal) : null,
    own: true,
    names: true,
    kept: true,
    words: true,
    checked: 0,
    wrong: [],
    taken: 0,
    epochs: [],
    after: 0,
  };
  if (!verdict.sound) return verdict;
  const lines = linesOf(seal);
  const wrong = draws.flatMap((draw, place): Wrong[] => {
    const before = place ? [draws[place - 1].number] : [];
    if (!areRising([...before, draw.number]) || !isPossible(draw, known.deck))
      return [{ draw, should: null }];
    // Scheme 1 counts all that was ever done; scheme 2 only dice and cards, of which none may be left out.
    const number = sealed ? `draw ${place + 1}` : `event ${draw.number}`;
    // Not from the draw itself: otherwise each could have an epoch of its own that nobody is shown.
    const epoch = epochs.findLast(({ number }) => number < draw.number);
    const since = epoch ? [`epoch ${epoch.nonce}`] : [];
    const should = draw.outcomes[choose(secret, [...lines, ...since, number], draw.weights)];
    return should === draw.shows ? [] : [{ draw, should }];
  });
  const { words: own } = known;
  const isTaken = ({ number, taken_back }: Draw) =>
    taken_back || takebacks.some((takeback) => takeback.draws.includes(number));
  return {
    ...verdict,
    own: !own || seal.opened.some((open) => open?.salt === own.salt && open.words === own.words),
    names: !sealed || JSON.stringify(players) === JSON.stringify(seal.seats.map(({ name }) => name)),
    kept: commitmentOf(secret) === seal.commitment,
    words: opensRight(seal),
    checked: draws.length,
    wrong,
    taken: draws.filter(isTaken).length,
    epochs: begun,
    after: draws.filter(({ number }) => number > begun[0]).length,
  };
}
