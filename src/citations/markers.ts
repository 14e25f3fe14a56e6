import type { LlmMessage } from '../llm/types.js';
import type { Source } from './evidence.js';

/** A piece of an answer: text, or a source that the text after it cites for the first time. */
export type AnswerPiece = { text: string } | { source: Source; number: number };

/** `[3]` or `[1, 2]`, with up to three spaces before it: numbers of at most three digits, so that no year is one. */
const MARKER = / {0,3}\[(\d{1,3}(?:, ?\d{1,3}){0,7})\]/g;

const BEGINNING = / {0,3}(?:\[(?:\d{1,3}, ?){0,7}\d{0,3})?$/;

const OPEN = /\[(?:\d{1,3}, ?){0,7}\d{0,3}$/;
const TAIL_LENGTH = 50;
/** What stands where a marker was taken out of the middle of another, which would close up to a new one. */
const GAP = '…';

/** Binds markers to what was read, numbered from 1 by their first marker; others are taken out. Pieces may be cut anywhere. */
export class MarkerFilter {
  private held = '';
  /** The end of the text shown so far. */
  private tail = '';
  private readonly numbers = new Map<Source, number>();
  private readonly unknown = new Set<number>();

  constructor(private readonly find: (number: number) => Source | undefined) {}

  /** Markers of nothing that was read, as the model wrote them, each once. */
  get dropped(): readonly number[] {
    return [...this.unknown];
  }

  get cited(): readonly Source[] {
    return [...this.numbers.keys()];
  }

  *push(chunk: string): Generator<AnswerPiece> {
    const text = this.held + chunk;
    const from = text.search(BEGINNING);
    this.held = text.slice(from);
    yield* this.bind(text.slice(0, from));
  }

  *flush(): Generator<AnswerPiece> {
    const rest = this.held;
    this.held = '';
    yield* this.bind(rest);
  }

  /** Gives a source its number without a marker; nothing when it has one. */
  *cite(source: Source): Generator<AnswerPiece> {
    if (!this.numbers.has(source)) yield { source, number: this.numberOf(source) };
  }

  private *bind(text: string): Generator<AnswerPiece> {
    let at = 0;
    for (const match of text.matchAll(MARKER)) {
      const [whole, list = ''] = match;
      yield* this.show(text.slice(at, match.index));
      yield* this.marker(list, whole.slice(0, whole.indexOf('[')));
      at = match.index + whole.length;
    }
    yield* this.show(text.slice(at));
  }

  private *marker(list: string, spaces: string): Generator<AnswerPiece> {
    const kept: number[] = [];
    for (const number of list.split(',').map(Number)) {
      const source = this.find(number);
      if (source === undefined) this.unknown.add(number);
      else {
        yield* this.cite(source);
        kept.push(this.numberOf(source));
      }
    }
    if (kept.length > 0) yield* this.show(`${spaces}[${[...new Set(kept)].join(', ')}]`);
    else if (OPEN.test(this.tail)) yield* this.show(GAP);
  }

  private *show(text: string): Generator<AnswerPiece> {
    if (text === '') return;
    this.tail = (this.tail + text).slice(-TAIL_LENGTH);
    yield { text };
  }

  private numberOf(source: Source): number {
    const number = this.numbers.get(source) ?? this.numbers.size + 1;
    this.numbers.set(source, number);
    return number;
  }
}

const NUMBER = /"number":(\d{1,3})\b/g;

/** Markers have at most three digits; a talk that comes near it counts from the start again. */
const MAX_START = 700;

/** The highest number that the conversation's results are cited by, or 0: what a run reads is numbered after it. */
export function highestNumber(history: readonly LlmMessage[]): number {
  let highest = 0;
  for (const message of history) {
    if (message.role !== 'tool') continue;
    for (const [, digits] of message.content.matchAll(NUMBER)) {
      highest = Math.max(highest, Number(digits));
    }
  }
  return highest > MAX_START ? 0 : highest;
}
