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
  open: 'Anyone with a link',
  noMe: 'Take a seat yourself. Spectators join by a link.',
  invite: 'Open a lobby and invite',
  agreement: 'What you agree on',
  agreementHelp:
    'Everyone sees this before the game starts. Players agree to it when they say that they are ready.',
  paces: {
    sitting: ['In one session', 'Everyone is there. A bot plays for a player who is away for some minutes.'],
    days: [
      'Over several days',
      'Everyone plays when they have time. A bot plays for a player who is away for long.',
    ],
  } as Record<'sitting' | 'days', [string, string]>,
  cover: 'A bot plays for a player who is away for',
  coverNever: 'Never: we wait',
  coverBot: 'Which bot',
  clock: 'Time for each move',
  clockNone: 'No limit',
  clockHelp: 'When the time runs out, the bot makes that one move.',
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
    cover: (after: string, bot: string) =>
      `${bot} plays for a player who is away for ${after}, until they return`,
    noCover: 'The game waits for players who are away',
    clock: (time: string) => `${time} for each move`,
    noClock: 'No time limit',
    undo: ['No takebacks after a die or a card', 'More can be taken back if all agree'],
    hints: ['No hints', 'Hints allowed'],
    chances: ['No winning chances', 'Winning chances allowed'],
    spectators: ['Nobody watches', 'Spectators may watch'],
  },

  // The lobby.
  gathering: 'The lobby',
  gatheringOf: (rules: string) => `A game of ${rules}`,
  seats: 'Who plays',
  free: 'free',
  freeSeat: 'A free seat',
  sitHere: 'Sit here',
  changeTo: (seat: number) => `Who sits in seat ${seat}`,
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
  youWatch: 'You are a spectator. The game opens here when it starts.',
  imReady: 'I am ready',
  notYet: 'Not ready after all',
  start: 'Start the game',
  waitForHost: 'The host starts the game when everyone is ready.',
  leave: 'Give up the seat',
  dissolve: 'Close the lobby',
  dissolveAsk: 'Close the lobby? Its links will no longer work.',
  rematchOf: 'A rematch with the same players.',
  invitations: 'Invite',
  everyone: 'One link for all',
  everyoneHelp: 'Anyone who opens it can choose a free seat.',
  eachSeat: 'A link for each seat',
  seatLink: (n: number, sign: string) => `Seat ${n}, ${sign}`,
  spectatorsLink: 'A link for spectators',
  forgotten: 'The links were shown when the lobby was opened. This page no longer has them.',
  newLinks: 'Make new links',
  newLinksHelp: 'The old links will no longer work.',
  copy: 'Copy',
  copied: 'Copied',
  share: 'Share …',
  qr: 'QR code',
  qrOf: (what: string) => `QR code: ${what}`,
  dice: 'The dice',
  commitment: 'Fingerprint of the secret',
  commitmentHelp:
    'A secret of the server and words of every player decide the dice before the game. Nobody sees the words of other players until all have chosen theirs, so nobody can choose the dice. After the game the server shows its secret, and everyone can check every die and card.',
  words: 'Your own words for the dice',
  wordsNone: 'chosen by chance',
  wordsHelp:
    'They stay in your browser until the host starts the game. Any words will do. If you leave the field empty, your browser picks random ones.',
  seal: 'Seal of the dice, kept by your browser',
  sealNow: 'Seal of the dice, as the server shows it now',
  sealDiffers:
    'The server now shows a different seal from the one that your browser kept. Do not trust the dice.',
  sealRefused: 'Your browser refused the seal that it was shown before the game. Do not trust the dice.',
  held: 'The game has started',
  playOn: 'Play anyway',
  round: (n: number) =>
    `This is round ${n}: ${n === 2 ? 'one earlier round was' : `${n - 1} earlier rounds were`} stopped.`,
  opening: 'Opening the dice …',
  openingWaits: (names: string) => `Waiting for ${names}.`,
  openingLast: 'The game starts in a moment.',
  openingHelp:
    'Nothing can be changed now. Each page opens its own words automatically. The words of a player who is away are opened when they return to this page.',
  openingHost:
    'Nothing can be changed now. The words of a player who is away are opened when they return to this page. If you do not want to wait, stop here. Then the dice get a new secret, and everyone must say again that they are ready.',
  callOff: 'Stop the opening',
  calledOff: (names: string) =>
    `The opening was stopped${names && ` before ${names} had opened their words`}. The dice have a new secret, and everyone must say again that they are ready.`,
  wordsOpen: 'open',
  wordsClosed: 'opening …',
  wordsAway: 'away',
  wordsForgotten:
    'You chose your words on another device, or this browser no longer has them. Open this page on that device, or ask the host to stop the opening.',
  sealBroken:
    'You did not agree to this seal of the dice. Your browser refuses it and does not open your words. Ask the other players what they see before you go on.',
  wordsReplaced:
    'The words for your seat in the seal are not the words that this browser sent. If you chose them on another device, open this page there. If you did not, the server has replaced them: do not trust the dice.',
  askedAgain: 'Something has changed since you said that you were ready. Check it, and say so again.',
  link: (title: string) => `Play FORVM: ${title}`,

  // Joining.
  joining: 'Opening your invitation …',
  noSecret: 'This link is incomplete: the part after # is missing. Copy the whole link.',
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
  standIn: 'played by a bot',
  coversAt: (away: string, when: string) => `${away}, a bot takes over at ${when}`,
  lost: 'The connection is lost. The page reconnects automatically, and sends your choice then.',
  overtaken: 'Your last move was not made, because the game went on while you were offline.',
  talk: 'Chat',
  talkWith: (n: number) => `Chat (${n})`,
  say: 'Write a message',
  send: 'Send',
  silence: 'No messages yet.',
  amongSpectators: 'You see what players write. Until the game is over, only spectators see what you write.',
  spectator: 'spectator',
  mute: (name: string) => `Mute ${name}`,
  unmute: (n: number) => (n === 1 ? 'Unmute 1 person' : `Unmute ${n} people`),
  sending: 'sending …',
  askUndo: 'Ask to take back',
  askUndoTitle: 'Ask everyone to go back',
  askUndoHelp: 'If all agree, the game goes back to before the move you choose. Dice are then rolled anew.',
  undoWanted: (name: string) => `${name} asks to take back`,
  agree: 'Agree',
  refuse: 'Refuse',
  later: 'Later',
  undoWaits: (names: string) => `You asked to take back. Waiting for ${names}.`,
  withdraw: 'Withdraw',
  answer: 'Answer',
  notify: 'Notify me when it is my move',
  notifyNo: 'Your browser blocks notifications from this page. You can allow them in its settings.',
  notifyHelp: 'You get notifications while this page is open.',
  device: 'Play on another device',
  deviceHelp:
    'Open this link there within a day. It works once. It gives access to your seat, so show it to nobody.',
  makeLink: 'Make a link',
  devices: 'Your devices',
  thisDevice: 'this one',
  seen: (when: string) => `seen ${ago(new Date(when))}`,
  logOut: 'Log out',
  logOutThis: 'Log this device out? You lose access to games that you have on no other device.',
  watchHelp: 'Spectators see what everyone sees, and no hidden cards.',
  rematch: 'There is a lobby for a rematch.',
  goThere: 'Go there',
  youWatching: 'You are watching',

  // In the list of games.
  yourMove: 'Your move',
  gathers: (taken: number, all: number) => `Lobby: ${taken} of ${all} seats taken`,
  until: (when: string) => `until ${when}`,
  expires: (when: string) => `Nobody is playing. This game is removed on ${when}, unless a player opens it.`,
  closes: (when: string) => `This lobby is closed on ${when}, unless others sit down or the game starts.`,
  when: (moment: string) =>
    new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit' }).format(
      new Date(moment),
    ),
  watchedGame: 'watching',
  join: 'To the table',
  noGames: 'You have no games here yet. Open a lobby and send your friends a link.',
};

/** Checking the dice. */
export const dice = {
  title: 'The dice of this game',
  short: 'Check the dice',
  lead: 'Before the game, the server chose a secret and each player chose words. A seal was made from all of these, the rules and the names. The seal, the secret, the words and a number determine each die and card. This page computes all of them again, in your browser.',
  leadOld:
    'Before the game, the server chose a secret and published its fingerprint. The secret, what the players added, and a number determine each die and card. This page computes all of them again, in your browser. This game uses an older scheme: it does not show what was taken back, and does not prove the names.',
  none: 'The dice of this game were not sealed before it started, so they cannot be checked.',
  running: 'The secret is shown when the game is over.',
  check: 'Check every die',
  good: (n: number) => `All ${n} dice and cards are as the secret says.`,
  qualified: (n: number) =>
    `All ${n} dice and cards follow from the secret, but this does not prove all of them.`,
  doubtEpochs: (events: string, n: number) =>
    `The server went back to an older copy of the game, at event ${events}. ${n === 1 ? 'One die or card after that also depends' : `${n} dice and cards after that also depend`} on a number that was chosen then. The server could choose it, and so could somebody who passed the record on.`,
  doubtTaken: (n: number) =>
    `${n === 1 ? 'One die or card was' : `${n} dice or cards were`} taken back. Ask the players whether that is true.`,
  goodOther: (n: number) =>
    `All ${n} dice and cards follow from the secret that is shown now. But this browser was shown a different game before.`,
  bad: (n: number) => (n === 1 ? 'One die or card is wrong.' : `${n} dice and cards are wrong.`),
  broken: 'The secret is not the one that was promised before the game.',
  brokenWords: 'The words of the players are not those that they committed to before the game.',
  brokenOwn:
    'The dice do not use the words that this browser sent. If you used no other device, the server has replaced them.',
  unsound: 'The seal is not valid, so it proves nothing.',
  brokenNames: 'The players’ names are not those in the seal.',
  against: 'Checked against the seal that this browser was shown before the game.',
  notThere:
    'This browser was not there when the game started. Compare the seal below with a player who was: a game can be forged, but not with the same seal.',
  another:
    'This is not the seal that this browser was shown before the game. The game, its rules, its names or its dice are not what you agreed to.',
  refused:
    'This browser refused the seal that it was shown before the game. You did not agree to these dice.',
  odd: (number: number, kind: string) =>
    `Event ${number}, ${kind}: its number, or its possible results, do not match the rules.`,
  wrong: (number: number, kind: string, shows: string, should: string) =>
    `Event ${number}, ${kind}: the record says ${shows}, the secret says ${should}.`,
  kinds: { die: 'a die', card: 'a card', child: 'a family card' },
  groups: { die: 'Dice', card: 'Fate cards', child: 'Family cards' },
  seal: 'Seal of the game',
  round: (n: number) =>
    `It started in round ${n}: ${n === 2 ? 'one earlier round was' : `${n - 1} earlier rounds were`} stopped, each with another secret.`,
  sealShown: 'Seal that this browser was shown',
  commitment: 'Fingerprint of the secret, shown before the game',
  secret: 'Secret, shown after it',
  added: 'Words of the players, and the salts that hid them',
  takebacks: 'What was taken back',
  takebacksHelp: 'Dice that were taken back are checked like all others. The tables below do not count them.',
  takenBack: (number: number, who: string, agreed: string, dice: string) =>
    `Event ${number}: ${who} took back${agreed && `, and ${agreed} agreed`}. ${dice ? `This took back ${dice}.` : 'This took back no die or card.'}`,
  takenDie: (number: number, kind: string, shows: string, who: string) =>
    `${kind} of ${who} (event ${number}: ${shows})`,
  taken: 'taken back',
  epoch: (number: number) =>
    `Event ${number}: the server went back to an earlier copy of the game. Everything after that copy was lost, and the dice from there on are new.`,
  report: 'How they fell',
  reportHelp: 'How often each result came up, and how often it is expected.',
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
  chance: (p: number) =>
    `Fair dice or cards differ this much or more in ${Math.round(p * 100)} of 100 games.`,
};
