/**
 * The lessons of the guided game: when each is due, what it says, and what it points at.
 *
 * They follow the game wherever it goes. What can be done, and what it costs, they read off the choices that the table
 * was given; of the rules they know nothing.
 */

import type { Board, Choice, MoveKind, Offer, Step, View } from '$lib/protocol';
import { text } from '$lib/text';
import type { Said } from '$lib/text/en/guide';

export interface Situation {
  board: Board;
  view: View;
  me: number;
  /** The learner is to choose. */
  acting: boolean;
  choices: Choice[];
  offers: Offer[];
  log: Step[];
}

export interface Lesson {
  id: string;
  /** A `tell` waits until it is acknowledged; a `do` is over when there is nothing left to do of it. */
  kind: 'tell' | 'do';
  clause: string | null;
  due: (now: Situation) => boolean;
  say: (now: Situation) => Said;
  /** What to point at: selectors, the first that is on the page. */
  point: (now: Situation) => string[];
}

const t = text.guide;
const quoted = (word: string) => `"${word.replace(/["\\]/g, '\\$&')}"`;
const choiceOf = (choice: Choice | undefined) => (choice ? [`[data-choice=${quoted(choice.notation)}]`] : []);
const of = (now: Situation, kind: MoveKind) => now.choices.filter((choice) => choice.kind === kind);
const first = (now: Situation, kind: MoveKind): Choice | undefined => of(now, kind)[0];
const can = (kind: MoveKind) => (now: Situation) => now.acting && of(now, kind).length > 0;

/** The step to the market that pays a single owner most, of those where nobody is yet. */
export function goodStep(now: Situation): Choice | undefined {
  const worth = (choice: Choice) => {
    const index = now.board.markets.findIndex((market) => market.name === choice.market);
    const market = now.board.markets[index];
    if (!market || market.kind === 'rome') return -1000;
    const { owners, agents } = now.view.markets[index];
    return (market.values[owners.length] ?? 0) - (agents.length ? 500 : 0);
  };
  return of(now, 'move').reduce<Choice | undefined>(
    (best, choice) => (!best || worth(choice) > worth(best) ? choice : best),
    undefined,
  );
}

const payOf = (now: Situation, choice: Choice) => {
  const index = now.board.markets.findIndex((market) => market.name === choice.market);
  return now.board.markets[index]?.values[now.view.markets[index]?.owners.length ?? 0] ?? 0;
};
const best = (choices: Choice[]) =>
  choices.reduce<Choice | undefined>(
    (found, choice) => (!found || choice.mean.income > found.mean.income ? choice : found),
    undefined,
  );
const lastTrade = (now: Situation) => now.log.findLast((step) => step.trade);
const lastCard = (now: Situation) => now.log.findLast((step) => step.card !== null);
const nameOf = (now: Situation, seat: number) => now.view.players[seat]?.name ?? '';

export const LESSONS: Lesson[] = [
  {
    id: 'welcome',
    kind: 'tell',
    clause: null,
    due: (now) => now.view.turn <= 1,
    say: (now) => t.welcome(now.board.turn_limit),
    point: () => [],
  },
  {
    id: 'goal',
    kind: 'tell',
    clause: 'RECKON-2',
    due: (now) => now.view.turn <= 1,
    say: (now) => t.goal(now.board.winning_prestige),
    point: () => ['.ladders', '[data-tab="ladders"]'],
  },
  {
    id: 'map',
    kind: 'tell',
    clause: 'BOARD-4',
    due: (now) => now.view.turn <= 1,
    say: () => t.map,
    point: () => ['[data-market="Roma"]'],
  },
  {
    id: 'enter',
    kind: 'do',
    clause: 'MOVE-1',
    due: can('enter'),
    say: (now) => t.enter(first(now, 'enter')?.needs ?? 0),
    point: (now) => choiceOf(first(now, 'enter')),
  },
  {
    id: 'move',
    kind: 'do',
    clause: 'MOVE-2',
    due: can('move'),
    say: (now) => {
      const step = goodStep(now);
      return step ? t.move(step.origin ?? '', step.market ?? '', payOf(now, step)) : t.yourself;
    },
    point: (now) => {
      const step = goodStep(now);
      return step ? [`[data-market=${quoted(step.market ?? '')}]`] : [];
    },
  },
  {
    id: 'answer',
    kind: 'do',
    clause: 'ALLY-2',
    due: (now) => now.acting && now.view.bargain?.answers === now.me && now.view.bargain.proposer !== now.me,
    say: (now) => t.answer(nameOf(now, now.view.bargain?.proposer ?? 0)),
    point: () => ['#moves'],
  },
  {
    id: 'contest',
    kind: 'do',
    clause: 'OUST-2',
    due: can('oust'),
    say: (now) => {
      const challenge = first(now, 'oust')!;
      return t.contest(challenge.market ?? '', challenge.needs ?? 0, challenge.cost);
    },
    point: (now) => choiceOf(first(now, 'oust')),
  },
  {
    id: 'wed',
    kind: 'do',
    clause: 'LOCAL-1',
    // One wedding is lesson enough: the other child may be wanted for an alliance.
    due: (now) => can('wed')(now) && !now.log.some((step) => step.move === 'wed' && step.seat === now.me),
    say: (now) => t.wed(first(now, 'wed')?.market ?? '', first(now, 'wed')?.cost ?? 0),
    point: (now) => choiceOf(first(now, 'wed')),
  },
  {
    id: 'propose',
    kind: 'do',
    clause: 'ALLY-1',
    due: (now) => now.acting && now.offers.some((offer) => offer.kind === 'propose'),
    say: (now) => t.propose(nameOf(now, now.offers.find((offer) => offer.kind === 'propose')?.other ?? 0)),
    point: () => ['[data-offer]'],
  },
  {
    id: 'endIntrigue',
    kind: 'do',
    clause: 'TURN-1',
    due: (now) => now.view.phase === 'intrigue' && can('end')(now),
    say: () => t.endIntrigue,
    point: (now) => choiceOf(first(now, 'end')),
  },
  {
    id: 'trade',
    kind: 'tell',
    clause: 'TRADE-1',
    due: (now) => lastTrade(now) !== undefined && now.acting,
    say: (now) => {
      const own = lastTrade(now)?.trade?.[now.me] ?? [];
      return t.trade(own.reduce((sum, line) => sum + line.amount, 0));
    },
    point: () => ['[data-tab="trade"]'],
  },
  {
    id: 'build',
    kind: 'do',
    clause: 'BUILD-1',
    due: can('build'),
    say: (now) => {
      const choice = best(of(now, 'build'))!;
      return t.build(choice.market ?? '', choice.cost);
    },
    point: (now) => choiceOf(best(of(now, 'build'))),
  },
  {
    id: 'give',
    kind: 'do',
    clause: 'GIVE-2',
    due: can('give'),
    say: (now) => {
      const choice = first(now, 'give')!;
      return t.give(text.table.gifts[choice.gift ?? 'temple'].toLowerCase(), choice.cost);
    },
    point: (now) => choiceOf(first(now, 'give')),
  },
  {
    id: 'endBuild',
    kind: 'do',
    clause: 'DESTROY-1',
    due: can('destroy'),
    say: () => t.endBuild,
    point: (now) => choiceOf(first(now, 'end')),
  },
  {
    id: 'card',
    kind: 'do',
    clause: 'FATE-1',
    due: (now) => now.acting && now.choices.some((choice) => choice.group === 'card'),
    say: () => t.card,
    point: () => ['#moves'],
  },
  {
    id: 'fate',
    kind: 'tell',
    clause: 'FATE-1',
    due: (now) => lastCard(now) !== undefined && now.view.turn >= 2,
    say: (now) => {
      const card = now.board.cards.find(({ id }) => id === lastCard(now)?.card);
      return t.fate(card?.name ?? '');
    },
    point: () => ['[data-tab="log"]'],
  },
  {
    id: 'reckoning',
    kind: 'tell',
    clause: 'RECKON-1',
    due: (now) => now.view.turn >= 2,
    say: (now) => t.reckoning(now.board.money_mark),
    point: () => ['.money-ladder', '[data-tab="ladders"]'],
  },
  {
    id: 'tools',
    kind: 'tell',
    clause: null,
    due: (now) => now.view.turn >= 2 && now.acting,
    say: () => t.tools,
    point: () => ['[data-action="hint"]'],
  },
  {
    id: 'route',
    kind: 'tell',
    clause: 'TRADE-3',
    due: (now) => now.view.turn >= 2 && now.acting,
    say: () => t.route,
    point: () => ['.market.exotic .body'],
  },
  {
    id: 'alone',
    kind: 'tell',
    clause: null,
    due: (now) => now.view.turn >= 3 && now.acting,
    say: () => t.alone,
    point: () => [],
  },
  {
    id: 'over',
    kind: 'tell',
    clause: null,
    due: (now) => now.view.outcome !== null,
    say: (now) => t.over(now.view.outcome?.winners.includes(now.me) ?? false),
    point: () => ['a.end'],
  },
];

/** The lesson that is due now. What ended the game comes before all that was not said in time. */
export function lessonFor(now: Situation, done: ReadonlySet<string>): Lesson | null {
  const open = LESSONS.filter((lesson) => !done.has(lesson.id) && lesson.due(now));
  return (now.view.outcome ? open.at(-1) : open[0]) ?? null;
}
