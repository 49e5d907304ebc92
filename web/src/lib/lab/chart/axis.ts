/** Axes and shapes of the laboratory's charts. */

import { ticks } from '$lib/ending/scale';
import type { LabEstimate, LabRow, LabTurns } from '$lib/protocol';

export interface Axis {
  low: number;
  high: number;
  ticks: number[];
}

// `ticks` knows whole steps only; shares and prestige need finer ones.
const FINE = 10_000;

/** An axis that holds all of some numbers. */
export function axis(numbers: number[], about = 4): Axis {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const found = ticks(least * FINE, Math.max(most, least + 10 / FINE) * FINE, about).map(
    (tick) => tick / FINE,
  );
  return { low: found[0], high: found.at(-1)!, ticks: found };
}

const ends = (estimate: LabEstimate | null) => (estimate ? [estimate.low, estimate.high] : []);

/** The axis of some rows: from nothing, or from the least, to the most that an interval reaches. */
export function axisOf(rows: LabRow[], others: number[] = []): Axis {
  return axis([0, ...others, ...rows.flatMap((row) => [...ends(row.baseline), ...ends(row.variant)])]);
}

/** Where a number lies on an axis, from 0 to 1. */
export const part = ({ low, high }: Axis, value: number) =>
  Math.min(1, Math.max(0, (value - low) / Math.max(high - low, 1e-9)));

/** The outline of a histogram's bars, in shares of all games. */
export function outline(
  counts: number[],
  { first, step }: LabTurns,
  x: (turn: number) => number,
  y: (share: number) => number,
): string {
  const all = Math.max(
    1,
    counts.reduce((sum, count) => sum + count, 0),
  );
  const corners = counts.flatMap((count, i) => [
    [x(first + i * step), y(count / all)],
    [x(first + (i + 1) * step), y(count / all)],
  ]);
  const points = [[x(first), y(0)], ...corners, [x(first + counts.length * step), y(0)]];
  return points.map(([px, py], i) => `${i ? 'L' : 'M'}${px.toFixed(1)} ${py.toFixed(1)}`).join('');
}
