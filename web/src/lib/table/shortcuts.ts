/** Single keys at the table. People can change them, or switch them off (WCAG 2.1.4). */

export const SHORTCUTS = {
  map: 'm',
  moves: 'a',
  end: 'e',
  undo: 'u',
  hint: 'h',
  log: 'l',
  trade: 't',
  position: 'p',
  help: '?',
} as const;

export type Shortcut = keyof typeof SHORTCUTS;
export type Keymap = Record<Shortcut, string>;

export const names = Object.keys(SHORTCUTS) as Shortcut[];

/** The keys of this person; those that were never changed are the usual ones. */
export const keymap = (changed: Partial<Keymap>): Keymap => ({ ...SHORTCUTS, ...changed });

/** Gives a key to a shortcut. A shortcut that had it gets the key that is now free. */
export function remap(keys: Keymap, name: Shortcut, key: string): Keymap {
  const other = names.find((other) => keys[other] === key);
  return { ...keys, ...(other && other !== name ? { [other]: keys[name] } : {}), [name]: key };
}

export const shortcutOf = (keys: Keymap, key: string): Shortcut | undefined =>
  names.find((name) => keys[name] === key);
