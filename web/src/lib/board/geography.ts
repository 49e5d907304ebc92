/**
 * From degrees to places on the map: a Lambert conformal conic projection, and a smooth pull that moves crowded places
 * apart. The pull is made when the pages are built (see map/layout.ts); coasts and markets share it, so that a port stays
 * a port.
 */

export type Point = [number, number];

/** What turns a projected point into a point of the frame. */
export interface Frame {
  left: number;
  top: number;
  scaleX: number;
  scaleY: number;
}

/** Where places are, and where they are drawn. */
export interface Pulls {
  from: Point[];
  to: Point[];
}

const radians = Math.PI / 180;
const CENTRE = 18 * radians;
const SOUTH = 30 * radians;
const NORTH = 48 * radians;
const steep = (latitude: number) => Math.tan(Math.PI / 4 + latitude / 2);
const CONE = Math.log(Math.cos(SOUTH) / Math.cos(NORTH)) / Math.log(steep(NORTH) / steep(SOUTH));
const RADIUS = (Math.cos(SOUTH) * steep(SOUTH) ** CONE) / CONE;

/** The conic projection; y grows southwards. */
export function project(longitude: number, latitude: number): Point {
  const r = RADIUS / steep(latitude * radians) ** CONE;
  const angle = CONE * (longitude * radians - CENTRE);
  return [r * Math.sin(angle), r * Math.cos(angle)];
}

export function toFrame([x, y]: Point, frame: Frame): Point {
  return [(x - frame.left) * frame.scaleX, (y - frame.top) * frame.scaleY];
}

// How far a pull reaches: broadly into the land around, and closely around the place itself.
const BROAD = 62;
const CLOSE = 27;
const CALM = 0.02; // keeps far coasts where they are

/** The average pull at a point, weighted by nearness. */
export function broadPull([x, y]: Point, { from, to }: Pulls): Point {
  let dx = 0;
  let dy = 0;
  let weights = CALM;
  for (let i = 0; i < from.length; i++) {
    const d2 = (x - from[i][0]) ** 2 + (y - from[i][1]) ** 2;
    const weight = Math.exp(-d2 / (2 * BROAD * BROAD)) + CALM * Math.exp(-d2 / (8 * BROAD * BROAD));
    dx += weight * (to[i][0] - from[i][0]);
    dy += weight * (to[i][1] - from[i][1]);
    weights += weight;
  }
  return [dx / weights, dy / weights];
}

/** A function that moves any point of the frame as the places around it are moved. */
export function warp(pulls: Pulls): (point: Point) => Point {
  const rests = pulls.from.map((p, i): Point => {
    const [dx, dy] = broadPull(p, pulls);
    return [pulls.to[i][0] - p[0] - dx, pulls.to[i][1] - p[1] - dy];
  });
  return (point) => {
    const [dx, dy] = broadPull(point, pulls);
    let x = point[0] + dx;
    let y = point[1] + dy;
    let near = 0;
    let rx = 0;
    let ry = 0;
    for (let i = 0; i < rests.length; i++) {
      const d2 = (point[0] - pulls.from[i][0]) ** 2 + (point[1] - pulls.from[i][1]) ** 2;
      const weight = Math.exp(-d2 / (2 * CLOSE * CLOSE));
      near += weight;
      rx += weight * rests[i][0];
      ry += weight * rests[i][1];
    }
    const share = Math.max(near, 1);
    x += rx / share;
    y += ry / share;
    return [x, y];
  };
}
