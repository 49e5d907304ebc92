/** What this person likes: theme, speed, names. Kept in the browser. */

import { keymap, type Keymap } from '$lib/table/shortcuts';

export type Theme = 'auto' | 'light' | 'dark';
export type Speed = 'calm' | 'brisk' | 'quick' | 'still';

interface Kept {
  theme: Theme;
  speed: Speed;
  confirm: boolean;
  printedNames: boolean;
  notify: boolean;
  shortcuts: boolean;
  keys: Partial<Keymap>;
}

const KEY = 'forvm.settings';
const FACTOR: Record<Speed, number> = { calm: 1.6, brisk: 1, quick: 0.45, still: 0 };
// The least time between two moves of bots, in milliseconds.
const PACE: Record<Speed, number> = { calm: 1600, brisk: 800, quick: 250, still: 0 };

const matches = (query: string) => typeof matchMedia === 'function' && matchMedia(query).matches;

function read(): Kept {
  const usual: Kept = {
    theme: 'auto',
    speed: matches('(prefers-reduced-motion: reduce)') ? 'still' : 'brisk',
    confirm: true,
    printedNames: false,
    notify: false,
    shortcuts: true,
    keys: {},
  };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return usual;
  }
}

class Settings {
  #kept = $state(read());
  #systemDark = $state(matches('(prefers-color-scheme: dark)'));

  constructor() {
    if (typeof matchMedia !== 'function') return;
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (change) => {
      this.#systemDark = change.matches;
      this.apply();
    });
  }

  get theme() {
    return this.#kept.theme;
  }
  get speed() {
    return this.#kept.speed;
  }
  /** Whether moves that cost money or hang on a die are shown once more before they are made. */
  get confirm() {
    return this.#kept.confirm;
  }
  get printedNames() {
    return this.#kept.printedNames;
  }
  /** Whether the browser shall say when it is one's move. */
  get notify() {
    return this.#kept.notify;
  }
  /** Whether single keys do anything at the table. */
  get shortcuts() {
    return this.#kept.shortcuts;
  }
  get keys(): Keymap {
    return keymap(this.#kept.keys);
  }
  get dark() {
    return this.theme === 'dark' || (this.theme === 'auto' && this.#systemDark);
  }
  /** How long animations take: 1 as drawn, 0 not at all. */
  get motion() {
    return FACTOR[this.speed];
  }
  get pace() {
    return PACE[this.speed];
  }

  set(change: Partial<Kept>) {
    Object.assign(this.#kept, change);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // A browser that keeps nothing still plays.
    }
    this.apply();
  }

  apply() {
    const root = document.documentElement;
    root.dataset.theme = this.dark ? 'dark' : 'light';
    root.toggleAttribute('data-still', this.motion === 0);
    root.style.setProperty('--motion', String(Math.min(this.motion, 1)));
  }
}

export const settings = new Settings();
