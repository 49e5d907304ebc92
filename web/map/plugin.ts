/**
 * Draws the map when the pages are built: coasts from Natural Earth (npm world-atlas), cut to the frame, pulled as the
 * markets are, and simplified. The page imports the result as `virtual:roman-map`.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { geoArea } from 'd3-geo';
import type { MultiPolygon, Polygon } from 'geojson';
import { parse } from 'smol-toml';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Plugin } from 'vite';
import { project, toFrame, warp, type Point } from '../src/lib/board/geography.ts';
import { HEIGHT, layOut, WIDTH, type Place } from './layout.ts';
import { regionPaths } from './regions.ts';
import { rivers } from './rivers.ts';
import { area, clip, path, roundOff, simplify } from './shapes.ts';

const MODULE = 'virtual:roman-map';
const BOARD = '../../src/forvm/content/data/boards/mediterranean.toml';
const LAND = '../node_modules/world-atlas/land-10m.json';
const BLEED = 420; // the world goes on beyond the frame, for screens of another shape
const TOLERANCE = 0.7;
const TOLERANCE_OUTSIDE = 3;
const SMALLEST_ISLAND = 12;

type Board = {
  id: string;
  regions: { id: string }[];
  markets: (Place & { name: string; region?: string })[];
};

export function romanMap(): Plugin {
  return {
    name: 'roman-map',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return;
      const map = draw();
      return Object.entries(map)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}

const file = (relative: string) => readFileSync(fileURLToPath(new URL(relative, import.meta.url)), 'utf8');

function draw() {
  const board = parse(file(BOARD)) as unknown as Board;
  const places = board.markets.map((market) => ({ ...market, latin: market.latin ?? market.name }));
  const { frame, pulls } = layOut(places);
  const pull = warp(pulls);
  const place = ([lon, lat]: number[]) => pull(toFrame(project(lon, lat), frame));
  const regionOf = places.map((market) => market.region);
  return {
    board: board.id,
    width: WIDTH,
    height: HEIGHT,
    frame,
    pulls: { from: pulls.from.map(([x, y]) => [tenth(x), tenth(y)]), to: pulls.to },
    land: path(coasts(place), true),
    streams: path(
      rivers.map((river) => roundOff(river.map(place), false)),
      false,
    ),
    regions: regionPaths(
      pulls.to,
      regionOf,
      board.regions.map((region) => region.id),
    ),
  };
}

const tenth = (value: number) => Math.round(value * 10) / 10;

function coasts(place: (lonlat: number[]) => Point): Point[][] {
  const atlas = JSON.parse(file(LAND)) as Topology;
  const land = feature(atlas, atlas.objects.land as GeometryCollection<object>);
  const polygons = land.features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon'
      ? (geometry as MultiPolygon).coordinates
      : [(geometry as Polygon).coordinates],
  );
  return polygons
    .filter(isNear)
    .flatMap((polygon) => polygon.map((ring) => ring.filter(isSane).map(place)))
    .map((ring) => clip(ring, [-BLEED, -BLEED, WIDTH + BLEED, HEIGHT + BLEED]))
    .filter((ring) => ring.length > 3 && area(ring) > SMALLEST_ISLAND * tolerance(ring[0]))
    .map((ring) => simplify([...ring, ring[0]], tolerance));
}

const tolerance = ([x, y]: Point) =>
  x > 0 && x < WIDTH && y > 0 && y < HEIGHT ? TOLERANCE : TOLERANCE_OUTSIDE;

/** Around our sea; and not the one polygon that is wound the wrong way and would flood the frame. */
function isNear(polygon: number[][][]): boolean {
  const near = polygon[0].some(([lon, lat]) => lon > -30 && lon < 66 && lat > 5 && lat < 70);
  return near && geoArea({ type: 'Polygon', coordinates: polygon }) < 2 * Math.PI;
}

const isSane = ([lon, lat]: number[]) => lon > -45 && lon < 85 && lat > -5 && lat < 75;
