/**
 * Lays out the board: markets at their real places, moved some way towards where the printed board draws them (BOARD-6),
 * and apart from each other until their names can be read.
 */

import { project, toFrame, type Frame, type Point, type Pulls } from '../src/lib/board/geography.ts';

export interface Place {
  latin: string;
  lon: number;
  lat: number;
  x: number;
  y: number;
}

export const WIDTH = 1600;
export const HEIGHT = 1120;
const MARGIN = { left: 92, right: 96, top: 66, bottom: 66 };
const PRINTED = 0.55; // how far towards the printed board
const APART = 66; // how far apart two markets must be at least
const ROUNDS = 400;

export function layOut(places: Place[]): { frame: Frame; pulls: Pulls } {
  const real = places.map((place) => project(place.lon, place.lat));
  const printedX = fit(
    places.map((place) => place.x),
    real.map((p) => p[0]),
  );
  const printedY = fit(
    places.map((place) => place.y),
    real.map((p) => p[1]),
  );
  const blended = places.map((place, i): Point => [
    real[i][0] + PRINTED * (printedX(place.x) - real[i][0]),
    real[i][1] + PRINTED * (printedY(place.y) - real[i][1]),
  ]);
  const frame = frameOf(blended);
  const to = spread(
    blended.map((p) => toFrame(p, frame)),
    places.map((place) => place.latin.length),
  );
  return { frame, pulls: { from: real.map((p) => toFrame(p, frame)), to } };
}

/** The scale and shift of one axis that fits the printed positions best to the projected ones. */
function fit(from: number[], to: number[]): (value: number) => number {
  const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const [a, b] = [mean(from), mean(to)];
  const together = from.reduce((sum, value, i) => sum + (value - a) * (to[i] - b), 0);
  const alone = from.reduce((sum, value) => sum + (value - a) ** 2, 0);
  return (value) => b + (together / alone) * (value - a);
}

function frameOf(points: Point[]): Frame {
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scaleX = (WIDTH - MARGIN.left - MARGIN.right) / (east - west);
  const scaleY = (HEIGHT - MARGIN.top - MARGIN.bottom) / (south - north);
  return { left: west - MARGIN.left / scaleX, top: north - MARGIN.top / scaleY, scaleX, scaleY };
}

/** Pushes points apart that are too close, and pulls each gently back to where it belongs. */
function spread(wanted: Point[], letters: number[]): Point[] {
  const at = wanted.map(([x, y]): Point => [x, y]);
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < at.length; i++) {
      for (let j = i + 1; j < at.length; j++) push(at[i], at[j], 1 + (letters[i] + letters[j]) / 60);
    }
    for (let i = 0; i < at.length; i++) {
      at[i][0] += (wanted[i][0] - at[i][0]) * 0.03;
      at[i][1] += (wanted[i][1] - at[i][1]) * 0.03;
    }
  }
  return at.map(([x, y]) => [
    Math.round(Math.min(WIDTH - 70, Math.max(64, x))),
    Math.round(Math.min(HEIGHT - 56, Math.max(50, y))),
  ]);
}

/** Names are wider than they are high: two markets side by side need more room than two above each other. */
function push(a: Point, b: Point, wide: number): void {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const distance = Math.hypot(dx / wide, dy * 1.1) || 1;
  if (distance >= APART) return;
  const share = ((APART - distance) / distance) * 0.24;
  a[0] -= dx * share;
  a[1] -= dy * share;
  b[0] += dx * share;
  b[1] += dy * share;
}
