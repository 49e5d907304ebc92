/** Things that the server would send, cut down to what a test needs. */

import { parse } from 'smol-toml';
import mediterranean from '../../src/forvm/content/data/boards/mediterranean.toml?raw';
import type { Board, Branch, Choice, Event, Player, Step } from '$lib/protocol';

interface File {
  id: string;
  regions: { id: string; name: string }[];
  markets: { name: string; latin?: string; region?: string; kind: 'small'; lon: number; lat: number }[];
  links: [string, string][];
}

/** The board of the game, from the file that the engine reads. */
export function board(): Board {
  const file = parse(mediterranean) as unknown as File;
  const latin = new Map(file.markets.map((market) => [market.name, market.latin ?? market.name]));
  return {
    id: file.id,
    regions: file.regions,
    links: file.links.map(([a, b]) => [latin.get(a) ?? a, latin.get(b) ?? b]),
    markets: file.markets.map((market, index) => ({
      ...market,
      index,
      name: market.latin ?? market.name,
      region: market.region ?? null,
    })),
  } as unknown as Board;
}

export const player = (of: Partial<Player>) =>
  ({ money: 0, prestige: 0, horrea: [], routes: [], ...of }) as Player;

export const step = (of: Partial<Step>) =>
  ({
    seq: 1,
    position: 1,
    kind: 'move',
    turn: 1,
    actor: 0,
    move: 'move',
    text: '',
    other: null,
    market: null,
    origin: null,
    events: [],
    pips: null,
    price: null,
    trade: null,
    ...of,
  }) as Step;

export const event = (of: Partial<Event>) =>
  ({ kind: 'money', player: 0, other: null, market: null, text: '', clause: 'TRADE-5', ...of }) as Event;

export const choice = (of: Partial<Choice>) =>
  ({
    id: 1,
    kind: 'move',
    group: 'agents',
    market: null,
    origin: null,
    cost: 0,
    loan: 0,
    needs: null,
    lines: [],
    branches: [],
    only_costs: false,
    warnings: [],
    ...of,
  }) as unknown as Choice;

/** What a move leads to. */
export const branch = (of: Partial<Branch>) =>
  ({
    when: 'surely',
    odds: 1,
    gain: { money: 0, prestige: 0, net: 0, income: 0 },
    lines: [],
    forced: [],
    ...of,
  }) as Branch;
