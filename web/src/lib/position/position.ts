/** The position as rows: every market with all that the board shows of it. */

import type { Board, BoardMarket, Market, View } from '$lib/protocol';

export interface Row {
  fixed: BoardMarket;
  now: Market;
  region: string;
  /** What it would pay this seat in the next trade; null where it has no horreum there. */
  pays: number | null;
  /** The printed value for one more owner; null where this seat is one already, or nobody can be. */
  next: number | null;
  links: string[];
}

export type Column = 'name' | 'region' | 'distance' | 'holder' | 'agents' | 'owners' | 'pays' | 'next';
export type Which = 'all' | 'mine' | 'free' | 'contested';

export function rows(board: Board, view: View, me: number | null): Row[] {
  return board.markets.map((fixed) => {
    const now = view.markets[fixed.index];
    const mine = me !== null && now.owners.includes(me);
    const paid = now.pays.filter((payment) => payment.seat === me && !payment.flooded);
    return {
      fixed,
      now,
      region: board.regions.find((region) => region.id === fixed.region)?.name ?? '',
      pays: mine ? paid.reduce((sum, payment) => sum + payment.amount, 0) : null,
      next: mine ? null : (fixed.values[now.owners.length] ?? null),
      links: board.links.flatMap(([a, b]) => (a === fixed.name ? [b] : b === fixed.name ? [a] : [])),
    };
  });
}

export function passes({ fixed, now }: Row, which: Which, region: string, me: number | null): boolean {
  if (region && fixed.region !== region) return false;
  switch (which) {
    case 'all':
      return true;
    case 'mine':
      return now.owners.includes(me ?? -1) || now.agents.some((agent) => agent.seat === me);
    case 'free':
      return now.holder === null && fixed.kind !== 'rome';
    case 'contested':
      return fixed.kind !== 'rome' && now.agents.length > 1;
  }
}

/** Sorted by a column; what has no value comes last either way. */
export function sorted(all: Row[], column: Column, down: boolean, nameOf: (seat: number) => string): Row[] {
  const key = (row: Row): string | number | null => {
    switch (column) {
      case 'name':
        return row.fixed.name;
      case 'region':
        return row.region || null;
      case 'distance':
        return row.fixed.distance;
      case 'holder':
        return row.now.holder === null ? null : nameOf(row.now.holder);
      case 'agents':
        return row.now.agents.length || null;
      case 'owners':
        return row.now.owners.length || null;
      default:
        return row[column];
    }
  };
  const way = down ? -1 : 1;
  return all.toSorted((a, b) => {
    const [x, y] = [key(a), key(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    if (typeof x === 'string' || typeof y === 'string') return way * String(x).localeCompare(String(y));
    return way * (x - y);
  });
}
