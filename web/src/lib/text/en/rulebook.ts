/** The rulebook. Clauses and notes themselves come from the server. */
export const rulebook = {
  title: 'Rulebook',
  titleOf: (rules: string) => `The rules of ${rules}`,
  editions: 'Edition',
  contents: 'Contents',
  search: 'Search the rules',
  found: (count: number) =>
    count === 0 ? 'No clause matches.' : count === 1 ? '1 clause' : `${count} clauses`,
  compare: 'Show where the editions differ',
  notes: 'Show historical notes',
  why: 'Why the rule is there',
  ruling: 'Ruling',
  rulingHelp: 'The printed rulebooks leave this open; we decided.',
  changed: 'House rule',
  changedHelp: 'Changed by the house rules in play.',
  inEdition: (name: string) => `In ${name}`,
  changesTitle: 'House rules in play',
  link: (id: string) => `Link to ${id}`,
  back: 'Back to the game',
  readCards: 'Read the fate cards',
  only: { all: 'All clauses', differing: 'Only clauses that differ', rulings: 'Only rulings' },
  show: 'Show',
  silent: (name: string) => `${name} says nothing here.`,
  panel: 'Rules',
  preface:
    'These are the rules in our own words, clause by clause. The printed rulebooks leave some questions open: our answers are marked as rulings. The notes explain the Roman history behind a rule.',
};
