/** Which rules are offered as sliders, and how far a slider reaches. */

import type { Parameter, Value } from '$lib/protocol';

/** The rules that people ask about first. */
export const USUAL = [
  'oust.cost',
  'start.money',
  'local.cost',
  'build.cost',
  'win.prestige',
  'alliance.prestige',
  'enter.roll',
];

export interface Reach {
  low: number;
  high: number;
  step: number;
}

/** A slider's ends: a rule may be anything from nothing to three times what it is. The field beside it knows no such limit. */
export function reach(parameter: Parameter, base: Value, value: Value): Reach {
  const [from, now] = [Number(base), Number(value)];
  if (parameter.unit === 'money') {
    const step = from >= 1000 ? 100 : 25;
    const most = Math.max(from * 3, step * 16, now);
    return { low: parameter.low, high: Math.min(parameter.high, Math.ceil(most / step) * step), step };
  }
  return { low: parameter.low, high: Math.min(parameter.high, Math.max(from * 3, 6, now)), step: 1 };
}
