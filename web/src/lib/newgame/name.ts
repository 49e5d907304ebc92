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

export const guestName = () => knownName(GUESTS[Math.floor(Math.random() * GUESTS.length)]);
