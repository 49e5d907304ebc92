/** What the page makes of steps: which stand, how long each is shown, and how the log is filtered. */

import { SAID_BY, type EventKind, type Step, type TradeLine } from '$lib/protocol';
import { text } from '$lib/text';
import type { Facts } from '$lib/text/en/telling';

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

// Kinds that are not here are shown for the usual time.
const DURATIONS: Partial<Record<Step['move'], number>> = {
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

const BOARD_KINDS = new Set<EventKind>([
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
const QUIET = new Set<EventKind>(['trade_value', 'trade_flood', 'trade_promise', 'phase']);

/** The event that is the move itself, told of its player. */
function saidBy(step: Step): number {
  if (step.move === 'undo' || step.move === 'epoch') return -1;
  const said: EventKind | null = SAID_BY[step.move];
  return step.events.findIndex((event) => event.kind === said);
}

const TELLING: Partial<Record<Step['move'], (facts: Facts) => string>> = text.telling;

/** A step as a sentence about its player, for the log: a move's own words are those of a choice. */
export function told(step: Step, names: string[]): string {
  if (step.kind !== 'move') return `${step.text}.`;
  const own = step.events[saidBy(step)];
  if (own) return own.text;
  const name = names[step.actor];
  const facts = { ...step, name, other: step.other === null ? '' : names[step.other] };
  return `${TELLING[step.move]?.(facts) ?? `${name}: ${step.text}`}.`;
}

/** What is happening in a step that is still being shown: what a die shows is told when it lies. */
export function happening(step: Step, names: string[]): string {
  return step.pips === null ? told(step, names) : text.table.rolling(names[step.actor]);
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

/** A price that somebody named in a bargain. */
export interface Spoken {
  seat: number;
  price: number;
}

/** The prices named in the bargain that is on the table, in order. */
export function spokenPrices(steps: Step[]): Spoken[] {
  const first = steps.findLastIndex((step) => step.move === 'propose');
  return first < 0
    ? []
    : steps
        .slice(first)
        .flatMap(({ actor, price, move }) =>
          price !== null && (move === 'propose' || move === 'counter') ? [{ seat: actor, price }] : [],
        );
}
