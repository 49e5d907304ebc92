/** Setting up a game. */
import { money } from './common';

export const newgame = {
  title: 'New game',
  lead: 'Choose a rulebook, say who sits at the table, and begin.',
  quick: 'Quick start',
  quickHelp: (name: string, bot: string) => `${name} against three bots (${bot}), by the rules of Forvm`,
  edition: 'The rules',
  editionHelp:
    'There are three rulebooks for the same board. They differ in family, routes, and how much you may do in a turn.',
  houseRulesShipped: 'Or our own house rules, on questions that the designers discussed',
  compare: 'How the rulebooks differ',
  parameter: 'Rule',
  readRules: 'Read the rules',
  yourFile: 'Your file',
  changesIn: (edition: string, count: number) =>
    `${edition}, ${count === 1 ? 'one rule' : `${count} rules`} changed`,

  seats: 'The players',
  howMany: 'How many',
  players: (n: number) => `${n} players`,
  seat: (n: number, shape: string) => `Seat ${n}, ${shape}`,
  who: 'Who sits here',
  me: 'Me',
  other: 'Someone else at this screen',
  levels: 'A bot, from beginner to master',
  characters: 'A bot with a character',
  name: 'Name',
  // A name, and no “You”: the log speaks of everyone in the third person.
  defaultName: 'Livia',
  guestName: (n: number) => `Guest ${n}`,
  earlier: 'Sit one place earlier',
  later: 'Sit one place later',
  nameMissing: 'Everyone needs a name.',
  nameTwice: (name: string) => `Two players are called “${name}”: give one of them another name.`,
  hotSeat:
    'Several people share this screen. If hands are hidden, a curtain covers the screen between their turns.',
  onlyBots: 'Only bots play. You will watch.',

  houseRules: 'House rules',
  houseRulesHelp:
    'You can change every number in the rulebook. Your changes are marked, and you can undo them at any time.',
  changed: (n: number) => (n === 1 ? '1 rule changed' : `${n} rules changed`),
  search: 'Find a rule',
  onlyChanged: 'Only what is changed',
  nothingFound: 'No rule matches.',
  resetOne: (name: string, value: string) => `Set “${name}” back to ${value}`,
  resetShort: (value: string) => `back to ${value}`,
  resetAll: 'Set everything back',
  isChanged: 'changed',
  download: 'Save as a file',
  upload: 'Use a house-rules file',
  uploadHelp: 'Choose a house-rules file (TOML), or drop it here.',
  loaded: (name: string) => `The house rules “${name}” are loaded.`,
  forget: 'Remove the file',
  fileName: 'Name of your house rules',
  defaultFileName: 'My house rules',
  description: (edition: string) => `The rules of ${edition} with changes of our own.`,
  units: { $: '$', prestige: 'prestige', die: 'or more on a die', money: '$' } as Record<string, string>,
  yes: 'yes',
  no: 'no',
  listHelp: 'numbers, separated by commas',
  range: (low: number, high: number) => `from ${low} to ${high}`,
  wholeNumber: (low: number, high: number) => `Enter a whole number from ${low} to ${high}.`,
  numberList: (most: number) => `Enter up to ${most} whole numbers, separated by commas.`,
  sound: 'These rules can be played.',

  begin: 'Start the game',
  beginning: 'Setting the table …',
  summary: (rules: string, players: number, changed: number) =>
    `${rules} · ${players} players${changed ? ` · ${newgame.changed(changed)}` : ''}`,
  value: (value: boolean | number | string | number[], unit: string): string => {
    if (typeof value === 'boolean') return value ? newgame.yes : newgame.no;
    if (Array.isArray(value)) return value.map((each) => newgame.value(each, unit)).join(', ');
    if (typeof value === 'string') return value;
    if (unit === '$' || unit === 'money') return money(value);
    return unit === 'die' && value < 6 ? `${value}+` : String(value);
  },
  /** A parameter's value. Where 0 stands for something else, the parameter's help says for what. */
  valueOf: (
    value: boolean | number | string | number[],
    parameter?: { help: string; unit: string },
  ): string =>
    (value === 0 && /; 0 means (?:that )?(.+)\.$/.exec(parameter?.help ?? '')?.[1]) ||
    newgame.value(value, parameter?.unit ?? ''),
};
