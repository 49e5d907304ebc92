/** A game that is looked through: where one is, through whose eyes, and whether it plays by itself. */

import { Refusal } from '$lib/api/http';
import type { Replay, Step, View } from '$lib/protocol';
import { durationOf } from '$lib/table/steps';
import { settings } from '$lib/ui/settings.svelte';
import type { Eyes, Shelf } from './source';

const REEL = 32; // positions that are asked for at once
const LEAST = 90; // milliseconds for which a step is shown

/** Where each turn begins: the first position of every turn number, from 0. */
export function turnStarts(steps: Step[]): number[] {
  const starts = [0];
  for (let i = 1; i < steps.length; i++) if (steps[i].turn !== steps[i - 1].turn) starts.push(i);
  return starts;
}

/** What the controls of a replay move: one game, or two at once. */
export interface Playable {
  position: number;
  readonly playing: boolean;
  speed: number;
  readonly turns: number[];
  readonly end: number;
  readonly last: Step | null;
  go: (position: number) => Promise<void>;
  step: (by: number) => Promise<void>;
  turn: (by: number) => Promise<void>;
  toggle: () => void;
  pause: () => void;
}

export class Film implements Playable {
  position = $state(0);
  eyes = $state<Eyes>('none');
  view = $state.raw<View | null>(null);
  /** The step that is being shown on its way. */
  showing = $state.raw<Step | null>(null);
  playing = $state(false);
  speed = $state(1);
  problem = $state('');

  readonly steps: Step[];
  readonly turns: number[];
  readonly end: number;
  #shelf: Shelf;
  #reels: Record<string, Promise<View[]>> = {};
  #timer = 0;

  constructor(shelf: Shelf, replay: Replay) {
    this.#shelf = shelf;
    this.steps = replay.steps;
    this.turns = turnStarts(replay.steps);
    this.end = replay.steps.length;
    this.eyes = replay.all_hands ? 'all' : (replay.seats[0] ?? 'none');
  }

  /** The step that led here. */
  get last(): Step | null {
    return this.position ? this.steps[this.position - 1] : null;
  }

  async go(position: number) {
    this.position = Math.max(0, Math.min(this.end, position));
    this.showing = null;
    await this.#look();
  }

  async lookThrough(eyes: Eyes) {
    this.eyes = eyes;
    await this.#look();
  }

  step(by: number) {
    this.pause();
    return this.go(this.position + by);
  }

  /** To the beginning of the next turn, or of this one or the one before. */
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
    this.showing = null;
    clearTimeout(this.#timer);
  }

  async #play() {
    this.playing = true;
    if (this.position === this.end) await this.go(0);
    while (this.playing && this.position < this.end) {
      const step = this.steps[this.position];
      this.showing = step;
      void this.#reel(this.position + 1);
      const long = (durationOf(step) * Math.max(settings.motion, 0.4)) / this.speed;
      await new Promise<void>((done) => (this.#timer = window.setTimeout(done, Math.max(LEAST, long))));
      if (this.playing) await this.go(this.position + 1);
    }
    this.pause();
  }

  #reel(position: number): Promise<View[]> {
    const first = Math.floor(Math.min(position, this.end) / REEL) * REEL;
    const key = `${this.eyes}/${first}`;
    if (key in this.#reels) return this.#reels[key];
    const asked = this.#shelf.frames(first, REEL, this.eyes).then(({ views }) => views);
    this.#reels[key] = asked;
    asked.catch(() => delete this.#reels[key]);
    return asked;
  }

  /** Shows the position one is at now; whoever went on meanwhile is not shown what they left. */
  async #look() {
    const [position, eyes] = [this.position, this.eyes];
    try {
      const views = await this.#reel(position);
      if (position !== this.position || eyes !== this.eyes) return;
      this.view = views[position % REEL] ?? this.view;
      this.problem = '';
    } catch (refusal) {
      this.pause();
      if (!(refusal instanceof Refusal)) throw refusal;
      this.problem = refusal.message;
    }
  }
}
