/** The regions as shapes: whatever lies nearest to one of their markets. */

import { Delaunay } from 'd3-delaunay';
import type { Point } from '../src/lib/board/geography.ts';
import { HEIGHT, WIDTH } from './layout.ts';
import { path, roundOff } from './shapes.ts';

const BEYOND = 500;

/** For each region a path, in half units. Markets without a region leave a gap. */
export function regionPaths(
  points: Point[],
  regionOf: (string | undefined)[],
  regions: string[],
): Record<string, string> {
  const delaunay = Delaunay.from(points);
  const cells = delaunay.voronoi([-BEYOND, -BEYOND, WIDTH + BEYOND, HEIGHT + BEYOND]);
  return Object.fromEntries(
    regions.map((region) => {
      const polygons = points.flatMap((_, i) =>
        regionOf[i] === region ? [cells.cellPolygon(i) as Point[]] : [],
      );
      return [
        region,
        path(
          outline(polygons).map((loop) => roundOff(loop, true, 3)),
          true,
        ),
      ];
    }),
  );
}

/** The outline of polygons that share sides: every side that only one of them has, chained into loops. */
function outline(polygons: Point[][]): Point[][] {
  const key = ([x, y]: Point) => `${x.toFixed(2)},${y.toFixed(2)}`;
  const sides = new Map<string, [Point, Point]>();
  for (const polygon of polygons) {
    for (let i = 0; i + 1 < polygon.length; i++) {
      const [a, b] = [polygon[i], polygon[i + 1]];
      if (!sides.delete(`${key(b)} ${key(a)}`)) sides.set(`${key(a)} ${key(b)}`, [a, b]);
    }
  }
  const next = new Map([...sides.values()].map(([a, b]) => [key(a), b]));
  const loops: Point[][] = [];
  while (next.size) {
    const loop: Point[] = [];
    let at = next.keys().next().value as string;
    for (let to = next.get(at); to; to = next.get(at)) {
      next.delete(at);
      loop.push(to);
      at = key(to);
    }
    loops.push(loop);
  }
  return loops;
}
