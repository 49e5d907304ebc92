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
  commitment: 'Fingerprint of the secret',
  commitmentHelp:
    'The dice are settled before the game, by a secret of the server and by words of every player. Nobody sees the others’ words before all have chosen theirs, so nobody can choose the dice. After the game the secret is shown, and everyone can check every die and card.',
  words: 'Your own words for the dice',
  wordsNone: 'chosen by chance',
  wordsHelp:
    'They stay in your browser until the host begins. Any words will do; leave the field empty, and your browser takes some at random.',
  seal: 'Seal of the dice, kept by your browser',
  sealNow: 'Seal of the dice, as the server shows it now',
  sealDiffers:
    'The server now shows another seal than the one that your browser kept. Do not trust the dice.',
  sealRefused: 'Your browser refused the seal that it was shown before the game. Do not trust the dice.',
  held: 'The game has begun',
  playOn: 'Play all the same',
  round: (n: number) =>
    `This is round ${n}: ${n === 2 ? 'the one' : `${n - 1} rounds`} before came to nothing.`,
  opening: 'Opening the dice …',
  openingWaits: (names: string) => `Waiting for ${names}.`,
  openingLast: 'The game begins in a moment.',
  openingHelp:
    'Nothing can be changed any more. Each page opens the words that it kept, by itself. A player who is away opens their words when they return to this page.',
  openingHost:
    'Nothing can be changed any more. A player who is away opens their words when they return to this page. If you do not want to wait, stop here: then the dice get a new secret, and everyone says again that they are ready.',
  callOff: 'Stop the opening',
  calledOff: (names: string) =>
    `The opening was stopped${names && ` before ${names} had opened their words`}. The dice have a new secret, and everyone says again that they are ready.`,
  wordsOpen: 'open',
  wordsClosed: 'opening …',
  wordsAway: 'away',
  wordsForgotten:
    'You chose your words on another device, or this browser has forgotten them. Open this page on that device, or ask the host to stop the opening.',
  sealBroken:
    'The seal of the dice is not one that you have agreed to. Your browser refuses it, and does not open your words. Ask the others what they see before you play on.',
  wordsReplaced:
    'The seal of the dice holds other words for your seat than this browser has sent. If you chose them on another device, open this page there. If you did not, the server has replaced them: do not trust the dice.',
  askedAgain: 'Something has changed since you were ready. Look it over, and say again that you are.',
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
  devices: 'Your devices',
  thisDevice: 'this one',
  seen: (when: string) => `seen ${ago(new Date(when))}`,
  logOut: 'Log out',
  logOutThis: 'Log this device out? Games that no other device of yours holds leave your list for good.',
  watchHelp: 'Whoever opens it sees what everyone sees, and no hidden card.',
  rematch: 'The table gathers for another game.',
  goThere: 'Go there',
  youWatching: 'You are watching',

  // In the list of games.
  yourMove: 'Your move',
  gathers: (taken: number, all: number) => `Gathering: ${taken} of ${all} seats taken`,
  until: (when: string) => `until ${when}`,
  expires: (when: string) => `Nobody plays. This game is removed on ${when}, unless a player opens it.`,
  closes: (when: string) => `This table is dissolved on ${when}, unless others sit down or the game begins.`,
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
  lead: 'Before the game the server fixed a secret, each player fixed words of their own, and all of that was sealed, together with the rules and the names. Each die and card follows from the seal, the secret, the words and its number. This page works all of them out again, here in your browser.',
  leadOld:
    'Before the game the server fixed a secret and published its fingerprint. Each die and card follows from the secret, what the players added, and its number. This page works all of them out again, here in your browser. This game began under an older scheme: it shows neither what was taken back nor that the names are the right ones.',
  none: 'This game’s dice were not sealed before it began, so they cannot be checked.',
  running: 'The secret is shown when the game is over.',
  check: 'Check every die',
  good: (n: number) => `All ${n} dice and cards are as the secret says.`,
  qualified: (n: number) =>
    `All ${n} dice and cards follow from the secret, but this does not prove all of them.`,
  doubtEpochs: (events: string, n: number) =>
    `The server went back to an older copy of the game, at event ${events}. ${n === 1 ? 'One die or card after that also depends' : `${n} dice and cards after that also depend`} on a number that was chosen then. The server could choose it, and so could somebody who passed the record on.`,
  doubtTaken: (n: number) =>
    `${n === 1 ? 'One die or card was' : `${n} dice or cards were`} taken back. Ask those who played whether they did.`,
  goodOther: (n: number) =>
    `All ${n} dice and cards follow from the secret that is shown now. But this is not the game that this browser was shown before.`,
  bad: (n: number) =>
    n === 1 ? 'One die or card is not what it must be.' : `${n} dice and cards are not what they must be.`,
  broken: 'The secret is not the one that was promised before the game.',
  brokenWords: 'The words of the players are not those that they committed to before the game.',
  brokenOwn:
    'The words that this browser sent for these dice are not in them. If you played on, and on no other device, the server has replaced them.',
  unsound: 'The seal is not written as a seal must be, so it proves nothing.',
  brokenNames: 'The players’ names are not those of the seal.',
  against: 'Checked against the seal that this browser was shown before the game.',
  notThere:
    'This browser was not there when the game began. Compare the seal below with somebody who was: a whole game can be made up, but not with the same seal.',
  another:
    'This is not the seal that this browser was shown before the game. The game, its rules, its names or its dice are not those that were agreed on.',
  refused:
    'This browser refused the seal that it was shown before the game. The dice are not those that you agreed to.',
  odd: (number: number, kind: string) =>
    `Event ${number}, ${kind}: its number, or what it could show, is not as the rules have it.`,
  wrong: (number: number, kind: string, shows: string, should: string) =>
    `Event ${number}, ${kind}: the record says ${shows}, the secret says ${should}.`,
  kinds: { die: 'a die', card: 'a card', child: 'a family card' },
  groups: { die: 'Dice', card: 'Fate cards', child: 'Family cards' },
  seal: 'Seal of the game',
  round: (n: number) =>
    `It began in round ${n}: ${n === 2 ? 'one round' : `${n - 1} rounds`} came to nothing before, each with another secret.`,
  sealShown: 'Seal that this browser was shown',
  commitment: 'Fingerprint of the secret, shown before the game',
  secret: 'Secret, shown after it',
  added: 'Words of the players, and the salts that hid them',
  takebacks: 'What was taken back',
  takebacksHelp: 'Dice that were taken back are checked like all others. They do not count below.',
  takenBack: (number: number, who: string, agreed: string, dice: string) =>
    `Event ${number}: ${who} took back${agreed && `, and ${agreed} agreed`}. ${dice ? `With it went ${dice}.` : 'No die or card went with it.'}`,
  takenDie: (number: number, kind: string, shows: string, who: string) =>
    `${kind} of ${who} (event ${number}: ${shows})`,
  taken: 'taken back',
  epoch: (number: number) =>
    `Event ${number}: the server went back to an earlier copy of the game. What had happened since was lost, and the dice from there on are new.`,
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
