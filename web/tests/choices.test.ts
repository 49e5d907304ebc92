import { describe, expect, it } from 'vitest';
import type { Offer } from '$lib/protocol';
import {
  choicesAt,
  ghostsOf,
  grouped,
  isWeighty,
  loses,
  openMarkets,
  sorted,
  steps,
} from '$lib/table/choices';
import { branch, choice, player } from './samples';

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

  it('asks for a second look where a challenge follows by force', () => {
    const challenge = { text: 'You must then challenge Rufus in Luna.', clause: 'OUST-2' };
    expect(isWeighty({ ...toLuna, branches: [branch({ forced: [challenge] })] })).toBe(true);
  });

  it('asks before something is lost', () => {
    const less = { money: 0, prestige: -1, net: -1, income: 0 };
    expect(loses({ ...end, branches: [branch({ gain: less })] })).toBe(true);
    expect(loses(choice({ kind: 'yield', group: 'card' }))).toBe(true);
    expect(loses(choice({ kind: 'oust', needs: null }))).toBe(true);
    expect(loses(choice({ kind: 'oust', needs: 4 }))).toBe(false);
    expect(isWeighty(choice({ kind: 'yield', group: 'card' }))).toBe(true);
  });

  it('folds away what only costs', () => {
    const gift = choice({ id: 5, kind: 'give', group: 'giving', only_costs: true });
    expect(sorted([build, gift])).toEqual({ useful: [build], costly: [gift] });
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

describe('the ladders', () => {
  it('show where each branch of a move would lead, and nothing for what changes nothing there', () => {
    const paid = { money: -200, prestige: 0, net: 0, income: 0 };
    const attack = choice({
      kind: 'destroy',
      branches: [
        branch({ when: 'success', odds: 0.5, gain: { ...paid, prestige: 1 } }),
        branch({ when: 'failure', odds: 0.5, gain: paid }),
      ],
    });
    const me = player({ seat: 2, money: 300, prestige: 4 });
    expect(ghostsOf(attack, me)).toEqual([
      { seat: 2, money: 100, prestige: 5, odds: 0.5 },
      { seat: 2, money: 100, prestige: 4, odds: 0.5 },
    ]);
    expect(ghostsOf({ ...toLuna, branches: [branch({})] }, me)).toEqual([]);
  });
});
