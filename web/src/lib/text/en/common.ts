const whole = new Intl.NumberFormat('en-GB');

/** A sum of money. A true minus sign, as in the printed rules. */
export const money = (amount: number) => `${amount < 0 ? '−' : ''}$${whole.format(Math.abs(amount))}`;
export const signed = (amount: number) => `${amount < 0 ? '−' : '+'}${whole.format(Math.abs(amount))}`;
export const signedMoney = (amount: number) => `${amount < 0 ? '−' : '+'}$${whole.format(Math.abs(amount))}`;

export const dollars = (amount: number) => `${whole.format(amount)} ${amount === 1 ? 'dollar' : 'dollars'}`;

export const common = {
  money,
  signed,
  signedMoney,
  percent: (share: number) => `${Math.round(share * 100)} %`,
  game: 'FORVM',
  close: 'Close',
  cancel: 'Cancel',
  back: 'Back',
  loading: 'One moment …',
  clause: (id: string) => `Rule ${id}`,
  openRulebook: 'Open the rulebook here',
  whyRule: 'Why the rule is there',
  list: (words: string[]) => new Intl.ListFormat('en-GB').format(words),
  seatShapes: ['circle', 'square', 'triangle', 'diamond'],
  signs: ['red circle', 'blue square', 'golden triangle', 'green diamond', 'purple hexagon', 'grey cross'],
  skip: 'Skip to the content',
};

export const errors = {
  noServer:
    'The server does not answer. Check that it is still running. If not, start it again with “forvm play” and reload this page.',
  noSense: 'This page does not understand the server’s answer. Reload the page.',
  notFound: 'There is no such page.',
  home: 'To the games',
};
