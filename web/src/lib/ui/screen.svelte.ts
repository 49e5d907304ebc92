/** How much room there is: on narrow screens the table becomes a map with a sheet below. */
import { MediaQuery } from 'svelte/reactivity';

const phone = new MediaQuery('(max-width: 639px)');
const query = new MediaQuery('(max-width: 1023px)');

export const screen = {
  get phone() {
    return phone.current;
  },
  get narrow() {
    return query.current;
  },
};
