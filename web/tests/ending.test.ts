import { describe, expect, it } from 'vitest';
import { spread, ticks } from '$lib/ending/scale';
import { clausesOf, segments } from '$lib/ending/sources';

describe('axes', () => {
  it.each([
    [0, 15, 4],
    [0, 10, 4],
    [-350, 6200, 4],
    [0, 0, 4],
    [0, 1430, 8],
  ])('from %d to %d are round, even and wide enough', (least, most, about) => {
    const marks = ticks(least, most, about);
    const step = marks[1] - marks[0];
    expect(marks[0]).toBeLessThanOrEqual(least);
    expect(marks.at(-1)).toBeGreaterThanOrEqual(most);
    expect(marks.every((mark, i) => mark === marks[0] + i * step && Number.isInteger(mark))).toBe(true);
    expect(marks.length).toBeLessThanOrEqual(about * 2 + 2);
  });
});

describe('labels', () => {
  it('that have room stay where they are', () => {
    expect(spread([10, 90, 50], 15, 0, 100)).toEqual([10, 90, 50]);
  });
  it('that crowd move apart, keep their order and stay inside', () => {
    const at = spread([98, 99, 100, 97], 15, 0, 100);
    const sorted = [...at].sort((a, b) => a - b);
    expect(at.indexOf(sorted[3])).toBe(2);
    expect(at.indexOf(sorted[0])).toBe(3);
    expect(sorted[3]).toBeLessThanOrEqual(100);
    expect(sorted.slice(1).every((y, i) => y - sorted[i] >= 15)).toBe(true);
  });
});

describe('where prestige came from', () => {
  const sum = (clause: string, amount: number) => ({ clause, title: clause, amount });
  const sources = [
    [sum('BUILD-2', 5), sum('DEBT-1', -2), sum('ALLY-4', -1)],
    [sum('GIVE-2', 1), sum('BUILD-2', 1)],
  ];

  it('is in one order for everybody, the most important first', () => {
    expect(clausesOf(sources).map(({ clause }) => clause)).toEqual(['BUILD-2', 'DEBT-1', 'ALLY-4', 'GIVE-2']);
  });
  it('lies end to end: gains to the right, losses to the left', () => {
    const bar = segments(sources[0], clausesOf(sources));
    expect(bar.map(({ from, to }) => [from, to])).toEqual([
      [0, 5],
      [-2, 0],
      [-3, -2],
    ]);
  });
});
