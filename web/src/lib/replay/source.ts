/** Where a game to look through comes from: one that is kept here, or a record that was brought. */

import { api } from '$lib/api/http';
import type { Source } from '$lib/home/addresses';
import type { Board, DiceReport, Frames, Replay, Rulebook } from '$lib/protocol';

export type Eyes = number | 'none' | 'all';

export interface Shelf {
  replay: () => Promise<Replay>;
  board: () => Promise<Board>;
  rulebook: () => Promise<Rulebook>;
  dice: () => Promise<DiceReport>;
  frames: (first: number, count: number, eyes: Eyes) => Promise<Frames>;
}

export function shelfOf({ kind, id }: Source): Shelf {
  if (kind === 'game')
    return {
      replay: () => api.replay(id),
      board: () => api.board(id),
      rulebook: () => api.rulebook(id),
      dice: () => api.dice(id),
      frames: (first, count, eyes) => api.frames(id, first, count, eyes),
    };
  return {
    replay: () => api.uploaded(id),
    board: () => api.uploadedBoard(id),
    rulebook: () => api.uploadedRulebook(id),
    dice: () => api.uploadedDice(id),
    frames: (first, count, eyes) => api.uploadedFrames(id, first, count, eyes),
  };
}
