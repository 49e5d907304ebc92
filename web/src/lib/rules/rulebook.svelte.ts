/** The rules in play, asked for once, and the clause that somebody wants to read. */

import type { Clause, Rulebook } from '$lib/protocol';

class Reader {
  /** The clause that is open in a small window, by id. */
  open = $state<string | null>(null);
  book = $state.raw<Rulebook | null>(null);
  /** Where the rulebook of the game on the page is, for links into it. */
  address = $state('/rules/forvm');
  #ask: (() => Promise<Rulebook>) | null = null;

  /** Tells where the rules of this page come from; they are fetched when somebody wants to read. */
  use(address: string, ask: () => Promise<Rulebook>) {
    if (address !== this.address) this.book = null;
    this.address = address;
    this.#ask = ask;
  }

  async read(clause: string) {
    this.open = clause;
    if (!this.book && this.#ask) this.book = await this.#ask().catch(() => null);
  }

  find(id: string): Clause | undefined {
    return this.book?.sections.flatMap((section) => section.clauses).find((clause) => clause.id === id);
  }
}

export const reader = new Reader();
