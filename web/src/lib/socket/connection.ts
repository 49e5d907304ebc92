/** A web socket that comes back by itself. */

import type { ClientMessage, ServerMessage } from '$lib/protocol';

export type Link = 'opening' | 'open' | 'lost';

export interface Listener {
  /** Called on every opening: the first message, with what the page has already seen. */
  hello(): ClientMessage;
  receive(message: ServerMessage): void;
  changed(link: Link): void;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
const HEARTBEAT = 20_000;
const PATIENCE = 8000; // for anything at all after a ping: a network can be lost without a word

export class Connection {
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heart: ReturnType<typeof setInterval> | undefined;
  #doubt: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    readonly address: string,
    readonly listener: Listener,
  ) {
    this.#open();
    addEventListener('online', this.retry);
    addEventListener('offline', this.#drop);
    document.addEventListener('visibilitychange', this.#wake);
  }

  send(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Tries again now, without waiting. */
  retry = () => {
    if (this.#closed || this.#socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.#timer);
    this.#wait = FIRST_WAIT;
    this.#open();
  };

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#quiet();
    removeEventListener('online', this.retry);
    removeEventListener('offline', this.#drop);
    document.removeEventListener('visibilitychange', this.#wake);
    this.#socket?.close();
  }

  #open() {
    this.#socket?.close();
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    this.listener.changed('opening');
    socket.onopen = () => {
      this.#wait = FIRST_WAIT;
      socket.send(JSON.stringify(this.listener.hello()));
      this.listener.changed('open');
      this.#quiet();
      this.#heart = setInterval(this.#ping, HEARTBEAT);
    };
    socket.onmessage = (event) => {
      clearTimeout(this.#doubt);
      // What a socket that was given up still brings comes again over the next one.
      if (this.#socket === socket) this.listener.receive(JSON.parse(event.data as string) as ServerMessage);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#drop();
    };
  }

  #ping = () => {
    if (!this.send({ type: 'ping' })) return;
    clearTimeout(this.#doubt);
    this.#doubt = setTimeout(this.#drop, PATIENCE);
  };

  /** A page that slept may have lost its socket without a word. */
  #wake = () => {
    if (document.hidden) return;
    this.#ping();
    this.retry();
  };

  /** The connection is gone: give the socket up, and try again in a while. */
  #drop = () => {
    const socket = this.#socket;
    if (!socket || this.#closed) return;
    this.#socket = null;
    socket.close();
    this.#quiet();
    this.listener.changed('lost');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), this.#wait);
    this.#wait = Math.min(this.#wait * 1.8, LONGEST_WAIT);
  };

  #quiet() {
    clearInterval(this.#heart);
    clearTimeout(this.#doubt);
  }
}

export function socketAddress(game: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/api/games/${encodeURIComponent(game)}/socket`;
}
