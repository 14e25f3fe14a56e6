import type { Lexicon, Tag } from './concepts.js';
import type { Token } from './tokens.js';

/** What people call the records and columns of a backend; lists of columns are the best first. */
export interface Vocabulary {
  /** `schema.table` → what people call one of its records. */
  records: Lexicon;
  /** A word → columns that it may mean. */
  columns: Readonly<Record<string, string>>;
  /** A unit → columns that a bare number with it speaks of. */
  columns_by_unit: Readonly<Record<string, string>>;
  /** A preposition → columns that a name behind it speaks of. */
  columns_by_preposition: Readonly<Record<string, string>>;
  /** A column's word → the record that it speaks of alone. */
  record_of_column: Readonly<Record<string, string>>;
  /** The code of the one currency that amounts are in. */
  currency?: string;
  /** Columns that hold countries by their codes. */
  country_codes?: string;
}

/** Reads sentences, and knows the words of a backend. */
export interface Language {
  vocabulary: Vocabulary;
  read(text: string): Reading;
  /** The columns that a word may mean. */
  columnsFor(
    kind: 'columns' | 'columns_by_unit' | 'columns_by_preposition',
    word: string,
  ): readonly string[];
}

/** What the user said, where it is read in plainer words. */
export interface Source {
  reading: Reading;
  /** Places of words that others stand for now. */
  restated: ReadonlySet<number>;
}

/** A sentence, or a part of one, with its tokens and the concepts found in it. Immutable. */
export class Reading {
  constructor(
    readonly text: string,
    readonly tokens: readonly Token[],
    readonly tags: readonly Tag[],
    readonly language: Language,
    readonly source?: Source,
  ) {}

  /** Another sentence in the same language. */
  again(text: string): Reading {
    return this.language.read(text);
  }

  /** The same sentence, told instead of what the user said. */
  insteadOf(source: Source): Reading {
    return new Reading(this.text, this.tokens, this.tags, this.language, source);
  }

  /** True when any of the concepts (`a|b`, or a family `cmp.*`) occurs. */
  has(alternatives: string): boolean {
    return this.first(alternatives) !== undefined;
  }

  /** The first tag of any of the concepts. */
  first(alternatives: string): Tag | undefined {
    const tests = alternatives.split('|');
    return this.tags.find((tag) => tests.some((test) => covers(test, tag.concept)));
  }

  /** All tags of any of the concepts, in the order of the sentence. */
  all(alternatives: string): Tag[] {
    const tests = alternatives.split('|');
    return this.tags.filter((tag) => tests.some((test) => covers(test, tag.concept)));
  }

  /** The first tag of any of the concepts that the token at a place is a part of. */
  at(place: number, alternatives: string): Tag | undefined {
    return this.all(alternatives).find((tag) => tag.covers.includes(place));
  }

  /** The word at a place in lower case; empty beyond the ends. */
  lower(place: number): string {
    return this.tokens[place]?.lower ?? '';
  }

  /** What follows the dot in the first concept of a family: `value('sev')` → `high`. */
  value(family: string): string | undefined {
    return this.first(`${family}.*`)?.concept.slice(family.length + 1);
  }

  /** The part between two token places. */
  slice(from: number, to: number): Reading {
    const tags = this.tags
      .filter((tag) => tag.from >= from && tag.to <= to)
      .map((tag) => ({
        ...tag,
        from: tag.from - from,
        to: tag.to - from,
        covers: tag.covers.map((place) => place - from),
      }));
    return new Reading(this.text, this.tokens.slice(from, to), tags, this.language);
  }

  /** The same sentence without the concepts of a name's own words: “low” of “Low Stock Alert” is no severity. */
  beside(name: string): Reading {
    const words = this.again(name).tokens.map(({ lower }) => lower);
    const isAt = (from: number) => words.every((word, at) => this.lower(from + at) === word);
    const from = words.length === 0 ? -1 : this.tokens.findIndex((_token, at) => isAt(at));
    if (from < 0) return this;
    const isIn = (place: number) => place >= from && place < from + words.length;
    return this.without(({ covers: places }) => places.every(isIn));
  }

  /** The same sentence without some of its concepts. */
  without(isLeftOut: (tag: Tag) => boolean): Reading {
    const tags = this.tags.filter((tag) => !isLeftOut(tag));
    return new Reading(this.text, this.tokens, tags, this.language);
  }

  /** The sentence's own characters between two token places. */
  words(from = 0, to = this.tokens.length): string {
    const first = this.tokens[from];
    const last = this.tokens[to - 1];
    return first && last && to > from ? this.text.slice(first.start, last.end) : '';
  }

  /** Texts in quotes, in order. */
  quoted(): string[] {
    return this.tokens.filter((token) => token.kind === 'quoted').map((token) => token.text);
  }

  /** True when the word occurs exactly so (in lower case). */
  says(...words: string[]): boolean {
    return this.tokens.some((token) => words.includes(token.lower));
  }
}

/** Whether a concept is the wanted one, or of the wanted family `cmp.*`. */
export function covers(test: string, concept: string): boolean {
  return test.endsWith('.*') ? concept.startsWith(test.slice(0, -1)) : concept === test;
}
