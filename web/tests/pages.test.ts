import { describe, expect, it } from 'vitest';
import { addresses } from '$lib/home/addresses';
import { ago } from '$lib/text/en/home';
import { turnStarts } from '$lib/replay/film.svelte';
import { pageAt } from '../src/pages/routes';
import { step } from './samples';

const at = (address: string) =>
  pageAt(new URL(address, 'http://forvm').pathname.split('/').filter(Boolean).map(decodeURIComponent));

describe('every address', () => {
  const game = { kind: 'game' as const, id: 'a b' };
  const record = { kind: 'replay' as const, id: '7f' };
  it.each([
    [addresses.home, 'home'],
    [addresses.newGame, 'newGame'],
    [addresses.lab(), 'lab'],
    [addresses.lab('x y'), 'lab'],
    [addresses.question('great_fire'), 'lab'],
    [addresses.rules('short', 'OUST-2'), 'rules'],
    [addresses.rulesOf(game), 'rules'],
    [addresses.rulesOf(record), 'rules'],
    [addresses.replay(game), 'replay'],
    [addresses.replay(record), 'replay'],
    [addresses.compare('7f', '8a'), 'compare'],
    [addresses.end(game), 'end'],
    [addresses.end(record), 'end'],
  ])('%s leads to the page %s', (address, name) => {
    expect(at(address)?.key.split('/')[0]).toBe(name);
  });
  it('keeps the name of its game', () => {
    expect(at(addresses.end(game))?.props).toEqual({ source: game });
  });
  it.each([
    addresses.table('a'),
    '/nowhere',
    '/game',
    '/game/a/b',
    '/game/a/end/b',
    '/new/x',
    '/replay/7f/replay',
  ])('%s is none of these pages', (address) => {
    expect(at(address)).toBeNull();
  });
});

it('turns begin where the number changes', () => {
  const steps = [0, 0, 1, 1, 1, 2].map((turn, i) => step({ turn, position: i + 1 }));
  expect(turnStarts(steps)).toEqual([0, 2, 5]);
});

it('how long ago something was is said in the words one would use', () => {
  const now = new Date(2026, 10, 16, 12, 0);
  expect(ago(new Date(2026, 10, 16, 11, 59), now)).toBe('just now');
  expect(ago(new Date(2026, 10, 16, 11, 30), now)).toBe('30 minutes ago');
  expect(ago(new Date(2026, 10, 16, 8, 5), now)).toBe('today, 08:05');
  expect(ago(new Date(2026, 10, 15, 23, 0), now)).toBe('yesterday');
  expect(ago(new Date(2026, 9, 1, 8, 0), now)).toBe('1 October 2026');
});
