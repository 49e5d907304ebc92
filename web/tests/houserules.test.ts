import { describe, expect, it } from 'vitest';
import { parse } from 'smol-toml';
import { differences, grouped, idOf, read, write } from '$lib/newgame/houserules';
import type { Parameter } from '$lib/protocol';
import { newgame } from '$lib/text/en/newgame';

const parameter = (of: Partial<Parameter>) =>
  ({
    key: 'oust.cost',
    name: 'Cost of a challenge',
    help: 'What it costs.',
    section: 'Intrigue',
    clause: 'OUST-2',
    kind: 'number',
    low: 0,
    high: 10_000,
    longest: 0,
    ...of,
  }) as Parameter;

describe('what somebody types', () => {
  it('is a whole number within its bounds', () => {
    expect(read(parameter({}), ' 150 ')).toBe(150);
    for (const wrong of ['', '-1', '1.5', '1e3', '10001', 'ten'])
      expect(read(parameter({}), wrong)).toBeNull();
  });

  it('is a list, however it is separated, and no longer than it may be', () => {
    const list = parameter({ kind: 'list', longest: 3 });
    expect(read(list, '1, 5;9')).toEqual([1, 5, 9]);
    expect(read(list, '1 2 3 4')).toBeNull();
    expect(read(list, ' ')).toBeNull();
  });
});

it('only what differs is a change, lists compared by what is in them', () => {
  expect(differences({ a: 1, b: [1, 2], c: true }, { a: 1, b: [1, 2], c: false })).toEqual({ c: true });
});

it('a file says everything again when it is read', () => {
  const changes = {
    'oust.cost': 150,
    'give.bands': [1, 5, 9],
    'family.kind': 'hand',
    'alliance.repaid': false,
  };
  const about = { name: 'Our "own" rules', description: 'Ours.', edition: 'forvm' };
  expect(parse(write(about, changes))).toEqual({
    format: 1,
    id: 'our_own_rules',
    ...about,
    oust: { cost: 150 },
    give: { bands: [1, 5, 9] },
    family: { kind: 'hand' },
    alliance: { repaid: false },
  });
});

it('an id begins with a letter, whatever the name is', () => {
  expect(idOf('Émile’s 12 points')).toBe('emile_s_12_points');
  expect(idOf('12')).toBe('rules_12');
  expect(idOf('…')).toBe('rules');
});

it('parameters are found by any of their words and keep their order', () => {
  const all = [parameter({}), parameter({ key: 'build.cost', name: 'Cost of a horreum', section: 'Build' })];
  expect(grouped(all, '', () => true).map(({ section }) => section)).toEqual(['Intrigue', 'Build']);
  expect(grouped(all, 'HORREUM cost', () => true).flatMap(({ parameters }) => parameters)).toEqual([all[1]]);
  expect(grouped(all, 'no such word', () => true)).toEqual([]);
  expect(grouped(all, '', ({ key }) => key === 'oust.cost')).toHaveLength(1);
});

describe('a value in words', () => {
  it('says what 0 stands for', () => {
    const limit = parameter({ help: 'How many horrea each player can have; 0 means no limit.', unit: '' });
    expect(newgame.valueOf(0, limit)).toBe('no limit');
    expect(newgame.valueOf(5, limit)).toBe('5');
    const loans = parameter({ help: 'What a point raises; 0 means that nobody can borrow.', unit: '$' });
    expect(newgame.valueOf(0, loans)).toBe('nobody can borrow');
    expect(newgame.valueOf(0, parameter({ unit: '$' }))).toBe('$0');
  });
});
