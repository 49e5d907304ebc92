/** Playing with others over a network. */
import { ago } from './home';

const units: [number, string][] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** A span of time in its largest whole unit. */
export function span(seconds: number): string {
  const [size, unit] = units.find(([size]) => seconds >= size && seconds % size === 0) ?? units[3];
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** What a clock shows. */
export function left(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (h >= 24) return `${Math.floor(h / 24)} d ${h % 24} h`;
  return h ? `${h}:${String(m).padStart(2, '0')} h` : `${m}:${String(s).padStart(2, '0')}`;
}

export const online = {
  // Setting up.
  open: 'Whoever gets a link',
  noMe: 'Take a seat yourself; spectators come by a link.',
  invite: 'Set the table and invite',
  agreement: 'What you agree on',
  agreementHelp: 'Everyone sees this before the game begins, and agrees to it by being ready.',
  paces: {
    sitting: ['At one sitting', 'Everyone is there; a bot steps in for whoever is gone for some minutes.'],
    days: [
      'Over several days',
      'Everyone plays when they find the time; a bot steps in after a long silence.',
    ],
  } as Record<'sitting' | 'days', [string, string]>,
  cover: 'A bot plays for whoever is away for',
  coverNever: 'Nobody: we wait',
  coverBot: 'Which bot that is',
  clock: 'Time for each move',
  clockNone: 'As long as one likes',
  clockHelp: 'When it has run out, the bot makes that one move.',
  allowed: 'Allowed at this table',
  options: {
    undo: 'Taking back a move that showed something new, if all agree',
    hints: 'Asking a bot what it would do',
    chances: 'Asking a bot who is likely to win',
    spectators: 'Spectators, by a link of their own',
  },
  change: 'Change',
  save: 'Agree on this',
  agreed: {
    cover: (after: string, bot: string) => `${bot} plays for whoever is away for ${after}, until they return`,
    noCover: 'The table waits for whoever is away',
    clock: (time: string) => `${time} for each move`,
    noClock: 'As much time as one likes',
    undo: ['Moves stand once something new is seen', 'More can be taken back if all agree'],
    hints: ['No hints', 'Hints allowed'],
    chances: ['No winning chances', 'Winning chances shown on demand'],
    spectators: ['Nobody watches', 'Spectators may watch'],
  },

  // Gathering.
  gathering: 'The table is set',
  gatheringOf: (rules: string) => `A game of ${rules}`,
  seats: 'Who plays',
  free: 'free',
  freeSeat: 'A free seat',
  sitHere: 'Sit here',
  changeTo: (seat: number) => `Who shall sit in seat ${seat}`,
  host: 'host',
  you: 'you',
  bot: 'bot',
  ready: 'ready',
  notReady: 'not ready yet',
  here: 'here',
  away: 'away',
  watching: (n: number) => (n === 1 ? '1 spectator' : `${n} spectators`),
  yourSeat: 'You',
  yourName: 'Your name',
  yourColour: 'Your colour',
  takeSeat: 'Choose a name and a colour, then take a seat.',
  noSeat: 'Every seat is taken.',
  youWatch: 'You watch this game. It opens here when it begins.',
  imReady: 'I am ready',
  notYet: 'Not ready after all',
  start: 'Begin the game',
  waitForHost: 'The host begins the game when everyone is ready.',
  leave: 'Give up the seat',
  dissolve: 'Dissolve the table',
  dissolveAsk: 'Dissolve the table? Its links will lead nowhere.',
  rematchOf: 'Another game with the people of the last one.',
  invitations: 'Invite',
  everyone: 'One link for all',
  everyoneHelp: 'Whoever opens it chooses a free seat.',
  eachSeat: 'A link for each seat',
  seatLink: (n: number, sign: string) => `Seat ${n}, ${sign}`,
  spectatorsLink: 'A link for spectators',
  forgotten: 'The links were shown when the table was set, and this page has forgotten them.',
  newLinks: 'Make new links',
  newLinksHelp: 'The old ones will lead nowhere.',
  copy: 'Copy',
  copied: 'Copied',
  share: 'Share …',
  qr: 'QR code',
  qrOf: (what: string) => `QR code: ${what}`,
  dice: 'The dice',
  commitment: 'Their seal',
  commitmentHelp:
    'The dice are settled before the game, by a secret that nobody knows. This is its fingerprint: after the game the secret is shown, and everyone can check that it fits, and that every die and card came from it.',
  entropy: 'Your own words for the dice',
  entropyHelp:
    'They are mixed into every die, so that not even the server could have chosen them. Any words will do.',
  anew: 'Other words',
  link: (title: string) => `Play FORVM: ${title}`,

  // Joining.
  joining: 'Opening your invitation …',
  noSecret: 'This link is not complete: what stands after # is missing. Copy the whole of it.',
  tryAgain: 'Try again',

  // At the table.
  yourMoveTitle: '● Your move',
  notifyBody: 'It is your move.',
  thisGame: 'This game',
  presence: {
    here: 'here',
    away: (since: string | null) => (since ? `away since ${ago(new Date(since))}` : 'away'),
    covered: 'away: a bot plays',
  },
  standIn: 'a bot chose',
  coversAt: (away: string, when: string) => `${away}, a bot takes over at ${when}`,
  lost: 'The connection is lost. Nothing is: the page tries again by itself, and what you chose is sent when it is back.',
  overtaken: 'Your last move was not made: the game had gone on while you were away.',
  talk: 'Talk',
  talkWith: (n: number) => `Talk (${n})`,
  say: 'Say something',
  send: 'Send',
  silence: 'Nobody has said anything yet.',
  amongSpectators: 'Spectators hear the players, and talk among themselves.',
  spectator: 'spectator',
  mute: (name: string) => `Mute ${name}`,
  unmute: (n: number) => (n === 1 ? 'Hear the muted one again' : `Hear ${n} muted again`),
  sending: 'not heard yet',
  askUndo: 'Ask to take back',
  askUndoTitle: 'Ask everyone to go back',
  askUndoHelp:
    'If all agree, the game goes on from before the move you choose. Dice that fall again fall anew.',
  undoWanted: (name: string) => `${name} asks to take back`,
  agree: 'Agree',
  refuse: 'Refuse',
  later: 'Later',
  undoWaits: (names: string) => `You asked to take back. Waiting for ${names}.`,
  withdraw: 'Withdraw',
  answer: 'Answer',
  notify: 'Tell me when it is my move',
  notifyNo: 'The browser does not allow notifications from here; its settings can change that.',
  notifyHelp: 'A notification, as long as this page is open somewhere.',
  device: 'Play on another device',
  deviceHelp: 'Open this link there, once, within a day. It is your seat: show it to nobody else.',
  makeLink: 'Make a link',
  watchHelp: 'Whoever opens it sees what everyone sees, and no hidden card.',
  rematch: 'The table gathers for another game.',
  goThere: 'Go there',
  youWatching: 'You are watching',

  // In the list of games.
  yourMove: 'Your move',
  gathers: (taken: number, all: number) => `Gathering: ${taken} of ${all} seats taken`,
  until: (when: string) => `until ${when}`,
  when: (moment: string) =>
    new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit' }).format(
      new Date(moment),
    ),
  watchedGame: 'watching',
  join: 'To the table',
  noGames: 'You have no game here yet. Set a table and send your friends a link.',
};

/** Checking the dice. */
export const dice = {
  title: 'The dice of this game',
  short: 'Check the dice',
  lead: 'Before the game the server fixed a secret and published its fingerprint. Each die and card follows from the secret, what the players added, and its number. This page works all of them out again, here in your browser.',
  none: 'This game’s dice were not sealed before it began, so they cannot be checked.',
  running: 'The secret is shown when the game is over.',
  check: 'Check every die',
  good: (n: number) => `All ${n} dice and cards are as the secret says.`,
  bad: (n: number) =>
    n === 1 ? 'One die or card is not what it must be.' : `${n} dice and cards are not what they must be.`,
  broken: 'The secret is not the one that was promised before the game.',
  wrong: (number: number, kind: string, shows: string, should: string) =>
    `Event ${number}, ${kind}: the record says ${shows}, the secret says ${should}.`,
  kinds: { die: 'a die', card: 'a card', child: 'a family card' },
  groups: { die: 'Dice', card: 'Fate cards', child: 'Family cards' },
  seal: 'Fingerprint, shown before the game',
  secret: 'Secret, shown after it',
  added: 'Added by the players',
  report: 'How they fell',
  reportHelp: 'How often each came up, beside how often one would expect it.',
  shows: 'Shows',
  seen: 'Seen',
  expected: 'Expected',
  mean: 'Mean',
  bySeat: 'Player by player',
  all: (n: number) => `All ${n}, one by one`,
  number: 'Event',
  what: 'What',
  result: 'Checked',
  yes: 'right',
  no: 'wrong',
  chance: (p: number) => `Fair ones differ from this as much or more in ${Math.round(p * 100)} of 100 games.`,
};
