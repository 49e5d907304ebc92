/** Two games that are looked through at once: one slider and one set of buttons for both. */

import { turnStarts, type Film, type Playable } from './film.svelte';
import { partsAt, together, type Moment } from './together';

const BEAT = 700; // milliseconds between two moments at the ordinary speed

export class Duo implements Playable {
  position = $state(0);
  playing = $state(false);
  speed = $state(1);

  readonly moments: Moment[];
  readonly turns: number[];
  readonly end: number;
  /** The moment after the first step that differs; null if none does. */
  readonly parted: number | null;
  #timer = 0;

  constructor(
    readonly left: Film,
    readonly right: Film,
  ) {
    this.moments = together(left.steps, right.steps);
    this.end = this.moments.length - 1;
    const parted = partsAt(left.steps, right.steps);
    this.parted = parted === null ? null : parted + 1;
    const starts = turnStarts(left.steps);
    const ends = turnStarts(right.steps).slice(starts.length);
    this.turns = [
      ...starts.map((start) => this.moments.findIndex(({ left }) => left >= start)),
      ...ends.map((start) => this.moments.findIndex(({ right }) => right >= start)),
    ];
  }

  get last() {
    return this.left.last;
  }

  async go(position: number) {
    this.position = Math.max(0, Math.min(this.end, position));
    const { left, right } = this.moments[this.position];
    await Promise.all([this.left.go(left), this.right.go(right)]);
  }

  step(by: number) {
    this.pause();
    return this.go(this.position + by);
  }

  turn(by: number) {
    this.pause();
    const wanted =
      by > 0
        ? this.turns.find((start) => start > this.position)
        : this.turns.findLast((start) => start < this.position);
    return this.go(wanted ?? (by > 0 ? this.end : 0));
  }

  toggle() {
    if (this.playing) this.pause();
    else void this.#play();
  }

  pause() {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  async #play() {
    this.playing = true;
    if (this.position === this.end) await this.go(0);
    while (this.playing && this.position < this.end) {
      await new Promise<void>((done) => (this.#timer = window.setTimeout(done, BEAT / this.speed)));
      if (this.playing) await this.go(this.position + 1);
    }
    this.pause();
  }
}
