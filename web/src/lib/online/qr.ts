/** A QR code as the path of a drawing: a unit square for each dark module, with the quiet zone around. */

import { generate } from 'lean-qr/nano';

const QUIET = 4;

export function qr(content: string): { size: number; path: string } {
  const code = generate(content);
  const rows = Array.from({ length: code.size }, (_, y) =>
    Array.from({ length: code.size }, (_, x) => (code.get(x, y) ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')),
  );
  return { size: code.size + 2 * QUIET, path: rows.flat().join('') };
}
