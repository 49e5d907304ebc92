import { describe, expect, it } from 'vitest';
import { check, choose, commitmentOf, isGood, isKeptSeal, linesOf } from '$lib/dice/check';
import { checkSeal, chooseWords, commitTo, keptSeal, tidy, wordsFor } from '$lib/dice/kept';
import { sealDigest, wordsCommitment } from '$lib/dice/seal';
import type { Draw, EpochBegun, Gathering, Place, Seal } from '$lib/protocol';
import vectors from '../../tests/vectors/dice.json';

/** What a server says of a game that is over. */
const told = (seal: Seal, secret: string, draws: Draw[] = [], epochs: EpochBegun[] = []) => ({
  seal,
  secret,
  draws,
  epochs,
});
const fine = { shown: null, names: true, kept: true, words: true, checked: 0, wrong: [] };

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
  const outcomes = vector.weights.map((_, i) => String(i + 1));
  const seal = sealOf(vector);
  const draw = (shows: string) =>
    ({ number: vector.event, outcomes, weights: vector.weights, shows }) as Draw;
  const right = outcomes[vector.chosen];
  const other = outcomes[(vector.chosen + 1) % outcomes.length];

  it('are found right', () => {
    const verdict = check(told(seal, vector.secret, [draw(right)]), ['Ada']);
    expect(verdict).toEqual({ ...fine, checked: 1 });
  });

  it('are found changed', () => {
    const { wrong } = check(told(seal, vector.secret, [draw(right), draw(other)]), []);
    expect(wrong).toEqual([{ draw: draw(other), should: right }]);
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
    expect(sealDigest(seal)).toBe(game.seal);
    for (const { draw, epoch, weights, attempts, chosen } of game.draws) {
      const lines = [...linesOf(seal), ...(epoch ? [`epoch ${epoch}`] : []), `draw ${draw}`];
      expect([...lines, 'attempt 0'].join('\n')).toBe(attempts[0].message);
      expect(choose(game.secret, lines, weights)).toBe(chosen);
    }
  });
});

describe('the dice of scheme 2', () => {
  const outcomes = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6'];
  const die = (shows: string, number = 1) =>
    ({ number, outcomes, weights: [1, 1, 1, 1, 1, 1], shows }) as Draw;
  const names = ['Livia', 'Aedile'];
  /** Dice as they must fall, each after a move. */
  const rolled = (count: number, epochs: EpochBegun[] = []) => {
    const blank = Array.from({ length: count }, (_, place) => die('none', 2 * place + 1));
    const { wrong } = check(told(sealed(), secret, blank, epochs), names);
    return wrong.map(({ draw, should }) => ({ ...draw, shows: should }));
  };

  it('fall as they do in Python', () => {
    expect(sealed().words[0]).toMatch(/^1b942d86/);
    const verdict = check(told(sealed(), secret, [die('d4')]), names);
    expect(verdict).toEqual({ ...fine, checked: 1 });
    expect(isGood(verdict)).toBe(true);
  });

  it('are checked against the seal that the page kept', () => {
    const kept = sealDigest(sealed());
    expect(check(told(sealed(), secret), names, kept)).toMatchObject({ shown: true, names: true });
    const made = check(told({ ...sealed(), round: 2 }, secret), names, kept);
    expect([made.shown, isGood(made)]).toEqual([false, false]);
    // Nor does it help to say that there was no seal, or one that binds less.
    const old: Seal = { ...sealed(), scheme: 1 };
    expect(isGood(check(told(old, secret), names, sealed().commitment))).toBe(false);
    expect(isKeptSeal(null, kept)).toBe(false);
    expect(isKeptSeal(sealed(), kept)).toBe(true);
  });

  it('are found to belong to others', () => {
    expect(isGood(check(told(sealed(), secret), names.toReversed()))).toBe(false);
    expect(isGood(check(told(sealed(), secret), ['Livia']))).toBe(false);
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

  it('opens nothing for a second seal of the round', () => {
    const game = newGame();
    expect(checkSeal(game, 0, sealFor(game)).opening).not.toBeNull();
    const other = { ...sealFor(game), commitment: '00'.repeat(32) };
    expect(checkSeal(game, 0, other)).toEqual({ keeps: 'broken', opening: null });
    expect(checkSeal(game, null, other).keeps).toBe('broken');
    expect(checkSeal(game, 0, sealFor(game)).opening).not.toBeNull();
  });

  it.each([
    ['of another game', { game: 'example' }],
    ['that leaves its words out', { words: [null, null] }],
    ['of another secret', { commitment: '00'.repeat(32) }],
    ['with another name', { seats: sealed().seats.toReversed() }],
  ])('opens nothing for a seal %s', (_, change: Partial<Seal>) => {
    const game = newGame();
    expect(checkSeal(game, 0, { ...sealFor(game), ...change })).toEqual({ keeps: 'broken', opening: null });
  });

  it('says so if it has other words than those committed to', () => {
    const game = newGame();
    expect(checkSeal(game, 0, { ...sealed(), game })).toEqual({ keeps: 'forgotten', opening: null });
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
