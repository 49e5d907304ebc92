/** The guided first game: what the coach says. Rules are cited by clause; every sum comes from the game itself. */
import { money } from './common';

export interface Said {
  title: string;
  now: string;
  why: string;
}

export const guide = {
  opponents: ['Tiro', 'Tiro II'],
  coach: 'The guide',
  understood: 'Go on',
  hide: 'Hide',
  show: 'Guide',
  leave: 'Leave the guide',
  why: 'Why',
  leaveTitle: 'Leave the guide?',
  leaveText: 'The game goes on without it. You can begin another guided game at any time.',
  stay: 'Stay',
  progress: (done: number, all: number) => `${done} of ${all}`,
  watching: {
    title: 'The others play',
    now: 'Watch where they go. The space bar skips what is being shown.',
    why: 'Everybody finishes a phase before anyone starts the next.',
  } as Said,
  yourself: {
    title: 'Your choice',
    now: 'Everything you can do is in the list and on the map. Open a move to see what it costs and what follows.',
    why: 'Nothing is decided before you confirm it, and most moves can be taken back.',
  } as Said,

  welcome: (turns: number): Said => ({
    title: 'Salve!',
    now: `You head a Roman trading house, the red circle. In ${turns ? `${turns} short turns` : 'a short game'} against two beginners you will see everything the game has.`,
    why: 'You can leave this guide at any time and play on without it.',
  }),
  goal: (prestige: number): Said => ({
    title: 'What it is about',
    now: `Prestige wins. This ladder is the cursus honorum: reach ${prestige} and the game ends with the turn. Below it is your money.`,
    why: 'If several players reach it, the richest of them wins, so money matters to the end.',
  }),
  map: {
    title: 'The board',
    now: 'Markets and the links between them. The numeral is the distance from Rome, the colour the region. Click any market to see what it pays.',
    why: 'A market pays less the more houses trade there: the four values are for one, two, three and four owners.',
  } as Said,
  enter: (needs: number): Said => ({
    title: 'Call a new agent',
    now: `Roll for a second agent: the die must show ${needs} or more. It costs nothing.`,
    why: 'More agents reach more markets, and you may try once a turn, before anyone moves.',
  }),
  move: (from: string, to: string, pays: number): Said => ({
    title: 'Send your agents out',
    now: `Each agent may walk one link. ${to} is a good place: alone there you would earn ${money(pays)} every turn. Click ${from}, then ${to}.`,
    why: 'You can only build, marry and earn where one of your agents has been.',
  }),
  contest: (market: string, needs: number, cost: number): Said => ({
    title: 'A contested market',
    now: `Somebody else holds ${market}, so your agent must challenge: ${money(cost)}, and the die must show ${needs} or more.`,
    why: 'The loser’s agent goes back to the supply. A marriage with the local families changes the odds.',
  }),
  answer: (name: string): Said => ({
    title: 'A proposal',
    now: `${name} proposes a marriage between your houses. Accept, refuse, or name another price.`,
    why: 'Both of you gain prestige, and allies’ agents count as your own in trade. It ends if one attacks the other.',
  }),
  wed: (market: string, cost: number): Said => ({
    title: 'Marry into a market',
    now: `In the intrigue your children marry. For ${money(cost)} one of them can join the first families of ${market}.`,
    why: 'It brings prestige at once, stays when your agent moves on, and improves your odds in that market.',
  }),
  propose: (name: string): Said => ({
    title: 'Marry another house',
    now: `You could offer ${name} an alliance: choose the child, set the price, and see whether they take it.`,
    why: 'Each of the two gains prestige. The price is yours to bargain over: a good offer needs no money at all.',
  }),
  endIntrigue: {
    title: 'End the intrigue',
    now: 'When you are done, end the phase. The page lists what you could still do.',
    why: 'Trade comes next, for everybody at once.',
  } as Said,
  trade: (sum: number): Said => ({
    title: 'Trade',
    now:
      sum === 0
        ? 'Everybody traded just now. You have no horreum yet, so you earned nothing: that will change.'
        : `Everybody traded just now: your markets brought you ${money(sum)}. Open the report to see what each paid, and why.`,
    why: 'A horreum earns every turn. With an agent there too, and the right connection to Rome, it earns more.',
  }),
  build: (market: string, cost: number): Said => ({
    title: 'Build a horreum',
    now: `Where your agent stands you may build a storehouse: ${market}, for ${money(cost)}.`,
    why: 'It pays with every trade, and your first one in a region brings prestige.',
  }),
  give: (gift: string, cost: number): Said => ({
    title: 'Give to the people',
    now: `A benefaction buys prestige outright: ${gift} costs ${money(cost)} at your rank.`,
    why: 'There are three in each band of the ladder, each given once in the whole game; further up they cost more.',
  }),
  endBuild: {
    title: 'Enough built',
    now: 'You could also attack somebody’s horreum, or simply end the phase.',
    why: 'An attack costs money, hangs on a die, and ends an alliance with its victim.',
  } as Said,
  fate: (card: string): Said => ({
    title: 'Fate',
    now: `Each turn the first player draws a card. This time it was “${card}”: the log tells what it did.`,
    why: 'There are storms, feasts and censuses. Money in hand and many markets get you through most of them.',
  }),
  card: {
    title: 'The card asks you',
    now: 'A fate card leaves you a choice. Open each answer to see what it would mean.',
    why: 'Paying is sometimes the cheaper misfortune.',
  } as Said,
  reckoning: (mark: number): Said => ({
    title: 'The reckoning',
    now: `At the end of a turn money counts as prestige: each full ${money(mark)} is worth some. Then the next player goes first.`,
    why: 'If you fall below a mark again, you lose that prestige, so be careful with your last purchases.',
  }),
  tools: {
    title: 'If you are in doubt',
    now: 'Ask a bot what it would do, take back moves that need no die, and click any rule’s number to read it.',
    why: 'The whole rulebook is one click away, with the history behind each rule.',
  } as Said,
  route: {
    title: 'Where to go from here',
    now: 'Think in chains: horrea on every market from Rome out to one of the starred, exotic markets make a complete route.',
    why: 'Long routes, many regions, good marriages or great gifts: any of them can win. Few houses can do all.',
  } as Said,
  alone: {
    title: 'You know the game',
    now: 'That was everything. Play on as you like: this guide only speaks up when something new happens.',
    why: 'When it is over, look back: the charts tell who earned what, and whose dice were lucky.',
  } as Said,
  over: (won: boolean): Said => ({
    title: won ? 'You have won!' : 'The game is over',
    now: won
      ? 'Well played. Look back at how it went, or take on a stronger bot.'
      : 'A first game is for learning. Look back at how it went, and try again.',
    why: 'A full game goes to more prestige, with three or four houses and no turn limit.',
  }),
};
