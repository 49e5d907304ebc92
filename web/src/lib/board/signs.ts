/** Outlines of the pieces, around 0, 0. A player's shape is a part of each piece. */

import { colours } from '$lib/ui/colours.svelte';

/** The shape of a sign, about 2 × `r` wide: circle, square, triangle, diamond, hexagon, cross. */
export function outline(sign: number, r: number): string {
  switch (sign) {
    case 0:
      return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
    case 1:
      return `M${-r * 0.9} ${-r * 0.9}h${1.8 * r}v${1.8 * r}h${-1.8 * r}z`;
    case 2:
      return `M0 ${-1.15 * r}L${1.12 * r} ${0.85 * r}H${-1.12 * r}z`;
    case 4:
      return `M${-0.58 * r} ${-r}h${1.16 * r}L${1.16 * r} 0 ${0.58 * r} ${r}h${-1.16 * r}L${-1.16 * r} 0z`;
    case 5:
      return `M${-0.42 * r} ${-1.1 * r}h${0.84 * r}v${0.68 * r}h${0.68 * r}v${0.84 * r}h${-0.68 * r}v${0.68 * r}h${-0.84 * r}v${-0.68 * r}h${-0.68 * r}v${-0.84 * r}h${0.68 * r}z`;
    default:
      return `M0 ${-1.2 * r}L${1.2 * r} 0 0 ${1.2 * r} ${-1.2 * r} 0z`;
  }
}

/** The shape of the sign that a seat wears. */
export const shape = (seat: number, r: number) => outline(colours.of(seat), r);

/** An agent: a figure in a cloak, standing at 0, 0, whose head is the player's shape. */
export const CLOAK =
  'M-9.5 0C-9.5-3.5-6-4-5-8.5-4.3-12-3.5-15 0-15 3.5-15 4.3-12 5-8.5 6-4 9.5-3.5 9.5 0 5 2.2-5 2.2-9.5 0z';
export const HEAD = -20;

/** A horreum: a storehouse with a pediment, about 20 wide, its middle at 0, 0. */
export const STOREHOUSE = 'M-10.5-2.5 0-9.5 10.5-2.5V-.5H9V8.5H-9V-.5H-10.5z';

/** The sign of an exotic market: a star with eight points. */
export function star(outer: number, inner: number, points = 8): string {
  const at = Array.from({ length: points * 2 }, (_, i) => {
    const r = i % 2 ? inner : outer;
    const angle = (Math.PI * i) / points - Math.PI / 2;
    return `${(r * Math.cos(angle)).toFixed(2)} ${(r * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${at.join('L')}z`;
}

/** The temple that marks Rome. */
export const TEMPLE =
  'M-13-3 0-11.5 13-3V-1H-13zM-11 1h3.5V9H-11zM-1.75 1h3.5V9h-3.5zM7.5 1H11V9H7.5zM-13 10.5H13V13H-13z';
