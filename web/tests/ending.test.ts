import { readFileSync } from 'node:fs';
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

describe('the colours of what brought prestige', () => {
  const tokens = readFileSync('src/styles/tokens.css', 'utf-8');
  const found = (pattern: RegExp) =>
    [...tokens.matchAll(pattern)].map(([, name, colour]) => ({ name, colour }));
  const clauses = found(/--of-([a-z]+-\d): (#[0-9a-f]{6})/g);
  const players = found(/--(sign-\d-fill): (#[0-9a-f]{6})/g);

  const linear = (colour: string) =>
    [1, 3, 5]
      .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const brightness = (colour: string) => {
    const [r, g, b] = linear(colour);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  /** OKLab: in it equal distances look equally different. */
  function seen(colour: string) {
    const [r, g, b] = linear(colour);
    const l = Math.cbrt(0.4122 * r + 0.5363 * g + 0.0514 * b);
    const m = Math.cbrt(0.2119 * r + 0.6807 * g + 0.1074 * b);
    const s = Math.cbrt(0.0883 * r + 0.2817 * g + 0.63 * b);
    return [
      0.2105 * l + 0.7936 * m - 0.0041 * s,
      1.978 * l - 2.4286 * m + 0.4506 * s,
      0.0259 * l + 0.7828 * m - 0.8087 * s,
    ];
  }
  const apart = (one: string, other: string) =>
    Math.hypot(...seen(one).map((part, i) => part - seen(other)[i]));

  it('are nobody’s, and no two are alike', () => {
    expect(clauses.length).toBeGreaterThan(7);
    expect(players.length).toBe(12);
    const alike = clauses.flatMap((one, i) =>
      [...clauses.slice(i + 1), ...players]
        .filter((other) => !(one.name === 'debt-1' && other.name === 'debt-4')) // never in one game
        .filter((other) => apart(one.colour, other.colour) < 0.07)
        .map((other) => `${one.name} and ${other.name}`),
    );
    expect(alike).toEqual([]);
  });
  it('are dark enough for the numbers on them', () => {
    const pale = clauses.filter(
      ({ colour }) => (brightness('#fffaf0') + 0.05) / (brightness(colour) + 0.05) < 4.5,
    );
    expect(pale).toEqual([]);
  });
});
