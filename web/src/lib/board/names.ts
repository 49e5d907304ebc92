/** Seas and lands, in Latin in every language: where their names stand, how large, and how far they are turned. */
export interface MapName {
  name: string;
  lon: number;
  lat: number;
  size: number;
  turn?: number;
  spacing?: number;
}

export const seas: MapName[] = [
  { name: 'MARE INTERNVM', lon: 18.3, lat: 34.35, size: 30, spacing: 0.32, turn: 3 },
  { name: 'OCEANVS ATLANTICVS', lon: -9.2, lat: 46.9, size: 20, spacing: 0.18, turn: -58 },
  { name: 'PONTVS EVXINVS', lon: 34.6, lat: 42.75, size: 22, spacing: 0.2, turn: 4 },
  { name: 'OCEANVS GERMANICVS', lon: 4.7, lat: 55.1, size: 13, spacing: 0.16 },
  { name: 'SINVS ARABICVS', lon: 36.6, lat: 25.1, size: 13, spacing: 0.16, turn: 50 },
  { name: 'MARE CASPIVM', lon: 51.2, lat: 40.8, size: 14, spacing: 0.16, turn: 70 },
];

export const lands: MapName[] = [
  { name: 'GALLIA', lon: 1.6, lat: 47.3, size: 25, spacing: 0.4, turn: -8 },
  { name: 'BARBARICVM', lon: 15.6, lat: 51.9, size: 20, spacing: 0.36, turn: 0 },
  { name: 'SARMATIA', lon: 33.5, lat: 49.6, size: 28, spacing: 0.5, turn: 8 },
  { name: 'MAVRETANIA', lon: 2.6, lat: 34.0, size: 20, spacing: 0.34, turn: -6 },
  { name: 'GAETVLIA', lon: 2.6, lat: 30.2, size: 24, spacing: 0.45, turn: -3 },
  { name: 'LIBYA', lon: 21.2, lat: 28.0, size: 28, spacing: 0.6, turn: 2 },
  { name: 'ARABIA', lon: 40.8, lat: 28.8, size: 25, spacing: 0.5, turn: 8 },
  { name: 'GALATIA', lon: 33.2, lat: 39.5, size: 19, spacing: 0.4, turn: 5 },
  { name: 'ARMENIA', lon: 43.0, lat: 39.6, size: 18, spacing: 0.3, turn: 9 },
];
