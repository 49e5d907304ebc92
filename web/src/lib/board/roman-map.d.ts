declare module 'virtual:roman-map' {
  import type { Frame, Pulls } from '$lib/board/geography';
  /** The board that it was drawn for. */
  export const board: string;
  export const width: number;
  export const height: number;
  export const frame: Frame;
  export const pulls: Pulls;
  /** Paths in half units: draw them at half size. */
  export const land: string;
  export const streams: string;
  export const regions: Record<string, string>;
}
