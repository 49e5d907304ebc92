import { beforeEach, describe, expect, it, vi } from 'vitest';
import { axis, axisOf, outline, part } from '$lib/lab/chart/axis';
import { reach } from '$lib/lab/dials';
import { answer, findings, inWords } from '$lib/lab/findings';
import { addressWith, adopt } from '$lib/lab/link';
import { MOST, Notebook } from '$lib/lab/notebook.svelte';
import { Setup } from '$lib/newgame/setup.svelte';
import type { Catalogue, LabFigures, LabRow, LabUpdate, Parameter } from '$lib/protocol';
import { lab as t } from '$lib/text/lab';

const about = (value: number, half: number) => ({ value, low: value - half, high: value + half });

const row = (of: Partial<LabRow>): LabRow => ({
  id: 'turns',
  name: 'Length of a game',
  baseline: about(20, 0.5),
  variant: about(21.8, 0.5),
  difference: about(1.8, 0.6),
  found: true,
  unit: 'turns',
  ...of,
});

describe('numbers', () => {
  it('have as many decimals as their interval warrants', () => {
    expect(t.estimate(about(16.666, 0.5), t.units.turns)).toBe('16.7 (16.2 to 17.2)');
    expect(t.estimate(about(16.666, 0.05), t.units.turns)).toBe('16.67 (16.62 to 16.72)');
    expect(t.estimate(about(1234.5, 40), t.units.income)).toBe('$1,235 ($1,195 to $1,275)');
  });
  it('of shares are in per cent, their differences in points', () => {
    expect(t.estimate(about(0.25, 0.03), t.units.wins)).toBe('25.0 % (22.0 to 28.0)');
    expect(t.change(about(-0.041, 0.03), t.units.wins)).toBe('−4.1 (−7.1 to −1.1)');
    expect(t.change(about(0.041, 0.03), t.units.wins)).toBe('+4.1 (+1.1 to +7.1)');
  });
  it('that are nothing have no sign', () => {
    expect(t.number(-0.0001, t.units.turns, 1)).toBe('0.0');
  });
});

describe('a verdict', () => {
  it('says by how much games are longer or shorter', () => {
    expect(inWords(row({}))).toBe('Games are longer by 1.8 turns, 21.8 instead of 20.0 (1.2 to 2.4).');
    expect(inWords(row({ variant: about(18.2, 0.5), difference: about(-1.8, 0.6) }))).toBe(
      'Games are shorter by 1.8 turns, 18.2 instead of 20.0 (1.2 to 2.4).',
    );
  });
  it('says that nothing was found, and what could still be', () => {
    const words = inWords(row({ difference: about(0.2, 0.6), found: false }));
    expect(words).toBe('No difference in length found yet; if there is one, it is within 0.8 turns.');
    expect(inWords(row({ difference: about(0, 0), found: false }))).toBe(
      'No difference in length found yet.',
    );
  });
  it('names a metric and its unit once', () => {
    const money = row({
      id: 'money',
      name: 'Money at the end',
      unit: '$',
      baseline: about(1920, 9),
      variant: about(1800, 9),
      difference: about(-120, 30),
    });
    expect(inWords(money)).toBe('Money at the end down by $120, $1,800 instead of $1,920 ($90 to $150).');
    const close = row({
      id: 'close',
      name: 'Close finishes',
      unit: '%',
      baseline: about(0.4, 0.01),
      variant: about(0.44, 0.01),
      difference: about(0.04, 0.01),
    });
    expect(inWords(close)).toBe('Close finishes up by 4.0 points, 44.0 % instead of 40.0 % (3.0 to 5.0).');
    const matches = row({ id: 'local_marriages', name: 'Local marriages', unit: 'marriages' });
    expect(inWords(matches)).toBe('1.8 more local marriages a game, 21.8 instead of 20.0 (1.2 to 2.4).');
  });
  it('of a baseline alone only tells what it is', () => {
    expect(inWords(row({ variant: null, difference: null }))).toBe('A game takes 20.0 (19.5 to 20.5) turns.');
  });
});

describe('what is found', () => {
  const seats = ['first', 'second', 'third', 'fourth'].map((id, i) =>
    row({
      id,
      name: `The ${id}`,
      unit: '',
      baseline: about(0.25, 0.01),
      variant: about(0.25, 0.01),
      difference: about(i ? 0.001 : 0.06, 0.02),
      found: i === 0,
    }),
  );
  const figures = {
    metrics: [row({ id: 'challenges', name: 'Challenges', unit: 'challenges' }), row({})],
    length: row({}),
    seats,
    strategies: [seats[0]],
    endings: [],
    sources: [row({ id: 'wealth', name: 'Wealth', difference: about(-0.5, 0.1) })],
    horrea: ['Roma', 'Ostia', 'Tarraco', 'Gades', 'Massilia'].map((name) => row({ id: name, name })),
  } as unknown as LabFigures;

  it('begins with what was asked', () => {
    const told = findings(figures);
    expect(told.map((one) => one.words)).toEqual([
      '1.8 more challenges a game, 21.8 instead of 20.0 (1.2 to 2.4).',
      'Games are longer by 1.8 turns, 21.8 instead of 20.0 (1.2 to 2.4).',
      'The first wins more often: by 6.0 (4.0 to 8.0) percentage points.',
      'Less prestige comes from wealth: −0.50 (−0.60 to −0.40) a player.',
      'More horrea stand in Roma, Ostia, Tarraco, Gades and 1 more.',
    ]);
    expect(told.every((one) => one.found)).toBe(true);
  });
  it('is an answer where a yes is one', () => {
    const told = '1.8 more challenges a game, 21.8 instead of 20.0 (1.2 to 2.4).';
    expect(answer(figures, 'What if ousting cost $100?', true)).toBe(`Yes: ${told}`);
    expect(answer(figures, '', false)).toBe(`So far, yes: ${told}`);
    expect(answer(figures, 'Is the first seat better?', true)).toBe(told);
    const length = { ...figures, metrics: [row({})] };
    expect(answer(length, '', true)).toBe(
      'Yes: games are longer by 1.8 turns, 21.8 instead of 20.0 (1.2 to 2.4).',
    );
    const nothing = { ...figures, metrics: [row({ difference: about(0.2, 0.6), found: false })] };
    expect(answer(nothing, '', true)).toMatch(/^No difference in length found yet/);
  });
  it('is told of the order of play where only one side plays', () => {
    const alone = {
      ...figures,
      metrics: [row({ variant: null, difference: null })],
      length: row({ variant: null, difference: null }),
      seats: seats.map((seat) => ({ ...seat, variant: null, baseline: about(0.31, 0.02) })),
    };
    expect(findings(alone).map((one) => one.words)).toEqual([
      'A game takes 20.0 (19.5 to 20.5) turns.',
      'The first is favoured: 31.0 % (29.0 to 33.0) of victories, not 25 %.',
    ]);
  });
});

describe('an axis', () => {
  it('holds every interval, in round steps', () => {
    const found = axisOf([row({ baseline: about(0.21, 0.04), variant: about(0.3, 0.05) })], [0.25]);
    expect(found.low).toBe(0);
    expect(found.high).toBeGreaterThanOrEqual(0.35);
    expect(found.ticks.length).toBeLessThan(8);
    expect(part(found, found.high)).toBe(1);
  });
  it('of nothing but one number still has two ends', () => {
    const found = axis([0, 0]);
    expect(found.high).toBeGreaterThan(found.low);
  });
  it('draws bars as steps that begin and end on the ground', () => {
    const turns = { first: 10, step: 2, baseline: [1, 3], variant: [] };
    const path = outline(
      turns.baseline,
      turns,
      (x) => x,
      (y) => y,
    );
    expect(path).toBe('M10.0 0.0L10.0 0.3L12.0 0.3L12.0 0.8L14.0 0.8L14.0 0.0');
  });
});

describe('a slider', () => {
  const cost = { key: 'oust.cost', kind: 'number', unit: 'money', low: 0, high: 10_000 } as Parameter;
  it('reaches to three times the book, and to where it was put', () => {
    expect(reach(cost, 200, 200)).toEqual({ low: 0, high: 600, step: 25 });
    expect(reach(cost, 200, 2010).high).toBe(2025);
    expect(reach({ ...cost, high: 300 }, 200, 200).high).toBe(300);
  });
  it('of a die ends with the die', () => {
    expect(reach({ ...cost, unit: 'die', low: 1, high: 6 }, 4, 4)).toEqual({ low: 1, high: 6, step: 1 });
  });
});

describe('a link', () => {
  const parameter = (key: string, kind: Parameter['kind'], of: Partial<Parameter> = {}) =>
    ({ key, kind, low: 0, high: 9999, choices: ['hand', 'open'], longest: 5, unit: '', ...of }) as Parameter;
  const values = {
    'players.min': 3,
    'players.max': 4,
    'oust.cost': 200,
    'family.kind': 'hand',
    'route.pays': true,
    'trade.boost': [25, 50],
  };
  const catalogue = {
    editions: [
      { id: 'forvm', name: 'Forvm', values, players: [3, 4] },
      { id: 'short', name: 'Short', values, players: [3, 4] },
    ],
    house_rules: [],
    bots: [{ id: 'tiro', name: 'Tiro' }],
    parameters: [
      parameter('oust.cost', 'number'),
      parameter('family.kind', 'choice'),
      parameter('route.pays', 'flag'),
      parameter('trade.boost', 'list'),
    ],
  } as unknown as Catalogue;
  const opened = (address: string) =>
    adopt(new Setup(catalogue), new URL(address, 'http://forvm').searchParams);

  it('sets up what was changed', () => {
    const changes = {
      'oust.cost': 100,
      'family.kind': 'open',
      'route.pays': false,
      'trade.boost': [1, 2, 3],
    };
    const setup = opened(addressWith('/new', 'short', changes));
    expect(setup.edition.id).toBe('short');
    expect(setup.changes).toEqual(changes);
  });
  it('passes over what makes no sense', () => {
    const setup = opened('/new?rules=nonsense&oust.cost=-5&family.kind=none&route.pays=2&x=1');
    expect(setup.rules).toBe('forvm');
    expect(setup.changes).toEqual({});
  });
});

describe('the notebook', () => {
  const run = (id: string) => ({ id, wanted: { baseline: { bots: ['greedy'] } }, update: update('playing') });
  const update = (state: LabUpdate['state'], figures: unknown = null) =>
    ({ type: 'lab_update', state, done: 0, of: 48, rate: 0, problem: '', figures }) as LabUpdate;
  const store = new Map<string, string>();
  beforeEach(() => {
    store.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => void store.set(key, value),
      removeItem: (key: string) => void store.delete(key),
    });
  });

  it('keeps what was found when another begins, and after a reload', () => {
    const notebook = new Notebook();
    notebook.keep(run('a'), update('waiting'), 'First');
    notebook.keep(run('a'), update('done', { games: 48 }), 'First');
    notebook.keep(run('b'), update('waiting'), 'Second');
    notebook.rename('a', ' Renamed ');
    notebook.rename('b', '  ');
    for (const book of [notebook, new Notebook()]) {
      expect(book.entries.map(({ name }) => name)).toEqual(['Second', 'Renamed']);
      expect(book.find('a')?.update.figures).toEqual({ games: 48 });
    }
    notebook.compare('a', true);
    notebook.remove('a');
    expect(notebook.compared).toEqual([]);
    expect(new Notebook().entries.map(({ id }) => id)).toEqual(['b']);
  });
  it('keeps the figures of an experiment that failed later', () => {
    const notebook = new Notebook();
    notebook.keep(run('a'), update('playing', { games: 24 }), 'First');
    notebook.keep(run('a'), update('failed'), 'First');
    expect(notebook.find('a')?.update.figures).toEqual({ games: 24 });
  });
  it('forgets the oldest of too many, and is not broken by what others wrote', () => {
    const notebook = new Notebook();
    for (let i = 0; i < MOST + 3; i++) notebook.keep(run(`run-${i}`), update('done'), `${i}`);
    expect(notebook.entries.length).toBe(MOST);
    expect([...store.keys()].length).toBe(MOST + 1);
    for (const wrong of ['{', '{}', '[{"id": "gone"}]', '7']) {
      store.set('forvm.lab.notebook', wrong);
      expect(new Notebook().entries).toEqual([]);
    }
  });
});
