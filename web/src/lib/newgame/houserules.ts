/** House rules as values of a form and as the text of a file. What they may be is the server's to say. */

import type { Parameter, Value } from '$lib/protocol';

export type Values = Record<string, Value>;

export const same = (a: Value | undefined, b: Value | undefined) => JSON.stringify(a) === JSON.stringify(b);

/** Only what differs from the rules that one started from. */
export function differences(values: Values, base: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => !same(value, base[key])));
}

/** What somebody typed, as a value; null if it is none. */
export function read(parameter: Parameter, typed: string): Value | null {
  const words = parameter.kind === 'list' ? typed.split(/[,;\s]+/).filter(Boolean) : [typed.trim()];
  if (!words.length || !words.every((word) => /^\d{1,6}$/.test(word))) return null;
  const numbers = words.map(Number);
  if (!numbers.every((number) => number >= parameter.low && number <= parameter.high)) return null;
  if (parameter.kind === 'number') return numbers[0];
  return numbers.length <= parameter.longest ? numbers : null;
}

/** A value as one types it. */
export const typed = (value: Value) => (Array.isArray(value) ? value.join(', ') : String(value));

const quoted = (words: string) => JSON.stringify(words);

/** A name as an id: lower-case letters, digits and underscores. */
export function idOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return /^[a-z]/.test(plain) ? plain.slice(0, 40) : `rules_${plain}`.slice(0, 40).replace(/_+$/, '');
}

interface About {
  name: string;
  description: string;
  edition: string;
}

/** A house-rules file with these changes. */
export function write({ name, description, edition }: About, changes: Values): string {
  const lines = Object.entries(changes).map(([key, value]) => {
    const written =
      typeof value === 'string' ? quoted(value) : Array.isArray(value) ? `[${value.join(', ')}]` : value;
    return `${key} = ${written}`;
  });
  return [
    'format = 1',
    `id = ${quoted(idOf(name))}`,
    `name = ${quoted(name)}`,
    `description = ${quoted(description)}`,
    `edition = ${quoted(edition)}`,
    '',
    ...lines,
    '',
  ].join('\n');
}

export interface Grouped {
  section: string;
  parameters: Parameter[];
}

/** Parameters by section, in the rulebook's order, of those that fit the words. */
export function grouped(
  parameters: Parameter[],
  words: string,
  keep: (parameter: Parameter) => boolean,
): Grouped[] {
  const sought = words.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, Parameter[]>();
  for (const parameter of parameters) {
    const said =
      `${parameter.name} ${parameter.help} ${parameter.key} ${parameter.clause} ${parameter.section}`.toLowerCase();
    if (!keep(parameter) || !sought.every((word) => said.includes(word))) continue;
    groups.set(parameter.section, [...(groups.get(parameter.section) ?? []), parameter]);
  }
  return [...groups].map(([section, parameters]) => ({ section, parameters }));
}
