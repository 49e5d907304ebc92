import { height, land, pulls, regions, width } from 'virtual:roman-map';
import { describe, expect, it } from 'vitest';
import { project, warp } from '$lib/board/geography';
import { fitNames, marksOf, nameBox, type Wish } from '$lib/board/labels';
import {
  along,
  labelAt,
  LABEL_SIZE,
  layOut,
  neighbourTowards,
  overlap,
  paymentsAt,
  place,
  roadKey,
  routeRoads,
  type Place,
} from '$lib/board/layout';
import { Viewport } from '$lib/board/viewport.svelte';
import { board, player } from './samples';

const mediterranean = board();
const places = layOut(mediterranean);

describe('the projection', () => {
  it('puts north up and east to the right', () => {
    const [x, y] = project(18, 40);
    expect(x).toBeCloseTo(0);
    expect(project(19, 40)[0]).toBeGreaterThan(x);
    expect(project(18, 41)[1]).toBeLessThan(y);
  });

  it('pulls every market almost exactly to its place, and leaves far places alone', () => {
    const pull = warp(pulls);
    pulls.from.forEach((from, i) => {
      const [x, y] = pull(from);
      expect(Math.hypot(x - pulls.to[i][0], y - pulls.to[i][1])).toBeLessThan(14);
    });
    const far = pull([width + 2000, -2000]);
    expect(Math.hypot(far[0] - width - 2000, far[1] + 2000)).toBeLessThan(1);
  });
});

describe('the map', () => {
  it('has land and every region', () => {
    expect(land.length).toBeGreaterThan(20_000);
    expect(Object.keys(regions).sort()).toEqual(mediterranean.regions.map(({ id }) => id).sort());
  });

  it('keeps every market inside the frame, and all apart', () => {
    const all = [...places.values()];
    expect(all).toHaveLength(57);
    for (const p of all) {
      expect(p.x > 30 && p.x < width - 30 && p.y > 30 && p.y < height - 30).toBe(true);
      for (const q of all) if (p !== q) expect(Math.hypot(p.x - q.x, p.y - q.y)).toBeGreaterThan(44);
    }
  });

  it('has no label on top of another', () => {
    const boxes = [...places.values()].map((p) => {
      const { x, y, anchor } = labelAt(p);
      const long = p.market.name.length * LABEL_SIZE * 0.44;
      const left = anchor === 'middle' ? x - long / 2 : anchor === 'start' ? x : x - long;
      return { name: p.market.name, left, right: left + long, top: y - LABEL_SIZE * 0.7, bottom: y };
    });
    const collisions = boxes.flatMap((a, i) =>
      boxes
        .slice(i + 1)
        .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
        .map((b) => `${a.name} – ${b.name}`),
    );
    expect(collisions).toEqual([]);
  });

  it('finds a place for any longitude and latitude', () => {
    const [x, y] = place(12.49, 41.89);
    const rome = places.get('Roma')!;
    expect(Math.hypot(x - rome.x, y - rome.y)).toBeLessThan(14);
  });
});

describe('links', () => {
  it('begin and end at their markets, and run the same both ways', () => {
    const [rome, luna] = [places.get('Roma')!, places.get('Luna')!];
    expect(along(rome, luna, 0)).toEqual([rome.x, rome.y]);
    expect(along(rome, luna, 1)).toEqual([luna.x, luna.y]);
    const [there, back] = [along(rome, luna, 0.3), along(luna, rome, 0.7)];
    expect(there[0]).toBeCloseTo(back[0]);
    expect(there[1]).toBeCloseTo(back[1]);
  });

  it('glow along a complete route, and nowhere else', () => {
    const horrea = ['Roma', 'Ariminum', 'Salona', 'Thessalonica', 'Serdica', 'Sarmizegetusa', 'Luna'];
    const route = routeRoads(mediterranean, player({ horrea, routes: ['Sarmizegetusa'] }));
    expect(route.size).toBe(5);
    expect(route.has(roadKey('Roma', 'Ariminum'))).toBe(true);
    expect(route.has(roadKey('Roma', 'Luna'))).toBe(false);
    expect(routeRoads(mediterranean, player({ horrea })).size).toBe(0);
  });
});

describe('payments', () => {
  it('of several owners stand above each other, and promises have no place', () => {
    const line = { market: 'Luna', amount: 25, clause: 'TRADE-1', why: '' };
    const promise = { ...line, seat: 1, market: null };
    const sums = paymentsAt([[{ ...line, seat: 0 }], [{ ...line, seat: 1 }, promise]], places, 20);
    expect(sums.map(({ seat }) => seat)).toEqual([0, 1]);
    expect(sums[0].x).toBe(sums[1].x);
    expect(sums[0].y - sums[1].y).toBeGreaterThanOrEqual(20);
  });
});

describe('the arrow keys', () => {
  it('go to a market in that direction', () => {
    const rome = places.get('Roma')!;
    expect(places.get(neighbourTowards(places, 'Roma', 1, 0))!.x).toBeGreaterThan(rome.x);
    expect(places.get(neighbourTowards(places, 'Roma', 0, -1))!.y).toBeLessThan(rome.y);
  });

  it('reach every market from Rome', () => {
    const seen = new Set(['Roma']);
    for (const at of seen) {
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ])
        seen.add(neighbourTowards(places, at, dx, dy));
    }
    expect(seen.size).toBe(57);
  });
});

describe('the viewport', () => {
  it('shows the whole map at first, and zooms around a point', () => {
    const viewport = new Viewport();
    viewport.resize(800, 560);
    expect(viewport.k).toBeCloseTo(0.5);
    const at = { x: 400, y: 280 };
    const before = (at.x - viewport.x) / viewport.k;
    viewport.zoom(2, at);
    expect((at.x - viewport.x) / viewport.k).toBeCloseTo(before);
    viewport.pan(10_000, 0);
    expect(viewport.x).toBe(0);
    viewport.fit();
    expect(viewport.k).toBeCloseTo(0.5);
  });
});

describe('names on a small map', () => {
  const all = [...places.values()];
  const wishes = (needed: (place: Place) => boolean) =>
    all.map((place) => ({
      place,
      rank: needed(place) ? 8 : 0,
      needed: needed(place),
      agents: false,
      owners: [] as number[],
    }));
  const [size, grown] = [34, 1.45];

  it('never cross each other, unless they are needed', () => {
    const wanted = wishes(() => false);
    const sides = fitNames(wanted, size, grown);
    const boxes = wanted.flatMap((wish) => {
      const side = sides.get(wish.place.market.name);
      return side ? [nameBox(wish, side, size, grown)] : [];
    });
    expect(boxes.length).toBeGreaterThan(15);
    expect(boxes.length).toBeLessThan(all.length);
    const crossing = boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => overlap(a, b) > size));
    expect(crossing).toEqual([]);
  });

  it('are all there if all are needed', () => {
    expect(
      fitNames(
        wishes(() => true),
        size,
        grown,
      ).size,
    ).toBe(all.length);
  });
});

describe('names on a large map', () => {
  const built = (owners: (index: number) => number[]): Wish[] =>
    [...places.values()].map((place) => ({
      place,
      rank: 0,
      needed: true,
      agents: false,
      owners: owners(place.market.index),
    }));
  /** Names that lie on horrea, by how much. */
  function covered(wishes: Wish[], size: number) {
    const sides = fitNames(wishes, size, 1);
    const horrea = wishes.flatMap((wish) => marksOf(wish, 1).slice(1));
    return wishes.flatMap((wish) => {
      const box = nameBox(wish, sides.get(wish.place.market.name)!, size, 1);
      return horrea.some((horreum) => overlap(box, horreum) > size) ? [wish.place.market.name] : [];
    });
  }

  it('stand where they usually do while nobody has built', () => {
    const sides = fitNames(
      built(() => []),
      LABEL_SIZE,
      1,
    );
    const moved = [...places.values()].filter((place) => sides.get(place.market.name) !== place.label);
    expect(moved.map((place) => place.market.name)).toEqual([]);
  });

  it.each([0, 1, 2, 3])('keep clear of the horrea of player %d, wherever these stand', (seat) => {
    expect(
      covered(
        built(() => [seat]),
        LABEL_SIZE,
      ),
    ).toEqual([]);
  });

  it('keep clear of horrea where many have built', () => {
    const some = built((index) => [index % 4, (index + 1) % 4].slice(0, index % 3));
    expect(covered(some, LABEL_SIZE)).toEqual([]);
  });
});
