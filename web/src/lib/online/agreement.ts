/** What people agree on before a game, and how it reads. */

import type { Agreement, BotKind } from '$lib/protocol';
import { text } from '$lib/text';
import { span } from '$lib/text/en/online';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type Pace = 'sitting' | 'days';

const USUAL: Agreement = {
  cover_after: 3 * MINUTE,
  cover_bot: 'quaestor',
  clock: null,
  hints: false,
  chances: false,
  undo: true,
  spectators: true,
};

export const PACES: Record<Pace, Pick<Agreement, 'cover_after' | 'clock'>> = {
  sitting: { cover_after: 3 * MINUTE, clock: null },
  days: { cover_after: 2 * DAY, clock: null },
};

export const WAITS = [MINUTE, 3 * MINUTE, 10 * MINUTE, HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY];
export const CLOCKS = [30, MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, DAY, 3 * DAY];

export function usualAgreement(bots: BotKind[]): Agreement {
  const bot = bots.find(({ id }) => id === USUAL.cover_bot) ?? bots[0];
  return { ...USUAL, cover_bot: bot?.id ?? USUAL.cover_bot };
}

/** The choices that a server allows, with the present one among them. */
export function choicesOf(spans: number[], longest: number, now: number | null): number[] {
  return [...new Set([...spans, ...(now === null ? [] : [now])])]
    .filter((s) => s <= longest)
    .sort((a, b) => a - b);
}

/** The agreement in words, a line for each thing. */
export function inWords(agreement: Agreement, bots: BotKind[]): string[] {
  const t = text.online.agreed;
  const bot = bots.find(({ id }) => id === agreement.cover_bot)?.name ?? agreement.cover_bot;
  const flags = (['undo', 'hints', 'chances', 'spectators'] as const).map(
    (key) => t[key][Number(agreement[key])],
  );
  return [
    agreement.cover_after === null ? t.noCover : t.cover(span(agreement.cover_after), bot),
    agreement.clock === null ? t.noClock : t.clock(span(agreement.clock)),
    ...flags,
  ];
}
