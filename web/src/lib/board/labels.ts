/** Which names fit on a small map, and on which side of their markets. */

import { labelAt, overlap, type Box, type Place, type Side } from './layout';

const SIDES: Side[] = ['below', 'above', 'right', 'left'];
const TOUCH = 0.5; // names may touch, but not cross
const PIECES = 9; // by how much agents and horrea stand out over a market

export interface Wish {
  place: Place;
  /** The most important are placed first. */
  rank: number;
  /** Shown even where it crosses another. */
  needed: boolean;
  /** Pieces stand there. */
  occupied: boolean;
}

export function nameBox(place: Place, side: Side, size: number, grown: number): Box {
  const { x, y, anchor } = labelAt(place, size, grown, side);
  const long = place.market.name.length * size * 0.5;
  const left = anchor === 'middle' ? x - long / 2 : anchor === 'start' ? x : x - long;
  return { left, right: left + long, top: y - size * 0.8, bottom: y + size * 0.25 };
}

function markBox({ place, occupied }: Wish, grown: number): Box {
  const r = (place.radius + (occupied ? PIECES : 0)) * grown;
  return { left: place.x - r, right: place.x + r, top: place.y - r, bottom: place.y + r };
}

/** A side for each name that is shown; names without one are left out. */
export function fitNames(wishes: Wish[], size: number, grown: number): Map<string, Side> {
  const marks = wishes.map((wish) => ({ wish, box: markBox(wish, grown) }));
  const taken: Box[] = [];
  const sides = new Map<string, Side>();
  for (const wish of wishes.toSorted((a, b) => b.rank - a.rank)) {
    const { place } = wish;
    const crossing = (side: Side) => {
      const box = nameBox(place, side, size, grown);
      const others = marks.filter((mark) => mark.wish !== wish || wish.occupied).map((mark) => mark.box);
      return [...taken, ...others].reduce((sum, other) => sum + overlap(box, other), 0);
    };
    const best = [place.label, ...SIDES].reduce((best, side) =>
      crossing(side) < crossing(best) ? side : best,
    );
    if (crossing(best) > TOUCH * size && !wish.needed) continue;
    sides.set(place.market.name, best);
    taken.push(nameBox(place, best, size, grown));
  }
  return sides;
}
