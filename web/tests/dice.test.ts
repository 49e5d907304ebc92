import { describe, expect, it } from 'vitest';
import { check, choose, commitmentOf, isKeptSeal, judge, linesOf } from '$lib/dice/check';
import {
  checkSeal,
  chooseWords,
  commitTo,
  compareSeal,
  keptSeal,
  sentWords,
  tidy,
  withdraw,
  wordsFor,
} from '$lib/dice/kept';
import { isSound, sealDigest, wordsCommitment } from '$lib/dice/seal';
import type { Draw, EpochBegun, Gathering, Place, Seal, TakenBack } from '$lib/protocol';
import vectors from '../../tests/vectors/dice.json';

/** What a server says of a game that is over. */
const told = (seal: Seal, secret: string, draws: Draw[] = [], epochs: EpochBegun[] = []) => ({
  seal,
  secret,
  draws,
  epochs,
  takebacks: [] as TakenBack[],
});
const fine = {
  sound: true,
  shown: null,
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
const SIDES = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6'];
/** One of the characters that nobody sees, by its number: they are not written here, because nobody would see them. */
const sign = (code: number) => String.fromCodePoint(code);

const unsealed = { rules: null, round: 1, seats: [], words: [], opened: [] };

describe('the dice of scheme 1', () => {
  const sealOf = (draw: (typeof vectors.draws)[number]): Seal => ({
    ...unsealed,
    scheme: 1,
    game: draw.game,
    commitment: draw.commitment,
    entropy: (draw.entropy as (string | null)[]).flatMap((words, seat) =>
      words === null ? [] : [{ seat, name: '', text: words }],
    ),
  });

  it.each(vectors.draws.map((draw) => [draw.name, draw] as const))('as in the vectors: %s', (_, draw) => {
    expect(commitmentOf(draw.secret)).toBe(draw.commitment);
    expect(choose(draw.secret, [...linesOf(sealOf(draw)), `event ${draw.event}`], draw.weights)).toBe(
      draw.chosen,
    );
  });

  const [vector] = vectors.draws;
  const seal = sealOf(vector);
  const draw = (shows: string) =>
    ({ kind: 'die', number: vector.event, outcomes: SIDES, weights: vector.weights, shows }) as Draw;
  const right = SIDES[vector.chosen];
  const other = SIDES[(vector.chosen + 1) % SIDES.length];

  it('are found right', () => {
    const verdict = check(told(seal, vector.secret, [draw(right)]), ['Ada']);
    expect(verdict).toEqual({ ...fine, checked: 1 });
    expect(judge(verdict)).toBe('good');
  });

  it('know no epochs', () => {
    const epochs = [{ number: vector.event - 1, nonce: '0e'.repeat(16) }];
    expect(check(told(seal, vector.secret, [draw(right)], epochs), [])).toEqual({ ...fine, checked: 1 });
  });

  it('are found changed', () => {
    const { wrong } = check(told(seal, vector.secret, [draw(other)]), []);
    expect(wrong).toEqual([{ draw: draw(other), should: right }]);
  });

  it.each([
    ['a second line', [{ seat: 0, name: '', text: 'a\nentropy B b' }]],
    ['no words', [{ seat: 0, name: '', text: '' }]],
    ['no seat', [{ seat: 4, name: '', text: 'a' }]],
    ['one seat twice', [0, 0].map((seat) => ({ seat, name: '', text: 'a' }))],
  ])('are not sound with %s', (_, entropy) => {
    expect(judge(check(told({ ...seal, entropy }, vector.secret), []))).toBe('bad');
  });

  it('are not sound in a game whose id is no id', () => {
    expect(isSound({ ...seal, game: 'a\nentropy A b' })).toBe(false);
  });

  it('are found to come from another secret', () => {
    expect(check(told(seal, vector.secret.replace(/^../, 'ff')), []).kept).toBe(false);
  });
});

const GAME = 'example';
const SALT = '00'.repeat(16);
const secret = '00'.repeat(32);

/** The example of forvm.game.fairdice, in which the first die shows 4. */
const sealed = (): Seal => ({
  scheme: 2,
  game: GAME,
  commitment: commitmentOf(secret),
  entropy: [],
  rules: '11'.repeat(32),
  round: 1,
  seats: [
    { name: 'Livia', bot: false },
    { name: 'Aedile', bot: true },
  ],
  words: [wordsCommitment(GAME, 0, 1, SALT, 'Alea iacta 49'), null],
  opened: [{ salt: SALT, words: 'Alea iacta 49' }, null],
});

type Sealed = (typeof vectors.sealed.games)[number];
const sealOf = (game: Sealed): Seal => ({
  ...game,
  scheme: 2,
  entropy: [],
  words: game.words.map((own) => own?.commitment ?? null),
});

describe('the dice of scheme 2 as in the vectors', () => {
  it.each(vectors.sealed.games.map((game) => [game.name, game] as const))('%s', (_, game) => {
    const seal = sealOf(game);
    game.opened.forEach((own, seat) => {
      if (own)
        expect(wordsCommitment(game.game, seat, game.round, own.salt, own.words)).toBe(seal.words[seat]);
    });
    expect(commitmentOf(game.secret)).toBe(game.commitment);
    expect(isSound(seal)).toBe(true);
    expect(sealDigest(seal)).toBe(game.seal);
    for (const { draw, epoch, weights, attempts, chosen } of game.draws) {
      const lines = [...linesOf(seal), ...(epoch ? [`epoch ${epoch}`] : []), `draw ${draw}`];
      expect([...lines, 'attempt 0'].join('\n')).toBe(attempts[0].message);
      expect(choose(game.secret, lines, weights)).toBe(chosen);
    }
  });
});

describe('what every implementation must refuse', () => {
  it.each(vectors.sealed.refused.map((refused) => [refused.name, refused] as const))('%s', (_, refused) => {
    expect(isSound({ ...refused, scheme: 2, entropy: [] })).toBe(false);
  });
});

describe('a seal that can be read in one way only', () => {
  const long = 'x'.repeat(41);
  const person = (name: unknown) => ({ seats: [{ name, bot: false }, sealed().seats[1]] });
  const open = (words: unknown, salt: unknown = SALT) => ({ opened: [{ salt, words }, null] });

  it.each([
    person('x'.repeat(40)),
    person('🎲'.repeat(40)),
    person('a  b'),
    open('🎲'.repeat(64)),
    open(' '),
    { opened: [] },
    { words: [] },
    { round: 999_999_999 },
    { game: 'aZ0_-'.repeat(12) },
  ])('is sound: %j', (change) => {
    expect(isSound({ ...sealed(), ...(change as Partial<Seal>) })).toBe(true);
  });

  it.each([
    { scheme: 3 },
    { scheme: '2' },
    { game: '' },
    { game: 'a b' },
    { game: 'a'.repeat(65) },
    { game: 'a\n' },
    { game: `a\nrules ${'11'.repeat(32)}` },
    { rules: null },
    { rules: '11'.repeat(31) },
    { commitment: 'AA'.repeat(32) },
    { commitment: null },
    { round: 0 },
    { round: 1.5 },
    { round: '1' },
    { round: 1_000_000_000 },
    { seats: [] },
    { seats: Array.from({ length: 5 }, (_, seat) => ({ name: `P${seat}`, bot: false })) },
    { seats: null },
    { seats: [null, null] },
    person(''),
    person(long),
    person(' a'),
    person('a '),
    person('a\nseat B person b'),
    ...[0x85, 0xa0, 0xad, 0x200b, 0x2028, 0xd800, 0xe000].map((code) => person(`a${sign(code)}b`)),
    person(null),
    { seats: [{ name: 'Livia', bot: 'no' }, sealed().seats[1]] },
    { words: ['11'.repeat(31), null] },
    { words: [null, '11'.repeat(32)] },
    { words: [null, null, '11'.repeat(32)] },
    { opened: [null, null, null] },
    open(''),
    open('x'.repeat(65)),
    open('a\nopened B b'),
    open('a', '00'.repeat(15)),
    open('a', `${'00'.repeat(15)}0g`),
    open('a', [SALT]),
    open(['a']),
  ])('is not sound: %j', (change) => {
    const seal = { ...sealed(), ...change } as Seal;
    expect(isSound(seal)).toBe(false);
    const verdict = check(told(seal, secret), ['Livia', 'Aedile']);
    expect([verdict.sound, judge(verdict)]).toEqual([false, 'bad']);
  });

  it('needs a secret and numbers of epochs that are digits', () => {
    expect(judge(check(told(sealed(), 'secret'), ['Livia', 'Aedile']))).toBe('bad');
    const epochs = [{ number: 1, nonce: `${'0e'.repeat(16)}\ndraw 1` }];
    expect(check(told(sealed(), secret, [], epochs), ['Livia', 'Aedile']).sound).toBe(false);
  });
});

describe('the dice of scheme 2', () => {
  const die = (shows: string, number = 1) =>
    ({ kind: 'die', number, outcomes: SIDES, weights: [1, 1, 1, 1, 1, 1], shows }) as Draw;
  const names = ['Livia', 'Aedile'];
  /** Dice as they must fall, each after a move. */
  const rolled = (count: number, epochs: EpochBegun[] = []) => {
    const blank = Array.from({ length: count }, (_, place) => die('none', 2 * place + 1));
    const { wrong } = check(told(sealed(), secret, blank, epochs), names);
    return wrong.map(({ draw, should }) => ({ ...draw, shows: should! }));
  };

  it('fall as they do in Python', () => {
    expect(sealed().words[0]).toMatch(/^1b942d86/);
    const verdict = check(told(sealed(), secret, [die('d4')]), names);
    expect(verdict).toEqual({ ...fine, checked: 1 });
    expect(judge(verdict)).toBe('good');
  });

  it('are checked against the seal that the page kept', () => {
    const kept = { round: 1, digest: sealDigest(sealed()) };
    expect(check(told(sealed(), secret), names, { seal: kept })).toMatchObject({ shown: true, names: true });
    const made = check(told({ ...sealed(), round: 2 }, secret), names, { seal: kept });
    expect([made.shown, judge(made)]).toEqual([false, 'bad']);
    // Nor does it help to say that there was no seal, or one that binds less.
    const old: Seal = { ...sealed(), scheme: 1 };
    const bindsLess = { round: 1, digest: sealed().commitment };
    expect(judge(check(told(old, secret), names, { seal: bindsLess }))).toBe('bad');
    expect(isKeptSeal(null, kept)).toBe(false);
    expect(isKeptSeal(sealed(), kept)).toBe(true);
  });

  it('are not good under a seal that the page refused', () => {
    const seal = { round: 1, digest: sealDigest(sealed()), refused: true };
    const verdict = check(told(sealed(), secret), names, { seal });
    expect([verdict.shown, judge(verdict)]).toEqual([false, 'bad']);
  });

  it('are not good without the words that the page committed to', () => {
    const own = { salt: SALT, words: 'Alea iacta 49' };
    expect(judge(check(told(sealed(), secret), names, { words: own }))).toBe('good');
    const verdict = check(told(sealed(), secret), names, { words: { ...own, words: 'Alea iacta 50' } });
    expect([verdict.own, judge(verdict)]).toEqual([false, 'bad']);
    expect(check(told(sealed(), secret), names, { words: { ...own, salt: '11'.repeat(16) } }).own).toBe(
      false,
    );
  });

  it('are found to belong to others', () => {
    expect(judge(check(told(sealed(), secret), names.toReversed()))).toBe('bad');
    expect(judge(check(told(sealed(), secret), ['Livia']))).toBe('bad');
  });

  it('are counted as they fall, so that none can be left out', () => {
    const dice = rolled(12);
    expect(check(told(sealed(), secret, dice), names).wrong).toEqual([]);
    expect(check(told(sealed(), secret, dice.toSpliced(4, 1)), names).wrong.length).toBeGreaterThan(3);
    const moved = dice.map((draw) => ({ ...draw, number: draw.number + 15 }));
    expect(check(told(sealed(), secret, moved), names).wrong).toEqual([]);
  });

  it('are others in another epoch, and only in one that is told', () => {
    const epochs = [
      { number: 6, nonce: '0e'.repeat(16) },
      { number: 12, nonce: '0f'.repeat(16) },
    ];
    const dice = rolled(16, epochs);
    expect(check(told(sealed(), secret, dice, epochs), names).wrong).toEqual([]);
    const plain = rolled(16);
    expect(dice.slice(0, 3)).toEqual(plain.slice(0, 3));
    expect(check(told(sealed(), secret, dice), names).wrong.length).toBeGreaterThan(5);
    expect(check(told(sealed(), secret, dice, epochs.slice(0, 1)), names).wrong.length).toBeGreaterThan(3);
    const hidden = dice.map((draw) => ({ ...draw, epoch: '0e'.repeat(16) }));
    expect(check(told(sealed(), secret, hidden), names).wrong.length).toBeGreaterThan(5);
  });

  it('are not plainly good after an epoch: somebody chose its number', () => {
    const epochs = [
      { number: 6, nonce: '0e'.repeat(16) },
      { number: 12, nonce: '0f'.repeat(16) },
    ];
    const verdict = check(told(sealed(), secret, rolled(16, epochs), epochs), names);
    expect(verdict).toEqual({ ...fine, checked: 16, epochs: [6, 12], after: 13 });
    expect(judge(verdict)).toBe('qualified');
  });

  it.each([
    ['out of order', [12, 6]],
    ['at the same time', [6, 6]],
    ['that are dice too', [5]],
    ['without a number', [0.5]],
  ])('are not sound with epochs %s', (_, numbers) => {
    const epochs = numbers.map((number, place) => ({ number, nonce: `0${place}`.repeat(16) }));
    expect(check(told(sealed(), secret, rolled(16), epochs), names).sound).toBe(false);
  });

  it('are not plainly good if some were taken back', () => {
    const dice = rolled(6);
    const marked = dice.map((draw, place) => ({ ...draw, taken_back: place > 3 }));
    const verdict = check(told(sealed(), secret, marked), names);
    expect(verdict).toEqual({ ...fine, checked: 6, taken: 2 });
    expect(judge(verdict)).toBe('qualified');
    // Also if only the list of what was taken back says so.
    const takebacks = [{ number: 20, draws: [dice[0].number] } as TakenBack];
    expect(check({ ...told(sealed(), secret, dice), takebacks }, names).taken).toBe(1);
    const nothing = [{ number: 20, draws: [] as number[] } as TakenBack];
    expect(judge(check({ ...told(sealed(), secret, dice), takebacks: nothing }, names))).toBe('good');
    expect(judge(check(told(sealed(), secret, [...marked, die('none', 99)]), names))).toBe('bad');
  });

  it.each([
    ['sides in another order', { outcomes: SIDES.toReversed() }],
    ['only one side', { outcomes: ['d4'], weights: [1] }],
    ['a side twice', { outcomes: ['d4', 'd4', 'd4', 'd4', 'd4', 'd4'] }],
    ['a heavy side', { weights: [1, 1, 1, 9, 1, 1] }],
    ['too few weights', { weights: [1, 1, 1, 1, 1] }],
    ['no number', { number: 1.5 }],
    ['a number before the first', { number: 0 }],
    ['the children of a family', { kind: 'child' as const }],
  ])('are not dice with %s', (_, change: Partial<Draw>) => {
    const draw = { ...die('d4'), ...change };
    expect(check(told(sealed(), secret, [draw]), names).wrong).toEqual([{ draw, should: null }]);
  });

  it('are numbered upwards', () => {
    const dice = rolled(4);
    const again = dice.with(2, { ...dice[2], number: dice[1].number });
    expect(check(told(sealed(), secret, again), names).wrong).toEqual([{ draw: again[2], should: null }]);
  });

  const deck = ['card:a', 'card:b', 'card:c'];
  it.each([
    ['child', ['son', 'daughter'], [3, 4], true],
    ['child', ['daughter'], [4], true],
    ['child', ['daughter', 'son'], [4, 3], false],
    ['child', [], [], false],
    ['child', ['son', 'son'], [3, 4], false],
    ['child', ['son', 'daughter'], [0, 4], false],
    ['child', ['son', 'daughter'], [-1, 4], false],
    ['child', ['son', 'daughter'], [0.5, 4], false],
    ['child', ['son', 'daughter'], [2 ** 32, 1], false],
    ['card', ['card:a', 'card:c'], [1, 2], true],
    ['card', ['card:c', 'card:a'], [1, 2], false],
    ['card', ['card:a', 'card:d'], [1, 2], false],
  ] as const)('and cards: a %s out of %j with weights %j', (kind, outcomes, weights, may) => {
    const draw = { kind, number: 1, outcomes: [...outcomes], weights: [...weights], shows: '' } as unknown;
    const { wrong } = check(told(sealed(), secret, [draw as Draw]), names, { deck });
    expect(wrong[0].should !== null).toBe(may);
  });

  it('are found to have other words, names or rules', () => {
    const seal = sealed();
    const swapped = { ...seal, opened: [{ salt: SALT, words: 'Alea iacta 50' }, null] };
    expect(check(told(swapped, secret), names).words).toBe(false);
    expect(check(told({ ...seal, opened: [null, null] }, secret), names).words).toBe(false);
    expect(check(told({ ...seal, words: [null, null] }, secret), names).words).toBe(false);
    expect(check(told({ ...seal, words: [] }, secret), names).words).toBe(false);
    const digests = [
      seal,
      { ...seal, seats: [{ name: 'Ben', bot: false }, seal.seats[1]] },
      { ...seal, seats: [seal.seats[0], { name: 'Aedile', bot: false }] },
      { ...seal, seats: seal.seats.toReversed() },
      { ...seal, rules: '12'.repeat(32) },
      { ...seal, round: 2 },
      { ...seal, game: 'other' },
      { ...seal, words: [null, null] },
      { ...seal, commitment: '00'.repeat(32) },
    ].map(sealDigest);
    expect(new Set(digests).size).toBe(digests.length);
  });
});

describe('what the browser keeps', () => {
  let games = 0;
  /** A game of one's own, since a page remembers what it was shown. */
  const newGame = () => `game-${games++}`;
  const me = { seat: 0, name: 'Livia' } as Place;
  const sealFor = (id: string): Seal => {
    const gathering = { id, round: 1, commitment: sealed().commitment } as Gathering;
    return { ...sealed(), game: id, words: [commitTo(gathering, me), null] };
  };

  it('has its own words, new in each round, and opens them for the seal that names them', () => {
    const game = newGame();
    const seal = sealFor(game);
    expect(sealFor(game)).toEqual(seal);
    const { salt, words } = wordsFor(game, 1);
    expect(checkSeal(game, 0, seal)).toEqual({ keeps: '', opening: { salt, words } });
    expect(keptSeal(game)).toEqual({ round: 1, digest: sealDigest(seal) });
    expect(wordsFor(game, 2).salt).not.toBe(salt);
  });

  it('keeps the words of each round, so that no talk of another round makes it forget them', () => {
    const game = newGame();
    const seal = sealFor(game);
    wordsFor(game, 2);
    expect(checkSeal(game, 0, seal).opening).toEqual(sentWords(game, 1));
  });

  it('opens nothing for a second seal of the round', () => {
    const game = newGame();
    expect(checkSeal(game, 0, sealFor(game)).opening).not.toBeNull();
    const other = { ...sealFor(game), commitment: '00'.repeat(32) };
    expect(checkSeal(game, 0, other)).toEqual({ keeps: 'broken', opening: null });
    expect(checkSeal(game, null, other).keeps).toBe('broken');
    expect(checkSeal(game, 0, sealFor(game)).opening).not.toBeNull();
    expect(keptSeal(game)).toEqual({ round: 1, digest: sealDigest(sealFor(game)) });
    expect(compareSeal(game, other)).toEqual({
      kept: sealDigest(sealFor(game)),
      now: sealDigest(other),
      refused: false,
    });
  });

  it.each([
    ['of another game', { game: 'example' }, 'broken'],
    ['that leaves its words out', { words: [null, null] }, 'broken'],
    ['that has no words at all', { words: [] }, 'broken'],
    ['of another secret', { commitment: '00'.repeat(32) }, 'broken'],
    ['with another name', { seats: [{ name: 'Ben', bot: false }, sealed().seats[1]] }, 'broken'],
    ['with other words', { words: sealed().words }, 'replaced'],
  ])('refuses a seal %s, for good', (_, change: Partial<Seal>, keeps) => {
    const game = newGame();
    const seal = { ...sealFor(game), ...change };
    expect(checkSeal(game, 0, seal)).toEqual({ keeps, opening: null });
    expect(keptSeal(game)).toEqual({ round: 1, digest: sealDigest(seal), refused: true });
    expect(isKeptSeal(seal, keptSeal(game)!)).toBe(false);
    expect(compareSeal(game, seal)).toEqual({ kept: null, now: sealDigest(seal), refused: true });
    // To show it again changes nothing, nor to show another one, or the same to somebody who is said to have no seat.
    expect(checkSeal(game, 0, seal).keeps).toBe(keeps);
    expect(checkSeal(game, null, seal).keeps).toBe('broken');
    expect(checkSeal(game, 0, sealFor(game))).toEqual({ keeps: 'broken', opening: null });
    expect(keptSeal(game)?.refused).toBe(true);
  });

  it('refuses a seal that it first saw as somebody without a seat', () => {
    const game = newGame();
    const seal = { ...sealFor(game), words: sealed().words };
    expect(checkSeal(game, null, seal).keeps).toBe('');
    expect(checkSeal(game, 0, seal).keeps).toBe('replaced');
    expect(keptSeal(game)?.refused).toBe(true);
  });

  it.each([{ scheme: 1 }, { round: 0.5 }, { seats: null }])(
    'refuses a seal that is not sound: %j',
    (change) => {
      const game = newGame();
      const bad = { ...sealFor(game), ...change } as Seal;
      expect(checkSeal(game, 0, bad)).toEqual({ keeps: 'broken', opening: null });
      expect(keptSeal(game)?.refused).toBe(true);
      expect(compareSeal(game, { ...bad, scheme: 2 }).kept).toBeNull();
      // What it was shown before stays.
      const other = newGame();
      checkSeal(other, 0, sealFor(other));
      checkSeal(other, 0, { ...sealFor(other), ...change } as Seal);
      expect(keptSeal(other)).toEqual({ round: 1, digest: sealDigest(sealFor(other)) });
    },
  );

  it('begins anew in the next round', () => {
    const game = newGame();
    checkSeal(game, 0, { ...sealFor(game), commitment: '00'.repeat(32) });
    const next = { ...sealFor(game), round: 2, words: [null, null] };
    expect(checkSeal(game, 0, next).keeps).toBe('');
    expect(keptSeal(game)).toEqual({ round: 2, digest: sealDigest(next) });
  });

  it('says so if it has other words than those committed to', () => {
    const game = newGame();
    expect(checkSeal(game, 0, { ...sealed(), game })).toEqual({ keeps: 'forgotten', opening: null });
  });

  it('knows which words it has sent', () => {
    const game = newGame();
    expect(sentWords(game, 1)).toBeNull();
    wordsFor(game, 1);
    expect(sentWords(game, 1)).toBeNull();
    sealFor(game);
    const { salt, words } = wordsFor(game, 1);
    expect(sentWords(game, 1)).toEqual({ salt, words });
    expect(sentWords(game, 2)).toBeNull();
    // Somebody who gave up the seat has none in the dice.
    withdraw(game, 1);
    expect(sentWords(game, 1)).toBeNull();
  });

  it('takes what is typed as the server does: one line that can be seen', () => {
    const game = newGame();
    expect(tidy('  alea\n iacta\u200b\u00a0est ')).toBe('alea iactaest');
    const own = chooseWords(game, 1, ' alea iacta ');
    expect([own.words, own.typed]).toEqual(['alea iacta', true]);
    // They are meant for the next round too, but hidden by another salt.
    expect(wordsFor(game, 2)).toMatchObject({ words: 'alea iacta', typed: true });
    expect(chooseWords(game, 2, ' \n').words).toMatch(/^[0-9a-f]{32}$/);
  });
});
