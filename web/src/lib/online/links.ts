/** The secrets of a table's links: they are told once, and this tab remembers them while it is open. */

import type { Links } from '$lib/protocol';

const linksKey = (game: string) => `forvm.links.${game}`;

export function keepLinks(game: string, links: Links) {
  try {
    sessionStorage.setItem(linksKey(game), JSON.stringify(links));
  } catch {
    // A browser that keeps nothing shows them once.
  }
}

export function keptLinks(game: string): Links | null {
  try {
    return JSON.parse(sessionStorage.getItem(linksKey(game)) ?? 'null') as Links | null;
  } catch {
    return null;
  }
}
