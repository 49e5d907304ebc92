import { describe, expect, it } from 'vitest';
import { sinceMine } from '$lib/table/digest';
import {
  durationOf,
  happening,
  lastTrade,
  passes,
  placesOf,
  spokenPrices,
  standing,
  told,
  toldEvents,
} from '$lib/table/steps';
import { event, step } from './samples';

describe('what happened since one’s own last move', () => {
  it('puts the gravest first, and leaves out what others did to each other and what one did oneself', () => {
    const lost = event({ kind: 'horreum_lost', player: 0, text: 'Ada loses the horreum in Luna.' });
    const paid = event({ kind: 'money', player: 0, text: 'Ada receives $75 in trade.' });
    const known = event({ kind: 'money', player: 0, text: 'Ada pays $100.' });
    const phase = event({ kind: 'phase', player: 0 });
    const theirs = event({ kind: 'agent_lost', player: 1, other: 2 });
    const steps = [
      step({ seq: 1, seat: 0, events: [known, phase, paid] }),
      step({ seq: 2, seat: 1, actor: 1, events: [theirs] }),
      step({ seq: 3, seat: null, actor: 1, kind: 'chance', events: [lost] }),
    ];
    expect(sinceMine(steps, 0)).toEqual({ mine: [lost, paid], moves: 1 });
    expect(sinceMine(steps, 0, 3)).toEqual({ mine: [], moves: 0 });
    expect(sinceMine(steps, null).mine).toEqual([]);
  });
});

describe('a step that is being shown', () => {
  it('does not tell what a die shows before it lies', () => {
    const die = step({ kind: 'chance', move: 'die', pips: 5, text: 'The die shows 5: Ada wins' });
    expect(happening(die, ['Ada'])).toBe('The die rolls for Ada …');
    expect(told(die, ['Ada'])).toBe('The die shows 5: Ada wins.');
  });
});

describe('a bargain', () => {
  it('knows the prices named since the proposal', () => {
    const steps = [
      step({ move: 'propose', actor: 1, price: 300 }),
      step({ move: 'refuse', actor: 0, price: null }),
      step({ move: 'propose', actor: 0, price: 25 }),
      step({ move: 'counter', actor: 1, price: 100 }),
    ];
    expect(spokenPrices(steps)).toEqual([
      { seat: 0, price: 25 },
      { seat: 1, price: 100 },
    ]);
  });
});

describe('steps that stand', () => {
  it('drops what was taken back, and the taking back itself', () => {
    const steps = [
      step({ seq: 1, position: 1 }),
      step({ seq: 2, position: 2 }),
      step({ seq: 3, position: 3 }),
      step({ seq: 4, position: 1, kind: 'undo', move: 'undo' }),
      step({ seq: 5, position: 2 }),
    ];
    expect(standing(steps).map(({ seq }) => seq)).toEqual([1, 5]);
  });

  it('keeps that the server went back to a copy', () => {
    const steps = [
      step({ seq: 1, position: 1 }),
      step({ seq: 2, position: 2 }),
      step({ seq: 3, position: 2, kind: 'epoch', move: 'epoch' }),
      step({ seq: 4, position: 1, kind: 'undo', move: 'undo' }),
    ];
    expect(standing(steps).map(({ seq }) => seq)).toEqual([1, 3]);
  });

  it('keeps everything when nothing was taken back', () => {
    expect(standing([step({ seq: 1, position: 1 }), step({ seq: 2, position: 2 })])).toHaveLength(2);
  });
});

describe('the log', () => {
  const trade = step({ actor: 1, trade: [[], []], events: [event({ player: 2 })] });

  it('filters by player: who acts, whom it concerns, and who feels it', () => {
    expect(passes(trade, { seat: 1, kind: 'all' })).toBe(true);
    expect(passes(trade, { seat: 2, kind: 'all' })).toBe(true);
    expect(passes(trade, { seat: 3, kind: 'all' })).toBe(false);
  });

  it('filters by what it is about', () => {
    expect(passes(trade, { seat: null, kind: 'money' })).toBe(true);
    expect(passes(trade, { seat: null, kind: 'prestige' })).toBe(false);
    expect(passes(step({ kind: 'chance', move: 'die' }), { seat: null, kind: 'dice' })).toBe(true);
    expect(passes(step({ move: 'move' }), { seat: null, kind: 'board' })).toBe(true);
  });

  it('does not repeat what the move says itself', () => {
    const built = step({
      move: 'build',
      events: [event({ kind: 'money' }), event({ kind: 'horreum_built' }), event({ kind: 'phase' })],
    });
    expect(toldEvents(built).map(({ kind }) => kind)).toEqual(['money']);
  });

  it('tells a move of its player, by its event or in words of its own', () => {
    const names = ['Ada', 'Ben'];
    const built = event({ kind: 'horreum_built', text: 'Ben builds a horreum in Luna.' });
    expect(told(step({ actor: 1, move: 'build', events: [built] }), names)).toBe(built.text);
    expect(told(step({ actor: 1, origin: 'Roma', market: 'Luna' }), names)).toBe(
      'Ben’s agent goes from Roma to Luna.',
    );
    expect(told(step({ actor: 1, move: 'end', phase: 'build' }), names)).toBe('Ben ends the building.');
    expect(told(step({ kind: 'chance', move: 'die', text: 'The die shows 3' }), names)).toBe(
      'The die shows 3.',
    );
  });

  it('finds every market of a step once', () => {
    const moved = step({ origin: 'Roma', market: 'Luna', events: [event({ market: 'Luna' })] });
    expect(placesOf(moved)).toEqual(['Roma', 'Luna']);
  });
});

describe('trade', () => {
  it('is the last one', () => {
    const steps = [step({ turn: 1, trade: [[]] }), step({ turn: 2, trade: [[]] }), step({ turn: 3 })];
    expect(lastTrade(steps)?.step.turn).toBe(2);
    expect(lastTrade([])).toBeNull();
  });

  it('is shown a little longer', () => {
    expect(durationOf(step({ move: 'end', trade: [[]] }))).toBeGreaterThan(durationOf(step({ move: 'end' })));
  });
});
