/** A table that is being set: who sits where, who is ready, and what one does about it. */

import { online, Refusal } from '$lib/api/http';
import { knownName, rememberName } from '$lib/newgame/name';
import type { Agreement, Gathering, Links, Place } from '$lib/protocol';
import { Connection, socketAddress, type Link } from '$lib/socket/connection';
import { keepLinks, keptLinks } from './links';
import { server } from './server.svelte';

/** Words for the dice that nobody can guess. */
export const someEntropy = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

export class Setting {
  now = $state.raw<Gathering | null>(null);
  link = $state<Link>('opening');
  problem = $state('');
  busy = $state(false);
  links = $state.raw<Links | null>(null);
  /** What somebody without a seat would be called and wear. */
  name = $state(knownName());
  colour = $state<number | null>(null);

  me = $derived(this.now?.seats.find((place) => place.seat === this.now?.you) ?? null);
  taken = $derived((this.now?.seats ?? []).filter((place) => place.kind !== 'open'));

  #connection: Connection;
  #addedEntropy = false;

  constructor(
    readonly game: string,
    readonly onstart: () => void,
  ) {
    this.links = keptLinks(game);
    this.#connection = new Connection(socketAddress(game), {
      hello: () => ({ type: 'hello' }),
      receive: (message) => {
        if (message.type === 'gathering') this.#take(message);
        else if (message.type === 'welcome') this.#begin();
        else if (message.type === 'problem') this.problem = message.message;
      },
      changed: (link) => (this.link = link),
    });
  }

  close() {
    this.#connection.close();
  }

  /** Is a colour free for this person? */
  isFree(colour: number): boolean {
    return this.taken.every((place) => place.colour !== colour || place.seat === this.now?.you);
  }

  get wantedColour(): number {
    const signs = Array.from({ length: server.info?.colours ?? 0 }, (_, sign) => sign);
    return this.colour !== null && this.isFree(this.colour)
      ? this.colour
      : (signs.find((sign) => this.isFree(sign)) ?? 0);
  }

  sit(seat: number) {
    rememberName(this.name.trim());
    return this.#do(() => online.sit(this.game, { name: this.name.trim(), seat, colour: this.wantedColour }));
  }

  rename(me: Place, change: { name?: string; colour?: number }) {
    const name = (change.name ?? me.name ?? '').trim();
    if (change.name) rememberName(name);
    return this.#do(() => online.sit(this.game, { name, seat: me.seat, colour: change.colour ?? me.colour }));
  }

  leave = () => this.#do(() => online.leave(this.game));
  ready = (ready: boolean) => this.#do(() => online.ready(this.game, ready));
  add = (words: string) => this.#do(() => online.entropy(this.game, words.trim()));
  agree = (agreement: Agreement) => this.#do(() => online.agree(this.game, agreement));
  start = () => this.#do(() => online.start(this.game));
  changeSeat = (seat: number, bot: string | null) => this.#do(() => online.changeSeat(this.game, seat, bot));

  async renewLinks() {
    await this.#try(async () => {
      this.links = await online.links(this.game);
      keepLinks(this.game, this.links);
    });
  }

  /** True if the table is gone. */
  async dissolve(): Promise<boolean> {
    return this.#try(() => online.dissolve(this.game));
  }

  async #do(ask: () => Promise<Gathering>) {
    await this.#try(async () => this.#take(await ask()));
  }

  async #try(ask: () => Promise<void>): Promise<boolean> {
    this.busy = true;
    this.problem = '';
    try {
      await ask();
      return true;
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      this.problem = refusal.message;
      return false;
    } finally {
      this.busy = false;
    }
  }

  #take(gathering: Gathering) {
    this.now = gathering;
    if (gathering.started) this.#begin();
    else if (this.me && this.me.entropy === null && !this.#addedEntropy) {
      this.#addedEntropy = true;
      void this.add(someEntropy());
    }
  }

  #begin() {
    this.close();
    this.onstart();
  }
}
