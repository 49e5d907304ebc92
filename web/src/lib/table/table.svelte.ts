/**
 * One game at this screen: what the server has told, and what the page shows of it right now.
 *
 * Messages go into a queue, and each step is shown before the next one comes, so that dice roll and agents walk one at a
 * time. The page knows no rules: it shows views, offers the choices it was given, and sends back what was chosen.
 */

import type {
  Board,
  Chances,
  Choice,
  Happened,
  Hint,
  Problem,
  ServerMessage,
  Snapshot,
  Step,
  View,
  Welcome,
} from '$lib/protocol';
import { Connection, socketAddress, type Link } from '$lib/socket/connection';
import { settings } from '$lib/ui/settings.svelte';
import { durationOf, standing } from './steps';

type Shown = Happened | Snapshot;

export class Table {
  link = $state<Link>('opening');
  welcome = $state.raw<Welcome | null>(null);
  view = $state.raw<View | null>(null);
  /** What can be chosen; null while something is still being shown or somebody else is to act. */
  snapshot = $state.raw<Snapshot | null>(null);
  steps = $state.raw<Step[]>([]);
  /** The step that is being shown just now. */
  showing = $state.raw<Step | null>(null);
  thinking = $state<number | null>(null);
  hint = $state.raw<Hint | null>(null);
  hintAsked = $state(false);
  chances = $state.raw<Chances | null>(null);
  chancesAsked = $state(false);
  problem = $state.raw<Problem | null>(null);
  /** A move was sent, and its answer has not come. */
  waiting = $state(false);

  /** The steps that were not taken back. */
  log = $derived(standing(this.steps));
  seats = $derived(this.welcome?.seats ?? []);
  me = $derived(this.snapshot?.seat ?? this.view?.seat ?? null);
  canAct = $derived(
    !!this.snapshot?.to_play && !this.snapshot.curtain && !this.waiting && this.link === 'open',
  );
  choices = $derived(this.canAct ? (this.snapshot?.choices ?? []) : []);
  offers = $derived(this.canAct ? (this.snapshot?.offers ?? []) : []);

  #seq = 0;
  #queue: Shown[] = [];
  #busy = false;
  #skip: (() => void) | null = null;
  #connection: Connection;

  constructor(
    readonly game: string,
    readonly board: Board,
    address = socketAddress(game),
  ) {
    this.#connection = new Connection(address, {
      hello: () => ({ type: 'hello', last_seq: this.#seq || null }),
      receive: (message) => this.#receive(message),
      changed: (link) => {
        this.link = link;
        if (link !== 'open') this.waiting = false;
      },
    });
  }

  play(choice: Pick<Choice, 'id'> | number) {
    const move = typeof choice === 'number' ? choice : choice.id;
    if (!this.canAct || !this.snapshot || this.snapshot.seat === null) return;
    this.problem = null;
    this.hint = null;
    this.waiting = this.#connection.send({
      type: 'play',
      seq: this.snapshot.seq,
      seat: this.snapshot.seat,
      move,
    });
  }

  undo() {
    if (!this.snapshot?.undo.allowed || this.snapshot.seat === null || this.waiting) return;
    this.problem = null;
    this.hint = null;
    this.waiting = this.#connection.send({ type: 'undo', seq: this.snapshot.seq, seat: this.snapshot.seat });
  }

  lift() {
    if (this.snapshot?.curtain && this.snapshot.seat !== null)
      this.#connection.send({ type: 'lift', seat: this.snapshot.seat });
  }

  askHint() {
    if (this.me === null || this.hintAsked) return;
    this.hintAsked = this.#connection.send({ type: 'ask_hint', seat: this.me });
  }

  askChances() {
    this.chancesAsked = this.#connection.send({ type: 'ask_chances' });
  }

  /** Ends the animation that is running, and shows what comes of it. */
  skip() {
    this.#skip?.();
  }

  dismiss() {
    this.problem = null;
  }

  setPace(pace: number) {
    this.#connection.send({ type: 'settings', pace });
  }

  retry() {
    this.#connection.retry();
  }

  close() {
    this.#connection.close();
    this.#queue = [];
    this.#skip?.();
  }

  #receive(message: ServerMessage) {
    switch (message.type) {
      case 'welcome':
        this.#greet(message);
        break;
      case 'snapshot':
      case 'happened':
        this.#queue.push(message);
        void this.#show();
        break;
      case 'thinking':
        this.thinking = message.seat;
        break;
      case 'hint':
        this.hint = message;
        this.hintAsked = false;
        break;
      case 'chances':
        this.chances = message;
        this.chancesAsked = false;
        break;
      case 'problem':
        this.#refused(message);
        break;
      case 'pong':
        break;
    }
  }

  #greet(welcome: Welcome) {
    this.welcome = welcome;
    // Whatever still waits to be shown is in the steps of the welcome, or in the snapshot after it.
    const held = this.#queue.flatMap((shown) => (shown.type === 'happened' ? [shown.step] : []));
    this.#queue = [];
    this.steps = welcome.afresh ? welcome.steps : [...this.steps, ...held, ...welcome.steps];
    this.#seq = this.steps.at(-1)?.seq ?? 0;
    this.setPace(settings.pace);
  }

  #refused(problem: Problem) {
    this.problem = problem;
    this.waiting = this.hintAsked = this.chancesAsked = false;
    if (!problem.snapshot) return;
    this.#queue.push(problem.snapshot);
    void this.#show();
  }

  async #show() {
    if (this.#busy) return;
    this.#busy = true;
    for (let shown = this.#queue.shift(); shown; shown = this.#queue.shift()) {
      if (shown.type === 'snapshot') this.#take(shown);
      else await this.#animate(shown);
    }
    this.#busy = false;
  }

  #take(snapshot: Snapshot) {
    this.view = snapshot.view;
    this.snapshot = snapshot;
    this.thinking = snapshot.thinking;
    this.waiting = false;
    if (this.hint && this.hint.seq !== snapshot.seq) this.hint = null;
    if (this.chances && this.chances.seq !== snapshot.seq) this.chances = null;
  }

  async #animate({ step, view, seq }: Happened) {
    this.snapshot = null;
    this.thinking = null;
    this.showing = step;
    await this.#pause(durationOf(step) * settings.motion);
    this.showing = null;
    this.view = view;
    this.#seq = seq;
    this.steps = [...this.steps, step];
  }

  #pause(milliseconds: number): Promise<void> {
    // A page in the background does not animate, so that it is up to date when one returns.
    if (milliseconds <= 0 || document.hidden) return Promise.resolve();
    return new Promise((done) => {
      const finish = () => {
        clearTimeout(timer);
        this.#skip = null;
        done();
      };
      const timer = setTimeout(finish, milliseconds);
      this.#skip = finish;
    });
  }
}
