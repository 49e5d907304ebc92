/** Questions to the server over HTTP. A refusal becomes a `Refusal` with the server's own words. */

import type {
  Agreement,
  Board,
  Catalogue,
  Device,
  DiceReport,
  ErrorBody,
  Frames,
  GameLine,
  Gathering,
  HouseRules,
  Joined,
  Link,
  Links,
  NewGame,
  NewGathering,
  Opened,
  OpenWords,
  Replay,
  Rulebook,
  ServerInfo,
  Sit,
} from '$lib/protocol';
import { text } from '$lib/text';

export class Refusal extends Error {
  constructor(
    readonly body: ErrorBody,
    readonly status: number,
  ) {
    super(body.message);
  }
}

export async function ask<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
  const answer = await fetch(`/api${path}`, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(() => {
    throw new Refusal({ code: 'internal', message: text.errors.noServer, where: null }, 0);
  });
  if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as T;
  const refused = (await answer.json().catch(() => null)) as ErrorBody | null;
  const unknown: ErrorBody = { code: 'internal', message: text.errors.noSense, where: null };
  throw new Refusal(refused ?? unknown, answer.status);
}

const id = encodeURIComponent;
const gather = (game: string, what: string, body?: object) =>
  ask<Gathering>(`/gatherings/${id(game)}/${what}`, 'POST', body);

export const api = {
  server: () => ask<ServerInfo>('/server'),
  catalogue: () => ask<Catalogue>('/editions'),
  editionBoard: (edition: string) => ask<Board>(`/editions/${id(edition)}/board`),
  editionRulebook: (edition: string) => ask<Rulebook>(`/editions/${id(edition)}/rulebook`),
  checkHouseRules: (rules: string) => ask<HouseRules>('/house-rules/check', 'POST', { text: rules }),
  games: () => ask<GameLine[]>('/games'),
  begin: (game: NewGame) => ask<GameLine>('/games', 'POST', game),
  game: (game: string) => ask<GameLine>(`/games/${id(game)}`),
  remove: (game: string) => ask<void>(`/games/${id(game)}`, 'DELETE'),
  rematch: (game: string) => ask<GameLine>(`/games/${id(game)}/rematch`, 'POST'),
  board: (game: string) => ask<Board>(`/games/${id(game)}/board`),
  rulebook: (game: string) => ask<Rulebook>(`/games/${id(game)}/rulebook`),
  recordAddress: (game: string) => `/api/games/${id(game)}/record`,
  replay: (game: string) => ask<Replay>(`/games/${id(game)}/replay`),
  frames: (game: string, first: number, count: number, seat: number | 'none' | 'all') =>
    ask<Frames>(`/games/${id(game)}/frames?first=${first}&count=${count}&seat=${seat}`),
  upload: (record: string) => ask<Replay>('/replays', 'POST', { text: record }),
  uploaded: (replay: string) => ask<Replay>(`/replays/${id(replay)}`),
  uploadedBoard: (replay: string) => ask<Board>(`/replays/${id(replay)}/board`),
  uploadedRulebook: (replay: string) => ask<Rulebook>(`/replays/${id(replay)}/rulebook`),
  uploadedFrames: (replay: string, first: number, count: number, seat: number | 'none' | 'all') =>
    ask<Frames>(`/replays/${id(replay)}/frames?first=${first}&count=${count}&seat=${seat}`),
  dice: (game: string) => ask<DiceReport>(`/games/${id(game)}/dice`),
  uploadedDice: (replay: string) => ask<DiceReport>(`/replays/${id(replay)}/dice`),
};

/** What only a server with people at several screens answers. */
export const online = {
  open: (wanted: NewGathering) => ask<Opened>('/gatherings', 'POST', wanted),
  join: (secret: string) => ask<Joined>('/join', 'POST', { secret }),
  sit: (game: string, sit: Sit) => gather(game, 'sit', sit),
  leave: (game: string) => gather(game, 'leave'),
  ready: (game: string, ready: boolean, words: string | null) => gather(game, 'ready', { ready, words }),
  openWords: (game: string, words: OpenWords) => gather(game, 'open', words),
  callOff: (game: string) => gather(game, 'call-off'),
  agree: (game: string, agreement: Agreement) => gather(game, 'agreement', agreement),
  changeSeat: (game: string, seat: number, bot: string | null) => gather(game, 'seat', { seat, bot }),
  start: (game: string) => gather(game, 'start'),
  links: (game: string) => ask<Links>(`/gatherings/${id(game)}/links`, 'POST'),
  dissolve: (game: string) => ask<void>(`/gatherings/${id(game)}`, 'DELETE'),
  again: (game: string) => ask<Gathering>(`/games/${id(game)}/again`, 'POST'),
  devices: () => ask<Device[]>('/devices'),
  logOut: (device: string) => ask<void>(`/devices/${device}`, 'DELETE'),
  seatLink: (game: string, seat: number) => ask<Link>(`/games/${id(game)}/seats/${seat}/link`, 'POST'),
  spectatorsLink: (game: string) => ask<Link>(`/games/${id(game)}/spectators/link`, 'POST'),
};
