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

export class Connection {
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heart: ReturnType<typeof setInterval> | undefined;
  #closed = false;

  constructor(
    readonly address: string,
    readonly listener: Listener,
  ) {
    this.#open();
    addEventListener('online', this.retry);
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
    clearInterval(this.#heart);
    removeEventListener('online', this.retry);
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
      clearInterval(this.#heart);
      this.#heart = setInterval(() => this.send({ type: 'ping' }), HEARTBEAT);
    };
    socket.onmessage = (event) => this.listener.receive(JSON.parse(event.data as string) as ServerMessage);
    socket.onclose = () => {
      if (this.#socket !== socket || this.#closed) return;
      clearInterval(this.#heart);
      this.listener.changed('lost');
      this.#timer = setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(this.#wait * 1.8, LONGEST_WAIT);
    };
  }
}

export function socketAddress(game: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/api/games/${encodeURIComponent(game)}/socket`;
}
