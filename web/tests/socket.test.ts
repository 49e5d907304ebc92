import { expect, test } from 'vitest';
import type { Happened, Market, Player, Snapshot, View } from '../src/lib/protocol';
import { LastView } from '../src/lib/socket/views';

const player = (seat: number, money: number) => ({ seat, money }) as Player;
const market = (name: string, owners: number[]) => ({ name, owners }) as Market;
const VIEW = {
  turn: 1,
  prompt: 'Move.',
  players: [player(0, 100), player(1, 200)],
  markets: [market('Roma', []), market('Ostia', [])],
  benefactions: [],
} as unknown as View;

test('a change takes the place of what it names, and the rest stays', () => {
  const last = new LastView();
  const opened = { type: 'snapshot', view: VIEW, change: null } as Snapshot;
  expect(last.whole(opened).view).toEqual(VIEW);
  const change = { prompt: 'Build.', players: [player(1, 150)], markets: [market('Ostia', [1])] };
  const shown = last.whole({ type: 'happened', seq: 2, view: null, change } as Happened);
  expect(shown.seq).toBe(2);
  expect(shown.view).toEqual({
    ...VIEW,
    prompt: 'Build.',
    players: [player(0, 100), player(1, 150)],
    markets: [market('Roma', []), market('Ostia', [1])],
  });
  expect(last.whole({ type: 'snapshot', view: null, change: null } as Snapshot).view).toBe(shown.view);
});

test('a change without a view before it is an error of the server', () => {
  expect(() => new LastView().whole({ type: 'happened', view: null, change: {} } as Happened)).toThrow();
});
