/** How much room there is: on narrow screens the table becomes a map with a sheet below. */
import { MediaQuery } from 'svelte/reactivity';

const query = new MediaQuery('(max-width: 1023px)');

export const screen = {
  get narrow() {
    return query.current;
  },
};
