/** The notebook: every experiment of this browser with what it found, also after the server has forgotten it. */

import type { LabRun, LabUpdate, LabWanted } from '$lib/protocol';

const INDEX = 'forvm.lab.notebook';
const PAGE = 'forvm.lab.experiment.';
export const MOST = 24;
const LARGEST = 60_000; // characters of one experiment: a large file of house rules is not kept
const OVER = ['done', 'stopped', 'failed'];

export interface Entry {
  id: string;
  name: string;
  /** When it began, in milliseconds. */
  begun: number;
  wanted: LabWanted;
  update: LabUpdate;
}
type Line = Pick<Entry, 'id' | 'name' | 'begun'>;

function read<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Whether it was kept: a browser may keep nothing, or have no room left. */
function write(key: string, value: unknown): boolean {
  try {
    const told = JSON.stringify(value);
    if (told.length > LARGEST) return false;
    localStorage.setItem(key, told);
    return true;
  } catch {
    return false;
  }
}

function drop(key: string) {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

export class Notebook {
  /** Newest first. */
  entries = $state.raw<Entry[]>([]);
  /** Those that are compared side by side. */
  compared = $state.raw<string[]>([]);

  constructor() {
    const lines = read<Line[]>(INDEX);
    this.entries = (Array.isArray(lines) ? lines : []).flatMap((line) => {
      const page = read<Pick<Entry, 'wanted' | 'update'>>(PAGE + line.id);
      return page?.wanted && page.update ? [{ ...line, wanted: page.wanted, update: page.update }] : [];
    });
  }

  find = (id: string) => this.entries.find((entry) => entry.id === id) ?? null;

  /** Keeps an experiment as it now is. While it plays only the page remembers, so that little is written. */
  keep({ id, wanted }: LabRun, update: LabUpdate, name: string) {
    const before = this.find(id);
    const entry: Entry = before
      ? { ...before, update: update.figures || !before.update.figures ? update : before.update }
      : { id, name, begun: Date.now(), wanted, update };
    const others = this.entries.filter((other) => other.id !== id);
    for (const old of others.slice(MOST - 1)) drop(PAGE + old.id);
    this.entries = before
      ? this.entries.map((other) => (other.id === id ? entry : other))
      : [entry, ...others.slice(0, MOST - 1)];
    const isNews = !before || (update.figures && !before.update.figures) || OVER.includes(update.state);
    if (isNews) this.#write(entry);
  }

  rename(id: string, name: string) {
    const said = name.trim();
    if (!said) return;
    this.entries = this.entries.map((entry) => (entry.id === id ? { ...entry, name: said } : entry));
    this.#writeIndex();
  }

  remove(id: string) {
    this.entries = this.entries.filter((entry) => entry.id !== id);
    this.compared = this.compared.filter((other) => other !== id);
    drop(PAGE + id);
    this.#writeIndex();
  }

  compare(id: string, yes: boolean) {
    this.compared = [...this.compared.filter((other) => other !== id), ...(yes ? [id] : [])];
  }

  #write({ id, wanted, update }: Entry) {
    write(PAGE + id, { wanted, update });
    this.#writeIndex();
  }

  #writeIndex() {
    write(
      INDEX,
      this.entries.map(({ id, name, begun }): Line => ({ id, name, begun })),
    );
  }
}
