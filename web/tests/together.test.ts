import { describe, expect, it } from 'vitest';
import { partsAt, together } from '$lib/replay/together';
import { step } from './samples';

const game = (...steps: [number, string][]) =>
  steps.map(([turn, notation], i) => step({ seq: i, position: i + 1, turn, notation }));
const common: [number, string][] = [
  [1, 'a'],
  [1, 'b'],
];

describe('two games moved together', () => {
  it('are alike until their first difference', () => {
    const [left, right] = [game(...common, [1, 'c']), game(...common, [1, 'd'])];
    expect(partsAt(left, right)).toBe(2);
    expect(together(left, right)).toEqual([0, 1, 2, 3].map((i) => ({ left: i, right: i })));
  });
  it('never part if they are the same', () => {
    expect(partsAt(game(...common), game(...common))).toBeNull();
    expect(together(game(...common), game(...common))).toHaveLength(3);
  });
  it('part where the shorter ends', () => {
    expect(partsAt(game(...common), game(...common, [1, 'c']))).toBe(2);
  });
  it('end every turn at the same moment, and both move first where they part', () => {
    const left = game(...common, [1, 'c'], [2, 'e'], [2, 'f'], [3, 'g']);
    const right = game(...common, [1, 'd'], [1, 'x'], [1, 'y'], [1, 'z'], [2, 'e']);
    const moments = together(left, right);
    expect(moments[3]).toEqual({ left: 3, right: 3 });
    expect(moments.at(-1)).toEqual({ left: 6, right: 7 });
    expect(moments).toContainEqual({ left: 3, right: 6 });
    expect(moments).toContainEqual({ left: 5, right: 7 });
    for (let i = 1; i < moments.length; i++) {
      expect(moments[i].left - moments[i - 1].left).toBeOneOf([0, 1]);
      expect(moments[i].right - moments[i - 1].right).toBeOneOf([0, 1]);
    }
  });
});
