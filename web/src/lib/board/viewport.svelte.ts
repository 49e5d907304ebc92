/** Pan and zoom: which part of the map is on screen. A point (u, v) of the map is drawn at (k·u + x, k·v + y). */

import { height, width } from './layout';

const CLOSEST = 4;
const STEP = 1.35;

export class Viewport {
  k = $state(0.6);
  x = $state(0);
  y = $state(0);
  #wide = $state(0);
  #high = $state(0);
  /** What stays in sight when the room changes, until somebody pans or zooms. */
  #keeps: 'first' | 'whole' | 'none' = 'first';

  get least() {
    const contain = Math.min(this.#wide / width, this.#high / height);
    return contain || 0.2;
  }

  /** The first sight: all of it, or on narrow screens as much as can still be read. */
  get #fitting() {
    const cover = Math.max(this.#wide / width, this.#high / height);
    return this.#wide < 640 ? Math.min(cover, Math.max(this.least, 0.36)) : this.least;
  }

  resize(wide: number, high: number) {
    this.#wide = wide;
    this.#high = high;
    if (this.#keeps === 'none') this.#keepInSight();
    else this.#centre(this.#keeps);
  }

  /** Shows all of the map. */
  fit() {
    this.#centre('whole');
  }

  #centre(keeps: 'first' | 'whole') {
    this.#keeps = keeps;
    this.k = keeps === 'whole' ? this.least : this.#fitting;
    this.x = (this.#wide - width * this.k) / 2;
    this.y = (this.#high - height * this.k) / 2;
  }

  pan(dx: number, dy: number) {
    this.#keeps = 'none';
    this.x += dx;
    this.y += dy;
    this.#keepInSight();
  }

  /** Zooms by a factor, keeping the point of the screen where it is. */
  zoom(factor: number, at: { x: number; y: number } = { x: this.#wide / 2, y: this.#high / 2 }) {
    const k = Math.min(CLOSEST, Math.max(this.least, this.k * factor));
    this.x = at.x - ((at.x - this.x) * k) / this.k;
    this.y = at.y - ((at.y - this.y) * k) / this.k;
    this.k = k;
    this.#keeps = k <= this.least * 1.001 ? 'whole' : 'none';
    this.#keepInSight();
  }

  closer = () => this.zoom(STEP);
  farther = () => this.zoom(1 / STEP);

  /** Brings a point of the map into sight if it is outside, or near the edge. */
  reveal(u: number, v: number) {
    const margin = Math.min(70, this.#wide / 5, this.#high / 5);
    const [sx, sy] = [this.k * u + this.x, this.k * v + this.y];
    const dx = sx < margin ? margin - sx : Math.min(0, this.#wide - margin - sx);
    const dy = sy < margin ? margin - sy : Math.min(0, this.#high - margin - sy);
    if (dx || dy) this.pan(dx, dy);
  }

  isLeft(u: number): boolean {
    return this.k * u + this.x < this.#wide / 2;
  }

  /** No farther than the map's edge at the middle of the screen; a smaller map stays in the middle. */
  #keepInSight() {
    this.x = within(this.x, this.#wide, width * this.k);
    this.y = within(this.y, this.#high, height * this.k);
  }
}

function within(at: number, screen: number, map: number): number {
  if (map <= screen) return (screen - map) / 2;
  return Math.min(0, Math.max(screen - map, at));
}
