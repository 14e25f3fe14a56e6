import { harmless, inverters, stopWords, type Comparison } from '../lexicon.js';
import type { Tag } from './concepts.js';
import {
  findColumns,
  findValues,
  type ColumnMention,
  type KnownColumn,
  type ValueMention,
} from './columns.js';
import { calendarPeriod, daysAgo, isoDate, readDate } from './dates.js';
import { periodsIn } from './periods.js';
import type { Reading } from './reading.js';
import * as known from './values-of-columns.js';
import type { FoundValue } from './values-of-columns.js';

/** One test on a column, read from a sentence. `said` is the part of the sentence it comes from. */
export interface ReadCondition {
  column: KnownColumn;
  comparison: Comparison;
  value?: string | number | boolean | string[];
  said: string;
}

/** What reading conditions needs besides the sentence. */
export interface ConditionWorld {
  columns: readonly KnownColumn[];
  today: Date;
  /** False where what is read is kept: "in 30 days" would be the same day for ever. */
  takesRelativeDates?: boolean;
}

/** All tests that a part of a sentence states on the known columns, in its order; each column and value once. */
export function readConditions(clause: Reading, world: ConditionWorld): ReadCondition[] {
  return new ConditionReader(clause, world).read();
}

class ConditionReader {
  private readonly mentions: readonly ColumnMention[];
  private readonly closed: readonly ValueMention[];
  private readonly used = new Set<ValueMention>();
  private readonly found: { place: number; condition: ReadCondition }[] = [];
  private readonly spans: [number, number][] = [];

  constructor(
    private readonly clause: Reading,
    private readonly world: ConditionWorld,
  ) {
    // "shipped date" and "shipped at" speak of a column, "shipped" alone of a status.
    // So does what is to be done: "when do we have to deliver".
    const isDateWord = ({ from, to, value }: ValueMention) =>
      (/^(date|at|time|day)$/.test(clause.lower(to)) &&
        !/^(the|present|this)$/.test(clause.lower(to + 1))) ||
      (clause.lower(from - 1) === 'to' && /ed$/.test(value) && !/ed$/.test(clause.lower(from)));
    this.closed = [
      ...findValues(clause, world.columns),
      ...known.findCountries(clause, world.columns),
    ]
      .filter((value) => !isDateWord(value))
      .toSorted((a, b) => a.from - b.from);
    this.mentions = findColumns(clause, world.columns).filter(
      ({ from, to }) => !this.closed.some((value) => value.from <= from && to <= value.to),
    );
  }

  read(): ReadCondition[] {
    if (this.world.takesRelativeDates !== false) {
      this.readPeriods();
      this.readDays();
    }
    for (const tag of comparisonsOf(this.clause, this.world)) this.readComparison(tag);
    this.readNever();
    this.readClosedValues();
    this.readChanges();
    this.readTruths();
    return this.found.sort((a, b) => a.place - b.place).map(({ condition }) => condition);
  }

  /** "in the last 30 days", "within the next week" speak of the date column. */
  private readPeriods(): void {
    for (const tag of this.clause.all('cmp.last|cmp.next')) {
      const number = this.numberAfter(tag.to);
      const at = tag.to + (this.clause.lower(tag.to) === 'calendar' ? 1 : 0);
      const beside = this.clause.at(at, 'unit.*')?.concept.slice('unit.'.length);
      const unit = number?.unit ?? beside ?? '';
      const column = this.dateFor(tag.from, tag.concept === 'cmp.next');
      if (column && /day|week|month|year/.test(unit)) this.addPeriod(column, tag, unit, number);
    }
  }

  private addPeriod(
    column: KnownColumn,
    { concept, from, to: end }: Tag,
    unit: string,
    number?: FoundValue,
  ): void {
    const { today } = this.world;
    const step = concept === 'cmp.next' ? 1 : -1;
    const isCalendar = this.clause.lower(end) === 'calendar';
    const to = number?.to ?? end + (isCalendar ? 2 : 1);
    // "last month" is one of the calendar, "in the last month" are the days behind us.
    const isBare = number === undefined && (end - from === 1 || isCalendar);
    const calendar = isBare ? calendarPeriod(today, step, unit) : undefined;
    const edge = daysAgo(today, Number(number?.value ?? 1) * -step, unit);
    const start = step > 0 ? daysAgo(today, 0, 'day') : edge;
    this.add(from, to, { column, comparison: 'gte', value: calendar?.[0] ?? start });
    if (calendar) this.add(from, to, { column, comparison: 'lt', value: calendar[1] });
    else if (step > 0) this.add(from, to, { column, comparison: 'lte', value: edge });
  }

  /** "before December", "this month", "in 2024". */
  private readDays(): void {
    const { today } = this.world;
    for (const { from, to, side, ...period } of periodsIn(this.clause, today)) {
      const column = this.dateFor(from);
      if (column === undefined || this.covered(from) || this.covered(to - 1)) continue;
      const [start, end] = period.isYearOpen
        ? inYear(period, column, today)
        : [period.start, period.end];
      if (side !== 'before')
        this.add(from, to, { column, comparison: 'gte', value: side === 'after' ? end : start });
      if (/^(in|before)$/.test(side))
        this.add(from, to, { column, comparison: 'lt', value: side === 'before' ? start : end });
    }
  }

  /** The date column before a place, or else the first one named, or the record's own. */
  private dateFor(place: number, isAhead = false): KnownColumn | undefined {
    const near =
      this.mentionBefore(place, known.isDate) ??
      this.mentions.find(({ column }) => known.isDate(column));
    const ahead = this.world.columns.filter(
      (each) => isAhead && known.isDate(each) && AHEAD.test(each.key),
    );
    return near?.column ?? ahead[0] ?? known.preferredDate(this.world.columns);
  }

  private readComparison(tag: Tag): void {
    const comparison = this.comparisonOf(tag);
    if (this.covered(tag.from)) return;
    // "has no one counted" asks of nothing that is empty.
    if (comparison === 'null' && this.clause.lower(tag.to) === 'one') return;
    if (comparison === 'null' || comparison === 'notnull') {
      const column = this.columnFor(tag, undefined);
      if (column) this.add(tag.from, tag.to, { column, comparison });
      return;
    }
    if (tag.concept === 'cmp.between') return this.readRange(tag);
    const closed = this.closedAfter(tag);
    // No status is above another: "switches over to received", "reaches the status received".
    const isOrdered = closed?.column.type !== 'status' || !/^[gl]te?$/.test(comparison);
    if (closed && isOrdered) return this.addValues(tag.from, closed, comparison);
    if (closed) return;
    const value = this.valueFor(tag, comparison);
    const column = value && !this.isCount(value, tag) && this.columnFor(tag, value);
    if (column) this.readValue(tag, comparison, column, value);
  }

  /** "at least 4 suppliers with a rating" counts suppliers. */
  private isCount({ unit, from, to }: FoundValue, tag: Tag): boolean {
    const isRecord = unit === 'none' && this.clause.at(to, 'entity.*') !== undefined;
    return isRecord && this.clause.lower(to).endsWith('s') && tag.to <= from;
  }

  private readValue(tag: Tag, said: Comparison, column: KnownColumn, value: FoundValue): void {
    const { today, takesRelativeDates } = this.world;
    const isAge = known.isDate(column) && typeof value.value === 'number';
    if (isAge && takesRelativeDates === false) return;
    const isAhead = isAge && /^(in|within)$/.test(this.clause.lower(tag.from - 1));
    const counted = isAhead ? { ...value, value: -Number(value.value) } : value;
    const typed = known.asType(counted, column, today, this.clause.language);
    if (typed === undefined) return;
    const words = this.clause.words(tag.from, tag.to);
    const isPast = isAge && !isAhead && !/newer|later|since/i.test(words);
    const turned = said.replace(/^[gl](?=te?$)/, (way) => (way === 'g' ? 'l' : 'g')) as Comparison;
    // "older than 30 days" lies before the day that is 30 days back.
    const comparison = isPast ? turned : said;
    const to = Math.max(tag.to, value.to);
    this.add(tag.from, to, { column, comparison, value: typed });
    // What lies less than 30 days ahead is not past.
    if (isAhead && said.startsWith('l'))
      this.add(tag.from, to, { column, comparison: 'gte', value: daysAgo(today, 0, 'day') });
  }

  /** "500 and below" holds 500; "and below 500" goes on and does not. */
  private comparisonOf({ concept, from, to }: Tag): Comparison {
    const { tokens } = this.clause;
    const goesOn = /^(and|or)$/.test(this.clause.lower(from));
    const isBehind =
      tokens[to]?.value === undefined &&
      [tokens[from - 1], tokens[from - 2]].some((token) => token?.value !== undefined);
    return concept.slice(4, goesOn && !isBehind ? 6 : undefined) as Comparison;
  }

  private readRange(tag: Tag): void {
    const low = this.numberAfter(tag.to);
    const high = low && this.numberAfter(low.to + 1);
    const column = low && this.columnFor(tag, high ?? low);
    if (!high || !column) return;
    this.add(tag.from, low.to, { column, comparison: 'gte', value: Number(low.value) });
    this.add(low.to, high.to, { column, comparison: 'lte', value: Number(high.value) });
  }

  /** A closed value, with the further ones of its column right after: "shipped or delivered". */
  private addValues(from: number, first: ValueMention, comparison: Comparison): void {
    const all = [first];
    for (const next of this.closed) {
      const end = all.at(-1)?.to ?? first.to;
      const between = this.clause.tokens.slice(end, next.from);
      const isJoined =
        next.from > end && between.every(({ lower }) => /^(or|and|,|\/)$/.test(lower));
      if (isJoined && next.column.key === first.column.key && !this.used.has(next)) all.push(next);
    }
    for (const value of all) this.used.add(value);
    const isOneOf = all.length > 1 && comparison === 'eq';
    const values = isOneOf ? [all.map(({ value }) => value)] : all.map(({ value }) => value);
    for (const value of values)
      this.add(from, all.at(-1)?.to ?? first.to, {
        ...{ column: first.column, comparison: isOneOf ? 'in' : comparison, value },
      });
  }

  /** "never counted", "nobody counted", "not shipped yet": the day on which it was done is empty. */
  private readNever(): void {
    const { clause } = this;
    for (const [at, { lower }] of clause.tokens.entries()) {
      const done = this.mentions.find(
        ({ column, from }) => known.isDate(column) && from > at && from - at <= 2,
      );
      const isNever =
        /^(never|nobody)$/.test(lower) ||
        (lower === 'no' && clause.lower(at + 1) === 'one') ||
        (/^(not|n't|\p{L}+n't)$/u.test(lower) && clause.says('yet'));
      if (!isNever || done === undefined || !clause.lower(done.from).endsWith('ed')) continue;
      const to = clause.lower(done.to) === 'yet' ? done.to + 1 : done.to;
      this.add(at, to, { column: done.column, comparison: 'null' });
    }
  }

  /** Adjectives: "cancelled orders", "only active products". */
  private readClosedValues(): void {
    for (const value of this.closed) {
      // "from draft to shipped"
      const isBefore =
        this.clause.lower(value.from - 1) === 'from' &&
        this.found.some(
          ({ condition: { column, comparison } }) =>
            column === value.column && comparison === 'changesto',
        );
      if (this.used.has(value) || (this.covered(value.from) && !isBefore)) continue;
      const isNegated = this.clause
        .all('negation|cmp.neq')
        .some((tag) => tag.to <= value.from && value.from - tag.to <= 1);
      const isOther = isNegated || this.clause.lower(value.from).startsWith('non-');
      const comparison = isOther ? 'neq' : 'eq';
      this.addValues(value.from, value, isBefore ? 'changesfrom' : comparison);
    }
  }

  /** "when the status changes": no value, but a column. */
  private readChanges(): void {
    for (const tag of this.clause.all('cmp.changes')) {
      // "the salary of an employee changes": the record is no column where there is another.
      const isColumn = ({ from, to }: ColumnMention) =>
        to <= tag.from && this.clause.at(from, 'entity.*') === undefined;
      const column = (this.mentions.findLast(isColumn) ?? this.mentionBefore(tag.from, () => true))
        ?.column;
      if (column && !this.covered(tag.from))
        this.add(tag.from, tag.to, { column, comparison: 'changes' });
    }
  }

  /** A column that is true or false, by its own word: "only active suppliers", "when a supplier is deactivated". */
  private readTruths(): void {
    const { clause } = this;
    for (const column of this.world.columns) {
      const word = column.type === 'boolean' ? /^is_([a-z]+)$/.exec(column.key)?.[1] : undefined;
      if (word === undefined || this.found.some(({ condition }) => condition.column === column))
        continue;
      const forms = [word, `in${word}`, `non-${word}`];
      const turns = word === 'active' ? ['activated', 'reactivated', 'deactivated'] : [];
      const at = clause.tokens.findIndex(({ lower }) => [...forms, ...turns].includes(lower));
      const said = clause.lower(at);
      if (turns.includes(said)) {
        this.add(at, at + 1, { column, comparison: 'changesto', value: !said.startsWith('de') });
        continue;
      }
      const isAsked = clause.at(at, 'act.activate|act.deactivate|noun.*') !== undefined;
      if (at < 0 || this.covered(at) || isAsked || clause.lower(at + 1) === 'column') continue;
      const isNegated = /^(not|non|no)$/.test(clause.lower(at - 1));
      const comparison = isNegated ? 'neq' : 'eq';
      this.add(at, at + 1, { column, comparison, value: said === word });
    }
  }

  private closedAfter(tag: Tag): ValueMention | undefined {
    const isSmall = (word: string) => /^(the|an?|to|set|either|status|as|of)$/.test(word);
    return this.closed.find(
      (value) =>
        !this.used.has(value) &&
        value.from >= tag.to &&
        this.clause.tokens.slice(tag.to, value.from).every(({ lower }) => isSmall(lower)),
    );
  }

  private valueFor(tag: Tag, comparison: Comparison): FoundValue | undefined {
    const date = this.dateAfter(tag.to);
    if (!/^[gl]te?$/.test(comparison))
      return this.numberAfter(tag.to, 1) ?? date ?? this.textAfter(tag, comparison);
    const number = this.numberAfter(tag.to);
    const isDay = date !== undefined && date.from <= (number?.from ?? date.from);
    // "before 31 …" speaks of a day, though of none that there is.
    const isTime = /before|after|since|until/.test(this.clause.words(tag.from, tag.to));
    if (isDay || (isTime && number?.unit === 'none')) return date;
    // "10 or more": the number stands first.
    const before = [tag.from - 1, tag.from - 2].find(
      (at) => this.clause.tokens[at]?.value !== undefined && !this.covered(at),
    );
    return number ?? (before === undefined ? undefined : this.withUnit(before));
  }

  private numberAfter(place: number, reach = 5): FoundValue | undefined {
    for (let at = place; at < place + reach; at += 1) {
      const token = this.clause.tokens[at];
      const compared = this.clause.all('cmp.*').find(({ from }) => from === at)?.concept;
      if (token?.value !== undefined && token.kind === 'number') return this.withUnit(at);
      if (!this.isKnown(at)) return undefined;
      if (token === undefined || token.kind === 'mark' || (compared ?? 'cmp.eq') !== 'cmp.eq')
        return undefined;
    }
    return undefined;
  }

  /** What stands before a number may change what is compared: nothing that is not understood is passed over. */
  private isKnown(at: number): boolean {
    const { lower = '' } = this.clause.tokens[at] ?? {};
    const isIn = ({ from, to }: { from: number; to: number }) => from <= at && at < to;
    const isSmall = harmless.has(lower) || stopWords.has(lower);
    const isSaid = this.clause.tags.some(({ covers }) => covers.includes(at));
    return isSmall || isSaid || this.mentions.some(isIn);
  }

  private withUnit(at: number): FoundValue {
    const { value = 0, unit: own = 'none' } = this.clause.tokens[at] ?? {};
    const tag = this.clause.all('unit.*').find(({ from, to }) => from === at + 1 || to === at);
    const unit = tag?.concept.slice('unit.'.length) ?? own;
    return { value, unit, from: at, to: tag === undefined ? at + 1 : at + 2 };
  }

  private dateAfter(place: number): FoundValue | undefined {
    const found = readDate(this.clause.slice(place, this.clause.tokens.length), this.world.today);
    if (found === undefined || found.from > 2 || this.covered(place + found.from)) return undefined;
    return { value: found.date, unit: 'date', from: place + found.from, to: place + found.to };
  }

  private textAfter(tag: Tag, comparison: Comparison): FoundValue | undefined {
    const { clause } = this;
    let at = tag.to;
    while (/^(the|an?|word|text)$/.test(clause.lower(at))) at += 1;
    const token = clause.tokens[at];
    if (token === undefined || token.kind === 'mark') return undefined;
    const truth = clause.tags.find(({ from, concept }) => from === at && /^bool\./.test(concept));
    if (truth) return { value: truth.concept === 'bool.true', unit: 'bool', from: at, to: at + 1 };
    if (token.kind === 'quoted') return { value: token.text, unit: 'text', from: at, to: at + 1 };
    const isSmall = stopWords.has(token.lower) || inverters.has(token.lower);
    if (!/^(word|name)$/.test(token.kind) || isSmall) return undefined;
    const isColumn = this.mentions.some(({ from, to }) => from <= at && at < to);
    // "when a record is removed": what sets off is no value.
    const isTaken = clause.at(at, 'trig.*|cmp.gt|cmp.lt|cmp.gte|cmp.lte|cmp.between') !== undefined;
    if (isColumn || isTaken || !this.mayBeText(tag, at, comparison)) return undefined;
    let to = at + 1;
    while (this.isProper(at) && this.isProper(to)) to += 1;
    return { value: clause.words(at, to), unit: 'text', from: at, to };
  }

  private isProper(at: number): boolean {
    return /^\p{Lu}/u.test(this.clause.tokens[at]?.text ?? '');
  }

  /** A bare word after "is" or "in" is a value only beside a text column, or when it is a proper name. */
  private mayBeText(tag: Tag, at: number, comparison: Comparison): boolean {
    if (this.isProper(at)) return true;
    // What a column of free text changes to or from is no single word.
    if (/^changes(to|from)$/.test(comparison)) return false;
    const before = this.mentionBefore(tag.from, ({ type = '' }) => /^(string|lookup)$/.test(type));
    const isBeside = before !== undefined && tag.from - before.to <= 1;
    return isBeside || !/^n?eq$/.test(comparison);
  }

  private columnFor(tag: Tag, value: FoundValue | undefined): KnownColumn | undefined {
    const [from, to] = [value?.from ?? tag.to, value?.to ?? tag.to];
    const fits = (column: KnownColumn) =>
      value === undefined || known.acceptsValue(column, value, this.clause.language);
    const fitting = this.mentions.filter(({ column }) => fits(column));
    const inside = fitting.find((mention) => mention.from >= tag.from && mention.to <= from);
    const after = fitting.find(
      (mention) =>
        mention.from >= to &&
        mention.from - to <= 2 &&
        // "the German customers": the record itself is no column.
        this.clause.at(mention.from, 'entity.*') === undefined,
    );
    const named = this.mentionBefore(tag.from, fits) ?? inside ?? after;
    return named?.column ?? (value && known.byUnit(value, this.world.columns, this.clause));
  }

  /** The nearest column before a place. */
  private mentionBefore(
    place: number,
    fits: (column: KnownColumn) => boolean,
  ): ColumnMention | undefined {
    return this.mentions.findLast((mention) => mention.to <= place && fits(mention.column));
  }

  private covered(place: number): boolean {
    return this.spans.some(([from, to]) => place >= from && place < to);
  }

  private add(from: number, to: number, condition: Omit<ReadCondition, 'said'>): void {
    this.spans.push([from, to]);
    const said = this.clause.words(from, to);
    this.found.push({ place: from, condition: { ...condition, said } });
  }
}

/** Columns of days that mostly lie ahead. */
const AHEAD = /expect|requir|expire|due/;

/** The days of a month without a year: not yet over for what is ahead, and there already for what is past. */
function inYear({ start, end }: { start: string; end: string }, { key }: KnownColumn, today: Date) {
  const now = isoDate(today);
  const isAhead = AHEAD.test(key);
  const step = isAhead && end <= now ? 1 : !isAhead && start > now ? -1 : 0;
  return [start, end].map((day) => `${Number(day.slice(0, 4)) + step}${day.slice(4)}`) as [
    string,
    string,
  ];
}

/** "changes to" before "is": the stronger reading of the same words comes first. */
function comparisonsOf(clause: Reading, { takesRelativeDates }: ConditionWorld): Tag[] {
  const rank = ({ concept }: Tag) =>
    concept.startsWith('cmp.changes') ? 0 : concept === 'cmp.eq' ? 2 : 1;
  return (
    clause
      .all('cmp.*')
      .filter(({ concept }) => !/^cmp\.(last|next|this|changes)$/.test(concept))
      // Rows change from nothing: "on leave" is a state.
      .filter(({ concept }) => takesRelativeDates === false || concept !== 'cmp.changesfrom')
      .toSorted((a, b) => rank(a) - rank(b) || a.from - b.from)
  );
}
