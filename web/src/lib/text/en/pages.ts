/** The pages around the table. */
export const pages = {
  home: {
    title: 'FORVM',
    subtitle: 'Trade Empires of Rome',
    newGame: 'New game',
    games: 'Games in progress',
    none: 'No game has been begun yet.',
    open: 'Open',
  },
};
