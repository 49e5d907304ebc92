/** What the page makes of legal moves: groups for the list, and what can be done where. */

import type { Choice, Group, Offer, Player, Sentence } from '$lib/protocol';

export const GROUPS: Group[] = [
  'answer',
  'card',
  'agents',
  'challenges',
  'marriages',
  'alliances',
  'building',
  'giving',
  'end',
];

export interface Grouped {
  group: Group;
  choices: Choice[];
  offers: Offer[];
}

/** Choices and offers by group, in the order in which the list shows them; empty groups left out. */
export function grouped(choices: Choice[], offers: Offer[]): Grouped[] {
  return GROUPS.map((group) => ({
    group,
    choices: choices.filter((choice) => choice.group === group),
    offers: offers.filter((offer) => offer.group === group),
  })).filter(({ choices, offers }) => choices.length || offers.length);
}

/** Does a choice ask for a second look: a die, a price, a loss, something that follows by force or is left undone? */
export function isWeighty(choice: Choice): boolean {
  const asked = choice.needs !== null || choice.loan > 0 || choice.cost > 0 || loses(choice);
  return asked || choice.warnings.length > 0 || forcedBy(choice).length > 0;
}

/** Does its player certainly lose something by it: prestige, a marriage, or an agent? */
export function loses(choice: Choice): boolean {
  const gives = choice.kind === 'divorce' || choice.kind === 'part' || choice.kind === 'yield';
  const beaten = choice.kind === 'oust' && choice.needs === null;
  return gives || beaten || choice.branches.some(({ gain }) => gain.prestige < 0);
}

/** What its player will have to do because of a move, if it goes as it should. */
export function forcedBy(choice: Choice): Sentence[] {
  return choice.branches[0]?.forced ?? [];
}

/** Those that bring something, and those that only cost: these are folded away. */
export function sorted(choices: Choice[]): { useful: Choice[]; costly: Choice[] } {
  return {
    useful: choices.filter((choice) => !choice.only_costs),
    costly: choices.filter((choice) => choice.only_costs),
  };
}

/** The markets from which an agent may move, and where each leads. */
export function steps(choices: Choice[]): Map<string, Choice[]> {
  const from = new Map<string, Choice[]>();
  for (const choice of choices) {
    if (choice.kind !== 'move' || choice.origin === null) continue;
    from.set(choice.origin, [...(from.get(choice.origin) ?? []), choice]);
  }
  return from;
}

/** Every choice that is made at a market: steps that leave it or lead there, and what can be done on the spot. */
export function choicesAt(choices: Choice[], market: string): Choice[] {
  return choices.filter((choice) => choice.market === market || choice.origin === market);
}

/** The markets where something can be done, for highlighting. */
export function openMarkets(choices: Choice[], selected: string | null): Set<string> {
  const found = new Set<string>();
  for (const choice of choices) {
    if (choice.kind === 'move') {
      const place = selected === choice.origin ? choice.market : choice.origin;
      if (place !== null && (selected === null || selected === choice.origin)) found.add(place);
    } else if (choice.market !== null && selected === null) found.add(choice.market);
  }
  return found;
}

/** A place on the ladders that a move may lead to. */
export interface Ghost {
  seat: number;
  money: number;
  prestige: number;
  odds: number;
}

/** Where a move would bring its player on the ladders, by branch; those that change nothing there left out. */
export function ghostsOf(choice: Choice, player: Player): Ghost[] {
  return choice.branches
    .filter(({ gain }) => gain.money !== 0 || gain.prestige !== 0)
    .map(({ gain, odds }) => ({
      seat: player.seat,
      money: player.money + gain.money,
      prestige: player.prestige + gain.prestige,
      odds,
    }));
}
