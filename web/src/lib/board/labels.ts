/** Which names fit on the map, and on which side of their markets. */

import { horreumAt, labelAt, overlap, type Box, type Place, type Side } from './layout';

const SIDES: Side[] = ['below', 'above', 'right', 'left'];
const TOUCH = 0.5; // names may touch, but not cross
const HEADS = 9; // by how much agents stand out over a market
const HORREUM = { wide: 13, high: 12 }; // half of one

export interface Wish {
  place: Place;
  /** The most important are placed first. */
  rank: number;
  /** Shown even where it crosses another. */
  needed: boolean;
  /** Agents stand there. */
  agents: boolean;
  /** Whose horrea stand there. */
  owners: number[];
}

export function nameBox({ place, owners }: Wish, side: Side, size: number, grown: number): Box {
  const { x, y, anchor } = labelAt(place, size, grown, side, owners);
  const long = place.market.name.length * size * 0.5;
  const left = anchor === 'middle' ? x - long / 2 : anchor === 'start' ? x : x - long;
  return { left, right: left + long, top: y - size * 0.8, bottom: y + size * 0.25 };
}

/** What is drawn of a market, its name apart: the market with its agents, and each horreum. */
export function marksOf({ place, agents, owners }: Wish, grown: number): Box[] {
  const around = (x: number, y: number, wide: number, high: number): Box => ({
    left: place.x + (x - wide) * grown,
    right: place.x + (x + wide) * grown,
    top: place.y + (y - high) * grown,
    bottom: place.y + (y + high) * grown,
  });
  const r = place.radius;
  const heads = agents ? HEADS / 2 : 0;
  return [
    around(0, -heads, r + heads, r + heads),
    ...owners.map((seat) => around(...horreumAt(place, seat), HORREUM.wide, HORREUM.high)),
  ];
}

/** A side for each name that is shown; names without one are left out. */
export function fitNames(wishes: Wish[], size: number, grown: number): Map<string, Side> {
  const marks = wishes.map((wish) => ({ wish, boxes: marksOf(wish, grown) }));
  const taken: Box[] = [];
  const sides = new Map<string, Side>();
  for (const wish of wishes.toSorted((a, b) => b.rank - a.rank)) {
    const { place } = wish;
    const crossing = (side: Side) => {
      const box = nameBox(wish, side, size, grown);
      const others = marks.filter((mark) => mark.wish !== wish || wish.agents).flatMap((mark) => mark.boxes);
      return [...taken, ...others].reduce((sum, other) => sum + overlap(box, other), 0);
    };
    // A name stays where it usually is unless something is in its way there.
    const best = [place.label, ...SIDES].reduce((best, side) =>
      crossing(best) > TOUCH * size && crossing(side) < crossing(best) ? side : best,
    );
    if (crossing(best) > TOUCH * size && !wish.needed) continue;
    sides.set(place.market.name, best);
    taken.push(nameBox(wish, best, size, grown));
  }
  return sides;
}
