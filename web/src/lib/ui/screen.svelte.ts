/**
 * How much room there is.
 *
 * desk: map, ladders and a side panel. split: map and panel side by side, for phones on their side and enlarged text.
 * stack: the map above a sheet. A phone is a narrow stack; a tiny screen has room for the map or the sheet, not for both.
 */
import { MediaQuery } from 'svelte/reactivity';

export type Layout = 'desk' | 'split' | 'stack';

const desk = new MediaQuery('(min-width: 1024px) and (min-height: 600px)');
const wideEnough = new MediaQuery('(min-width: 540px) and (orientation: landscape)');
const narrow = new MediaQuery('(max-width: 639px)');
const low = new MediaQuery('(max-height: 479px)');

export const screen = {
  get layout(): Layout {
    return desk.current ? 'desk' : wideEnough.current ? 'split' : 'stack';
  },
  get phone() {
    return this.layout === 'stack' && narrow.current;
  },
  get tiny() {
    return this.layout === 'stack' && low.current;
  },
};
