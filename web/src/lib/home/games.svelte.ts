/** The list of games, and taking one off it: deleted for good only when the time to undo it is over. */

import { api, Refusal } from '$lib/api/http';
import type { GameLine } from '$lib/protocol';
import { server } from '$lib/online/server.svelte';
import { text } from '$lib/text';

const TIME_TO_UNDO = 8_000; // milliseconds
const FRESH = 15_000; // how often others' moves are asked for, while the list is looked at

export const nameOfGame = (game: GameLine) =>
  text.home.game(game.rules.name, text.common.list(game.seats.map((seat) => seat.name)));

/** A game with others in which it is one's own turn. */
export const waits = (game: GameLine) => game.online && game.your_move;

export class Games {
  lines = $state.raw<GameLine[] | null>(null);
  /** The game that was taken off the list, while that can be undone. */
  leaving = $state.raw<GameLine | null>(null);
  problem = $state('');

  running = $derived(this.#shown(false).toSorted((a, b) => Number(waits(b)) - Number(waits(a))));
  finished = $derived(this.#shown(true));

  #timer = 0;

  #shown(over: boolean) {
    return (this.lines ?? []).filter((game) => game.over === over && game.id !== this.leaving?.id);
  }

  async load() {
    try {
      this.lines = await api.games();
      const waiting = this.lines.filter(waits).length;
      document.title = `${waiting ? `(${waiting}) ` : ''}${text.home.title}: ${text.home.subtitle}`;
    } catch (refusal) {
      this.#tell(refusal);
    }
  }

  /** With others at other screens the list changes by itself. Returns how to stop it. */
  keepFresh(): () => void {
    let timer = 0;
    const look = () => {
      if (!document.hidden) void this.load();
    };
    void server.ask().then(
      ({ online }) => {
        if (online && timer >= 0) timer = window.setInterval(look, FRESH);
      },
      () => {},
    );
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      timer = -1;
      document.removeEventListener('visibilitychange', look);
    };
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
