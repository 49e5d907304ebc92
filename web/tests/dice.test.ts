import { describe, expect, it } from 'vitest';
import { check, choose, commitmentOf } from '$lib/dice/check';
import type { Draw, Seal } from '$lib/protocol';
import vectors from '../../tests/vectors/dice.json';

const LETTERS = 'ABCD';
const sourceOf = (draw: (typeof vectors.draws)[number]) => ({
  ...draw,
  entropy: (draw.entropy as (string | null)[]).flatMap((words, seat): [string, string][] =>
    words === null ? [] : [[LETTERS[seat], words]],
  ),
});

describe('the dice', () => {
  it.each(vectors.draws.map((draw) => [draw.name, draw] as const))('as in the vectors: %s', (_, draw) => {
    expect(commitmentOf(draw.secret)).toBe(draw.commitment);
    expect(choose(sourceOf(draw), draw.event, draw.weights)).toBe(draw.chosen);
  });

  const [vector] = vectors.draws;
  const outcomes = vector.weights.map((_, i) => String(i + 1));
  const seal: Seal = { game: vector.game, commitment: vector.commitment, entropy: [] };
  const draw = (shows: string) =>
    ({ number: vector.event, outcomes, weights: vector.weights, shows }) as Draw;
  const right = outcomes[vector.chosen];
  const other = outcomes[(vector.chosen + 1) % outcomes.length];

  it('are found right', () => {
    expect(check(seal, vector.secret, [draw(right)])).toEqual({ kept: true, checked: 1, wrong: [] });
  });

  it('are found changed', () => {
    const { wrong } = check(seal, vector.secret, [draw(right), draw(other)]);
    expect(wrong).toEqual([{ draw: draw(other), should: right }]);
  });

  it('are found to come from another secret', () => {
    expect(check(seal, vector.secret.replace(/^../, 'ff'), []).kept).toBe(false);
  });
});
