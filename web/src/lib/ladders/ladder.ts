/** Where things stand on the two ladders. */

import type { Player } from '$lib/protocol';

const LEAST_TOP = 2000;

/** The money ladder's ends: whole marks, and below 0 only if somebody is. */
export function moneyRange(players: Player[], mark: number): [number, number] {
  const sums = players.map((player) => player.money);
  const whole = (sum: number) => Math.ceil(sum / mark) * mark;
  const top = Math.max(LEAST_TOP, whole(Math.max(...sums) + mark / 8));
  return [Math.min(0, Math.floor(Math.min(...sums) / 100) * 100), top];
}

/** Which sums of the money ladder are written out: as many as have room. */
export const MOST_SUMS = 5;
export function writtenStep([low, high]: [number, number], mark: number): number {
  const step = mark / 2;
  return step * Math.max(1, Math.ceil((high - Math.max(0, low)) / step / MOST_SUMS));
}

/** Players that would cover each other are drawn in rows: for each its row, from 0. */
export function rows(positions: number[], near: number): number[] {
  const placed: { at: number; row: number }[] = [];
  return positions.map((at) => {
    let row = 0;
    while (placed.some((other) => other.row === row && Math.abs(other.at - at) < near)) row++;
    placed.push({ at, row });
    return row;
  });
}

/** The last space of the prestige ladder. */
export const lastSpace = (players: Player[], winning: number) =>
  Math.max(winning, ...players.map((player) => player.prestige));
