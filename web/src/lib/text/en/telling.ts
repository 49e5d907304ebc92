/** Sentences in the log for the moves that no event tells. */
import type { MoveKind, Phase, SAID_BY } from '$lib/protocol';
import { money } from './common';

export interface Facts {
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

type Untold = { [K in MoveKind]: (typeof SAID_BY)[K] extends null ? K : never }[MoveKind];

export const telling: Record<Untold, (facts: Facts) => string> = {
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
