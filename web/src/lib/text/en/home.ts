/** The first page: games, records, credits. */

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How long ago something was, in the words one would use. */
export function ago(then: Date, now = new Date()): string {
  const passed = now.getTime() - then.getTime();
  if (passed < 2 * MINUTE) return 'just now';
  if (passed < 60 * MINUTE) return relative.format(-Math.round(passed / MINUTE), 'minute');
  const days = Math.round((now.setHours(0, 0, 0, 0) - new Date(then).setHours(0, 0, 0, 0)) / DAY);
  if (days === 0) return `today, ${time.format(then)}`;
  return days < 7 ? relative.format(-days, 'day') : day.format(then);
}

export const home = {
  title: 'FORVM',
  subtitle: 'Trade Empires of Rome',
  lead: 'Send out your agents, build storehouses along the roads and sea lanes of the empire, marry well, give generously, and rise to the top of the cursus honorum.',
  newGame: 'New game',
  guided: 'Learn by playing',
  guidedTime: 'ten minutes, against Tiro',
  rulebook: 'Rulebook',
  laboratory: 'Lab',
  navigation: 'Pages',
  inProgress: 'Games in progress',
  finished: 'Finished games',
  noneInProgress: 'No game is in progress. Start one with “New game”.',
  noneFinished: 'Finished games appear here. You can review and replay them.',
  continue: 'Continue',
  lookBack: 'Look back',
  replay: 'Replay',
  remove: 'Delete',
  removeWhich: (game: string) => `Delete the game ${game}`,
  removed: (game: string) => `The game ${game} is deleted.`,
  undoRemove: 'Undo',
  game: (rules: string, players: string) => `${rules}: ${players}`,
  stands: (turn: number, phase: string) => (turn === 0 ? 'About to begin' : `Turn ${turn}, ${phase}`),
  toAct: (name: string) => `${name} to act`,
  ended: (turn: number) => `${turn} turns`,
  ago,
  won: (names: string) => `${names} won`,
  guidedGame: 'guided',
  winner: 'winner',
  record: 'Replay a record',
  recordHelp:
    'Choose the file of a game record, or drop it here. It can come from this page or from the command line.',
  chooseFile: 'Choose a file …',
  tooLarge: (kilobytes: number) => `The file is larger than ${kilobytes} kB. Choose a smaller one.`,
  unreadable: 'The file cannot be read.',
  inFile: (file: string) => `In ${file}`,
  line: (line: number) => `line ${line}`,
  key: (key: string) => `at ${key}`,
  whatIf: 'What if …?',
  whatIfLead: 'Change a rule and see the effect: the laboratory plays thousands of games while you watch.',
  /** Ready questions of the laboratory, by their ids. Each continues “What if”. */
  questions: {
    cheap_ousting: '… a challenge cost half as much?',
    great_fire: '… Rome never burned?',
    local_marriages: '… marrying locally brought no prestige?',
    exotic_markets: '… far markets paid no more than near ones?',
  },
  toLaboratory: 'To the laboratory',
  editions: 'Three rulebooks, one board',
  readRules: (edition: string) => `Read the rules of ${edition}`,
  credits: 'The game and its makers',
  designers:
    'FORVM: Trade Empires of Rome is a board game by Shawn Graham, Tom Brughmans and Iza Romanowska, three archaeologists who study the trade networks of the Roman world. The game, its board and its ideas are theirs.',
  implementation:
    'This is an independent digital edition. The program, the drawing of the map, and the rules in the words used here are ours, and so are any mistakes.',
  coasts:
    'Coastlines: Natural Earth, public domain. Lettering: Cinzel and Alegreya Sans, SIL Open Font License.',
  licences: 'Licences of the software and fonts used here',
  theme: (now: string) => `Colours: ${now}. Change them`,
  toHome: 'All games',
};
