/** A game that is being set up: the rules, who plays, and what is changed. */

import { api, online, Refusal } from '$lib/api/http';
import { readFile, troubleWith, type Trouble } from '$lib/home/files';
import { usualAgreement } from '$lib/online/agreement';
import { keepLinks } from '$lib/online/links';
import type {
  Agreement,
  Catalogue,
  ErrorBody,
  HouseRules,
  NewGame,
  NewGathering,
  Value,
} from '$lib/protocol';
import { text } from '$lib/text';
import { differences, write, type Values } from './houserules';
import { knownName, rememberName } from './name';

/** Who sits there: `me`, `other` (somebody at this screen, or online whoever gets a link), or a bot's id. */
export interface Chair {
  key: number;
  who: string;
  name: string;
  /** Whether somebody typed the name; otherwise it follows from who sits there. */
  named: boolean;
}

const LARGEST_RULES = 64; // kilobytes; the server refuses more
export const USUAL_RULES = 'forvm';
const USUAL_BOT = 'quaestor';

export const isPerson = (who: string) => who === 'me' || who === 'other';

export class Setup {
  rules = $state(USUAL_RULES);
  /** A file of somebody's own, in place of `rules`. */
  file = $state.raw<{ name: string; content: string; rules: HouseRules } | null>(null);
  values = $state<Values>({});
  chairs = $state<Chair[]>([]);
  trouble = $state.raw<Trouble | null>(null);
  problem = $state.raw<ErrorBody | null>(null);
  busy = $state(false);
  /** What those who play at screens of their own agree on. */
  agreement = $state.raw<Agreement>() as Agreement;

  #chosen = $derived.by(
    () => this.file?.rules ?? this.catalogue.house_rules.find((rules) => rules.id === this.rules),
  );
  edition = $derived.by(() => {
    const wanted = this.#chosen?.edition ?? this.rules;
    return this.catalogue.editions.find((edition) => edition.id === wanted) ?? this.catalogue.editions[0];
  });
  rulesName = $derived(this.#chosen?.name ?? this.edition.name);
  /** The values that everything can be set back to. */
  base = $derived<Values>({ ...this.edition.values, ...this.#chosen?.changes });
  changes = $derived(differences(this.values, this.base));
  changed = $derived(Object.keys(this.changes).length);
  counts = $derived(this.#counts());
  people = $derived(this.chairs.filter((chair) => isPerson(chair.who)).length);

  constructor(
    readonly catalogue: Catalogue,
    /** Everyone at a screen of their own. */
    readonly online = false,
  ) {
    this.agreement = usualAgreement(catalogue.bots);
    this.choose(USUAL_RULES);
    const bot = catalogue.bots.find((bot) => bot.id === USUAL_BOT) ?? catalogue.bots[0];
    const others = online ? ['other', bot.id, bot.id] : [bot.id, bot.id, bot.id];
    this.chairs = ['me', ...others].map((who, key) => ({ key, who, name: '', named: false }));
    this.#rename();
  }

  #counts(): number[] {
    const [low, high] = [Number(this.values['players.min']), Number(this.values['players.max'])];
    return Array.from({ length: Math.max(0, high - low + 1) }, (_, i) => low + i);
  }

  choose(rules: string) {
    this.rules = rules;
    this.file = null;
    this.resetAll();
  }

  resetAll() {
    this.values = { ...this.base };
    this.problem = null;
    if (this.chairs.length) this.seat(this.chairs.length);
  }

  set(key: string, value: Value) {
    this.values[key] = value;
    if (this.problem?.where?.key === key) this.problem = null;
    if (key.startsWith('players.')) this.seat(this.chairs.length);
  }

  /** Puts as many chairs around the table as the rules allow, at most so many. */
  seat(count: number) {
    const allowed = this.counts.length
      ? Math.min(Math.max(count, this.counts[0]), this.counts.at(-1)!)
      : count;
    const last = this.chairs.at(-1);
    while (this.chairs.length > allowed) this.chairs.pop();
    while (this.chairs.length < allowed) {
      const key = Math.max(...this.chairs.map((chair) => chair.key)) + 1;
      const who = last && !isPerson(last.who) ? last.who : this.catalogue.bots[0].id;
      this.chairs.push({ key, who, name: '', named: false });
    }
    this.#rename();
  }

  sit(chair: Chair, who: string) {
    chair.who = who;
    chair.named = false;
    if (who === 'me')
      for (const other of this.chairs) if (other !== chair && other.who === 'me') other.who = 'other';
    this.#rename();
  }

  name(chair: Chair, name: string) {
    chair.name = name;
    chair.named = true;
    this.#rename(chair);
  }

  move(from: number, to: number) {
    const [chair] = this.chairs.splice(from, 1);
    this.chairs.splice(to, 0, chair);
  }

  /** Gives everyone whose name nobody typed one of their own: bots of a kind are numbered as Romans would. */
  #rename(except?: Chair) {
    const taken = this.chairs.filter((chair) => chair.named).map((chair) => chair.name);
    let guests = 0;
    for (const chair of this.chairs) {
      if (chair.named || chair === except) continue;
      const bot = this.catalogue.bots.find((bot) => bot.id === chair.who);
      const wanted = bot?.name ?? (chair.who === 'me' ? knownName() : text.newgame.guestName(++guests));
      let name = wanted;
      for (let n = 2; taken.includes(name); n++) name = `${wanted} ${text.board.numerals[n]}`;
      chair.name = name;
      taken.push(name);
    }
  }

  /** What is wrong with the names, if anything is. */
  get nameProblem(): string {
    const named = this.chairs.filter((chair) => !this.online || chair.who !== 'other');
    const names = named.map((chair) => chair.name.trim());
    if (names.some((name) => !name)) return text.newgame.nameMissing;
    if (this.online && !this.chairs.some((chair) => chair.who === 'me')) return text.online.noMe;
    const twice = names.find((name, i) => names.indexOf(name) !== i);
    return twice ? text.newgame.nameTwice(twice) : '';
  }

  /** The rules as the text of a file that can be shared. */
  fileText(name: string): string {
    const description = text.newgame.description(this.edition.name);
    const all = differences(this.values, this.edition.values);
    return write({ name, description, edition: this.edition.id }, all);
  }

  async open(file: File) {
    this.trouble = null;
    let content = '';
    try {
      content = await readFile(file, LARGEST_RULES);
      const rules = await api.checkHouseRules(content);
      this.file = { name: file.name, content, rules };
      this.resetAll();
    } catch (refusal) {
      this.trouble = troubleWith(file.name, content, refusal);
    }
  }

  wanted(): NewGame {
    return {
      seats: this.chairs.map(({ who, name }) => ({ name: name.trim(), bot: isPerson(who) ? null : who })),
      rules: this.rules,
      changes: $state.snapshot(this.changes),
      house_rules: this.file?.content ?? null,
    };
  }

  wantedOnline(): NewGathering {
    const { seats, ...rules } = this.wanted();
    return {
      ...rules,
      seats: seats.map(({ bot, name }) => (bot ? { bot, name } : {})),
      agreement: this.agreement,
      name: this.chairs.find((chair) => chair.who === 'me')?.name.trim() ?? '',
    };
  }

  /** Begins the game, or sets its table; its id, or null if the server refuses: `problem` says why. */
  async begin(): Promise<string | null> {
    this.busy = true;
    this.problem = null;
    try {
      const me = this.chairs.find((chair) => chair.who === 'me');
      if (me?.named) rememberName(me.name.trim());
      if (!this.online) return (await api.begin(this.wanted())).id;
      const { gathering, links } = await online.open(this.wantedOnline());
      keepLinks(gathering.id, links);
      // A host is given the first seat, and may have wanted another.
      const seat = this.chairs.findIndex((chair) => chair.who === 'me');
      if (gathering.you !== seat)
        await online.sit(gathering.id, { name: this.chairs[seat].name.trim(), seat });
      // Where only bots are to come, there is nobody to wait for.
      if (!this.chairs.some((chair) => chair.who === 'other')) await online.start(gathering.id);
      return gathering.id;
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      this.problem = refusal.body;
      return null;
    } finally {
      this.busy = false;
    }
  }
}
