/** How far the panel with the moves is open, on screens where the map needs its room. */

export type Height = 'folded' | 'half' | 'full';

export class Fold {
  height = $state<Height>('half');
  #waited = false;

  get folded() {
    return this.height === 'folded';
  }

  open() {
    if (this.folded) this.height = 'half';
  }

  toggle() {
    this.height = this.folded ? 'half' : 'folded';
  }

  /**
   * The map gets all the room while others move, and the moves come back with one's turn. It changes only when the turn passes:
   * a panel that somebody opens meanwhile stays open. While a die or a card decides (`null`) nothing changes.
   */
  turn(others: boolean | null, reading: boolean) {
    if (others === null || others === this.#waited) return;
    this.#waited = others;
    if (!others) this.open();
    else if (!reading) this.height = 'folded';
  }
}
