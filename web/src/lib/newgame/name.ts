/** What the person at this screen is called; kept in the browser. */

import { text } from '$lib/text';

const KEY = 'forvm.name';

export function knownName(): string {
  try {
    return localStorage.getItem(KEY) || text.newgame.defaultName;
  } catch {
    return text.newgame.defaultName;
  }
}

export function rememberName(name: string) {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // A browser that keeps nothing asks for the name again.
  }
}
