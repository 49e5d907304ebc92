/** What the person at this screen is called; kept in the browser. */

import { text } from '$lib/text';

const KEY = 'forvm.name';
// For people who join: several at one table should not all be called the same.
const GUESTS = [
  'Aelia',
  'Decimus',
  'Fabia',
  'Gaius',
  'Junia',
  'Lucius',
  'Octavia',
  'Quintus',
  'Sabina',
  'Titus',
];

export function knownName(usual = text.newgame.defaultName): string {
  try {
    return localStorage.getItem(KEY) || usual;
  } catch {
    return usual;
  }
}

export function rememberName(name: string) {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // A browser that keeps nothing asks for the name again.
  }
}

/** What somebody who joins is called unless they say otherwise: the name that this browser knows, or one that is free. */
export function guestName(taken: string[]): string {
  const free = GUESTS.filter((name) => !taken.includes(name));
  const usual = free[Math.floor(Math.random() * free.length)];
  const known = knownName(usual);
  return taken.includes(known) ? usual : known;
}
