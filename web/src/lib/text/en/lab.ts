/** The laboratory. */
const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });

/** A number with as many decimals as its interval warrants. */
function exact(value: number, width: number): string {
  const digits = width >= 20 ? 0 : width >= 0.4 ? 1 : width >= 0.04 ? 2 : 3;
  const shown = Math.abs(value).toLocaleString('en-GB', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return value < 0 && Number(shown.replace(/,/g, '')) !== 0 ? `−${shown}` : shown;
}

interface Estimate {
  value: number;
  low: number;
  high: number;
}

/** How numbers of one kind are written. */
export interface Unit {
  /** What is counted, for the axis of a chart. */
  axis: string;
  /** By how much a number is multiplied before it is written. */
  times: number;
  sign: '' | '$' | '%';
}

const units = {
  turns: { axis: 'turns', times: 1, sign: '' },
  wins: { axis: '% of victories', times: 100, sign: '%' },
  games: { axis: '% of games', times: 100, sign: '%' },
  prestige: { axis: 'prestige of a player', times: 1, sign: '' },
  horrea: { axis: 'horrea at the end', times: 1, sign: '' },
  income: { axis: 'by trade in a game', times: 1, sign: '$' },
} satisfies Record<string, Unit>;

const decapitalised = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const signed = (words: string, value: number) => (value > 0 ? `+${words}` : words);

const number = (value: number, width: number, unit: Unit) => {
  const words = exact(value * unit.times, width * unit.times);
  return unit.sign === '$' ? words.replace(/^(−?)/, '$1$') : unit.sign === '%' ? `${words} %` : words;
};

export const lab = {
  title: 'Laboratory',
  lead: 'Change a rule and see what it does. Bots play the game thousands of times by both sets of rules, with the same dice, while you watch.',
  units,
  /** The unit of a metric: money, per cent, or what is counted. */
  unitOf: (word: string): Unit => ({
    axis: word,
    times: word === '%' ? 100 : 1,
    sign: word === '%' || word === '$' ? word : '',
  }),

  // Numbers.
  number: (value: number, unit: Unit, width = 1) => number(value, width, unit),
  tick: (value: number, { times, sign }: Unit) => {
    const words = Number((value * times).toPrecision(6))
      .toLocaleString('en-GB')
      .replace('-', '−');
    return sign === '$' ? words.replace(/^(−?)/, '$1$') : words;
  },
  estimate: ({ value, low, high }: Estimate, unit: Unit) => {
    const width = high - low;
    const bare = { ...unit, sign: unit.sign === '$' ? unit.sign : ('' as const) };
    return `${number(value, width, unit)} (${number(low, width, bare)} to ${number(high, width, bare)})`;
  },
  /** A difference, with its sign; of shares in percentage points. */
  change: ({ value, low, high }: Estimate, unit: Unit) => {
    const width = high - low;
    const bare = { ...unit, sign: unit.sign === '$' ? unit.sign : ('' as const) };
    const say = (n: number) => signed(number(n, width, bare), n);
    return `${say(value)} (${say(low)} to ${say(high)})`;
  },
  count: (n: number) => whole.format(n),

  // The gallery.
  gallery: 'Ready questions',
  galleryHelp: 'One click sets up the experiment and runs it. You can then change anything and run it again.',
  ask: 'Ask',

  // The form of an experiment.
  bench: 'Your own experiment',
  baseline: 'Baseline',
  variant: 'Variant',
  rules: 'The rules you start from',
  editions: 'Rulebooks',
  houseRules: 'House rules',
  yourFile: (name: string) => `Your file: ${name}`,
  dials: 'What the variant changes',
  dialsHelp: 'Move a slider. Every other rule of the book is below.',
  allRules: 'All rules',
  cards: 'Fate cards',
  cardsHelp: 'How many copies of a card are in the deck. With none, the card is never drawn.',
  copies: (name: string) => `Copies of “${name}”`,
  asInBook: (value: string) => `book: ${value}`,
  reset: (name: string, value: string) => `Set “${name}” back to ${value}`,
  nothingChanged: 'Nothing is changed, so only the baseline is played.',
  changedList: (n: number) => (n === 1 ? 'One rule is changed:' : `${n} rules are changed:`),
  changedFrom: (name: string, from: string, to: string) => `${name}: ${to} instead of ${from}`,
  players: 'Who plays',
  playersHelp: 'The bots change seats from game to game, so that no bot gains from its seat.',
  seat: (n: number) => `Player ${n}`,
  others: 'Other players in the variant',
  othersHelp: 'Compare strategies: let other bots play the variant.',
  variantSeat: (n: number) => `Player ${n} of the variant`,
  howLong: 'How long',
  games: 'Games of each side, at most',
  gamesHelp: 'You can stop at any time.',
  seed: 'Seed of the dice',
  seedHelp: 'The same seed gives the same games again.',
  run: 'Run it',
  runAgain: 'Run it again',
  starting: 'Starting …',
  badGames: (most: number) => `A whole number from 1 to ${whole.format(most)} is needed.`,
  badSeed: 'A whole number from 0 to 4294967295 is needed.',

  // While it runs.
  results: 'What it shows',
  idle: 'Ask a question, or set up an experiment and run it. The results appear here, and get more precise with every game.',
  states: {
    waiting: 'Setting up …',
    compiling: 'Preparing the fast engine, once on this machine …',
    playing: 'Playing',
    done: 'All games are played.',
    stopped: 'Stopped.',
    failed: 'The experiment failed.',
  },
  compiling: 'This takes a minute or two.',
  compiled: (done: number, of: number) => `${done} of ${of} rules are prepared. This takes a minute or two.`,
  progress: (done: number, of: number) => `${whole.format(done)} of ${whole.format(of)} games of each side`,
  rate: (perSecond: number) => `${whole.format(perSecond)} games a second`,
  left: (seconds: number) =>
    seconds < 90 ? `${Math.max(1, Math.round(seconds))} s left` : `${Math.round(seconds / 60)} min left`,
  stop: 'Stop here',
  stopEarly: 'Stop',
  lost: 'The connection is lost. The experiment goes on, and the page reconnects automatically.',

  outdated:
    'You have changed the experiment since this run. Run it again to see the results of your changes.',

  // What was found.
  found: 'Found',
  notFound: 'Not found',
  lengthAlone: (told: string) => `A game takes ${told} turns.`,
  yes: (words: string) => `Yes: ${decapitalised(words)}`,
  yesSoFar: (words: string) => `So far, yes: ${decapitalised(words)}`,
  /** The interval of a difference, without its sign. */
  between: ({ low, high }: Pick<Estimate, 'low' | 'high'>, unit: Unit) =>
    `${number(low, high - low, unit)} to ${number(high, high - low, unit)}`,
  insteadOf: (now: string, before: string, between: string) => `${now} instead of ${before} (${between})`,
  longer: (by: string, sides: string) => `Games are longer by ${by} turns, ${sides}.`,
  shorter: (by: string, sides: string) => `Games are shorter by ${by} turns, ${sides}.`,
  /** Whether a metric's name says what is counted in a game. */
  isCounted: (name: string, unit: string) =>
    unit.length > 1 && unit !== 'prestige' && name.toLowerCase().endsWith(unit),
  countMore: (name: string, by: string, sides: string) =>
    `${by} more ${name.toLowerCase()} a game, ${sides}.`,
  countLess: (name: string, by: string, sides: string) =>
    `${by} fewer ${name.toLowerCase()} a game, ${sides}.`,
  lengthNone: 'No difference in length found yet',
  metricAlone: (name: string, told: string) => `${name}: ${told}.`,
  metricMore: (name: string, by: string, sides: string) => `${name} up by ${by}, ${sides}.`,
  metricLess: (name: string, by: string, sides: string) => `${name} down by ${by}, ${sides}.`,
  metricNone: (name: string) => `${name}: no difference found yet`,
  atMost: (words: string, told: string) => `${words}; if there is one, it is within ${told}.`,
  atAll: (words: string) => `${words}.`,
  /** The unit behind a number, unless the name before it says it already. */
  nounOf: (name: string, unit: string) =>
    unit === '%' ? ' points' : unit === '$' || name.toLowerCase().includes(unit) ? '' : ` ${unit}`,
  winsMore: (who: string, told: string) => `${who} wins more often: by ${told} percentage points.`,
  winsLess: (who: string, told: string) => `${who} wins less often: by ${told} percentage points.`,
  favoured: (who: string, told: string, equal: string) =>
    `${who} is favoured: ${told} of victories, not ${equal}.`,
  disfavoured: (who: string, told: string, equal: string) =>
    `${who} is at a disadvantage: ${told} of victories, not ${equal}.`,
  seatsEqual: 'Nobody is found to be favoured by the order of play yet.',
  seatsSame: 'No change found yet in how much the order of play matters.',
  strategiesEqual: 'No strategy is found to be better yet.',
  strategiesSame: 'No strategy is found to gain or lose yet.',
  sourceMore: (source: string, told: string) => `More prestige comes from ${source}: ${told} a player.`,
  sourceLess: (source: string, told: string) => `Less prestige comes from ${source}: ${told} a player.`,
  sourcesSame: 'No change found yet in where prestige comes from.',
  marketsMore: (names: string) => `More horrea stand in ${names}.`,
  marketsLess: (names: string) => `Fewer horrea stand in ${names}.`,
  marketsSame: 'No change found yet in how markets are used.',
  endsMore: (ending: string, told: string) => `${ending}: in more games, by ${told} percentage points.`,
  endsLess: (ending: string, told: string) => `${ending}: in fewer games, by ${told} percentage points.`,
  andMore: (n: number) => `${n} more`,
  intervalsRunning:
    'In brackets: the anytime-valid 95 % interval of the difference. It holds at every moment while the experiment runs, so you may look and stop when you like. Both sides have the same dice.',
  intervals:
    'In brackets: the anytime-valid 95 % interval of the difference, which holds however often you looked. That of the report is for one look at the end, and narrower. Means have ordinary 95 % intervals. Both sides had the same dice.',

  // Charts.
  lengthTitle: 'How long games are',
  lengthAbout: 'The share of games by number of turns.',
  trailTitle: 'How the estimate settles',
  trailAbout: (what: string) =>
    `${what}: the difference, as more games are played. The band is its anytime-valid 95 % interval.`,
  trailAlone: (what: string) => `${what}, as more games are played. The band is its ordinary 95 % interval.`,
  metricsTitle: 'What changes',
  metricsAlone: 'The game in numbers',
  metricsAbout: 'Means per game with their 95 % intervals. Bold differences are significant.',
  gamesPlayed: 'games of each side',
  seatsTitle: 'Who wins, by order of play',
  seatsAbout:
    'Victories by order of play in the first turn. A shared victory counts in parts. The dashed line is an equal share.',
  strategiesTitle: 'Who wins, by strategy',
  strategiesAbout: 'Victories of one player of each kind. The dashed line is an equal share.',
  endingsTitle: 'How games end',
  endingsAbout: 'Share of the games.',
  sourcesTitle: 'Where prestige comes from',
  sourcesAbout: 'Prestige gained minus prestige lost, per player and game, by source.',
  mapTitle: 'How markets are used',
  mapAbout: {
    horrea: 'Horrea at the end of a game.',
    income: 'Money that a market pays through trade in a game.',
  },
  equal: 'equal share',
  noDifference: 'no difference',
  meanOf: (side: string) => `Mean of the ${side.toLowerCase()}`,
  measure: 'What to show',
  measures: { horrea: 'Horrea', income: 'Income' },
  sides: { baseline: 'Baseline', variant: 'Variant', difference: 'Change' },
  side: 'Which side',
  more: 'more in the variant',
  less: 'less in the variant',
  sure: 'Outlined: significant change. Pale: could be chance.',
  size: 'Larger means more.',
  asTable: 'As a table',
  market: 'Market',
  turnsFrom: 'Turns',
  difference: 'Difference',
  what: 'What',

  // The dials' answer before anything is played.
  emulated: 'Emulated',
  forecast: 'What to expect',
  forecastRow: (before: string, now: string) => `${before} → ${now}`,
  forecastAbout: (games: number, points: number) =>
    `An emulator’s answer with its 95 % interval, from ${whole.format(games)} games at ${whole.format(points)} other settings. Nothing was played for it: run it to be sure.`,
  notEmulated: 'No emulator knows these rules, values and players. Run it.',

  // The notebook.
  notebook: 'Notebook',
  notebookHelp: 'The experiments of this browser, newest first. They are kept here when another begins.',
  notebookName: 'Name of the experiment',
  notebookWhen: (begun: number, games: number) =>
    `${day.format(new Date(begun))} · ${whole.format(games)} ${games === 1 ? 'game' : 'games'} of each side`,
  notebookOpen: (name: string) => `Open “${name}”`,
  notebookRename: (name: string) => `Rename “${name}”`,
  notebookRemove: (name: string) => `Remove “${name}”`,
  notebookCompare: (name: string) => `Compare “${name}”`,
  notebookNothing: 'Nothing is found yet.',
  notebookAll: (count: number) => `Show all ${count} experiments`,
  notebookShown: 'Shown',
  open: 'Open',
  rename: 'Rename',
  remove: 'Remove',
  compare: 'Compare',
  comparisonTitle: 'Side by side',
  comparisonAbout:
    'Baseline → variant of each experiment, and below it the difference with its anytime-valid 95 % interval. Bold differences are significant.',
  onlyBaseline: 'Only the baseline',
  forgotten:
    'The server no longer has this experiment, so there is no report of it. Run it again to get one.',
  ownQuestion: 'Does it make a difference?',

  // Keeping it.
  keep: 'Keep it',
  playThem: 'Play these rules',
  saveRules: 'Save as house rules',
  saveStudy: 'Save as a study file',
  studyHelp: 'for “forvm sweep”: the same experiment, with as many games and cores as you like',
  openReport: 'Open the report',
  saveReport: 'Save the report',
  noChanges: 'Nothing is changed, so there are no house rules to save.',
  cardsNoFile: 'House rules cannot change the deck of cards; the study file can.',
  rulesName: (title: string) => title || 'From the laboratory',
};
