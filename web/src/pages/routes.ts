/** The pages around the table: which address shows which, each loaded when it is first wanted. */

import type { Component } from 'svelte';
import type { Source } from '$lib/home/addresses';

export interface Found {
  /** Addresses with the same key show the same page, which stays. */
  key: string;
  load: () => Promise<{ default: Component<Record<string, unknown>> }>;
  props: Record<string, unknown>;
}

const PAGES = {
  home: () => import('./Home.svelte'),
  newGame: () => import('./NewGame.svelte'),
  rules: () => import('./Rules.svelte'),
  replay: () => import('./Replay.svelte'),
  compare: () => import('./Compare.svelte'),
  end: () => import('./End.svelte'),
  lab: () => import('./Lab.svelte'),
  dice: () => import('./Dice.svelte'),
  join: () => import('./Join.svelte'),
};

function page(name: keyof typeof PAGES, parts: string[], props: Record<string, unknown> = {}): Found {
  return { key: `${name}/${parts.join('/')}`, load: PAGES[name] as unknown as Found['load'], props };
}

/** The page at an address, by the parts of its path; null for the table itself and for addresses that lead nowhere. */
export function pageAt(parts: string[]): Found | null {
  const [first, name, last] = parts;
  if (parts.length === 0) return page('home', parts);
  if (parts.length === 1 && first === 'new') return page('newGame', parts);
  // One page for the bench and what runs on it.
  if (parts.length <= 2 && first === 'lab') return page('lab', ['lab'], { run: name ?? null });
  if (parts.length === 1 && first === 'join') return page('join', parts);
  // One page for all editions, so that one can switch between them and keep one's place.
  if (parts.length <= 2 && first === 'rules')
    return page('rules', ['rules'], { edition: name ?? null, source: null });
  if (parts.length === 3 && first === 'compare') return page('compare', parts, { left: name, right: last });
  if ((first !== 'game' && first !== 'replay') || name === undefined || parts.length > 3) return null;
  const source: Source = { kind: first, id: name };
  if (last === undefined) return first === 'replay' ? page('replay', parts, { source }) : null;
  if (last === 'replay' && first === 'game') return page('replay', parts, { source });
  if (last === 'end') return page('end', parts, { source });
  if (last === 'dice') return page('dice', parts, { source });
  return last === 'rules' ? page('rules', parts, { edition: null, source }) : null;
}
