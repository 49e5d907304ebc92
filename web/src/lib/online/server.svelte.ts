/** What this server is: a table for one screen, or for people with screens of their own. Asked once. */

import { api } from '$lib/api/http';
import type { ServerInfo } from '$lib/protocol';

class Server {
  info = $state.raw<ServerInfo | null>(null);
  #asked: Promise<ServerInfo> | null = null;

  get online() {
    return this.info?.online ?? false;
  }

  ask(): Promise<ServerInfo> {
    this.#asked ??= api.server().then(
      (info) => (this.info = info),
      (refusal) => {
        this.#asked = null;
        throw refusal;
      },
    );
    return this.#asked;
  }

  /** Where a link's secret leads. */
  linkTo(secret: string): string {
    return `${this.info?.public_url ?? location.origin}/join#${secret}`;
  }
}

export const server = new Server();
