import { describe, expect, it } from 'vitest';
import type { Clause } from '$lib/protocol';
import { chosen, differing, marked, withReferences } from '$lib/rulebook/words';

const clause = (of: Partial<Clause>) =>
  ({
    id: 'OUST-1',
    title: '',
    text: '',
    note: '',
    ruling: false,
    changed: false,
    differs: [],
    ...of,
  }) as Clause;
const known = new Set(['OUST-2', 'MOVE-1']);
const joined = (pieces: { text: string }[]) => pieces.map((piece) => piece.text).join('');

describe('references', () => {
  it('lead only to clauses that there are', () => {
    const words = 'As in OUST-2 (MOVE-1), not in AD-301.';
    const pieces = withReferences(words, known);
    expect(pieces.filter(({ kind }) => kind === 'clause').map(({ text }) => text)).toEqual([
      'OUST-2',
      'MOVE-1',
    ]);
    expect(joined(pieces)).toBe(words);
  });

  it('are not torn apart by what is sought', () => {
    const pieces = marked(withReferences('Oust by OUST-2.', known), ['oust']);
    expect(pieces.map(({ kind }) => kind)).toEqual(['found', 'text', 'clause', 'text']);
  });
});

it('what is sought is no pattern', () => {
  expect(
    marked([{ kind: 'text', text: 'a (b) c' }], ['(b)']).find(({ kind }) => kind === 'found')?.text,
  ).toBe('(b)');
});

describe('what another edition says otherwise', () => {
  it('is marked, and nothing else', () => {
    const pieces = differing('A challenge costs $200 here.', 'A challenge costs $100 here.');
    expect(pieces).toEqual([
      { kind: 'text', text: 'A challenge costs ' },
      { kind: 'added', text: '$100 ' },
      { kind: 'text', text: 'here.' },
    ]);
  });

  it('is all there, in phrases', () => {
    const other = 'One agent and a son, no more.';
    const pieces = differing('Two agents and three daughters at once.', other);
    expect(joined(pieces)).toBe(other);
    expect(pieces).toEqual([{ kind: 'added', text: other }]);
  });
});

it('clauses are chosen by words and by kind; empty sections are left out', () => {
  const sections = [
    { title: 'Move', clauses: [clause({ id: 'MOVE-1', text: 'A new agent.', ruling: true })] },
    {
      title: 'Intrigue',
      clauses: [
        clause({ id: 'OUST-1', text: 'Challenge the holder.', changed: true }),
        clause({
          id: 'OUST-2',
          note: 'Gifts and dinners.',
          differs: [{ edition: 'short', name: 'Short', text: '' }],
        }),
      ],
    },
  ];
  const ids = (words: string, only: 'all' | 'differing' | 'rulings') =>
    chosen(sections, words, only).flatMap(({ clauses }) => clauses.map(({ id }) => id));
  expect(ids('', 'all')).toEqual(['MOVE-1', 'OUST-1', 'OUST-2']);
  expect(ids('dinners', 'all')).toEqual(['OUST-2']);
  expect(ids('', 'differing')).toEqual(['OUST-1', 'OUST-2']);
  expect(ids('', 'rulings')).toEqual(['MOVE-1']);
  expect(chosen(sections, 'holder', 'rulings')).toEqual([]);
});
