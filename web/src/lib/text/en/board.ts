import { common, money, signedMoney } from './common';

const kinds = { rome: 'Rome', small: 'small market', large: 'large market', exotic: 'exotic market' };

export const board = {
  map: 'Map of the Roman world. Arrow keys go from market to market, Enter opens one.',
  kinds,
  numerals: ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X'],
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  wholeMap: 'Show the whole map',
  legend: 'What the signs mean',
  distance: (links: number) => (links === 1 ? 'one link from Rome' : `${links} links from Rome`),
  atRome: 'the centre of the network',
  valuesTitle: 'Pays each owner',
  owners: (count: number) => (count === 1 ? '1 owner' : `${count} owners`),
  boost: (amount: number) => `Informed trade or a complete route adds ${money(amount)}`,
  full: (amount: number) => `Informed trade or a complete route pays the full ${money(amount)}`,
  whoIsThere: 'Who is there',
  nobody: 'Nobody is here yet.',
  holder: 'holds the market',
  intruder: 'intruder',
  agent: 'agent',
  horreum: 'horreum',
  married: 'married into the local aristocracy',
  wouldEarn: 'The next trade would pay',
  flooded: 'flooded',
  whatYouCan: 'What you can do here',
  nothingToDo: 'Nothing can be done here now.',
  near: 'Linked to',
  marketLabel: (parts: {
    name: string;
    kind: keyof typeof kinds;
    distance: number;
    owners: string[];
    agents: string[];
    married: string | null;
    contested: boolean;
    open: boolean;
  }) =>
    [
      parts.name,
      kinds[parts.kind],
      parts.kind === 'rome' ? '' : board.distance(parts.distance),
      parts.owners.length ? `horrea: ${common.list(parts.owners)}` : '',
      parts.agents.length ? `agents: ${common.list(parts.agents)}` : '',
      parts.married ? `local marriage: ${parts.married}` : '',
      parts.contested ? 'contested' : '',
      parts.open ? 'something can be done here' : '',
    ]
      .filter(Boolean)
      .join(', '),
  pays: (amount: number) => signedMoney(amount),
  signs: {
    small: 'Small market',
    large: 'Large market',
    exotic: 'Exotic market',
    agent: 'Agent',
    horreum: 'Horreum',
    marriage: 'Local marriage',
    contested: 'Contested',
    open: 'You can act here',
    numeral: 'The numeral is the distance from Rome',
    route: 'A glowing way is a complete route',
  },
};
