// Written by `python -m forvm.server.http.typescript` from src/forvm/server/protocol: change those, not this file.

export type MoveKind =
  | 'end'
  | 'enter'
  | 'move'
  | 'oust'
  | 'wed'
  | 'propose'
  | 'accept'
  | 'refuse'
  | 'counter'
  | 'divorce'
  | 'part'
  | 'build'
  | 'destroy'
  | 'give'
  | 'pay'
  | 'yield';

export type ChanceKind = 'die' | 'child' | 'card';

export type EventKind =
  | 'turn'
  | 'phase'
  | 'money'
  | 'prestige'
  | 'borrowed'
  | 'forgiven'
  | 'trade_value'
  | 'trade_flood'
  | 'trade_promise'
  | 'agent_enters'
  | 'agent_lost'
  | 'market_held'
  | 'challenge'
  | 'attack'
  | 'horreum_built'
  | 'horreum_lost'
  | 'wed'
  | 'parted'
  | 'proposal'
  | 'offer'
  | 'refused'
  | 'allied'
  | 'divorced'
  | 'gave'
  | 'card'
  | 'flooded'
  | 'promised'
  | 'senate_entered'
  | 'senate_left'
  | 'child_gained'
  | 'rolled'
  | 'won';

export type TaskName =
  | 'deal'
  | 'first_roll'
  | 'enter_roll'
  | 'oust_roll'
  | 'destroy_roll'
  | 'draw'
  | 'birth_card'
  | 'birth_roll'
  | 'election_roll'
  | 'move'
  | 'intrigue'
  | 'build'
  | 'bargain'
  | 'offer'
  | 'patron'
  | 'old_morals'
  | 'forced_divorce'
  | 'trade'
  | 'fate'
  | 'reckoning'
  | 'over';

export type Phase =
  | 'deal'
  | 'begin'
  | 'move'
  | 'intrigue'
  | 'trade'
  | 'build'
  | 'fate'
  | 'reckoning'
  | 'over';

export type Child = 'son' | 'daughter';

export type Gift = 'temple' | 'games' | 'food';

export type Group =
  | 'agents'
  | 'challenges'
  | 'marriages'
  | 'alliances'
  | 'building'
  | 'giving'
  | 'answer'
  | 'card'
  | 'end';

/** The event that tells the same as a move of a kind, if there is one. */
export const SAID_BY = {
  die: 'rolled',
  child: 'child_gained',
  card: 'card',
  end: null,
  enter: null,
  move: null,
  oust: 'challenge',
  wed: 'wed',
  propose: 'proposal',
  accept: null,
  refuse: 'refused',
  counter: null,
  divorce: null,
  part: null,
  build: 'horreum_built',
  destroy: 'attack',
  give: 'gave',
  pay: null,
  yield: null,
} as const satisfies Record<MoveKind | ChanceKind, EventKind | null>;

export type Value = boolean | number | string | number[];

/** By which rules a game is played. */
export interface RulesName {
  id: string;
  name: string;
  edition: string;
}

/** Sons and daughters. */
export interface Children {
  son: number;
  daughter: number;
}

/** What a player has earned in a region: the first horreum, fives, and every market (BUILD-2). */
export interface Milestones {
  first: number;
  fives: number;
  every: number;
}

/** A player as one reads them off the board. */
export interface Player {
  seat: number;
  letter: string;
  name: string;
  money: number;
  /** the most they could pay, loan included */
  means: number;
  prestige: number;
  /** of the ladder, from 1; none before its first space */
  band: number | null;
  /** the market of each agent; null is the supply */
  agents: (string | null)[];
  moved: boolean[];
  /** null where the hand is hidden from this seat */
  children: Children | null;
  children_in_all: number;
  horrea: string[];
  local_marriages: string[];
  allies: number[];
  senator: boolean;
  /** such as temple.1 */
  benefactions: string[];
  /** exotic markets at the end of a complete route */
  routes: string[];
  /** with the next trade, and the one after it */
  promised: number[];
  flooded: string | null;
  /** what the next trade would bring as things stand */
  income: number;
  marks: number;
  /** seats proposed to in this turn's intrigue */
  asked: number[];
  /** by region */
  milestones: Record<string, Milestones>;
}

/** What a market would pay an owner now, and by which clause. */
export interface Payment {
  seat: number;
  amount: number;
  clause: string;
  flooded: boolean;
}

/** An agent on a market: rank 0 holds it, the others are intruders in the order of their arrival. */
export interface Agent {
  seat: number;
  rank: number;
}

/** What stands on a market now, in the board's order. */
export interface Market {
  name: string;
  printed: string;
  /** of horrea */
  owners: number[];
  pays: Payment[];
  agents: Agent[];
  holder: number | null;
  local_marriage: number | null;
}

/** Two allied seats, the price, and who paid it. */
export interface Alliance {
  seats: number[];
  price: number;
  payer: number;
}

/** A benefaction: what it costs now, and who gave it. */
export interface Benefaction {
  gift: Gift;
  band: number;
  cost: number;
  given_by: number | null;
}

/** The bargain on the table (ALLY-2): the proposer's child, the price they would pay, and who is to answer. */
export interface Bargain {
  proposer: number;
  other: number;
  answers: number;
  child: Child;
  price: number;
  counter_offers_left: number;
}

/** A die or card that is due. */
export interface Due {
  kind: ChanceKind;
  player: number;
  needs: number | null;
  odds: number | null;
  market: string | null;
  other: number | null;
  clause: string;
}

/** The family cards: whether families are open, how many cards are left, and what this seat has not seen. */
export interface Family {
  open: boolean;
  deck: number;
  unseen: Children | null;
}

/** The fate deck: the card being carried out, and how many of each card are left. */
export interface Fate {
  card: string | null;
  left: Record<string, number>;
}

/** How a game ended. ``ranking`` groups the seats from first to last. */
export interface Outcome {
  winners: number[];
  reason: string;
  clause: string;
  ranking: number[][];
}

/** Everything that a seat (null: a spectator) may know, and nothing else. */
export interface View {
  seat: number | null;
  rules: RulesName;
  turn: number;
  phase: Phase;
  first: number | null;
  /** -1 when chance is due, null when the game is over */
  to_act: number | null;
  task: TaskName;
  prompt: string;
  bargain: Bargain | null;
  due: Due | null;
  players: Player[];
  markets: Market[];
  alliances: Alliance[];
  benefactions: Benefaction[];
  family: Family;
  fate: Fate;
  outcome: Outcome | null;
}

/**
 * What differs from the view that this page was sent last; what is not there is as it was.
 *
 * ``players``, ``markets`` and ``benefactions`` have only the rows that changed. A row takes the place of the one with
 * the same ``seat``, ``name``, or ``gift`` and ``band``.
 */
export interface ViewChange {
  seat?: number | null;
  rules?: RulesName;
  turn?: number;
  phase?: Phase;
  first?: number | null;
  to_act?: number | null;
  task?: TaskName;
  prompt?: string;
  bargain?: Bargain | null;
  due?: Due | null;
  players?: Player[];
  markets?: Market[];
  alliances?: Alliance[];
  benefactions?: Benefaction[];
  family?: Family;
  fate?: Fate;
  outcome?: Outcome | null;
}

export type StepKind = 'move' | 'chance' | 'undo' | 'epoch';

/** One thing that happened: to whom, how much, where, by which clause, and as a sentence. */
export interface Event {
  kind: EventKind;
  player: number | null;
  amount: number;
  clause: string;
  market: string | null;
  /** a fate card's id */
  card: string | null;
  /** another seat */
  other: number | null;
  /** a phase, a child, or a gift and its band */
  detail: string | null;
  text: string;
}

/** One line of the trade report: what a market, or a promise, paid a player, and why. */
export interface TradeLine {
  seat: number;
  market: string | null;
  amount: number;
  clause: string;
  why: string;
}

/**
 * A move, a die or card, or moves taken back, with all that came of it.
 *
 * ``seq`` numbers everything that was ever done in a game, taken-back moves included; ``position`` is the number of
 * moves that stand after this step. A step of kind ``undo`` strikes the steps whose ``position`` is above its own. One
 * of kind ``epoch`` says that the server went back to a copy of the game: the dice after it are new.
 */
export interface Step {
  seq: number;
  position: number;
  kind: StepKind;
  turn: number;
  phase: Phase;
  /** who chose; null for chance */
  seat: number | null;
  /** who acts, or for whom chance does */
  actor: number;
  move: MoveKind | ChanceKind | 'undo' | 'epoch';
  notation: string;
  text: string;
  /** empty where no clause says it */
  clause: string;
  market: string | null;
  /** where an agent came from */
  origin: string | null;
  other: number | null;
  child: Child | null;
  price: number | null;
  /** what a die shows */
  pips: number | null;
  /** what it had to show */
  needs: number | null;
  card: string | null;
  events: Event[];
  /** by seat, if everyone traded in this step */
  trade: TradeLine[][] | null;
  /** the bot that chose in a person's place */
  stand_in: string | null;
}

/** A sentence and the clause that it follows from. */
export interface Sentence {
  text: string;
  clause: string;
}

/** By how much a move changes what its player has; negative for a loss, a fraction for an average. */
export interface Gain {
  money: number;
  /** at once, what a loan takes included */
  prestige: number;
  /** prestige once this turn is reckoned, if nothing else happened */
  net: number;
  /** of the next trade */
  income: number;
}

/** What a move leads to: for certain, or if the die is good, or if it is not. */
export interface Branch {
  when: 'surely' | 'success' | 'failure';
  odds: number;
  gain: Gain;
  lines: Sentence[];
  /** what the player will have to do because of it */
  forced: Sentence[];
}

/** A legal move. */
export interface Choice {
  id: number;
  notation: string;
  kind: MoveKind;
  group: Group;
  text: string;
  clause: string;
  /** where; of a step, where it leads */
  market: string | null;
  /** of a step: where it comes from */
  origin: string | null;
  other: number | null;
  child: Child | null;
  gift: Gift | null;
  band: number | null;
  cost: number;
  /** prestige that a loan for the cost would take */
  loan: number;
  /** the least that a die must show */
  needs: number | null;
  odds: number | null;
  /** what happens before a die decides */
  lines: Sentence[];
  branches: Branch[];
  /** over the branches */
  mean: Gain;
  /** of a step: what a horreum where it leads would add to the next trade */
  prospect: number | null;
  /** it brings its player nothing, and harms nobody else */
  only_costs: boolean;
  /** what would be left undone */
  warnings: string[];
}

/** A price that can be named in a bargain. */
export interface Price {
  price: number;
  id: number;
  notation: string;
  text: string;
  /** prestige that a loan for it would take from the one who pays */
  loan: number;
  /** if it is agreed to */
  gain: Gain;
  /** of the other, likewise */
  theirs: Gain;
}

/** A marriage that can be proposed, or countered, at any of the prices. */
export interface Offer {
  kind: 'propose' | 'counter';
  group: Group;
  /** without a price */
  text: string;
  clause: string;
  other: number;
  /** the proposer's */
  child: Child;
  /** the other's */
  match: Child;
  /** the price that a counter-offer answers */
  on_the_table: number | null;
  /** prestige for each of the two */
  gain: number;
  prices: Price[];
}

export type Role = 'player' | 'spectator';

export type Channel = 'table' | 'spectators';

/** What the people of an online game agree on before it begins; whoever is ready has agreed. */
export interface Agreement {
  /** seconds of absence after which a bot plays for somebody; null: never */
  cover_after: number | null;
  /** which bot plays for the absent, and makes the move of whoever's clock has run out */
  cover_bot: string;
  /** seconds for each move; null: as long as one likes */
  clock: number | null;
  hints: boolean;
  chances: boolean;
  /** everyone together may take back what one alone may not */
  undo: boolean;
  spectators: boolean;
}

/** Whether a person is there; of the absent, since when, and when a bot takes over (null: never, or it has). */
export interface Presence {
  seat: number;
  state: 'here' | 'away' | 'covered';
  since: string | null;
  covers_at: string | null;
}

/** Who is there: after Welcome, and whenever it changes. Only people are named. */
export interface Attendance {
  type: 'attendance';
  seats: Presence[];
  spectators: number;
}

/** The clock of whoever is to act: seconds agreed for a move, and seconds left when this was sent. */
export interface Clock {
  seat: number;
  seconds: number;
  left: number;
}

/** Something said at the table. It is text: whoever shows it shows it as such. */
export interface TalkLine {
  /** counts what is said in this game; a listener does not get every number */
  number: number;
  channel: Channel;
  /** whom Mute names */
  speaker: string;
  /** null: a spectator */
  seat: number | null;
  name: string;
  text: string;
  at: string;
  /** what the speaker's page called it */
  ref: string;
}

/** What was said. If ``afresh``, these are all the lines there are for this listener. */
export interface Talk {
  type: 'talk';
  afresh: boolean;
  lines: TalkLine[];
}

/** Whom this listener does not hear: after Welcome, and whenever it changes. */
export interface Muted {
  type: 'muted';
  speakers: string[];
}

/** A wish to take back more than one may alone: who asks, back to which position, and who has yet to agree. */
export interface UndoRequest {
  number: number;
  seat: number;
  position: number;
  text: string;
  agreed: number[];
  awaited: number[];
}

/** Somebody asks, or another has agreed; null after Welcome if nobody asks for anything. */
export interface UndoAsked {
  type: 'undo_asked';
  request: UndoRequest | null;
}

/** A request has ended: by consent (the step of kind undo comes first), by refusal, withdrawal, or by a move. */
export interface UndoSettled {
  type: 'undo_settled';
  number: number;
  agreed: boolean;
  /** who refused or withdrew it */
  seat: number | null;
  text: string;
}

/** The people of this game gather for another: go there, the cookie fits already. */
export interface Rematch {
  type: 'rematch';
  game: string;
}

/** What somebody added to the dice before the game began, in scheme 1. */
export interface Entropy {
  seat: number;
  name: string;
  text: string;
}

/** Who sits there, as the seal binds it. */
export interface SealedSeat {
  name: string;
  bot: boolean;
}

/** Somebody's words for the dice, and the salt that hid them in their commitment. */
export interface OpenedWords {
  salt: string;
  words: string;
}

/**
 * What is known of the dice from the beginning: all parts of the seal, so that the page works out its digest.
 *
 * Scheme 1 has the commitment to the secret and what people added. The lists of scheme 2 go by seats.
 */
export interface Seal {
  scheme: number;
  game: string;
  /** SHA-256 of the secret */
  commitment: string;
  /** of scheme 1 */
  entropy: Entropy[];
  /** a digest */
  rules: string | null;
  round: number;
  seats: SealedSeat[];
  /** commitments */
  words: (string | null)[];
  /** all null until the game has begun */
  opened: (OpenedWords | null)[];
}

/**
 * A die or a card: the number of its event, what it could have been with which weights, and what it was.
 *
 * Family cards that are dealt hidden are left out until the game is over.
 */
export interface Draw {
  /** of its event: Step.seq */
  number: number;
  /** moves that stand before it */
  position: number;
  kind: ChanceKind;
  /** for whom */
  seat: number;
  outcomes: string[];
  weights: number[];
  shows: string;
  /** it does not stand any more */
  taken_back: boolean;
}

/** Moves that were taken back, and the dice and cards among them. */
export interface TakenBack {
  /** of its own event */
  number: number;
  /** moves that stand after it */
  position: number;
  /** whose move was the first of those that were taken back */
  seat: number;
  /** the seats that were asked and agreed */
  consent: number[];
  /** numbers of dice and cards that were taken back */
  draws: number[];
}

/** The server went back to an earlier copy of the game: the dice after it depend on this number too. */
export interface EpochBegun {
  /** of its own event */
  number: number;
  nonce: string;
}

/** How often something came up, and how often one would expect it to. */
export interface DiceCount {
  shows: string;
  seen: number;
  expected: number;
}

/** All draws of a kind: what came up, and how probable it is that fair ones stray as far (null: too few to say). */
export interface DiceLuck {
  kind: ChanceKind;
  drawn: number;
  counts: DiceCount[];
  p: number | null;
}

/** A player's dice: how often each number of pips came up, and their mean. */
export interface SeatDice {
  seat: number;
  faces: number[];
  mean: number | null;
}

/**
 * The dice of a game. GET /api/games/{id}/dice, /api/replays/{id}/dice.
 *
 * ``seal`` is null for games that were begun before there was one; ``secret`` is null until the game is over.
 * ``checked`` says whether every draw is proved. It is null while the game runs, and also if every draw follows from
 * the secret but some may have been chosen: dice were taken back, or an epoch began. ``verdict`` says it in words.
 * Dice that were taken back are in ``draws``, and are checked, but not in ``luck`` and ``seats``. Games of scheme 1
 * have kept nothing of what was taken back.
 */
export interface DiceReport {
  seal: Seal | null;
  secret: string | null;
  /** in the order in which they fell */
  draws: Draw[];
  takebacks: TakenBack[];
  epochs: EpochBegun[];
  luck: DiceLuck[];
  seats: SeatDice[];
  checked: boolean | null;
  verdict: string | null;
}

/** What this server is. GET /api/server. */
export interface ServerInfo {
  /** false: everyone sits at one screen, and nothing of this module is to be had */
  online: boolean;
  version: string;
  /** where others reach it, without a slash at the end */
  public_url: string | null;
  /** a colour is a number below this */
  colours: number;
  longest_name: number;
  longest_talk: number;
  /** for the dice */
  longest_words: number;
  /** seconds; of cover_after and clock */
  longest_wait: number;
}

/** A seat of a new gathering: for a person, or for a bot, which is then named. */
export interface NewPlace {
  bot?: string | null;
  /** of the bot; left out, that of its kind */
  name?: string | null;
}

/**
 * An online game to gather for. POST /api/gatherings. The host takes the first seat that is a person's.
 *
 * ``rules``, ``changes`` and ``house_rules`` are as in NewGame.
 */
export interface NewGathering {
  seats: NewPlace[];
  agreement: Agreement;
  /** the host's */
  name: string;
  colour?: number;
  rules?: string;
  changes?: Record<string, Value>;
  house_rules?: string | null;
}

/** The secret of a link, exchanged for a cookie. POST /api/join. */
export interface Join {
  secret: string;
}

/** Take a seat (null: any that is free), or change one's name and colour. POST /api/gatherings/{id}/sit. */
export interface Sit {
  name: string;
  seat?: number | null;
  colour?: number | null;
}

/**
 * Ready to begin by this agreement, or not yet. POST /api/gatherings/{id}/ready.
 *
 * ``words`` is the commitment to one's words for the dice: docs/dice.md says how a page makes it. The words stay with
 * the page until the host starts. Without it one adds nothing to the dice.
 */
export interface Ready {
  ready: boolean;
  words?: string | null;
}

/** The words that one has committed to, once the host has started. POST /api/gatherings/{id}/open. */
export interface OpenWords {
  salt: string;
  words: string;
}

/** The host gives a seat to a bot, or (null) to whoever comes. POST /api/gatherings/{id}/seat. */
export interface ChangeSeat {
  seat: number;
  bot?: string | null;
}

/** A seat of a gathering. */
export interface Place {
  seat: number;
  letter: string;
  kind: 'open' | 'person' | 'bot';
  name: string | null;
  colour: number;
  bot: string | null;
  /** bots always are */
  ready: boolean;
  /** is their page open? */
  here: boolean;
  host: boolean;
  /** the commitment to their words for the dice */
  words: string | null;
}

/**
 * A game that has not begun, as one person sees it: the answer to whatever they do, and told to all on any change.
 *
 * When the host starts, nothing can be changed any more, and the pages of those who committed to words open them
 * (``opening``). Once all are open it begins (``started``), and the socket goes on with Welcome. The host can call the
 * opening off: then there is another secret and another round, and everyone has to be ready again.
 */
export interface Gathering {
  type: 'gathering';
  id: string;
  rules: RulesName;
  created: string;
  agreement: Agreement;
  seats: Place[];
  /** whose page is open */
  spectators: number;
  role: Role;
  /** where one sits */
  you: number | null;
  /** seats that one may take */
  free: number[];
  /** is it one's own? */
  host: boolean;
  /** to the secret of the dice */
  commitment: string;
  /** of opening words: 1 more than were called off */
  round: number;
  opening: boolean;
  /** null until the opening: before that it could still change */
  seal: Seal | null;
  /** while it is opening: the seats whose words are not open yet */
  closed: number[];
  /** after an opening that was called off: the names of those who had not opened */
  called_off: string[] | null;
  can_start: boolean;
  why_not: string | null;
  started: boolean;
  /** the game that this is the rematch of */
  after: string | null;
  /** soon: when it is forgotten, unless it begins; later if others come */
  expires: string | null;
}

/**
 * The secrets of a gathering's links; a link is ``<public_url>/join#<secret>``. They are told this once only.
 *
 * POST /api/gatherings/{id}/links makes new ones, and the old ones are void.
 */
export interface Links {
  everyone: string;
  /** null: a bot's */
  seats: (string | null)[];
  spectators: string | null;
}

/** A new gathering, and its links. POST /api/gatherings. */
export interface Opened {
  gathering: Gathering;
  links: Links;
}

/** What a link was for. Whoever may choose a seat does so in the gathering (``seat`` is null for a player). */
export interface Joined {
  game: string;
  started: boolean;
  role: Role;
  seat: number | null;
}

/** A browser that holds a seat of one's own. GET /api/devices; DELETE /api/devices/{id} logs it out. */
export interface Device {
  id: string;
  /** in a few words */
  browser: string;
  /** when last, within some minutes */
  seen: string;
  /** the one that asks */
  this: boolean;
  /** in which it holds a seat of one's own */
  games: number;
}

/**
 * The secret of one link, told this once only; a new one voids the one before.
 *
 * POST /api/games/{id}/seats/{seat}/link: one's own seat on one more device; it can be used once.
 * POST /api/games/{id}/spectators/link: for spectators of a running game.
 */
export interface Link {
  secret: string;
  until: string | null;
}

export type ErrorCode =
  | 'malformed'
  | 'stale'
  | 'illegal'
  | 'not_your_turn'
  | 'not_your_seat'
  | 'no_undo'
  | 'not_invited'
  | 'not_agreed'
  | 'not_ready'
  | 'taken'
  | 'too_many'
  | 'unavailable'
  | 'content'
  | 'record'
  | 'too_large'
  | 'unknown'
  | 'hidden'
  | 'store'
  | 'forbidden'
  | 'internal';

/**
 * The first message: what this screen has seen, and who sits at it.
 *
 * Without ``seats`` everyone who is a person sits here; online, those whom the cookie is for. ``last_seq`` is the last
 * step that the page has, ``last_talk`` the last line of talk; null or 0 for none.
 */
export interface Hello {
  type: 'hello';
  last_seq?: number | null;
  seats?: number[] | null;
  last_talk?: number | null;
}

/** The person in this seat is at the screen: the curtain may go up. */
export interface Lift {
  type: 'lift';
  seat: number;
}

/** A move, by id or notation, chosen in the position of ``seq``. */
export interface Play {
  type: 'play';
  seq: number;
  seat: number;
  move: number | string;
}

/** Take back the last move of this seat, as far as the information barrier lets it. */
export interface Undo {
  type: 'undo';
  seq: number;
  seat: number;
}

/** Ask all others to go back to a position, one of ``Takeback.earlier``. */
export interface AskUndo {
  type: 'ask_undo';
  seq: number;
  seat: number;
  position: number;
}

/** Agree to a request, or not; who made it withdraws it by not agreeing. */
export interface AnswerUndo {
  type: 'answer_undo';
  number: number;
  seat: number;
  agree: boolean;
}

/**
 * Talk. Players talk at the table; spectators among themselves, heard by no player before the end.
 *
 * ``ref`` is the page's own name for it: said again with the same one, it is not said twice.
 */
export interface Say {
  type: 'say';
  text: string;
  ref: string;
}

/** Hear a speaker no more, or again. */
export interface Mute {
  type: 'mute';
  speaker: string;
  muted: boolean;
}

/** What would a bot do here? */
export interface AskHint {
  type: 'ask_hint';
  seat: number;
}

/** How likely is each player to win? */
export interface AskChances {
  type: 'ask_chances';
}

/** How fast bots play: at least so many milliseconds between two moves of theirs. */
export interface Settings {
  type: 'settings';
  pace: number;
}

/** Is anybody there? */
export interface Ping {
  type: 'ping';
}

export type ClientMessage =
  | Hello
  | Lift
  | Play
  | Undo
  | AskUndo
  | AnswerUndo
  | Say
  | Mute
  | AskHint
  | AskChances
  | Settings
  | Ping;

/** Who sits where. */
export interface Seat {
  seat: number;
  letter: string;
  name: string;
  /** open: somebody may yet come */
  kind: 'person' | 'bot' | 'open';
  /** which bot */
  bot: string | null;
  /** at this screen */
  here: boolean;
  colour: number;
}

/**
 * The answer to Hello: the game, who plays, and the steps that the page has not seen; a Snapshot follows.
 *
 * If ``afresh``, the steps begin at the beginning, and the page forgets what it has. Of a long game only the first of
 * them, or none, are here: the others come in between, as Missed. Of an online game Attendance, Talk, Muted and
 * UndoAsked come in between, too. ``agreement`` is null where everyone sits at one screen.
 */
export interface Welcome {
  type: 'welcome';
  game: string;
  rules: RulesName;
  seats: Seat[];
  guided: boolean;
  hidden_hands: boolean;
  pace: number;
  afresh: boolean;
  steps: Step[];
  role: Role;
  agreement: Agreement | null;
  /** of the dice; null for games begun before there was one */
  seal: Seal | null;
  /** the game for which its people gather, or gathered, next */
  rematch: string | null;
}

/** More steps that the page has not seen: those that come next after all before. */
export interface Missed {
  type: 'missed';
  steps: Step[];
}

/** A position to which one may ask to go back: the one before a move of one's own. */
export interface Earlier {
  position: number;
  text: string;
}

/** Whether the last move can be taken back: whose and what it was, or why not. */
export interface Takeback {
  allowed: boolean;
  /** who would take it back */
  seat: number | null;
  text: string;
  /** where everyone together could go back to, latest first; empty if not agreed */
  earlier: Earlier[];
}

/**
 * The position as this screen may see it, and what can be done.
 *
 * With ``curtain`` the screen passes from one person to another: the view is a spectator's until ``seat`` sends Lift.
 * ``seat`` is whose view it is, or who is asked to come to the screen.
 */
export interface Snapshot {
  type: 'snapshot';
  seq: number;
  position: number;
  seat: number | null;
  curtain: boolean;
  /** whole, in the first message after opening */
  view: View | null;
  /** since the last view; null with ``view`` null: nothing has changed */
  change: ViewChange | null;
  /** this screen's seat is to choose now */
  to_play: boolean;
  choices: Choice[];
  offers: Offer[];
  /** why this screen's seat cannot end the phase yet */
  no_end: Sentence | null;
  undo: Takeback;
  /** the seat for which a bot thinks */
  thinking: number | null;
  clock: Clock | null;
}

/** One step, and the position after it; a Snapshot follows when somebody at this screen is to choose, or nobody. */
export interface Happened {
  type: 'happened';
  seq: number;
  step: Step;
  /** whole, if the page was sent none before */
  view: View | null;
  /** since the last view */
  change: ViewChange | null;
}

/** A bot thinks about its move, or about that of somebody who is away or whose clock has run out. */
export interface Thinking {
  type: 'thinking';
  seq: number;
  seat: number;
}

/** A move that a bot considered: its chance of winning after it, and why. */
export interface Candidate {
  id: number;
  notation: string;
  text: string;
  clause: string;
  chance: number;
  reasons: string[];
}

/** What a bot would do for a seat in the position of ``seq``, best first. */
export interface Hint {
  type: 'hint';
  seq: number;
  seat: number;
  by: string;
  candidates: Candidate[];
}

/** Each seat's estimated chance of winning in the position of ``seq``. */
export interface Chances {
  type: 'chances';
  seq: number;
  by: string;
  chances: number[];
}

/** Something was refused, and nothing has changed. Where the page was behind, ``snapshot`` brings it up to date. */
export interface Problem {
  type: 'problem';
  code: ErrorCode;
  message: string;
  clause: string | null;
  snapshot: Snapshot | null;
}

/** Yes. */
export interface Pong {
  type: 'pong';
  seq: number;
}

export type ServerMessage =
  | Gathering
  | Welcome
  | Missed
  | Attendance
  | Talk
  | Muted
  | UndoAsked
  | UndoSettled
  | Rematch
  | Snapshot
  | Happened
  | Thinking
  | Hint
  | Chances
  | Problem
  | Pong;

/** Where in a file something is wrong. */
export interface Where {
  line: number | null;
  key: string | null;
}

/** Every answer that is not what was asked for. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  where: Where | null;
}

/** An edition, with its value of every parameter. */
export interface Edition {
  id: string;
  name: string;
  description: string;
  players: number[];
  values: Record<string, Value>;
}

/** House rules: an edition with some parameters changed, perhaps on another board or deck. */
export interface HouseRules {
  id: string;
  name: string;
  description: string;
  edition: string;
  players: number[];
  changes: Record<string, Value>;
}

/** A parameter of the rules: what it is called, what it does, and what values it may have. */
export interface Parameter {
  key: string;
  name: string;
  help: string;
  section: string;
  clause: string;
  kind: 'number' | 'flag' | 'choice' | 'list';
  unit: string;
  low: number;
  high: number;
  choices: string[];
  /** of a list */
  longest: number;
}

/** A bot that can take a seat. */
export interface BotKind {
  id: string;
  name: string;
  description: string;
  kind: 'level' | 'character';
}

/** All that a new game can be made of. GET /api/editions. */
export interface Catalogue {
  editions: Edition[];
  house_rules: HouseRules[];
  parameters: Parameter[];
  bots: BotKind[];
}

/** A province of the game. */
export interface Region {
  id: string;
  name: string;
}

/** A market, and where it lies. */
export interface BoardMarket {
  index: number;
  /** Latin; the market's name in every message */
  name: string;
  printed: string;
  region: string | null;
  kind: 'rome' | 'small' | 'large' | 'exotic';
  distance: number;
  /** for 1, 2, 3, 4 owners */
  values: number[];
  /** what informed trade or a complete route adds */
  boost: number;
  /** or what it pays in place of the value */
  full: number;
  lon: number;
  lat: number;
  x: number;
  y: number;
}

/** A fate card in words. */
export interface Card {
  id: string;
  name: string;
  text: string;
  note: string;
  copies: number;
  markets: string[];
}

/** A band of the prestige ladder: from its first prestige to its last (null: without end), and what giving costs. */
export interface Band {
  band: number;
  low: number;
  high: number | null;
  cost: number;
}

/** What stays the same throughout a game. GET /api/games/{id}/board, /api/editions/{id}/board. */
export interface Board {
  id: string;
  name: string;
  width: number;
  height: number;
  rules: RulesName;
  regions: Region[];
  markets: BoardMarket[];
  links: string[][];
  cards: Card[];
  bands: Band[];
  gifts: Gift[];
  winning_prestige: number;
  /** 0 for none */
  turn_limit: number;
  /** every so much money is worth prestige (RECKON-1) */
  money_mark: number;
  /** the money that the Senate asks for */
  senate: number;
}

/** What a clause says in another edition. */
export interface Difference {
  edition: string;
  name: string;
  text: string;
}

/** A clause of the rules in our own words. */
export interface Clause {
  id: string;
  title: string;
  text: string;
  note: string;
  ruling: boolean;
  ruling_why: string;
  /** by the house rules in play */
  changed: boolean;
  differs: Difference[];
}

/** Clauses that belong together. */
export interface Section {
  title: string;
  clauses: Clause[];
}

/** The rules in play. GET /api/games/{id}/rulebook, /api/editions/{id}/rulebook. */
export interface Rulebook {
  rules: RulesName;
  description: string;
  changes: Record<string, Value>;
  sections: Section[];
}

/** Who shall sit there: a person by name, or a bot. */
export interface NewSeat {
  name: string;
  bot?: string | null;
}

/**
 * A game to begin. POST /api/games.
 *
 * ``rules`` is an edition or shipped house rules; ``changes`` are parameters by key; ``house_rules`` is the text of
 * a file of one's own, in place of ``rules``.
 */
export interface NewGame {
  seats: NewSeat[];
  rules?: string;
  changes?: Record<string, Value>;
  house_rules?: string | null;
  seed?: number | null;
  guided?: boolean;
}

/** A game in the list of games. GET /api/games, newest first; online only those of this cookie's. */
export interface GameLine {
  id: string;
  rules: RulesName;
  seats: Seat[];
  created: string;
  changed: string;
  moves: number;
  turn: number;
  phase: Phase;
  to_act: number | null;
  over: boolean;
  outcome: Outcome | null;
  guided: boolean;
  state: 'gathering' | 'running' | 'over';
  online: boolean;
  role: Role;
  /** somebody at this screen is to act */
  your_move: boolean;
  /** when the clock of whoever is to act runs out */
  deadline: string | null;
  /** soon: when it is forgotten, unless somebody comes or plays */
  expires: string | null;
}

/** A house-rules file to check. POST /api/house-rules/check. */
export interface HouseRulesText {
  text: string;
}

/** A record to replay. POST /api/replays. */
export interface RecordText {
  text: string;
}

/** How much prestige came, or went, by one clause. */
export interface ClauseSum {
  clause: string;
  title: string;
  amount: number;
}

/** How a player's dice fell: those that had to succeed, how many did, and how many one would expect. */
export interface Luck {
  seat: number;
  rolls: number;
  successes: number;
  expected: number;
  /** the part of equally many rolls that would have been worse, ties counted half */
  better_than: number;
}

/** A game looked back upon: money and prestige of each seat at the end of each turn, and where they came from. */
export interface Summary {
  turns: number[];
  /** by seat, then by turn */
  money: number[][];
  prestige: number[][];
  /** by seat */
  prestige_from: ClauseSum[][];
  luck: Luck[];
  outcome: Outcome | null;
}

/** A game to look through. POST /api/replays, GET /api/replays/{id}, GET /api/games/{id}/replay. */
export interface Replay {
  id: string;
  rules: RulesName;
  names: string[];
  colours: number[];
  date: string;
  hidden_hands: boolean;
  /** whose eyes one may look through */
  seats: number[];
  /** and whether through everyone's at once */
  all_hands: boolean;
  steps: Step[];
  summary: Summary;
}

/**
 * Positions ``first``, ``first + 1``, … of a replay; position n is the one after n steps.
 *
 * GET /api/replays/{id}/frames?first=0&count=32&seat=all|none|0…3, /api/games/{id}/frames.
 */
export interface Frames {
  first: number;
  views: View[];
}

/** Which positions of a replay, and through whose eyes: what stands after the question mark. */
export interface FramesQuery {
  first?: number;
  count?: number;
  seat?: number | 'all' | 'none';
}

/**
 * One side of a comparison: by which rules, and which bot in each seat.
 *
 * ``rules``, ``changes`` and ``house_rules`` are as in NewGame; ``cards`` says of fate cards how many copies are in
 * the deck. From game to game the bots change seats, until every seating has been played.
 */
export interface LabSide {
  bots: string[];
  rules?: string;
  changes?: Record<string, Value>;
  house_rules?: string | null;
  cards?: Record<string, number>;
}

/**
 * An experiment. POST /api/lab/runs. Without a variant only the baseline plays.
 *
 * Both sides start from the same rules and have the same number of players. ``metrics`` are what the answer is
 * told in, the first one first; none: the usual ones.
 */
export interface LabWanted {
  baseline: LabSide;
  variant?: LabSide | null;
  /** of each side */
  games?: number;
  seed?: number;
  title?: string;
  metrics?: string[];
}

/** What somebody thinks of changing in an edition: an emulator answers at once. POST /api/lab/forecast. */
export interface LabProposal {
  bots: string[];
  rules?: string;
  changes?: Record<string, Value>;
}

/** A ready question: one click asks it. GET /api/lab/questions. */
export interface LabQuestion {
  id: string;
  title: string;
  about: string;
  wanted: LabWanted;
}

/** What the laboratory has. GET /api/lab. If ``closed`` says anything, it is why nothing can be run. */
export interface LabRoom {
  bots: BotKind[];
  most_games: number;
  closed: string;
}

/** A number and its 95 % interval. */
export interface LabEstimate {
  value: number;
  low: number;
  high: number;
}

/**
 * One thing that was measured, on both sides if it is there on both.
 *
 * ``difference`` is variant minus baseline; or, of shares without a variant, baseline minus the equal share. Its
 * interval holds however often one looks; ``found`` says that it leaves 0 out.
 */
export interface LabRow {
  id: string;
  name: string;
  baseline: LabEstimate | null;
  variant: LabEstimate | null;
  difference: LabEstimate | null;
  found: boolean;
  /** of a metric: $, %, or what is counted */
  unit: string;
}

/**
 * What an emulator says of a proposal, from so many points and games that were played to make it.
 *
 * ``found`` says that the interval of a difference leaves 0 out. There are no rows if no emulator knows these rules,
 * bots or values: then it has to be played.
 */
export interface LabForecast {
  rows: LabRow[];
  points: number;
  games: number;
}

/** What was known after so many games. */
export interface LabPoint {
  games: number;
  value: number;
  low: number;
  high: number;
}

/** How many games of each side took how many turns: ``first``, ``first + step``, … are where the bars begin. */
export interface LabTurns {
  first: number;
  step: number;
  baseline: number[];
  variant: number[];
}

/** All numbers of an experiment. */
export interface LabFigures {
  /** of each side */
  games: number;
  /** the first is what was asked for */
  metrics: LabRow[];
  /** how its difference sharpened; without a variant, its value */
  trail: LabPoint[];
  /** of a game, in turns */
  length: LabRow;
  turns: LabTurns;
  /** shares of victories, by order of play */
  seats: LabRow[];
  strategies: LabRow[];
  /** shares of games */
  endings: LabRow[];
  /** prestige of a player, by where it came from */
  sources: LabRow[];
  /** by market: horrea at the end of a game */
  horrea: LabRow[];
  /** by market: money by trade in a game */
  income: LabRow[];
}

export type LabState = 'waiting' | 'compiling' | 'playing' | 'done' | 'stopped' | 'failed';

/** How an experiment stands; sent about twice a second. While compiling, ``done`` counts rules of the game. */
export interface LabUpdate {
  type: 'lab_update';
  state: LabState;
  done: number;
  of: number;
  /** games a second, both sides together */
  rate: number;
  problem: string;
  figures: LabFigures | null;
}

/** An experiment that was begun. POST /api/lab/runs, GET /api/lab/runs/{id}. */
export interface LabRun {
  id: string;
  wanted: LabWanted;
  update: LabUpdate;
}

/** An experiment as a study file for `forvm sweep`. POST /api/lab/study. */
export interface LabStudy {
  name: string;
  text: string;
}

/** Whether a report is to be kept as a file: ``?download``. */
export interface ReportQuery {
  download?: '' | null;
}
