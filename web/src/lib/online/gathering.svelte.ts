/** A table that is being set: who sits where, who is ready, and what one does about it. */

import { online, Refusal } from '$lib/api/http';
import { guestName, rememberName } from '$lib/newgame/name';
import type { Comparison, Found, Keeps } from '$lib/dice/kept';
import type { Agreement, Gathering, Links, Place } from '$lib/protocol';
import { Connection, socketAddress, type Link } from '$lib/socket/connection';
import { keepLinks, keptLinks } from './links';
import { server } from './server.svelte';

/** The words for the dice; the part of the page that knows how to hide and to open them is loaded with the lobby. */
const dice = () => import('$lib/dice/kept');
const RETRY = 3000;

export class Setting {
  now = $state.raw<Gathering | null>(null);
  link = $state<Link>('opening');
  problem = $state('');
  busy = $state(false);
  links = $state.raw<Links | null>(null);
  /** What somebody without a seat would be called and wear. */
  name = $state('');
  colour = $state<number | null>(null);
  /** One's words for the dice, as far as one has typed some. */
  typed = $state('');
  /** One was ready, and then somebody changed something. */
  askedAgain = $state(false);
  /** Why this page does not open its words, if it does not. */
  keeps = $state<Keeps>('');
  /** The seal that this page kept, beside the one that the server shows. */
  seals = $state.raw<Comparison | null>(null);
  /** The game has begun, but under a seal that this page refuses: one goes there knowingly, or not at all. */
  held = $state(false);

  me = $derived(this.now?.seats.find((place) => place.seat === this.now?.you) ?? null);
  taken = $derived((this.now?.seats ?? []).filter((place) => place.kind !== 'open'));

  /** Who still has to open their words. */
  closed = $derived((this.now?.seats ?? []).filter(({ seat }) => this.now?.closed.includes(seat)));

  #connection: Connection;
  #saidReady = false;
  #opens = false;
  #checked: Promise<unknown> = Promise.resolve();
  #begun = false;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly game: string,
    readonly onstart: () => void,
  ) {
    this.links = keptLinks(game);
    this.#connection = new Connection(socketAddress(game), {
      hello: () => ({ type: 'hello' }),
      receive: (message) => {
        if (message.type === 'gathering') this.#take(message);
        else if (message.type === 'welcome') void this.#begin();
        else if (message.type === 'problem') this.problem = message.message;
      },
      changed: (link) => (this.link = link),
    });
  }

  close() {
    clearTimeout(this.#retry);
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

  leave = () =>
    this.#do(async () => {
      const left = await online.leave(this.game);
      (await dice()).withdraw(this.game, left.round);
      return left;
    });
  ready = (ready: boolean) => this.#do(() => this.#sayReady(ready));
  agree = (agreement: Agreement) => this.#do(() => online.agree(this.game, agreement));
  /** Who starts is ready thereby. */
  start = () =>
    this.#do(async () => {
      await this.#sayReady(true);
      return online.start(this.game);
    });
  callOff = () => this.#do(() => online.callOff(this.game));
  changeSeat = (seat: number, bot: string | null) => this.#do(() => online.changeSeat(this.game, seat, bot));

  /** Other words for the dice: who was ready with the old ones is no longer. */
  async choose(typed: string) {
    if (!this.now) return;
    const { chooseWords } = await dice();
    const own = chooseWords(this.game, this.now.round, typed);
    this.typed = own.typed ? own.words : '';
    if (this.me?.ready) await this.ready(false);
  }

  async #sayReady(ready: boolean): Promise<Gathering> {
    const { commitTo } = await dice();
    this.#saidReady = ready;
    return online.ready(this.game, ready, ready && this.me ? commitTo(this.now!, this.me) : null);
  }

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
    const wasReady = this.me?.ready ?? false;
    const anew = this.now?.round !== gathering.round;
    if (!this.now) this.name = guestName(gathering.seats.flatMap(({ name }) => name ?? []));
    this.now = gathering;
    if (this.me?.ready) this.askedAgain = false;
    else if (wasReady && this.#saidReady) this.askedAgain = !gathering.called_off && !gathering.host;
    if (anew) {
      this.keeps = '';
      this.seals = null;
      void this.#recall(gathering.round);
    }
    if (gathering.seal) void this.#open(gathering);
    if (gathering.started) void this.#begin();
  }

  async #recall(round: number) {
    const own = (await dice()).wordsFor(this.game, round);
    this.typed = own.typed ? own.words : '';
  }

  /** Keeps or refuses the seal. */
  async #check({ you, seal }: Gathering): Promise<Found> {
    const { checkSeal, compareSeal } = await dice();
    const found = checkSeal(this.game, you, seal!);
    this.keeps = found.keeps;
    this.seals = compareSeal(this.game, seal!);
    return found;
  }

  /** Opens one's words if they are in the seal. */
  async #open(gathering: Gathering) {
    const checked = this.#check(gathering);
    this.#checked = checked;
    const found = await checked;
    if (!found.opening || this.#opens || !gathering.closed.includes(gathering.you ?? -1)) return;
    this.#opens = true;
    try {
      this.#take(await online.openWords(this.game, found.opening));
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      this.problem = refusal.message;
      // The network may be gone; if it comes back with the opening still under way, the words are still wanted.
      this.#retry = setTimeout(() => {
        if (this.now?.opening) this.#take(this.now);
      }, RETRY);
    } finally {
      this.#opens = false;
    }
  }

  /** Both the socket and the answer to a request may tell that the game has begun. */
  async #begin() {
    if (this.#begun) return;
    this.#begun = true;
    this.close();
    await this.#checked;
    if (this.keeps === 'broken' || this.keeps === 'replaced') this.held = true;
    else this.onstart();
  }
}
