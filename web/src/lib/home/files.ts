/** Files that somebody brings: read as text, and refused before reading where they are far too large. */

import { Refusal } from '$lib/api/http';
import type { ErrorBody } from '$lib/protocol';
import { text } from '$lib/text';

/** A file that could not be used: what is wrong, and the line that it is about. */
export interface Trouble {
  file: string;
  body: ErrorBody;
  excerpt: string | null;
}

const LONGEST_EXCERPT = 120;

export async function readFile(file: File, kilobytes: number): Promise<string> {
  if (file.size > kilobytes * 1000)
    throw new Refusal({ code: 'too_large', message: text.home.tooLarge(kilobytes), where: null }, 413);
  return file.text().catch(() => {
    throw new Refusal({ code: 'malformed', message: text.home.unreadable, where: null }, 400);
  });
}

/** What to show of a refusal: the server's words, and the line of the file that they are about. */
export function troubleWith(file: string, content: string, refusal: unknown): Trouble {
  if (!(refusal instanceof Refusal)) throw refusal;
  const { body } = refusal;
  const line = body.where?.line ? (content.split(/\r\n|\r|\n/)[body.where.line - 1] ?? null) : null;
  const excerpt = line && line.length > LONGEST_EXCERPT ? `${line.slice(0, LONGEST_EXCERPT)} …` : line;
  return { file, body, excerpt };
}

/** Hands a text to the browser as a file to keep. */
export function download(name: string, content: string, type = 'text/plain') {
  const address = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // Some browsers begin to read only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
