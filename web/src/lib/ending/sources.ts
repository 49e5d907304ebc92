/** Where prestige came from, as bars: what was won to the right, what was given up to the left. */

import type { ClauseSum } from '$lib/protocol';

export interface Segment extends ClauseSum {
  /** From where to where, in points of prestige. */
  from: number;
  to: number;
}

/** The clauses that brought anybody prestige, those that brought most first; so that all bars share one order. */
export function clausesOf(sources: ClauseSum[][]): ClauseSum[] {
  const sums = new Map<string, ClauseSum>();
  for (const { clause, title, amount } of sources.flat()) {
    const sum = sums.get(clause)?.amount ?? 0;
    sums.set(clause, { clause, title, amount: sum + Math.abs(amount) });
  }
  return [...sums.values()].filter((sum) => sum.amount).sort((a, b) => b.amount - a.amount);
}

export function segments(own: ClauseSum[], order: ClauseSum[]): Segment[] {
  let [left, right] = [0, 0];
  return order.flatMap(({ clause }) => {
    const sum = own.find((each) => each.clause === clause);
    if (!sum?.amount) return [];
    if (sum.amount > 0) return [{ ...sum, from: right, to: (right += sum.amount) }];
    return [{ ...sum, to: left, from: (left += sum.amount) }];
  });
}
