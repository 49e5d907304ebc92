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
  Play,
  Problem,
  ServerMessage,
  Snapshot,
  Step,
  Undo,
  View,
  Welcome,
} from '$lib/protocol';
import { OnlineSession } from '$lib/online/session.svelte';
import { Connection, socketAddress, type Link } from '$lib/socket/connection';
import { LastView, type Whole } from '$lib/socket/views';
import { text } from '$lib/text';
import { colours } from '$lib/ui/colours.svelte';
import { settings } from '$lib/ui/settings.svelte';
import { durationOf, standing } from './steps';

type Shown = Whole<Happened> | Whole<Snapshot>;

/** What was chosen, until the server tells what came of it. */
interface Pending {
  message: Play | Undo;
  notation: string | null;
  sent: boolean;
}

export class Table {
  link = $state<Link>('opening');
  welcome = $state.raw<Welcome | null>(null);
  view = $state.raw<View | null>(null);
  /** What can be chosen; null while something is still being shown or somebody else is to act. */
  snapshot = $state.raw<Whole<Snapshot> | null>(null);
  steps = $state.raw<Step[]>([]);
  /** The step that is being shown just now. */
  showing = $state.raw<Step | null>(null);
  thinking = $state<number | null>(null);
  hint = $state.raw<Hint | null>(null);
  hintAsked = $state(false);
  chances = $state.raw<Chances | null>(null);
  chancesAsked = $state(false);
  problem = $state.raw<Problem | null>(null);
  /** Something that happened while the connection was lost, and that one should know. */
  notice = $state('');
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

  /** When the clock of whoever is to act runs out, by this page's own clock. */
  deadline = $state<number | null>(null);
  /** Who else is there, where everyone has a screen of their own. */
  session: OnlineSession;
  online = $derived(!!this.welcome?.agreement);
  watching = $derived(this.welcome?.role === 'spectator');

  #seq = 0;
  #views = new LastView();
  #pending: Pending | null = null;
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
      hello: () => {
        this.#views = new LastView(); // a new connection begins with a whole view
        return { type: 'hello', last_seq: this.#seq || null, last_talk: this.session.lastTalk || null };
      },
      receive: (message) => this.#receive(message),
      changed: (link) => {
        this.link = link;
        if (link !== 'open' && this.#pending) this.#pending.sent = false;
      },
    });
    this.session = new OnlineSession(game, (message) => this.#connection.send(message));
  }

  play(choice: Pick<Choice, 'id'> | number) {
    const move = typeof choice === 'number' ? choice : choice.id;
    if (!this.canAct || !this.snapshot || this.snapshot.seat === null) return;
    const { seq, seat, choices, offers } = this.snapshot;
    const chosen = [...choices, ...offers.flatMap((offer) => offer.prices)].find(({ id }) => id === move);
    this.#submit({ type: 'play', seq, seat, move }, chosen?.notation);
  }

  /** Takes back the last move at this screen. At a shared screen the next player may be to act already. */
  undo() {
    if (!this.snapshot || this.waiting) return;
    const { seq, undo } = this.snapshot;
    if (undo.allowed && undo.seat !== null) this.#submit({ type: 'undo', seq, seat: undo.seat });
  }

  /** Sends what was chosen, and keeps it until it is answered: it may have to be sent again. */
  #submit(message: Play | Undo, notation: string | null = null) {
    this.problem = this.hint = null;
    this.notice = '';
    this.waiting = true;
    this.#pending = { message, notation, sent: this.#connection.send(message) };
  }

  /** Asks everyone to go back to an earlier position. */
  askUndo(position: number) {
    const [seat] = this.session.own; // whose earlier moves the snapshot lists, also where one person holds two seats
    if (this.snapshot && seat !== undefined)
      this.#connection.send({ type: 'ask_undo', seq: this.snapshot.seq, seat, position });
  }

  answerUndo(agree: boolean) {
    const { request, own } = this.session;
    const seat = request && own.find((seat) => seat === request.seat || request.awaited.includes(seat));
    if (request && typeof seat === 'number')
      this.#connection.send({ type: 'answer_undo', number: request.number, seat, agree });
  }

  /** Whether the table agreed on something; where everyone shares a screen, all is allowed. */
  allows(what: 'hints' | 'chances'): boolean {
    return this.welcome?.agreement?.[what] ?? true;
  }

  lift() {
    if (this.snapshot?.curtain && this.snapshot.seat !== null)
      this.#connection.send({ type: 'lift', seat: this.snapshot.seat });
  }

  askHint() {
    if (this.me === null || this.hintAsked || !this.allows('hints')) return;
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
    this.notice = '';
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
    if (this.session.receive(message)) return;
    switch (message.type) {
      case 'welcome':
        this.#greet(message);
        break;
      case 'missed':
        this.#catchUp(message.steps);
        break;
      case 'snapshot':
      case 'happened':
        this.#queue.push(this.#views.whole(message));
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
    }
  }

  #greet(welcome: Welcome) {
    this.welcome = welcome;
    this.session.rematch = welcome.rematch;
    this.session.own = welcome.seats.filter((seat) => seat.here).map((seat) => seat.seat);
    colours.wear(welcome.seats.map((seat) => seat.colour));
    // Whatever still waits to be shown is in the steps of the welcome, or in the snapshot after it.
    this.#queue = [];
    if (welcome.afresh) {
      this.steps = [];
      this.#seq = 0;
    }
    this.#catchUp(welcome.steps);
    this.skip();
    this.setPace(settings.pace);
    this.session.repeat();
  }

  /** What this page has missed: of a long game it comes in several messages. */
  #catchUp(missed: Step[]) {
    this.steps = [...this.steps, ...missed.filter((step) => step.seq > this.#seq)];
    this.#seq = this.steps.at(-1)?.seq ?? 0;
  }

  #refused(problem: Problem) {
    this.problem = problem;
    this.#pending = null;
    this.waiting = this.hintAsked = this.chancesAsked = false;
    if (!problem.snapshot) return;
    this.#queue.push(this.#views.whole(problem.snapshot));
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

  #take(snapshot: Whole<Snapshot>) {
    this.view = snapshot.view;
    this.snapshot = snapshot;
    this.thinking = snapshot.thinking;
    this.waiting = false;
    this.deadline = snapshot.clock && Date.now() + snapshot.clock.left * 1000;
    this.#settle(snapshot);
    if (this.hint && this.hint.seq !== snapshot.seq) this.hint = null;
    if (this.chances && this.chances.seq !== snapshot.seq) this.chances = null;
  }

  /** What was chosen is done, or overtaken, or has to be sent again over a new connection. */
  #settle({ seq }: Pick<Snapshot, 'seq'>) {
    const pending = this.#pending;
    if (!pending) return;
    if (seq === pending.message.seq) {
      this.waiting = true;
      if (!pending.sent) pending.sent = this.#connection.send(pending.message);
      return;
    }
    this.#pending = null;
    const done = this.steps.find((step) => step.seq === pending.message.seq + 1);
    if (pending.notation && done?.notation !== pending.notation) this.notice = text.online.overtaken;
  }

  async #animate({ step, view, seq }: Whole<Happened>) {
    this.snapshot = null;
    this.thinking = this.deadline = null;
    this.showing = step;
    // What was told about an earlier move is old once the next one is made.
    if (step.kind === 'move') {
      this.notice = '';
      this.session.settled = null;
    }
    await this.#pause(durationOf(step) * settings.motion);
    this.showing = null;
    if (seq <= this.#seq) return; // a welcome has brought it meanwhile
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
