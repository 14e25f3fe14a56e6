import type { Language } from '../../language/question-language.js';
import type { Content } from './content.js';
import type { Reading } from './reading.js';

/** How a statement rests on its source: in its words, as one sentence says it, or by several taken together. */
export type SupportKind = 'quote' | 'paraphrase' | 'inference';

/**
 * In what a source does not agree with a statement; `scope`: for which cases it holds, `words`: it does not say this at
 * all.
 */
export type Objection = 'words' | 'number' | 'date' | 'actor' | 'negation' | 'modality' | 'scope';

/**
 * What became of a statement: how it rests on its source, or why it does not, with the words in question. A doubt is what
 * speaks most against an inference that is not certain: it is not said in these words.
 */
export type Verdict =
  { kind: SupportKind; doubt?: Objection } | { objection: Objection; words: readonly string[] };

/** A statement, read once for all texts it is held against. */
export interface Claim {
  text: string;
  language: Language;
  sentences: readonly Reading[];
  words: readonly Content[];
  /** What it puts between quotation marks. */
  quotes: readonly string[];
  /** What it says around them. */
  around: readonly Reading[];
}

/** A text that may support statements, read once. */
export interface SourceText {
  text: string;
  /** What holds for all of it and need not be said again: title and headings. */
  context: string;
  sentences: readonly Reading[];
  contextWords: readonly Content[];
  contextNumbers: ReadonlySet<string>;
}
