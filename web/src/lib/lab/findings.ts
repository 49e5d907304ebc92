/** What the numbers say, in words. */

import type { LabFigures, LabRow } from '$lib/protocol';
import { lab as t, type Unit } from '$lib/text/lab';
import { text } from '$lib/text';

export interface Finding {
  /** What it is about; stays the same while the numbers sharpen. */
  about: string;
  /** Whether it is beyond chance. */
  found: boolean;
  words: string;
}

const MOST_NAMED = 4;
// Told by the seats themselves.
const SEATS = ['starter_wins', 'last_wins'];
const TURNS = 'turns';
const { prestige, wins } = t.units;

const points = (row: LabRow) => unsigned(row, { ...wins, sign: '' });

/** A difference without its sign, as words such as “longer by” go before it. */
function unsigned({ difference }: LabRow, unit: Unit): string {
  const { value, low, high } = difference!;
  const told = value < 0 ? { value: -value, low: -high, high: -low } : { value, low, high };
  return t.estimate(told, unit);
}

const strongest = (rows: LabRow[]) =>
  rows
    .filter((row) => row.found && row.difference)
    .sort((a, b) => Math.abs(b.difference!.value) - Math.abs(a.difference!.value));

/** “No difference found yet”, and how large it could still be. */
function nothingIn({ id, name, unit, difference }: LabRow): string {
  const { low, high } = difference!;
  const most = Math.max(-low, high);
  const words = id === TURNS ? t.lengthNone : t.metricNone(name);
  if (!most) return t.atAll(words);
  return t.atMost(words, t.number(most, plain(unit), most) + t.nounOf(id === TURNS ? '' : name, unit));
}

/** A unit without its sign for per cent: differences of shares are in points. */
const plain = (word: string): Unit => ({ ...t.unitOf(word), sign: word === '$' ? '$' : '' });

/** What a metric says. */
export function inWords(row: LabRow): string {
  const { id, name, unit, baseline, difference, variant, found } = row;
  if (!variant || !difference) {
    const told = t.estimate(baseline!, t.unitOf(unit));
    return id === TURNS ? t.lengthAlone(told) : t.metricAlone(name, told);
  }
  if (!found) return nothingIn(row);
  const more = difference.value > 0;
  const by = t.number(Math.abs(difference.value), plain(unit), difference.high - difference.low);
  const sides = t.insteadOf(
    t.number(variant.value, t.unitOf(unit), difference.high - difference.low),
    t.number(baseline!.value, t.unitOf(unit), difference.high - difference.low),
    t.between(more ? difference : { low: -difference.high, high: -difference.low }, plain(unit)),
  );
  if (id === TURNS) return (more ? t.longer : t.shorter)(by, sides);
  if (t.isCounted(name, unit)) return (more ? t.countMore : t.countLess)(name, by, sides);
  return (more ? t.metricMore : t.metricLess)(name, by + t.nounOf(name, unit), sides);
}

const WHAT_IF = /^what if\b/i;

/** The headline: an answer to the question that was asked. Only “does it matter?” is answered with yes. */
export function answer(figures: LabFigures, title: string, over: boolean): string {
  const asked = figures.metrics[0];
  const words = inWords(asked);
  if (!asked.variant || !asked.found || (title && !WHAT_IF.test(title))) return words;
  return (over ? t.yes : t.yesSoFar)(words);
}

function winners(rows: LabRow[], players: number, alone: boolean, nothing: string): Finding[] {
  const about = nothing;
  const found = strongest(rows).slice(0, 2);
  if (!found.length) return [{ about, found: false, words: nothing }];
  const equal = t.number(1 / players, wins, 0.3);
  return found.map((row) => {
    const up = row.difference!.value > 0;
    const words = alone
      ? (up ? t.favoured : t.disfavoured)(row.name, t.estimate(row.baseline!, wins), equal)
      : (up ? t.winsMore : t.winsLess)(row.name, points(row));
    return { about: `${about} ${row.id}`, found: true, words };
  });
}

function sources(rows: LabRow[]): Finding[] {
  const found = strongest(rows).slice(0, 3);
  if (!found.length) return [{ about: 'sources', found: false, words: t.sourcesSame }];
  return found.map((row) => ({
    about: `sources ${row.id}`,
    found: true,
    words: (row.difference!.value > 0 ? t.sourceMore : t.sourceLess)(
      row.name.toLowerCase(),
      t.change(row.difference!, prestige),
    ),
  }));
}

function markets(rows: LabRow[]): Finding[] {
  const found = strongest(rows);
  const named = (some: LabRow[]) => {
    const names = some.slice(0, MOST_NAMED).map((row) => row.name);
    return text.common.list(
      some.length > MOST_NAMED ? [...names, t.andMore(some.length - MOST_NAMED)] : names,
    );
  };
  const [more, less] = [1, -1].map((sign) => found.filter((row) => row.difference!.value * sign > 0));
  const told: Finding[] = [];
  if (more.length) told.push({ about: 'markets more', found: true, words: t.marketsMore(named(more)) });
  if (less.length) told.push({ about: 'markets less', found: true, words: t.marketsLess(named(less)) });
  return told.length ? told : [{ about: 'markets', found: false, words: t.marketsSame }];
}

/** Everything worth saying, the most important first. */
export function findings(figures: LabFigures): Finding[] {
  const alone = figures.length.variant === null;
  const players = figures.seats.length;
  const [asked, ...others] = figures.metrics;
  // What was asked for, the length of games, and whatever else was found to change.
  const metrics = [
    asked,
    ...others.filter((row) => row.id === TURNS || (!alone && row.found && !SEATS.includes(row.id))),
  ];
  const told: Finding[] = [
    ...metrics.map((row) => ({ about: row.id, found: alone || row.found, words: inWords(row) })),
    ...winners(figures.seats, players, alone, alone ? t.seatsEqual : t.seatsSame),
  ];
  if (figures.strategies.length > 1)
    told.push(...winners(figures.strategies, players, alone, alone ? t.strategiesEqual : t.strategiesSame));
  if (alone) return told;
  const ends = strongest(figures.endings).slice(0, 1);
  for (const row of ends)
    told.push({
      about: 'endings',
      found: true,
      words: (row.difference!.value > 0 ? t.endsMore : t.endsLess)(row.name, points(row)),
    });
  return [...told, ...sources(figures.sources), ...markets(figures.horrea)];
}
