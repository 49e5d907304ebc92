/** Axes for small charts. */

const STEPS = [1, 2, 2.5, 5, 10];

/** Round numbers from below the least to above the most, about so many. */
export function ticks(least: number, most: number, about: number): number[] {
  const span = Math.max(most - least, 1);
  const rough = span / about;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const whole = (step: number) => Number.isInteger(step * magnitude) || magnitude < 1;
  const step = Math.max(
    1,
    (STEPS.find((step) => step * magnitude >= rough && whole(step)) ?? 10) * magnitude,
  );
  const first = Math.floor(least / step) * step;
  const count = Math.max(1, Math.ceil((most - first) / step));
  return Array.from({ length: count + 1 }, (_, i) => first + i * step);
}

/** Positions for labels that would overlap: at least `apart` from each other, in the order they have, within bounds. */
export function spread(wanted: number[], apart: number, low: number, high: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b]);
  const at = [...wanted];
  order.forEach((index, n) => {
    at[index] = Math.max(at[index], n ? at[order[n - 1]] + apart : low);
  });
  for (let n = order.length - 1, limit = high; n >= 0; n--) {
    at[order[n]] = Math.min(at[order[n]], limit);
    limit = at[order[n]] - apart;
  }
  return at;
}
