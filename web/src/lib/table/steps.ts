/** What the page makes of steps: which stand, how long each is shown, and how the log is filtered. */

import type { Step, TradeLine } from '$lib/protocol';
import { text } from '$lib/text';

/** The steps that were not taken back. That the server went back to a copy is never taken back. */
export function standing(steps: Step[]): Step[] {
  let kept: Step[] = [];
  for (const step of steps) {
    if (step.kind === 'undo')
      kept = kept.filter((other) => other.kind === 'epoch' || other.position <= step.position);
    else kept.push(step);
  }
  return kept;
}

const DURATIONS: Record<string, number> = {
  die: 1250,
  card: 2600,
  child: 650,
  move: 720,
  build: 620,
  destroy: 700,
  oust: 700,
  wed: 800,
  give: 800,
  propose: 900,
  counter: 800,
  accept: 1000,
  refuse: 800,
  undo: 150,
};
const TRADE = 1700;

/** How long a step is shown, in milliseconds at the ordinary speed. */
export function durationOf(step: Step): number {
  return (DURATIONS[step.move] ?? 350) + (step.trade ? TRADE : 0);
}

/** The last trade, if there was one. */
export function lastTrade(steps: Step[]): { step: Step; lines: TradeLine[][] } | null {
  for (let i = steps.length - 1; i >= 0; i--) {
    const lines = steps[i].trade;
    if (lines) return { step: steps[i], lines };
  }
  return null;
}

export interface Filter {
  seat: number | null;
  kind: 'all' | 'money' | 'prestige' | 'board' | 'dice';
}

const BOARD_KINDS = new Set([
  'agent_enters',
  'agent_lost',
  'market_held',
  'challenge',
  'attack',
  'horreum_built',
  'horreum_lost',
  'wed',
  'parted',
]);

export function passes(step: Step, filter: Filter): boolean {
  const about = (seat: number) =>
    step.actor === seat ||
    step.other === seat ||
    step.events.some((e) => e.player === seat || e.other === seat);
  if (filter.seat !== null && !about(filter.seat)) return false;
  switch (filter.kind) {
    case 'all':
      return true;
    case 'money':
      return !!step.trade || step.events.some((event) => event.kind === 'money');
    case 'prestige':
      return step.events.some((event) => event.kind === 'prestige' || event.kind === 'borrowed');
    case 'board':
      return step.move === 'move' || step.events.some((event) => BOARD_KINDS.has(event.kind));
    case 'dice':
      return step.kind === 'chance';
  }
}

// The report of each market's trade stands in a panel of its own.
const QUIET = new Set(['trade_value', 'trade_flood', 'trade_promise', 'phase']);

// What a move says in its own words already.
const SAID: Record<string, string> = {
  die: 'rolled',
  card: 'card',
  build: 'horreum_built',
  give: 'gave',
  wed: 'wed',
  propose: 'proposal',
  oust: 'challenge',
  destroy: 'attack',
  refuse: 'refused',
  child: 'child_gained',
};

/** The event that is the move itself, told of its player. */
const saidBy = (step: Step) => step.events.findIndex((event) => event.kind === SAID[step.move]);

/** A step as a sentence about its player, for the log: a move's own words are those of a choice. */
export function told(step: Step, names: string[]): string {
  if (step.kind !== 'move') return `${step.text}.`;
  const own = step.events[saidBy(step)];
  if (own) return own.text;
  const name = names[step.actor];
  const facts = { ...step, name, other: step.other === null ? '' : names[step.other] };
  return `${text.telling[step.move]?.(facts) ?? `${name}: ${step.text}`}.`;
}

/** The events of a step that the log tells beside the step itself. */
export function toldEvents(step: Step) {
  const first = saidBy(step);
  return step.events.filter((event, i) => !QUIET.has(event.kind) && i !== first);
}

/** Every market that a step is about, to be shown on the board. */
export function placesOf(step: Step): string[] {
  const places = [step.origin, step.market, ...step.events.map((event) => event.market)];
  return [...new Set(places.filter((place): place is string => place !== null))];
}
