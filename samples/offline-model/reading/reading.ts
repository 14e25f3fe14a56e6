import { acts } from '../lexicon/acts.js';
import { actionTypes, stepNouns } from '../lexicon/action-types.js';
import { comparisons } from '../lexicon/comparisons.js';
import { entities } from '../lexicon/entities.js';
import { nouns } from '../lexicon/nouns.js';
import { triggers } from '../lexicon/triggers.js';
import { values } from '../lexicon/values.js';
import { plainWords, stopWords } from '../lexicon/words.js';
import { compileLexicon, correct, tagConcepts, type Tag } from './concepts.js';
import { tokenize, type Token } from './tokens.js';

/** Everything the planner knows of the language, compiled once. */
const lexicon = compileLexicon(
  [acts, nouns, entities, actionTypes, stepNouns, triggers, comparisons, values],
  [...stopWords, ...plainWords],
);

/** A sentence, or a part of one, with its tokens and the concepts found in it. Immutable. */
export class Reading {
  constructor(
    readonly text: string,
    readonly tokens: readonly Token[],
    readonly tags: readonly Tag[],
  ) {}

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
    return new Reading(this.text, this.tokens.slice(from, to), tags);
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

function covers(test: string, concept: string): boolean {
  return test.endsWith('.*') ? concept.startsWith(test.slice(0, -1)) : concept === test;
}

/** Reads a sentence: tokens, slips corrected, concepts. */
export function read(text: string): Reading {
  const tokens = correct(tokenize(text.slice(0, MAX_CHARACTERS)), lexicon);
  return new Reading(text, tokens, tagConcepts(tokens, lexicon));
}

/** Beyond this a message is no request in plain words; the rest is not read. */
const MAX_CHARACTERS = 4000;
