/** Sentences for moves in the log. Moves that have a sentence of their own event are not here. */
import type { Phase } from '$lib/protocol';
import { money } from './common';

interface Facts {
  name: string;
  other: string;
  market: string | null;
  origin: string | null;
  price: number | null;
  phase: Phase;
}

const endings: Partial<Record<Phase, string>> = {
  move: 'ends the move',
  intrigue: 'ends the intrigue',
  build: 'ends the building',
};

export const telling: Record<string, (facts: Facts) => string> = {
  enter: ({ name, market }) => `${name} calls for a new agent in ${market}`,
  move: ({ name, origin, market }) => `${name}’s agent goes from ${origin} to ${market}`,
  counter: ({ name, other, price }) => `${name} answers ${other} with a price of ${money(price ?? 0)}`,
  accept: ({ name, other }) => `${name} accepts the offer of ${other}`,
  divorce: ({ name, other }) => `${name} divorces ${other}`,
  part: ({ name, market }) => `${name} ends the marriage in ${market}`,
  pay: ({ name }) => `${name} pays`,
  yield: ({ name, market }) => `${name} gives up the agent in ${market}`,
  end: ({ name, phase }) => `${name} ${endings[phase] ?? 'declines'}`,
};
