/**
 * The map for the reports of the laboratory, which no browser draws: the coasts of the table's own map, coarser and cut to
 * the frame, and where each market stands. `tests/report-map.test.ts` keeps the file that Python reads.
 */

import type { Point } from '../src/lib/board/geography.ts';
import { area, clip, simplify } from './shapes.ts';

const TOLERANCE = 1.6;
const SMALLEST_ISLAND = 60;

export interface Drawn {
  board: string;
  width: number;
  height: number;
  land: string;
  pulls: { to: number[][] };
}

export function reportMap({ board, width, height, land, pulls }: Drawn) {
  const coasts = rings(land)
    .map((ring) => clip(ring, [0, 0, width, height]))
    .filter((ring) => ring.length > 3 && area(ring) > SMALLEST_ISLAND)
    .map((ring) => simplify([...ring, ring[0]], () => TOLERANCE).map(whole));
  return { board, width, height, markets: pulls.to, coasts };
}

const whole = ([x, y]: Point): Point => [Math.round(x), Math.round(y)];

/** The rings of a path as `shapes.path` writes it: relative whole steps in half units. */
function rings(path: string): Point[][] {
  return [...path.matchAll(/M(-?\d+) (-?\d+)l([^z]*)z/g)].map(([, x, y, steps]) => {
    const numbers = (steps.match(/-?\d+/g) ?? []).map(Number);
    const ring: Point[] = [[Number(x) / 2, Number(y) / 2]];
    for (let i = 0; i + 1 < numbers.length; i += 2) {
      const [lastX, lastY] = ring[ring.length - 1];
      ring.push([lastX + numbers[i] / 2, lastY + numbers[i + 1] / 2]);
    }
    return ring;
  });
}
