/** What happened since one's own last move: first what was done to oneself. */

import type { Event, EventKind, Step } from '$lib/protocol';

export interface Digest {
  /** What concerns oneself, the gravest first. */
  mine: Event[];
  /** How many moves others have made. */
  moves: number;
}

/** The gravest first; what is not here needs no telling. */
const GRAVE: EventKind[] = [
  'won',
  'horreum_lost',
  'agent_lost',
  'divorced',
  'parted',
  'borrowed',
  'forgiven',
  'senate_left',
  'challenge',
  'attack',
  'flooded',
  'allied',
  'refused',
  'senate_entered',
  'child_gained',
  'promised',
  'prestige',
  'money',
];

/** ``read`` is the last step that has been read already. */
export function sinceMine(steps: Step[], me: number | null, read = 0): Digest {
  const own = steps.findLastIndex((step) => step.seat === me);
  const since = me === null || own < 0 ? [] : steps.slice(own).filter((step) => step.seq > read);
  // What followed one's own move, such as a trade, belongs to it; what it did itself is known.
  const events = since.flatMap((step) => (step.seat === me ? after(step.events) : step.events));
  const mine = events
    .filter((event) => (event.player === me || event.other === me) && GRAVE.includes(event.kind))
    .toSorted((a, b) => GRAVE.indexOf(a.kind) - GRAVE.indexOf(b.kind));
  return { mine, moves: since.filter((step) => step.kind === 'move' && step.seat !== me).length };
}

/** What a move brought about once its player's phase was over. */
function after(events: Event[]): Event[] {
  const ended = events.findIndex((event) => event.kind === 'phase' || event.kind === 'turn');
  return ended < 0 ? [] : events.slice(ended);
}
