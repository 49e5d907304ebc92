/** Views come whole once, and after that as what has changed. Here they are put together again. */

import type { Happened, Snapshot, View, ViewChange } from '$lib/protocol';

type Sent = Happened | Snapshot;
/** A message with its whole view. */
export type Whole<Message extends Sent> = Message extends Sent
  ? Omit<Message, 'view' | 'change'> & { view: View }
  : never;

export class LastView {
  #view: View | null = null;

  /** The message with the whole view, which the next message builds on. */
  whole<Message extends Sent>(message: Message): Whole<Message>;
  whole({ view, change, ...rest }: Sent): Whole<Sent> {
    this.#view = view ?? changed(this.#view, change);
    return { ...rest, view: this.#view };
  }
}

function changed(view: View | null, change: ViewChange | null): View {
  if (!view) throw new Error('The server sent a change before any view.');
  if (!change) return view;
  const { players, markets, benefactions, ...rest } = change;
  return {
    ...view,
    ...rest,
    players: replaced(view.players, players, (player) => player.seat),
    markets: replaced(view.markets, markets, (market) => market.name),
    benefactions: replaced(view.benefactions, benefactions, ({ gift, band }) => `${gift}.${band}`),
  };
}

/** Rows, of which some take the place of those with the same key. */
function replaced<Row>(rows: Row[], changes: Row[] | undefined, key: (row: Row) => number | string): Row[] {
  if (!changes) return rows;
  const byKey = new Map(changes.map((row) => [key(row), row]));
  return rows.map((row) => byKey.get(key(row)) ?? row);
}
