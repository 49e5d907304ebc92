/** The session of an online game: who is there, what they say, and what they ask of each other. */

import type {
  Attendance,
  ClientMessage,
  Presence,
  ServerMessage,
  TalkLine,
  UndoRequest,
  UndoSettled,
} from '$lib/protocol';

/** A line that was said, and has not come back yet. */
export interface Unheard {
  ref: string;
  text: string;
}

/** Kept in the browser; one that keeps nothing still plays. */
const recall = (key: string) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
const keep = (key: string, value: string) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Then everything is unread again next time.
  }
};

const newRef = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36)).join('');

export class OnlineSession {
  attendance = $state.raw<Attendance | null>(null);
  lines = $state.raw<TalkLine[]>([]);
  unheard = $state.raw<Unheard[]>([]);
  muted = $state.raw<string[]>([]);
  request = $state.raw<UndoRequest | null>(null);
  settled = $state.raw<UndoSettled | null>(null);
  /** The game for which its people gather next. */
  rematch = $state<string | null>(null);
  /** Which window is open. */
  shown = $state<'undo' | 'game' | null>(null);
  /** The seats at this screen. */
  own = $state.raw<number[]>([]);
  /** The last line that was read on this device; what others say after it is unread. */
  seen: number;
  unread: number;

  #key: string;

  constructor(
    game: string,
    readonly send: (message: ClientMessage) => boolean,
  ) {
    this.#key = `forvm.read.${game}`;
    this.seen = $state(Number(recall(this.#key)));
    this.unread = $derived(
      this.lines.filter((line) => line.number > this.seen && !this.own.includes(line.seat ?? -1)).length,
    );
  }

  get lastTalk() {
    return this.lines.at(-1)?.number ?? 0;
  }

  presence(seat: number): Presence | null {
    return this.attendance?.seats.find((presence) => presence.seat === seat) ?? null;
  }

  say(text: string) {
    const line = { ref: newRef(), text };
    this.unheard = [...this.unheard, line];
    this.#utter(line);
  }

  mute(speaker: string, muted: boolean) {
    this.send({ type: 'mute', speaker, muted });
  }

  read() {
    this.seen = this.lastTalk;
    keep(this.#key, String(this.seen));
  }

  /** Takes what is for it; false for what is not. */
  receive(message: ServerMessage): boolean {
    switch (message.type) {
      case 'attendance':
        this.attendance = message;
        return true;
      case 'talk':
        this.#hear(message.lines, message.afresh);
        return true;
      case 'muted':
        this.muted = message.speakers;
        return true;
      case 'undo_asked':
        this.request = message.request;
        return true;
      case 'undo_settled':
        this.request = null;
        this.settled = message;
        return true;
      case 'rematch':
        this.rematch = message.game;
        return true;
      default:
        return false;
    }
  }

  /** After a lost connection: says again what has not come back. The same line is not said twice. */
  repeat() {
    this.unheard.forEach((line) => this.#utter(line));
  }

  #utter({ ref, text }: Unheard) {
    this.send({ type: 'say', text, ref });
  }

  #hear(lines: TalkLine[], afresh: boolean) {
    const known = afresh ? [] : this.lines;
    const isNew = (line: TalkLine) => known.every(({ number }) => number !== line.number);
    this.lines = [...known, ...lines.filter(isNew)];
    this.unheard = this.unheard.filter((mine) => lines.every((line) => line.ref !== mine.ref));
  }
}
