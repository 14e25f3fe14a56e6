import { literalsOf, type LiteralKind } from './literals.js';

/** What a comparison is, in the words that a grammar takes for it; the longer ones stand first. */
const COMPARISONS = [
  ['is not empty', 'is_not_null'],
  ['is empty', 'is_null'],
  ['is at least', 'gte'],
  ['is at most', 'lte'],
  ['is more than', 'gt'],
  ['is less than', 'lt'],
  ['is over', 'gt'],
  ['is above', 'gt'],
  ['is under', 'lt'],
  ['is below', 'lt'],
  ['is not', 'neq'],
  ['is', 'eq'],
  ['contains', 'contains'],
  ['starts with', 'starts_with'],
] as const;

export type Comparison = (typeof COMPARISONS)[number][1];

export interface Test {
  field: string;
  comparison: Comparison;
  /** Absent for `is_null` and `is_not_null`. */
  value?: string | number;
}

interface Token {
  kind: LiteralKind;
  text: string;
  lower: string;
  comma: boolean;
}

/** A sentence that is longer, or holds marks of other kinds, is none of a grammar. */
const MAX_CHARS = 1_000;
const ONLY_SPACE = /^\s*$/;
const COMMA = /^\s*,\s*$/;
const DIGITS = /^[\d.,']{1,100}$/;
const END = /^[.!]?\s*$/;

class NotTaken extends Error {}

/** Reads a message by a grammar; undefined where it is not a sentence of that grammar from its first word to its last. */
export function readSentence<T>(message: string, grammar: (words: Words) => T): T | undefined {
  const tokens = tokensOf(message);
  if (tokens === undefined) return undefined;
  const words = new Words(tokens);
  try {
    const read = grammar(words);
    return words.isEnd ? read : undefined;
  } catch (error) {
    if (error instanceof NotTaken) return undefined;
    throw error;
  }
}

function tokensOf(message: string): Token[] | undefined {
  if (message.length > MAX_CHARS) return undefined;
  const tokens: Token[] = [];
  let end = 0;
  for (const { kind, text, start, end: next } of literalsOf(message)) {
    // Marks behind a quotation: they belong to what stands between words.
    if (text === '') continue;
    const gap = message.slice(end, start);
    const comma = tokens.length > 0 && COMMA.test(gap);
    if (!comma && !ONLY_SPACE.test(gap)) return undefined;
    tokens.push({ kind, text, lower: kind === 'quoted' ? '' : text.toLowerCase(), comma });
    end = next;
  }
  return END.test(message.slice(end)) ? tokens : undefined;
}

/** The words of a sentence from left to right. What a grammar needs and is not there ends the reading. */
export class Words {
  private at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  get isEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  /** Steps over the first of these phrases that comes next, and answers it. */
  take(...phrases: readonly string[]): string | undefined {
    const found = phrases.find((phrase) => this.comes(phrase));
    if (found !== undefined) this.at += found.split(' ').length;
    return found;
  }

  need(...phrases: readonly string[]): string {
    return this.take(...phrases) ?? this.leave();
  }

  sees(...phrases: readonly string[]): boolean {
    return phrases.some((phrase) => this.comes(phrase));
  }

  /** A quoted text, or the words up to a comma, one of these phrases, or the end. */
  name(...stops: readonly string[]): string {
    const first = this.tokens[this.at];
    if (first?.kind === 'quoted') {
      this.at += 1;
      return first.text;
    }
    const words: string[] = [];
    for (let token = first; token !== undefined; token = this.tokens[this.at]) {
      const ends = token.kind === 'quoted' || (token.comma && words.length > 0);
      if (ends || this.sees(...stops)) break;
      words.push(token.text);
      this.at += 1;
    }
    return words.length > 0 ? words.join(' ') : this.leave();
  }

  /** The same, a number where it is one; `5.000` and `5,000` are different numbers to different people. */
  value(...stops: readonly string[]): string | number {
    const token = this.tokens[this.at];
    const from = this.at;
    const text = this.name(...stops);
    if (token?.kind === 'quoted' || this.at > from + 1) return text;
    if (token?.kind === 'number') return Number(text);
    return DIGITS.test(text) ? this.leave() : text;
  }

  number(): number {
    return Number(this.literal('number'));
  }

  quoted(): string {
    return this.literal('quoted');
  }

  private literal(kind: LiteralKind): string {
    const token = this.tokens[this.at];
    if (token?.kind !== kind) return this.leave();
    this.at += 1;
    return token.text;
  }

  names(...stops: readonly string[]): string[] {
    const names = [this.name('and', ...stops)];
    while (!this.sees(...stops) && (this.tokens[this.at]?.comma === true || this.sees('and'))) {
      this.take('and');
      names.push(this.name('and', ...stops));
    }
    return names;
  }

  test(...stops: readonly string[]): Test {
    const field = this.name(...COMPARISONS.map(([phrase]) => phrase));
    const phrase = this.need(...COMPARISONS.map(([words]) => words));
    const comparison = COMPARISONS.find(([words]) => words === phrase)?.[1] ?? this.leave();
    if (comparison === 'is_null' || comparison === 'is_not_null') return { field, comparison };
    return { field, comparison, value: this.value(...stops) };
  }

  leave(): never {
    throw new NotTaken();
  }

  private comes(phrase: string): boolean {
    return phrase.split(' ').every((word, at) => {
      const token = this.tokens[this.at + at];
      return token?.lower === word && (at === 0 || !token.comma);
    });
  }
}
