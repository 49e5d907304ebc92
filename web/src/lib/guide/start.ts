/** The guided first game: an ordinary game, made short, with a little money and a kind first die. */

import { api } from '$lib/api/http';
import { knownName } from '$lib/newgame/name';
import type { NewGame } from '$lib/protocol';
import { text } from '$lib/text';

/** With this seed the learner goes first, and the first agent that is called comes. */
const SEED = 4;

const CHANGES: NewGame['changes'] = {
  'start.money': 500,
  'win.prestige': 9,
  'win.turn_limit': 6,
};

export const beginGuided = () =>
  api.begin({
    rules: 'forvm',
    changes: CHANGES,
    seats: [{ name: knownName() }, ...text.guide.opponents.map((name) => ({ name, bot: 'tiro' }))],
    seed: SEED,
    guided: true,
  });
