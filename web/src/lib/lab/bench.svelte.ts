/** The bench: what is to be compared, and the experiment that runs on it. */

import { api, Refusal } from '$lib/api/http';
import type { Values } from '$lib/newgame/houserules';
import { Setup } from '$lib/newgame/setup.svelte';
import type {
  Board,
  Catalogue,
  ErrorBody,
  LabRoom,
  LabRun,
  LabSide,
  LabUpdate,
  LabWanted,
  ServerMessage,
} from '$lib/protocol';
import { Connection, type Link } from '$lib/socket/connection';
import { lab as t } from '$lib/text/lab';
import { text } from '$lib/text';
import { labApi, runSocket } from './api';
import { Notebook, type Entry } from './notebook.svelte';

const USUAL_BOT = 'greedy';
const USUAL_GAMES = 2000;
const FILE_NAME = 'baseline.toml';
const OVER = ['done', 'stopped', 'failed'];

export class Bench {
  readonly setup: Setup;
  /** A bot for each seat. */
  bots = $state<string[]>([]);
  /** Who plays the variant, if others do. */
  others = $state<string[] | null>(null);
  /** Fate cards of which the variant's deck has another number of copies. */
  cards = $state<Record<string, number>>({});
  games = $state(USUAL_GAMES);
  seed = $state(1);
  /** What the answer is told in; none: the usual. */
  metrics = $state.raw<string[]>([]);
  board = $state.raw<Board | null>(null);

  readonly notebook = new Notebook();
  run = $state.raw<LabRun | null>(null);
  update = $state.raw<LabUpdate | null>(null);
  link = $state<Link>('open');
  problem = $state.raw<ErrorBody | null>(null);
  busy = $state(false);

  isRunning = $derived(!!this.update && !OVER.includes(this.update.state));
  changed = $derived.by(() => this.setup.changed + Object.keys(this.cards).length);
  /** Every change in words. */
  changes = $derived.by(() => [
    ...this.setup.catalogue.parameters
      .filter(({ key }) => key in this.setup.changes)
      .map((parameter) =>
        t.changedFrom(
          parameter.name,
          text.newgame.valueOf(this.setup.base[parameter.key], parameter),
          text.newgame.valueOf(this.setup.values[parameter.key], parameter),
        ),
      ),
    ...(this.board?.cards ?? [])
      .filter(({ id }) => id in this.cards)
      .map(({ id, name, copies }) => t.changedFrom(t.copies(name), `${copies}`, `${this.cards[id]}`)),
  ]);
  /** What an emulator can be asked, as JSON, so that nothing is asked twice; empty if it can be asked nothing. */
  proposal = $derived.by(() => {
    const { rules, file, changes } = this.setup;
    if (!this.changed || file || this.others || Object.keys(this.cards).length) return '';
    return JSON.stringify({ bots: this.bots, rules, changes });
  });
  isAlone = $derived(!this.changed && !this.others);
  #sides = $derived.by(() => JSON.stringify(this.#compared()));

  /** The question that was asked last, and what it compares: of anything else it would be the wrong title. */
  #question = $state.raw({ title: '', sides: '' });
  title = $derived(this.#question.sides === this.#sides ? this.#question.title : '');
  /** What the experiment that is shown compares. */
  #shown = $state.raw('');
  /** What is shown comes from the notebook: the server has forgotten it, and with it its report. */
  isForgotten = $state(false);
  isOutdated = $derived(this.run !== null && this.#shown !== this.#sides);

  #connection: Connection | null = null;

  constructor(
    catalogue: Catalogue,
    readonly room: LabRoom,
  ) {
    this.setup = new Setup(catalogue);
    this.games = Math.min(USUAL_GAMES, room.most_games);
    this.seat(this.setup.counts.at(-1) ?? 4);
  }

  /** So many players; those who are there stay. */
  seat(count: number) {
    const filled = (bots: string[]) =>
      Array.from({ length: count }, (_, i) => bots[i] ?? bots.at(-1) ?? this.#usualBot);
    this.bots = filled(this.bots);
    if (this.others) this.others = filled(this.others);
  }

  get #usualBot() {
    return (this.room.bots.find(({ id }) => id === USUAL_BOT) ?? this.room.bots[0]).id;
  }

  /** Other rules to start from: their board, and as many players as they are for. */
  choose(rules: string) {
    this.setup.choose(rules);
    this.cards = {};
    this.settle();
  }

  /** After the rules have changed: the right number of players, and the board of the edition. */
  settle() {
    const { counts } = this.setup;
    if (counts.length && !counts.includes(this.bots.length))
      this.seat(Math.min(Math.max(this.bots.length, counts[0]), counts.at(-1)!));
    const edition = this.setup.edition.id;
    if (this.board?.rules.id !== edition)
      api.editionBoard(edition).then(
        (board) => (this.board = board),
        () => {}, // the map is missing then, and the numbers are not
      );
  }

  resetAll() {
    this.setup.resetAll();
    this.cards = {};
    this.others = null;
    this.settle();
  }

  /** Sets the bench up as an experiment says. */
  async adopt(wanted: LabWanted) {
    const { baseline, variant } = wanted;
    this.setup.choose(baseline.rules ?? this.setup.rules);
    // A baseline of its own is a file of house rules, whether somebody brought it or the question made it.
    const own = baseline.house_rules ?? this.#asFile(wanted.title ?? '', baseline.changes ?? {});
    if (own) await this.setup.open(new File([own], FILE_NAME));
    for (const [key, value] of Object.entries(variant?.changes ?? {})) this.setup.set(key, value);
    this.cards = { ...variant?.cards };
    this.bots = [...baseline.bots];
    this.others =
      variant && JSON.stringify(variant.bots) !== JSON.stringify(baseline.bots) ? [...variant.bots] : null;
    this.games = Math.min(wanted.games ?? USUAL_GAMES, this.room.most_games);
    this.seed = wanted.seed ?? 1;
    this.metrics = wanted.metrics ?? [];
    this.problem = null;
    this.settle();
    this.#question = { title: wanted.title ?? '', sides: this.#sides };
  }

  #asFile(name: string, changes: Values): string | null {
    if (!Object.keys(changes).length) return null;
    for (const [key, value] of Object.entries(changes)) this.setup.set(key, value);
    return this.setup.fileText(name || t.rulesName(''));
  }

  #compared(): Pick<LabWanted, 'baseline' | 'variant'> {
    const { rules, file, changes } = this.setup;
    const base: LabSide = { bots: $state.snapshot(this.bots), rules, house_rules: file?.content ?? null };
    return {
      baseline: base,
      variant: this.isAlone
        ? null
        : {
            ...base,
            bots: $state.snapshot(this.others ?? this.bots),
            changes: $state.snapshot(changes),
            cards: $state.snapshot(this.cards),
          },
    };
  }

  wanted(): LabWanted {
    return {
      ...this.#compared(),
      games: this.games,
      seed: this.seed,
      title: this.title,
      metrics: this.metrics,
    };
  }

  /** Begins the experiment; its id, or null if it is refused, and then `problem` says why. */
  async begin(): Promise<string | null> {
    this.busy = true;
    this.problem = null;
    try {
      if (this.isRunning) await this.stop();
      this.watch(await labApi.begin(this.wanted()));
      return this.run!.id;
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      this.problem = this.setup.problem = refusal.body;
      return null;
    } finally {
      this.busy = false;
    }
  }

  /** Comes back to an experiment that was begun earlier, and sets the bench up as it was. */
  async rejoin(id: string) {
    try {
      const run = await labApi.run(id);
      await this.adopt(run.wanted);
      this.watch(run);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      const entry = this.notebook.find(id);
      if (entry) await this.#recall(entry);
      else this.problem = refusal.body;
    }
  }

  /** Shows an experiment as the notebook has it. */
  async #recall({ id, wanted, update }: Entry) {
    await this.adopt(wanted);
    this.close();
    this.#shown = this.#sides;
    this.update = OVER.includes(update.state) ? update : { ...update, state: 'stopped' };
    this.run = { id, wanted, update: this.update };
    this.isForgotten = true;
  }

  #keep(update: LabUpdate) {
    const { title } = this.run!.wanted;
    this.notebook.keep(this.run!, update, title || this.changes.join(' · ') || t.onlyBaseline);
  }

  watch(run: LabRun) {
    this.close();
    this.run = run;
    this.#shown = this.#sides;
    this.update = run.update;
    this.isForgotten = false;
    this.#keep(run.update);
    this.#connection = new Connection(runSocket(run.id), {
      hello: () => ({ type: 'hello' }),
      changed: (link) => (this.link = link),
      // The socket of an experiment has messages of its own.
      receive: (message) => this.#hear(message as unknown as LabUpdate | ServerMessage),
    });
  }

  #hear(message: LabUpdate | ServerMessage) {
    if (message.type === 'lab_update') {
      this.update = message;
      this.#keep(message);
    } else if (message.type === 'problem') this.problem = { ...message, where: null };
    if (message.type === 'problem' || !this.isRunning) this.close();
  }

  async stop() {
    if (this.run)
      await labApi.stop(this.run.id).catch((refusal: unknown) => {
        if (!(refusal instanceof Refusal)) throw refusal;
        this.problem = refusal.body;
      });
  }

  close() {
    this.#connection?.close();
    this.#connection = null;
    this.link = 'open';
  }
}
