import { stopWords, type Comparison } from '../lexicon.js';
import type { Tag } from './concepts.js';
import { findColumns, type ColumnMention, type KnownColumn } from './columns.js';
import { daysAgo, readDate } from './dates.js';
import type { Reading } from './reading.js';
import {
  acceptsValue,
  asType,
  byUnit,
  isDate,
  preferredDate,
  type FoundValue,
} from './values-of-columns.js';
import { findValues, type ValueMention } from './values.js';

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
  const reader = new ConditionReader(clause, world);
  return reader.read();
}

class ConditionReader {
  private readonly mentions: readonly ColumnMention[];
  private readonly closed: readonly ValueMention[];
  private readonly used = new Set<ValueMention>();
  private readonly found: { place: number; condition: ReadCondition }[] = [];

  constructor(
    private readonly clause: Reading,
    private readonly world: ConditionWorld,
  ) {
    this.closed = findValues(clause, world.columns).filter((value) => !isDateWord(clause, value));
    this.mentions = findColumns(clause, world.columns).filter(
      (mention) =>
        !this.closed.some((value) => value.from <= mention.from && mention.to <= value.to),
    );
  }

  read(): ReadCondition[] {
    this.readPeriods();
    for (const tag of comparisonsOf(this.clause)) this.readComparison(tag);
    this.readClosedValues();
    this.readChanges();
    this.readSwitches();
    this.readTruths();
    return this.found.sort((a, b) => a.place - b.place).map((entry) => entry.condition);
  }

  /** "in the last 30 days", "within the next week" speak of the date column. */
  private readPeriods(): void {
    if (this.world.takesRelativeDates === false) return;
    for (const tag of this.clause.all('cmp.last|cmp.next')) {
      const value = this.numberAfter(tag.to) ?? one(this.clause, tag.to);
      if (value === undefined || !/day|week|month|year/.test(value.unit)) continue;
      const column = this.dateColumn(tag.from);
      if (column === undefined) continue;
      const isAhead = tag.concept === 'cmp.next';
      const edge = daysAgo(this.world.today, Number(value.value) * (isAhead ? -1 : 1), value.unit);
      const from = isAhead ? daysAgo(this.world.today, 0, 'day') : edge;
      this.add(tag.from, value.to, { column, comparison: 'gte', value: from });
      if (isAhead) this.add(tag.from, value.to, { column, comparison: 'lte', value: edge });
    }
  }

  private dateColumn(place: number): KnownColumn | undefined {
    const near = this.mentionBefore(place, isDate) ?? this.mentions.find((m) => isDate(m.column));
    return near?.column ?? preferredDate(this.world.columns);
  }

  private readComparison(tag: Tag): void {
    const comparison = this.comparisonOf(tag);
    if (this.covered(tag.from)) return;
    if (comparison === 'null' || comparison === 'notnull') {
      const column = this.columnFor(tag, undefined);
      if (column) this.add(tag.from, tag.to, { column, comparison });
      return;
    }
    if (tag.concept === 'cmp.between') return this.readRange(tag);
    const closed = this.closedAfter(tag);
    if (closed) return this.takeClosed(tag, closed, comparison);
    const value = this.valueFor(tag, comparison);
    const column = value && this.columnFor(tag, value);
    if (column) this.readValue(tag, comparison, column, value);
  }

  private readValue(tag: Tag, said: Comparison, column: KnownColumn, value: FoundValue): void {
    const { today, takesRelativeDates } = this.world;
    const isAge = isDate(column) && typeof value.value === 'number';
    if (isAge && takesRelativeDates === false) return;
    const isAhead = isAge && /^(in|within)$/.test(this.clause.tokens[tag.from - 1]?.lower ?? '');
    const typed = asType(value, column, { today, isAhead, language: this.clause.language });
    if (typed === undefined) return;
    const isPast =
      isAge && !isAhead && !/newer|later|since/i.test(this.clause.words(tag.from, tag.to));
    const comparison = isPast ? (AGED[said] ?? said) : said;
    const to = Math.max(tag.to, value.to);
    this.add(tag.from, to, { column, comparison, value: typed });
    // What lies less than 30 days ahead is not past.
    if (isAhead && /^lte?$/.test(comparison))
      this.add(tag.from, to, { column, comparison: 'gte', value: daysAgo(today, 0, 'day') });
  }

  /** "500 and below" holds 500; "and below 500" goes on and does not. */
  private comparisonOf({ concept, from, to }: Tag): Comparison {
    const { tokens } = this.clause;
    const goesOn = /^(and|or)$/.test(tokens[from]?.lower ?? '');
    const isBehind =
      tokens[to]?.value === undefined &&
      [tokens[from - 1], tokens[from - 2]].some((token) => token?.value !== undefined);
    return concept.slice(4, goesOn && !isBehind ? 6 : undefined) as Comparison;
  }

  private readRange(tag: Tag): void {
    const low = this.numberAfter(tag.to);
    const high = low && this.numberAfter(low.to + 1);
    const column = low && this.columnFor(tag, high ?? low);
    if (!low || !high || !column) return;
    this.add(tag.from, low.to, { column, comparison: 'gte', value: Number(low.value) });
    this.add(low.to, high.to, { column, comparison: 'lte', value: Number(high.value) });
  }

  private takeClosed(tag: Tag, closed: ValueMention, comparison: Comparison): void {
    const all = [closed, ...this.alternatives(closed)];
    for (const value of all) this.used.add(value);
    const { column } = closed;
    const first = { column, value: closed.value };
    const many = all.length > 1 && comparison === 'eq';
    this.add(tag.from, all.at(-1)?.to ?? closed.to, {
      ...first,
      comparison: many ? 'in' : comparison,
      ...(many ? { value: all.map((item) => item.value) } : {}),
    });
  }

  /** "shipped or delivered": further values of the same column right after. */
  private alternatives(first: ValueMention): ValueMention[] {
    const more: ValueMention[] = [];
    let end = first.to;
    for (const next of this.closed) {
      const between = this.clause.tokens.slice(end, next.from);
      const joined =
        next.column.key === first.column.key &&
        next.from > end &&
        between.every((token) => ['or', 'and', ',', '/'].includes(token.lower));
      if (!joined) continue;
      more.push(next);
      end = next.to;
    }
    return more;
  }

  /** Adjectives: "cancelled orders", "only active products". */
  private readClosedValues(): void {
    for (const value of this.closed) {
      if (this.used.has(value) || this.covered(value.from)) continue;
      if (this.mentions.some((mention) => mention.from <= value.from && value.to <= mention.to))
        continue;
      const all = [value, ...this.alternatives(value).filter((item) => !this.used.has(item))];
      for (const item of all) this.used.add(item);
      const negated = this.clause
        .all('negation|cmp.neq')
        .some((tag) => tag.to <= value.from && value.from - tag.to <= 1);
      const many = all.length > 1 && !negated;
      this.add(value.from, all.at(-1)?.to ?? value.to, {
        column: value.column,
        comparison: negated ? 'neq' : many ? 'in' : 'eq',
        value: many ? all.map((item) => item.value) : value.value,
      });
    }
  }

  /** "when the status changes": no value, but a column. */
  private readChanges(): void {
    for (const tag of this.clause.all('cmp.changes')) {
      const mention = this.mentionBefore(tag.from, () => true);
      if (mention === undefined || this.covered(tag.from)) continue;
      if (this.found.some((entry) => entry.condition.column.key === mention.column.key)) continue;
      this.add(tag.from, tag.to, { column: mention.column, comparison: 'changes' });
    }
  }

  /** "when a supplier is deactivated". */
  private readSwitches(): void {
    const column = this.world.columns.find(
      ({ key, type }) => key === 'is_active' && type === 'boolean',
    );
    if (column === undefined) return;
    this.clause.tokens.forEach((token, at) => {
      if (!/^(deactivated|activated|reactivated)$/.test(token.lower)) return;
      this.add(at, at + 1, {
        column,
        comparison: 'changesto',
        value: token.lower !== 'deactivated',
      });
    });
  }

  /** "only active suppliers", "perishable goods": a column that is true or false, by its own word. */
  private readTruths(): void {
    for (const column of this.world.columns) {
      const word = column.type === 'boolean' ? /^is_([a-z]+)$/.exec(column.key)?.[1] : undefined;
      if (
        word === undefined ||
        this.found.some(({ condition }) => condition.column.key === column.key)
      )
        continue;
      const at = this.clause.tokens.findIndex(
        ({ lower }) => lower === word || lower === `in${word}` || lower === `non-${word}`,
      );
      const asked = this.clause.tags.some(
        (tag) => tag.covers.includes(at) && /^(act\.(de)?activate|noun\.)/.test(tag.concept),
      );
      if (at < 0 || this.covered(at) || asked || this.clause.tokens[at + 1]?.lower === 'column')
        continue;
      const negated = /^(not|non|no)$/.test(this.clause.tokens[at - 1]?.lower ?? '');
      this.add(at, at + 1, {
        column,
        comparison: 'eq',
        value: (this.clause.tokens[at]?.lower === word) !== negated,
      });
    }
  }

  private closedAfter(tag: Tag): ValueMention | undefined {
    return this.closed.find(
      (value) =>
        !this.used.has(value) &&
        value.from >= tag.to &&
        this.clause.tokens
          .slice(tag.to, value.from)
          .every((token) =>
            ['the', 'a', 'an', 'to', 'set', 'either', 'status', 'as', 'of'].includes(token.lower),
          ),
    );
  }

  private valueFor(tag: Tag, comparison: Comparison): FoundValue | undefined {
    if (isOrder(comparison)) {
      const date = this.dateAfter(tag.to);
      const number = this.numberAfter(tag.to);
      const isDay = date !== undefined && date.from <= (number?.from ?? date.from);
      // "before 31 …" speaks of a day, though of none that there is.
      const isTime = /before|after|since|until/.test(this.clause.words(tag.from, tag.to));
      if (isDay || (isTime && number?.unit === 'none')) return date;
      return number ?? this.numberBefore(tag.from);
    }
    return this.numberAfter(tag.to, 1) ?? this.dateAfter(tag.to) ?? this.textAfter(tag, comparison);
  }

  private numberAfter(place: number, reach = 4): FoundValue | undefined {
    for (let at = place; at < place + reach; at += 1) {
      const token = this.clause.tokens[at];
      if (token === undefined || token.kind === 'mark') return undefined;
      if (token.value !== undefined && token.kind === 'number') return this.withUnit(at);
      if (
        this.clause.tags.some(
          (tag) => tag.from === at && tag.concept.startsWith('cmp.') && tag.concept !== 'cmp.eq',
        )
      )
        return undefined;
    }
    return undefined;
  }

  /** "10 or more": the number stands first. */
  private numberBefore(place: number): FoundValue | undefined {
    const token = this.clause.tokens[place - 1];
    if (token?.value !== undefined && !this.covered(place - 1)) return this.withUnit(place - 1);
    const earlier = this.clause.tokens[place - 2];
    if (earlier?.value !== undefined && !this.covered(place - 2)) return this.withUnit(place - 2);
    return undefined;
  }

  private withUnit(at: number): FoundValue {
    const token = this.clause.tokens[at];
    const unit = this.clause
      .all('unit.*')
      .find((tag) => tag.from === at + 1 || tag.to === at)
      ?.concept.slice(5);
    return {
      value: token?.value ?? 0,
      unit: unit ?? token?.unit ?? 'none',
      from: at,
      to: unit === undefined ? at + 1 : at + 2,
    };
  }

  private dateAfter(place: number): FoundValue | undefined {
    const found = readDate(this.clause.slice(place, this.clause.tokens.length), this.world.today);
    if (found === undefined || found.from > 2) return undefined;
    return { value: found.date, unit: 'date', from: place + found.from, to: place + found.to };
  }

  private textAfter(tag: Tag, comparison: Comparison): FoundValue | undefined {
    let at = tag.to;
    while (['the', 'a', 'an', 'word', 'text'].includes(this.clause.tokens[at]?.lower ?? ''))
      at += 1;
    const token = this.clause.tokens[at];
    if (token === undefined || token.kind === 'mark') return undefined;
    // What a column of free text changes to or from is no single word.
    const plainWord = token.kind === 'word' && /^\p{Ll}/u.test(token.text);
    if (plainWord && /^changes(to|from)$/.test(comparison) && !this.isTruth(at)) return undefined;
    const yes = this.clause.tags.find(
      (item) => item.from === at && item.concept.startsWith('bool.'),
    );
    if (yes) return { value: yes.concept === 'bool.true', unit: 'bool', from: at, to: at + 1 };
    if (token.kind === 'quoted') return { value: token.text, unit: 'text', from: at, to: at + 1 };
    if (token.kind !== 'word' && token.kind !== 'name') return undefined;
    if (stopWords.has(token.lower)) return undefined;
    if (this.mentions.some((mention) => mention.from <= at && at < mention.to)) return undefined;
    const to = this.textEnd(at);
    if (/^(eq|neq|changesto)$/.test(comparison) && !this.namesSomething(tag, at)) return undefined;
    return { value: this.clause.words(at, to), unit: 'text', from: at, to };
  }

  /** "the German customers": the record itself is no column. */
  private isRecord(at: number): boolean {
    return this.clause.tags.some(
      (tag) => tag.covers.includes(at) && tag.concept.startsWith('entity.'),
    );
  }

  private isTruth(at: number): boolean {
    return this.clause.tags.some((tag) => tag.from === at && tag.concept.startsWith('bool.'));
  }

  /** A bare word after "is" or "in" is a value only beside a text column, or when it is a proper name. */
  private namesSomething(tag: Tag, at: number): boolean {
    const proper = /^\p{Lu}/u.test(this.clause.tokens[at]?.text ?? '');
    const before = this.mentionBefore(
      tag.from,
      (column) => column.type === 'string' || column.type === 'lookup',
    );
    return proper || (before !== undefined && tag.from - before.to <= 1);
  }

  private textEnd(from: number): number {
    let to = from + 1;
    const proper = /^\p{Lu}/u.test(this.clause.tokens[from]?.text ?? '');
    while (proper && /^\p{Lu}/u.test(this.clause.tokens[to]?.text ?? '')) to += 1;
    return to;
  }

  private columnFor(tag: Tag, value: FoundValue | undefined): KnownColumn | undefined {
    const fits = (column: KnownColumn) => value === undefined || acceptsValue(column, value);
    const before = this.mentionBefore(tag.from, fits);
    const after = this.mentions.find(
      (mention) =>
        mention.from >= (value?.to ?? tag.to) &&
        mention.from - (value?.to ?? tag.to) <= 2 &&
        !this.isRecord(mention.from) &&
        fits(mention.column),
    );
    const inside = this.mentions.find(
      (mention) =>
        mention.from >= tag.from && mention.to <= (value?.from ?? tag.to) && fits(mention.column),
    );
    const named = before ?? inside ?? after;
    if (named) return named.column;
    return value === undefined ? undefined : byUnit(value, this.world.columns, this.clause);
  }

  /** The nearest column before a place, with no other comparison's value in between. */
  private mentionBefore(
    place: number,
    fits: (column: KnownColumn) => boolean,
  ): ColumnMention | undefined {
    return this.mentions.findLast((mention) => mention.to <= place && fits(mention.column));
  }

  private readonly spans: [number, number][] = [];

  private covered(place: number): boolean {
    return this.spans.some(([from, to]) => place >= from && place < to);
  }

  private add(from: number, to: number, condition: Omit<ReadCondition, 'said'>): void {
    this.spans.push([from, to]);
    this.found.push({
      place: from,
      condition: { ...condition, said: this.clause.words(from, to) },
    });
  }
}

/** "older than 30 days" lies before the day that is 30 days back. */
const AGED: Readonly<Partial<Record<Comparison, Comparison>>> = {
  gt: 'lt',
  lt: 'gt',
  gte: 'lte',
  lte: 'gte',
};

/** "shipped date" and "shipped at" speak of a column, "shipped" alone of a status. */
function isDateWord(clause: Reading, value: ValueMention): boolean {
  return ['date', 'at', 'time', 'day'].includes(clause.tokens[value.to]?.lower ?? '');
}

function comparisonsOf(clause: Reading): Tag[] {
  const tags = clause.all('cmp.*').filter((tag) => !/cmp\.(last|next|changes)$/.test(tag.concept));
  // "changes to" before "is": the stronger reading of the same words comes first.
  return tags.toSorted((a, b) => rank(a) - rank(b) || a.from - b.from);
}

function rank(tag: Tag): number {
  if (tag.concept === 'cmp.changesto' || tag.concept === 'cmp.changesfrom') return 0;
  return tag.concept === 'cmp.eq' ? 2 : 1;
}

function isOrder(comparison: Comparison): boolean {
  return ['gt', 'lt', 'gte', 'lte'].includes(comparison);
}

function one(clause: Reading, place: number): FoundValue | undefined {
  const unit = clause
    .all('unit.*')
    .find((tag) => tag.from === place)
    ?.concept.slice(5);
  return unit === undefined ? undefined : { value: 1, unit, from: place, to: place + 1 };
}
