/** Which lesson is being given, and which have been. What has been learnt is kept in the browser, game by game. */

import type { Table } from '$lib/table/table.svelte';
import { SvelteSet } from 'svelte/reactivity';
import { LESSONS, lessonFor, type Lesson, type Situation } from './lessons';

const LEFT = 'left';

export class Coach {
  done = new SvelteSet<string>();
  hidden = $state(false);
  #key: string;
  #begun: Record<string, Lesson> = {};

  constructor(readonly table: Table) {
    this.#key = `forvm.guide.${table.game}`;
    for (const id of kept(this.#key)) this.done.add(id);
  }

  /** What the lessons look at; null while nothing can be said. */
  get situation(): Situation | null {
    const { view, board, canAct, choices, offers, log } = this.table;
    const me = this.table.seats.find((seat) => seat.here)?.seat ?? this.table.me;
    if (!view || me === null) return null;
    return { board, view, me, acting: canAct, choices, offers, log };
  }

  get left() {
    return this.done.has(LEFT);
  }
  get progress() {
    return LESSONS.filter((lesson) => this.done.has(lesson.id)).length;
  }

  lesson = $derived.by((): Lesson | null => {
    const now = this.situation;
    return now && !this.left ? lessonFor(now, this.done) : null;
  });

  finish(id: string) {
    this.done.add(id);
    keep(this.#key, [...this.done]);
  }

  /** Told of every change: a lesson in something to be done is over when it is no longer due. */
  watch() {
    const now = this.situation;
    if (!now) return;
    if (this.lesson?.kind === 'do') this.#begun[this.lesson.id] = this.lesson;
    // Between a move and its answer nothing is due; that is not yet the end of a lesson.
    if (!now.acting && now.view.to_act === now.me) return;
    for (const lesson of Object.values(this.#begun)) {
      if (lesson.due(now)) continue;
      delete this.#begun[lesson.id];
      this.finish(lesson.id);
    }
  }

  leave() {
    this.finish(LEFT);
  }
}

function kept(key: string): string[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as string[];
  } catch {
    return [];
  }
}

function keep(key: string, done: string[]) {
  try {
    localStorage.setItem(key, JSON.stringify(done));
  } catch {
    // A browser that keeps nothing begins the lessons again when the page is reloaded.
  }
}
