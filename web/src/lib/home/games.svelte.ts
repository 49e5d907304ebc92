/** The list of games, and taking one off it: deleted for good only when the time to undo it is over. */

import { api, Refusal } from '$lib/api/http';
import type { GameLine } from '$lib/protocol';
import { text } from '$lib/text';

const TIME_TO_UNDO = 8_000; // milliseconds

export const nameOfGame = (game: GameLine) =>
  text.home.game(game.rules.name, text.common.list(game.seats.map((seat) => seat.name)));

export class Games {
  lines = $state.raw<GameLine[] | null>(null);
  /** The game that was taken off the list, while that can be undone. */
  leaving = $state.raw<GameLine | null>(null);
  problem = $state('');

  running = $derived(this.#shown(false));
  finished = $derived(this.#shown(true));

  #timer = 0;

  #shown(over: boolean) {
    return (this.lines ?? []).filter((game) => game.over === over && game.id !== this.leaving?.id);
  }

  async load() {
    try {
      this.lines = await api.games();
    } catch (refusal) {
      this.#tell(refusal);
    }
  }

  remove(game: GameLine) {
    void this.settle();
    this.leaving = game;
    this.#timer = window.setTimeout(() => void this.settle(), TIME_TO_UNDO);
  }

  undo() {
    clearTimeout(this.#timer);
    this.leaving = null;
  }

  /** Deletes what was taken off the list; also when the page is left. */
  async settle() {
    clearTimeout(this.#timer);
    const game = this.leaving;
    if (!game) return;
    this.leaving = null;
    this.lines = (this.lines ?? []).filter((line) => line.id !== game.id);
    try {
      await api.remove(game.id);
    } catch (refusal) {
      this.#tell(refusal);
      await this.load();
    }
  }

  #tell(refusal: unknown) {
    if (!(refusal instanceof Refusal)) throw refusal;
    this.problem = refusal.message;
  }
}
