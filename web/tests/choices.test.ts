import { describe, expect, it } from 'vitest';
import type { Offer } from '$lib/protocol';
import { choicesAt, grouped, isWeighty, openMarkets, steps } from '$lib/table/choices';
import { choice } from './samples';

const toLuna = choice({ id: 1, origin: 'Roma', market: 'Luna' });
const toCaralis = choice({ id: 2, origin: 'Roma', market: 'Caralis' });
const build = choice({ id: 3, kind: 'build', group: 'building', market: 'Luna', cost: 100 });
const end = choice({ id: 4, kind: 'end', group: 'end' });

describe('the list of moves', () => {
  it('has groups in a fixed order, and no empty ones', () => {
    const offer = { group: 'alliances' } as Offer;
    const groups = grouped([end, build, toLuna], [offer]);
    expect(groups.map(({ group }) => group)).toEqual(['agents', 'alliances', 'building', 'end']);
  });

  it('asks for a second look where money, a die or something undone is involved', () => {
    expect(isWeighty(toLuna)).toBe(false);
    expect(isWeighty(build)).toBe(true);
    expect(isWeighty(choice({ kind: 'enter', needs: 4 }))).toBe(true);
    expect(isWeighty(end)).toBe(false);
    expect(isWeighty({ ...end, warnings: ['One agent has not moved.'] })).toBe(true);
  });
});

describe('moves on the board', () => {
  const all = [toLuna, toCaralis, build, end];

  it('knows where each agent can go', () => {
    expect(steps(all).get('Roma')).toEqual([toLuna, toCaralis]);
    expect(steps(all).has('Luna')).toBe(false);
  });

  it('opens the markets where one can begin something', () => {
    expect(openMarkets(all, null)).toEqual(new Set(['Roma', 'Luna']));
  });

  it('opens the ends of the steps of a chosen agent', () => {
    expect(openMarkets(all, 'Roma')).toEqual(new Set(['Luna', 'Caralis']));
  });

  it('lists at a market what leaves it, leads there and is done there', () => {
    expect(choicesAt(all, 'Luna')).toEqual([toLuna, build]);
    expect(choicesAt(all, 'Roma')).toEqual([toLuna, toCaralis]);
  });
});
