/** What the rulebook does with its texts: references, search, and the words in which two clauses differ. */

import type { Clause, Section } from '$lib/protocol';

export interface Piece {
  kind: 'text' | 'clause' | 'found' | 'added';
  text: string;
}

const REFERENCE = /\b[A-Z]{2,}-\d+\b/g;

/** A text in pieces: references to clauses apart from the rest. */
export function withReferences(words: string, known: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of words.matchAll(REFERENCE)) {
    if (!known.has(match[0])) continue;
    if (match.index > from) pieces.push({ kind: 'text', text: words.slice(from, match.index) });
    pieces.push({ kind: 'clause', text: match[0] });
    from = match.index + match[0].length;
  }
  if (from < words.length) pieces.push({ kind: 'text', text: words.slice(from) });
  return pieces;
}

/** Marks every place where one of the sought words stands. */
export function marked(pieces: Piece[], sought: string[]): Piece[] {
  if (!sought.length) return pieces;
  const escaped = sought.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`(${escaped.join('|')})`, 'gi');
  return pieces.flatMap((piece) =>
    piece.kind !== 'text'
      ? [piece]
      : piece.text
          .split(pattern)
          .map((part, i): Piece => ({ kind: i % 2 ? 'found' : 'text', text: part }))
          .filter((part) => part.text),
  );
}

export const soughtWords = (words: string) => words.toLowerCase().split(/\s+/).filter(Boolean);

export function fits(clause: Clause, sought: string[]): boolean {
  const said = `${clause.id} ${clause.title} ${clause.text} ${clause.note}`.toLowerCase();
  return sought.every((word) => said.includes(word));
}

export type Only = 'all' | 'differing' | 'rulings';

/** The sections with the clauses that are wanted; empty sections left out. */
export function chosen(sections: Section[], words: string, only: Only): Section[] {
  const sought = soughtWords(words);
  const wanted = (clause: Clause) =>
    (only === 'all' || (only === 'rulings' ? clause.ruling : clause.differs.length > 0 || clause.changed)) &&
    fits(clause, sought);
  return sections
    .map((section) => ({ ...section, clauses: section.clauses.filter(wanted) }))
    .filter((section) => section.clauses.length);
}

const inWords = (words: string) => words.match(/\S+\s*/g) ?? [];

/**
 * The other text, with what it says otherwise marked: the words that are not part of the longest common sequence.
 * Single common words between differing ones are marked too, so that one reads phrases and no confetti.
 */
export function differing(one: string, other: string): Piece[] {
  const a = inWords(one);
  const b = inWords(other);
  const plain = (word: string) => word.trim();
  const common = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i][j] =
        plain(a[i]) === plain(b[j]) ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
  const shared = new Array<boolean>(b.length).fill(false);
  for (let i = 0, j = 0; i < a.length && j < b.length;)
    if (plain(a[i]) === plain(b[j])) {
      shared[j++] = true;
      i++;
    } else if (common[i + 1][j] >= common[i][j + 1]) i++;
    else j++;
  const lonely = (j: number) => shared[j] && j > 0 && j < b.length - 1 && !shared[j - 1] && !shared[j + 1];
  const pieces: Piece[] = [];
  b.forEach((word, j) => {
    const kind = shared[j] && !lonely(j) ? 'text' : 'added';
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += word;
    else pieces.push({ kind, text: word });
  });
  return pieces;
}
