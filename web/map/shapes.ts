/** Plane geometry for drawing: clipping, simplifying, rounding off, and writing paths. */

import type { Point } from '../src/lib/board/geography.ts';

/** Sutherland and Hodgman: the part of a ring inside a box. */
export function clip(ring: Point[], [left, top, right, bottom]: number[]): Point[] {
  const sides: [(p: Point) => boolean, (a: Point, b: Point) => Point][] = [
    [(p) => p[0] >= left, (a, b) => atX(a, b, left)],
    [(p) => p[0] <= right, (a, b) => atX(a, b, right)],
    [(p) => p[1] >= top, (a, b) => atY(a, b, top)],
    [(p) => p[1] <= bottom, (a, b) => atY(a, b, bottom)],
  ];
  return sides.reduce((points, [inside, cut]) => {
    const kept: Point[] = [];
    points.forEach((p, i) => {
      const before = points[(i + points.length - 1) % points.length];
      if (inside(p) !== inside(before)) kept.push(cut(before, p));
      if (inside(p)) kept.push(p);
    });
    return kept;
  }, ring);
}

const atX = (a: Point, b: Point, x: number): Point => [
  x,
  a[1] + ((b[1] - a[1]) * (x - a[0])) / (b[0] - a[0]),
];
const atY = (a: Point, b: Point, y: number): Point => [
  a[0] + ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]),
  y,
];

/** Douglas and Peucker: as few points as stay within a tolerance of the line, which may differ from place to place. */
export function simplify(line: Point[], tolerance: (p: Point) => number): Point[] {
  const keep = new Uint8Array(line.length);
  keep[0] = keep[line.length - 1] = 1;
  const spans: [number, number][] = [[0, line.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span;
    let worst = 0;
    let where = -1;
    for (let i = first + 1; i < last; i++) {
      const d = distance(line[i], line[first], line[last]) / tolerance(line[i]);
      if (d > worst) [worst, where] = [d, i];
    }
    if (worst > 1) {
      keep[where] = 1;
      spans.push([first, where], [where, last]);
    }
  }
  return line.filter((_, i) => keep[i]);
}

function distance(p: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = dx * dx + dy * dy;
  const t = length ? Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length)) : 0;
  return Math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy);
}

export function area(ring: Point[]): number {
  return Math.abs(
    ring.reduce((sum, p, i) => {
      const q = ring[(i + 1) % ring.length];
      return sum + p[0] * q[1] - q[0] * p[1];
    }, 0) / 2,
  );
}

/** Chaikin: cuts the corners off. */
export function roundOff(line: Point[], closed: boolean, rounds = 2): Point[] {
  for (let round = 0; round < rounds; round++) {
    const cut: Point[] = closed ? [] : [line[0]];
    for (let i = 0; i < line.length - (closed ? 0 : 1); i++) {
      const [p, q] = [line[i], line[(i + 1) % line.length]];
      cut.push([p[0] * 0.75 + q[0] * 0.25, p[1] * 0.75 + q[1] * 0.25]);
      cut.push([p[0] * 0.25 + q[0] * 0.75, p[1] * 0.25 + q[1] * 0.75]);
    }
    if (!closed) cut.push(line[line.length - 1]);
    line = cut;
  }
  return line;
}

/** A path in half units, relative and whole: short, and it packs well. Draw it at half size. */
export function path(lines: Point[][], closed: boolean): string {
  return lines
    .map((line) => {
      const at = line.map(([x, y]): Point => [Math.round(x * 2), Math.round(y * 2)]);
      const steps = at.slice(1).map((p, i) => [p[0] - at[i][0], p[1] - at[i][1]]);
      const numbers = steps.filter(([x, y]) => x || y).flat();
      const written = numbers.map((n, i) => (i && n >= 0 ? ` ${n}` : `${n}`)).join('');
      return `M${at[0][0]} ${at[0][1]}l${written}${closed ? 'z' : ''}`;
    })
    .join('');
}
