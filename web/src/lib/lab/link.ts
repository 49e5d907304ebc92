/** Changed rules as a part of an address, so that a bench or a game to set up can be opened by a link. */

import type { Parameter, Value } from '$lib/protocol';
import type { Setup } from '$lib/newgame/setup.svelte';
import { differences, read, typed, type Values } from '$lib/newgame/houserules';

/** The rules of a setup as an address: the edition and all that differs from it. */
export function addressOf(page: string, setup: Setup): string {
  return addressWith(page, setup.edition.id, differences(setup.values, setup.edition.values));
}

export function addressWith(page: string, edition: string, changes: Values): string {
  const query = new URLSearchParams({ rules: edition });
  for (const [key, value] of Object.entries(changes)) query.set(key, typed(value));
  return `${page}?${query}`;
}

/** Sets up what an address asks for; what makes no sense is passed over. */
export function adopt(setup: Setup, query: URLSearchParams): Setup {
  const { editions, house_rules, parameters } = setup.catalogue;
  const rules = query.get('rules');
  if (rules && [...editions, ...house_rules].some(({ id }) => id === rules)) setup.choose(rules);
  for (const parameter of parameters) {
    const said = query.get(parameter.key);
    const value = said === null ? null : valueOf(parameter, said);
    if (value !== null) setup.set(parameter.key, value);
  }
  return setup;
}

function valueOf(parameter: Parameter, said: string): Value | null {
  if (parameter.kind === 'flag') return said === 'true' ? true : said === 'false' ? false : null;
  if (parameter.kind === 'choice') return parameter.choices.includes(said) ? said : null;
  return read(parameter, said);
}
