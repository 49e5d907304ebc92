export const position = {
  title: 'The position',
  markets: 'All markets',
  region: 'Region',
  everyRegion: 'Every region',
  which: 'Which markets',
  whiches: {
    all: 'All markets',
    mine: 'Where you have something',
    free: 'Held by nobody',
    contested: 'Contested',
  },
  columns: {
    name: 'Market',
    region: 'Region',
    distance: 'Distance',
    holder: 'Held by',
    agents: 'Agents',
    owners: 'Horrea',
    pays: 'Pays you',
    next: 'For one more owner',
  },
  links: 'Links',
  empty: 'No market is like that now.',
  byRegion: 'Players by region',
  player: 'Player',
  inRegion: (agents: number, horrea: number) =>
    `${agents === 1 ? '1 agent' : `${agents} agents`}, ${horrea === 1 ? '1 horreum' : `${horrea} horrea`}`,
};
