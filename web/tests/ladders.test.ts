import { describe, expect, it } from 'vitest';
import { lastSpace, moneyRange, rows } from '$lib/ladders/ladder';
import { player } from './samples';

describe('the money ladder', () => {
  it('ends at a whole mark with some room above the richest', () => {
    expect(moneyRange([player({ money: 200 })], 1000)).toEqual([0, 2000]);
    expect(moneyRange([player({ money: 2400 })], 1000)).toEqual([0, 3000]);
    expect(moneyRange([player({ money: 2950 })], 1000)).toEqual([0, 4000]);
  });

  it('goes below nothing only for debtors', () => {
    expect(moneyRange([player({ money: -250 }), player({ money: 10 })], 1000)[0]).toBe(-300);
  });

  it('puts players side by side who would cover each other', () => {
    expect(rows([10, 10, 50, 11], 3)).toEqual([0, 1, 0, 2]);
  });
});

describe('the prestige ladder', () => {
  it('grows beyond the winning space', () => {
    expect(lastSpace([player({ prestige: 3 })], 15)).toBe(15);
    expect(lastSpace([player({ prestige: 17 })], 15)).toBe(17);
  });
});
