import { isObject } from '../../../src/foundation/json.js';
import { findColumns, findValues, type KnownColumn } from '../reading/columns.js';
import { covers, type Reading } from '../reading/reading.js';
import { stem } from '../language/english-stem.js';
import type { Token, TokenKind } from '../reading/tokens.js';
import { countryName } from '../reading/countries.js';
import { fitsUnit } from '../reading/values-of-columns.js';
import {
  choices,
  currencyCodes,
  harmless,
  inverters,
  operators,
  rhythms,
  waits,
  wordsNamed,
  type Comparison,
} from '../lexicon.js';

/** What a plan makes of a request: the calls it is about to send and what it knows beside them. */
export interface Taken {
  /** Arguments of the calls. */
  calls: readonly unknown[];
  /** Concepts that the plan honours though they show in no call, `family.*` for a whole family. */
  concepts?: readonly string[];
  /** Names of what is spoken of: the rule, the table, its headings, people that were found. */
  texts?: readonly string[];
  /** Pieces of the sentence that a condition was made of. */
  said?: readonly string[];
  /** Pieces of the sentence that name what is left as it is. */
  spared?: readonly string[];
  /** How many words that turn a meaning round the plan honours. */
  turned?: number;
  /** Columns that the sentence may speak of; those that the calls use explain their words. */
  columns?: readonly KnownColumn[];
  /** It is done as soon as it is accepted: nothing waits for what stands behind "if". */
  atOnce?: boolean;
}

const WHOLES = wordsNamed('wholes');

/** Fields that the planner words itself: they explain a word only when the user gave the whole text. */
const OWN_WORDS = wordsNamed('own_words');

/**
 * The words of a request that nothing in the calls accounts for: neither a value, a column, a person, an
 * operator nor a harmless word. An independent check of the planner by its result, so that nothing is
 * dropped in silence.
 */
export function unreadWords(reading: Reading, taken: Taken): string[] {
  const { reading: said, restated } = reading.source ?? { reading };
  const account = new Account(said, taken);
  const left = said.tokens.filter((_, at) => !account.explains(at) && !restated?.has(at));
  // Words that were told instead must have led to something, too.
  const other = restated && new Account(reading, taken);
  const words = new Set(said.tokens.map(({ lower }) => lower));
  const own = reading.tokens.filter(
    ({ lower }, at) => other?.explains(at) === false && !words.has(lower),
  );
  return [...left, ...own].map(({ text }) => text);
}

/** The words of a request that nothing here stands for: no concept, no name, no harmless word. */
export function unknownWords(reading: Reading): string[] {
  return reading.tokens
    .filter((token, at) => {
      if (
        isRhythm(reading, at) ||
        /^(except|excluding|unless|without|nor|otherwise)$/.test(token.lower)
      )
        return true;
      if (token.kind !== 'word' || harmless.has(token.lower) || /^\p{Lu}\p{Ll}+$/u.test(token.text))
        return false;
      const slip = token.text.toLowerCase().replace(/’/g, "'") !== token.lower;
      return slip || !reading.tags.some((tag) => tag.covers.includes(at));
    })
    .map((token) => token.text);
}

/** "every Friday", "on Mondays", "at 8": a time, which nothing here runs at. */
function isRhythm({ tokens }: Reading, at: number): boolean {
  const here = tokens[at]?.lower ?? '';
  const next = tokens[at + 1]?.lower ?? '';
  return rhythms.has(here) || (/^(every|each)$/.test(here) && rhythms.has(next));
}

class Account {
  private readonly keys = new Set<string>();
  private readonly strings = new Set<string>();
  private readonly words = new Set<string>();
  private readonly numbers = new Set<number>();
  private readonly truths = new Set<boolean>();
  private readonly operators: string[] = [];
  private readonly concepts: readonly string[];
  /** Places that a part of the plan was made of. */
  private readonly claimed = new Set<number>();
  /** Places of columns that are named in full and used nowhere. */
  private readonly unused = new Set<number>();
  /** Places right behind the name of a column that is used. */
  private readonly columnEnds = new Set<number>();
  /** The question is which, and not whether. */
  private readonly asksWhich: boolean;
  private either = 0;
  private inverted: number;

  constructor(
    private readonly reading: Reading,
    private readonly taken: Taken,
  ) {
    for (const call of taken.calls) this.walk('', call);
    for (const text of taken.texts ?? []) this.addWords(text);
    for (const text of taken.said ?? []) this.claimText(text, false);
    for (const text of taken.spared ?? []) this.claimText(text, true);
    this.concepts = [...(taken.concepts ?? []), ...this.implied()];
    this.claimColumns(taken.columns ?? []);
    this.claimConcepts();
    const opposite = reading.tags.flatMap((tag) => oppositesOf(tag.concept));
    const isTurned = (operator: string) => NEGATIVE.test(operator) || opposite.includes(operator);
    this.asksWhich = /^(who|which|what|whose|how)$/.test(reading.lower(0));
    this.inverted = this.operators.filter(isTurned).length + (taken.turned ?? 0);
  }

  /** Whether the token at a place is accounted for. */
  explains(at: number): boolean {
    const token = this.reading.tokens[at];
    if (token === undefined || token.kind === 'mark' || token.lower === '/') return true;
    if (this.isOtherCurrency(token)) return false;
    const isOwn = [...this.keys].some((key) => key.split(/[_-]|(?=\p{Lu})/u).includes(token.lower));
    const waitsFor = this.taken.atOnce === true && waits.has(token.lower);
    if (waitsFor && !isOwn) return this.claimed.has(at);
    if (isOwn) return true;
    if (this.taken.atOnce === true && WHOLES.has(token.lower)) return false;
    if (this.isOtherDeed(token.lower, this.reading.lower(at + 1), at)) return false;
    return this.asTurn(token, at) ?? (this.claimed.has(at) || this.asPlain(token, at));
  }

  /** "2000 dollars" where amounts are in euros: nothing here converts them. */
  private isOtherCurrency({ lower, unit }: Token): boolean {
    const { currency } = this.reading.language.vocabulary;
    const code = currencyCodes.get(unit === 'money' ? lower.replace(/[\d.,\skm-]/g, '') : lower);
    const isKnown = code === undefined || currency === undefined || code === currency;
    return !isKnown && !this.words.has(code.toLowerCase());
  }

  /** Words that choose, exclude, repeat or rank need their own evidence; `undefined` for all others. */
  private asTurn({ lower, unit, value }: Token, at: number): boolean | undefined {
    const next = this.reading.lower(at + 1);
    if (unit === 'percent') return this.numbers.has(value ?? NaN) && this.words.has('percent');
    // "No, …" takes back what was said before.
    if (at === 0 && lower === 'no' && next === ',') return true;
    // "the number of orders" is no column called number.
    const counts = this.reading.all('q.howmany').filter((tag) => tag.covers.length > 1);
    if (counts.some((tag) => tag.covers.includes(at)))
      return this.concepts.some((concept) => covers(concept, 'q.howmany'));
    if (choices.has(lower)) return this.claimed.has(at) || this.either-- > 0;
    // "all suppliers but the inactive ones", as against "but only …".
    if (inverters.has(lower) || (lower === 'but' && !BUT_ALSO.test(next)))
      return this.claimed.has(at) || this.inverted-- > 0;
    if (/^(every|each)$/.test(lower) && rhythms.has(next)) return false;
    return ORDINALS.has(lower) ? this.claimed.has(at) || this.words.has(lower) : undefined;
  }

  /** What says that something could be, should be or went away: no answer or row tells it. */
  private isOtherDeed(lower: string, next: string, at: number): boolean {
    // "units left Milan South"
    const isLeft = lower === 'left' && /^\p{Lu}/u.test(this.reading.tokens[at + 1]?.text ?? '');
    if (isLeft) return !this.words.has(lower);
    // "Who could work in sales?" is answered by nothing that is so.
    if (POSSIBLE.test(lower) && this.asksWhich && !/^(i|we|you)$/.test(next)) return true;
    // "orders that should be shipped" are not those that are.
    const isState = this.claimed.has(at + 2) && !this.reading.at(at + 2, 'asks.*|act.*|action.*');
    const isDue = /^(should|must)$/.test(lower) && next === 'be' && isState;
    const isTold = isDue && /^(that|which|who)$/.test(this.reading.lower(at - 1));
    return isTold && !this.claimed.has(at);
  }

  private asPlain(token: Token, at: number): boolean {
    const { kind, lower, value } = token;
    if (value !== undefined)
      return this.numbers.has(value) || this.words.has(lower) || lower === 'one';
    if (TEXTS.has(kind) && this.holdsText(lower)) return true;
    if (TEXTS.has(kind) && kind !== 'name') return false;
    const linked = this.keys.has('columns') || this.keys.has('column');
    const isBeside =
      this.columnEnds.has(at) || (linked && this.words.has(this.reading.lower(at - 1)));
    if (BESIDE_COLUMN.has(lower) && isBeside) return true;
    if (rhythms.has(lower) && !this.words.has(token.stem)) return false;
    if (harmless.has(lower.replace(/'s$/, '')) || lower === 'but') return true;
    // "both quantity and reserved quantity": the one does not account for the other.
    return !this.unused.has(at) && this.holdsWord(token);
  }

  private holdsWord({ lower, text }: Token): boolean {
    const parts = lower.split('-');
    if (
      parts.length > 1 &&
      parts.every((part) => this.words.has(part) || this.words.has(stem(part)))
    )
      return true;
    if (/^(inactive|disabled|off)$/.test(lower)) return this.truths.has(false);
    if (/^(active|enabled)$/.test(lower) && this.truths.size > 0) return this.truths.has(true);
    return [lower, lower.replace(/'s$|s'$/, ''), text.toLowerCase()].some(
      (word) => this.words.has(word) || this.words.has(stem(word)),
    );
  }

  private holdsText(text: string): boolean {
    if ([...this.strings].some((string) => string.includes(text))) return true;
    return text.split(/[^\p{L}\p{N}]+/u).every((word) => word === '' || this.words.has(word));
  }

  private walk(key: string, value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.walk(key, item);
    else if (isObject(value)) {
      if (value['operator'] === 'in' || value['logic_type'] === 'or')
        this.either += Array.isArray(value['value']) ? value['value'].length : 1;
      for (const [name, item] of Object.entries(value)) {
        this.keys.add(name);
        this.walk(name, item);
      }
    } else if (typeof value === 'number') this.numbers.add(value);
    else if (typeof value === 'boolean') this.truths.add(value);
    else if (typeof value === 'string') this.addText(key, value);
  }

  private addText(key: string, value: string): void {
    this.strings.add(value.toLowerCase());
    if (/operator/.test(key)) this.operators.push(value);
    const number = Number(value.replace(/[mhdw]$/, ''));
    if (value !== '' && Number.isFinite(number)) this.numbers.add(number);
    this.addWords(countryName(value) ?? '');
    const given = this.reading.text.toLowerCase().includes(value.toLowerCase());
    // Of a kind of record speak its own words, not whatever looks like its name: "ordered".
    const record = RECORD_FIELDS.has(key) && /^[a-z]+\.[a-z_]+$/.test(value);
    if ((!OWN_WORDS.has(key) || given) && !record) this.addWords(value);
  }

  private addWords(text: string): void {
    for (const apart of [/[^\p{L}\p{N}'-]+/u, /[^\p{L}\p{N}]+/u])
      for (const word of text.toLowerCase().split(apart))
        if (word !== '') this.words.add(word).add(stem(word));
  }

  private claimText(text: string, isWhole: boolean): void {
    const from = this.reading.text.indexOf(text);
    if (text === '' || from < 0) return;
    for (const [at, { lower, start, end }] of this.reading.tokens.entries()) {
      const isTurn = choices.has(lower) || inverters.has(lower);
      if ((isWhole || !isTurn) && start >= from && end <= from + text.length) this.claimed.add(at);
    }
  }

  private implied(): string[] {
    const found: string[] = ['polite', 'frame.when', 'frame.if', 'frame.then', 'all'];
    for (const text of this.strings) {
      for (const family of BY_VALUE) found.push(`${family}.${text}`);
      const port = /:([a-z_]+)$/.exec(text)?.[1];
      if (port !== undefined) found.push(`port.${port}`);
      if (port === 'false') found.push('frame.else');
      if (/^\d+[mhdw]$/.test(text)) found.push(...TIMES, 'frame.after');
    }
    for (const operator of this.operators) found.push(...(byOperator.get(operator) ?? []));
    if (this.keys.has('timeout_hours')) found.push(...TIMES, 'cmp.next');
    if (this.numbers.size > 0) found.push('unit.pixel', ...this.unitsFor());
    return found;
  }

  /** Units of what the calls speak of, or any where these name no column. */
  private unitsFor(): string[] {
    const { language } = this.reading;
    const fits = (unit: string) => (key: string) => fitsUnit({ key }, unit, language);
    const measured = [...this.strings].filter(
      (key) => !['money', 'piece'].every((unit) => fits(unit)(key)),
    );
    return ['money', 'piece', 'kg']
      .filter((unit) => measured.length === 0 || measured.some(fits(unit)))
      .map((unit) => `unit.${unit}`);
  }

  private claimColumns(columns: readonly KnownColumn[]): void {
    const isUsed = (name: string) => this.strings.has(name.toLowerCase());
    for (const { column, from, to, score } of findColumns(this.reading, columns)) {
      if (isUsed(column.key)) {
        for (let at = from; at < to; at += 1) this.claimed.add(at);
        this.columnEnds.add(to);
      } else if (score >= 1 && !column.key.endsWith('_id')) this.unused.add(from);
    }
    for (const { column, value, from, to } of findValues(this.reading, columns))
      if (isUsed(value) && isUsed(column.key))
        for (let at = from; at < to; at += 1) this.claimed.add(at);
  }

  private claimConcepts(): void {
    for (const { concept, covers: places, from, to } of this.reading.tags) {
      const single = places.length === 1 ? this.reading.lower(from) : '';
      // "first, … second, …" orders the steps; "the first time" does not.
      const isCount = concept === 'frame.then' && /^(first|second|third)$/.test(single);
      if (isCount && this.reading.lower(to) !== ',') continue;
      if (choices.has(single) || inverters.has(single)) continue;
      if (!this.concepts.some((known) => covers(known, concept))) continue;
      // "how many people report to Anna": here it is no thing.
      if (/^reports?$/.test(single) && this.reading.lower(to) === 'to') continue;
      // "the price increase" is another thing than the price.
      if (concept === 'act.change' && this.columnEnds.has(from) && single.length > 3) continue;
      for (const at of places) if (this.isPlainEvent(concept, at)) this.claimed.add(at);
    }
  }

  /** "is updated" says no more than the trigger; "is put on hold" does, and needs a condition. */
  private isPlainEvent(concept: string, at: number): boolean {
    if (concept !== 'trig.on_update' || this.operators.length > 0) return true;
    const word = this.reading.lower(at);
    return PLAIN_UPDATE.has(word) || harmless.has(word);
  }
}

const POSSIBLE = /^(could|might|may)$/;
/** Operators that say what is not. */
const NEGATIVE = /^(neq|not_equals|not_in|is_null|is_not_null|null)$/;
/** Behind these, "but" goes on and turns nothing round. */
const BUT_ALSO = /^(only|also|not|if|when|just|then|with|still)$/;
const RECORD_FIELDS = new Set(['entity', 'target_entity', 'entity_name', 'source', 'table']);
/** Tokens that a call must hold as they are. */
const TEXTS: ReadonlySet<TokenKind> = new Set(['quoted', 'email', 'uuid', 'name', 'date'] as const);
const TIMES = ['unit.minute', 'unit.hour', 'unit.day', 'unit.week', 'unit.month', 'unit.year'];
/** A place in an order that nothing here can ask for. */
const ORDINALS = wordsNamed('ordinals');
/** Said right behind a column, these add nothing: "the phone number". */
const BESIDE_COLUMN = wordsNamed('beside_columns');
const PLAIN_UPDATE = wordsNamed('plain_updates');
/** Families of concepts whose values stand in calls as they are. */
const BY_VALUE = [...wordsNamed('said_by_value')];

const byOperator = new Map<string, string[]>();
for (const [comparison, { rule, filter, also = '' }] of Object.entries(operators)) {
  const said = [comparison, ...also.split(' ')].map((name) => `cmp.${name}`);
  for (const operator of [rule, filter])
    byOperator.set(operator, [...(byOperator.get(operator) ?? []), ...said]);
}

/** Comparison said → operators that mean its opposite. */
function oppositesOf(concept: string): string[] {
  const opposite = /^cmp\.[gl]te?$/.test(concept)
    ? operators[concept.slice(4) as Comparison].opposite
    : undefined;
  return opposite === undefined ? [] : [operators[opposite].rule, operators[opposite].filter];
}
