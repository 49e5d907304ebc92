/** Where everything on the board is drawn: markets, links, labels, routes. */

import { board as drawnBoard, frame, height, pulls, width } from 'virtual:roman-map';
import type { Board, BoardMarket, Player, TradeLine } from '$lib/protocol';
import { project, toFrame, warp, type Point } from './geography';

export { height, width };

export type Side = 'below' | 'above' | 'right' | 'left';

export interface Place {
  market: BoardMarket;
  x: number;
  y: number;
  radius: number;
  label: Side;
}

export interface Road {
  a: string;
  b: string;
  path: string;
}

const RADIUS = { rome: 25, large: 17.5, exotic: 17.5, small: 13 };
export const LABEL_SIZE = 19;
const LETTER = LABEL_SIZE * 0.5;

/** Every place of the map: `place(longitude, latitude)`. */
export const place = (() => {
  const pull = warp(pulls);
  return (longitude: number, latitude: number): Point => pull(toFrame(project(longitude, latitude), frame));
})();

/** The map was laid out for one board; a board of one's own is drawn at its real places. */
function spot(board: Board, market: BoardMarket): Point {
  return board.id === drawnBoard && pulls.to[market.index]
    ? pulls.to[market.index]
    : place(market.lon, market.lat);
}

export function layOut(board: Board): Map<string, Place> {
  const places = board.markets.map((market): Place => {
    const [x, y] = spot(board, market);
    return { market, x, y, radius: RADIUS[market.kind], label: 'below' };
  });
  const at = new Map(places.map((p) => [p.market.name, p]));
  const lines = board.links.map(([a, b]) => [at.get(a)!, at.get(b)!] as const);
  for (let round = 0; round < 3; round++) {
    for (const p of places) {
      const crowding = (side: Side) => costOf(p, side, places, lines);
      p.label = (['below', 'above', 'right', 'left'] as Side[]).reduce((best, side) =>
        crowding(side) < crowding(best) ? side : best,
      );
    }
  }
  return at;
}

/** From the middle of a market to the middle of a player's horreum: each has its own corner. */
export function horreumAt({ radius }: Place, seat: number): Point {
  const [dx, dy] = [radius * 0.66 + 10, radius * 0.62 + 7];
  return [seat % 3 === 0 ? -dx : dx, seat < 2 ? -dy : dy];
}

/** How far a market reaches to a side: its circle, or the horrea that stand there. */
export function reach(p: Place, owners: number[], side: Side): number {
  const upright = side === 'below' || side === 'above';
  const outwards = side === 'below' || side === 'right' ? 1 : -1;
  const horrea = owners.map((seat) => horreumAt(p, seat)[upright ? 1 : 0] * outwards);
  return Math.max(p.radius, ...horrea.filter((far) => far > 0).map((far) => far + (upright ? 9 : 11)));
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Where a label's text begins, and how it is anchored; it keeps clear of its market's horrea. */
export function labelAt(
  p: Place,
  size = LABEL_SIZE,
  grown = 1,
  side = p.label,
  owners: number[] = [],
): { x: number; y: number; anchor: 'start' | 'middle' | 'end' } {
  const gap = reach(p, owners, side) * grown + 5;
  switch (side) {
    case 'below':
      return { x: p.x, y: p.y + gap + size * 0.78, anchor: 'middle' };
    case 'above':
      return { x: p.x, y: p.y - gap - size * 0.22, anchor: 'middle' };
    case 'right':
      return { x: p.x + gap, y: p.y + size * 0.32, anchor: 'start' };
    case 'left':
      return { x: p.x - gap, y: p.y + size * 0.32, anchor: 'end' };
  }
}

function labelBox(p: Place, side: Side): Box {
  const { x, y, anchor } = labelAt({ ...p, label: side });
  const long = p.market.name.length * LETTER;
  const left = anchor === 'middle' ? x - long / 2 : anchor === 'start' ? x : x - long;
  return { left, right: left + long, top: y - LABEL_SIZE * 0.8, bottom: y + LABEL_SIZE * 0.25 };
}

export const overlap = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

const PREFERENCE: Record<Side, number> = { below: 0, above: 40, right: 60, left: 70 };

/** How badly a label on that side would collide with other labels, markets, links and the frame. */
function costOf(p: Place, side: Side, places: Place[], lines: (readonly [Place, Place])[]): number {
  const box = labelBox(p, side);
  let cost = PREFERENCE[side];
  for (const q of places) {
    if (q === p) continue;
    cost += 5 * overlap(box, labelBox(q, q.label));
    const r = q.radius + 7;
    cost += 4 * overlap(box, { left: q.x - r, right: q.x + r, top: q.y - r, bottom: q.y + r });
  }
  for (const [a, b] of lines) cost += 5 * lengthInside(box, a, b);
  const outside =
    Math.max(0, 6 - box.left) + Math.max(0, box.right - width + 6) + Math.max(0, box.bottom - height + 4);
  return cost + 200 * outside;
}

/** How much of a line runs through a box, by sampling. */
function lengthInside(box: Box, a: Place, b: Place): number {
  const far = Math.hypot(b.x - a.x, b.y - a.y);
  const samples = Math.ceil(far / 6);
  let inside = 0;
  for (let i = 1; i < samples; i++) {
    const x = a.x + ((b.x - a.x) * i) / samples;
    const y = a.y + ((b.y - a.y) * i) / samples;
    if (x > box.left && x < box.right && y > box.top && y < box.bottom) inside += 6;
  }
  return inside;
}

const BEND = 0.07;

/** Where a link's curve is drawn to; the same whichever way one goes. */
function bend(a: Place, b: Place): Point {
  const [p, q] = a.market.index < b.market.index ? [a, b] : [b, a];
  return [(p.x + q.x) / 2 - (q.y - p.y) * BEND, (p.y + q.y) / 2 + (q.x - p.x) * BEND];
}

/** A link as a gentle curve. */
export function curve(a: Place, b: Place): string {
  const [x, y] = bend(a, b);
  return `M${a.x} ${a.y}Q${x.toFixed(1)} ${y.toFixed(1)} ${b.x} ${b.y}`;
}

/** The point after a part `t` of the way along a link. */
export function along(a: Place, b: Place, t: number): Point {
  const [x, y] = bend(a, b);
  const [p, q, r] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
  return [p * a.x + q * x + r * b.x, p * a.y + q * y + r * b.y];
}

export function roads(board: Board, places: Map<string, Place>): Road[] {
  return board.links.map(([a, b]) => ({ a, b, path: curve(places.get(a)!, places.get(b)!) }));
}

/** The links of a player's complete routes: from each exotic market back to Rome over the player's own horrea. */
export function routeRoads(board: Board, player: Player): Set<string> {
  const rome = board.markets.find((market) => market.kind === 'rome')?.name ?? '';
  const own = new Set([...player.horrea, rome]);
  const near = new Map<string, string[]>();
  for (const [a, b] of board.links) {
    near.set(a, [...(near.get(a) ?? []), b]);
    near.set(b, [...(near.get(b) ?? []), a]);
  }
  const cameFrom = new Map<string, string>([[rome, '']]);
  const queue = [rome];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    for (const next of near.get(at) ?? []) {
      if (!own.has(next) || cameFrom.has(next)) continue;
      cameFrom.set(next, at);
      queue.push(next);
    }
  }
  const found = new Set<string>();
  for (const end of player.routes) {
    for (let at = end, back = cameFrom.get(at); back; at = back, back = cameFrom.get(at)) {
      found.add(roadKey(at, back));
    }
  }
  return found;
}

export const roadKey = (a: string, b: string) => (a < b ? `${a}|${b}` : `${b}|${a}`);

/** The market that lies best in a direction, for the arrow keys. */
export function neighbourTowards(places: Map<string, Place>, from: string, dx: number, dy: number): string {
  const start = places.get(from);
  if (!start) return from;
  let best = from;
  let least = Infinity;
  for (const [name, p] of places) {
    const along = (p.x - start.x) * dx + (p.y - start.y) * dy;
    const across = Math.abs((p.x - start.x) * dy) + Math.abs((p.y - start.y) * dx);
    if (name === from || along <= 0 || across > along * 2.2) continue;
    const far = along + 1.6 * across;
    if (far < least) [best, least] = [name, far];
  }
  return best;
}

/** Where the sums of a trade are written: above their markets, those of several owners above each other. */
export function paymentsAt(trade: TradeLine[][], places: Map<string, Place>, size: number) {
  const rows = new Map<Place, number>();
  return trade.flat().flatMap((line) => {
    const place = line.market === null ? undefined : places.get(line.market);
    if (!place) return [];
    const row = rows.get(place) ?? 0;
    rows.set(place, row + 1);
    return [
      {
        seat: line.seat,
        amount: line.amount,
        x: place.x,
        y: place.y - place.radius - 14 - row * size * 1.05,
      },
    ];
  });
}
