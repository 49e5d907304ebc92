import { board } from './board';
import { common, errors } from './common';
import { ending } from './ending';
import { guide } from './guide';
import { home } from './home';
import { newgame } from './newgame';
import { dice, online } from './online';
import { replay } from './replay';
import { rulebook } from './rulebook';
import { table } from './table';
import { telling } from './telling';

export const en = {
  common,
  errors,
  board,
  table,
  home,
  newgame,
  rulebook,
  ending,
  replay,
  guide,
  telling,
  online,
  dice,
};
