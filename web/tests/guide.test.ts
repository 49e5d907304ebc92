import { describe, expect, it } from 'vitest';
import { goodStep, LESSONS, lessonFor, type Situation } from '$lib/guide/lessons';
import type { View } from '$lib/protocol';
import { board, choice, step } from './samples';

const drawn = board();
const markets = drawn.markets.map((market) => ({ name: market.name, owners: [], agents: [] }));
const players = ['Livia', 'Tiro'].map((name, seat) => ({ seat, name }));

/** A situation in turn 1, in which the learner is to choose. */
function situation(of: Partial<Situation>, view: Partial<View> = {}): Situation {
  const all = {
    turn: 1,
    phase: 'move',
    to_act: 0,
    bargain: null,
    outcome: null,
    players,
    markets,
    ...view,
  } as unknown as View;
  const valued = {
    ...drawn,
    markets: drawn.markets.map((market) => ({ ...market, values: [50, 25, 0, 0] })),
  };
  return {
    board: { ...valued, cards: [], winning_prestige: 9, turn_limit: 6, money_mark: 1000 },
    view: all,
    me: 0,
    acting: true,
    choices: [],
    offers: [],
    log: [],
    ...of,
  };
}
const introduced = new Set(['welcome', 'goal', 'map']);
const idOf = (now: Situation, done = introduced) => lessonFor(now, done)?.id;

describe('the lesson that is due', () => {
  it('begins with the welcome, whatever can be done', () => {
    expect(idOf(situation({ choices: [choice({ kind: 'enter' })] }), new Set())).toBe('welcome');
  });
  it('follows what can be done', () => {
    expect(idOf(situation({ choices: [choice({ kind: 'move' }), choice({ kind: 'enter' })] }))).toBe('enter');
    expect(idOf(situation({ choices: [choice({ kind: 'build' })] }, { phase: 'build' }))).toBe('build');
    expect(idOf(situation({ choices: [] }))).toBeUndefined();
  });
  it('says nothing about moves while another acts', () => {
    expect(idOf(situation({ acting: false, choices: [choice({ kind: 'enter' })] }))).toBeUndefined();
  });
  it('has enough of weddings after one', () => {
    const choices = [choice({ kind: 'wed' })];
    expect(idOf(situation({ choices }))).toBe('wed');
    expect(idOf(situation({ choices, log: [step({ move: 'wed', seat: 0 })] }))).toBeUndefined();
    expect(idOf(situation({ choices, log: [step({ move: 'wed', seat: 1 })] }))).toBe('wed');
  });
  it('is the last one when the game is over, whatever was not said', () => {
    const outcome = { winners: [0], reason: '', clause: 'RECKON-2', ranking: [[0], [1]] };
    expect(idOf(situation({}, { turn: 3, outcome }), new Set())).toBe('over');
  });
});

it('a good step leads where nobody is, and not to Rome', () => {
  const [rome, taken, free] = ['Roma', 'Luna', 'Puteoli'].map((market) =>
    choice({ kind: 'move', origin: 'Roma', market }),
  );
  const settled = markets.map((market) =>
    market.name === 'Luna' ? { ...market, agents: [{ seat: 1, rank: 0 }] } : market,
  );
  const now = situation({ choices: [rome, taken, free] }, { markets: settled as unknown as View['markets'] });
  expect(goodStep(now)).toBe(free);
});

it('every lesson has an id of its own', () => {
  expect(new Set(LESSONS.map(({ id }) => id)).size).toBe(LESSONS.length);
});
