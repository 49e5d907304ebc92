/** Two games with the same dice, moved together: alike until they part, and turn by turn from there. */

import type { Step } from '$lib/protocol';

/** A position of each game. */
export interface Moment {
  left: number;
  right: number;
}

const same = (one: Step, other: Step) => one.actor === other.actor && one.notation === other.notation;

/** How many steps two games have in common; null if they are the same to the end. */
export function partsAt(left: Step[], right: Step[]): number | null {
  const shared = Math.min(left.length, right.length);
  for (let i = 0; i < shared; i++) if (!same(left[i], right[i])) return i;
  return left.length === right.length ? null : shared;
}

const inTurn = (steps: Step[], from: number, turn: number) =>
  steps.filter((step, i) => i >= from && step.turn === turn).length;

/**
 * All moments, from the beginning. Once games differ, a turn has different numbers of steps in them: the game with fewer
 * waits now and then, so that both end each turn at the same moment.
 */
export function together(left: Step[], right: Step[]): Moment[] {
  const parted = partsAt(left, right) ?? left.length;
  const moments = Array.from({ length: parted + 1 }, (_, i) => ({ left: i, right: i }));
  const later = [...left.slice(parted), ...right.slice(parted)].map((step) => step.turn);
  for (const turn of [...new Set(later)].sort((a, b) => a - b)) {
    const start = moments[moments.length - 1];
    const [l, r] = [inTurn(left, parted, turn), inTurn(right, parted, turn)];
    const count = Math.max(l, r);
    for (let i = 1; i <= count; i++)
      moments.push({
        left: start.left + Math.ceil((i * l) / count),
        right: start.right + Math.ceil((i * r) / count),
      });
  }
  return moments;
}
