import { contentWords } from '../lexical/features.js';
import { wordSet } from '../../language/stop-words.js';

/** A shorter message is one need, however it is put together. */
const LEAST_WORDS = 20;
/** A clause that says less belongs to the one beside it. */
const LEAST_CONTENT = 3;
/** Each clause is embedded; more of them are joined with their neighbours. */
const MOST_CLAUSES = 8;
/** As much as the local model reads of a text. */
const READ_CHARS = 2_000;

/** Words that begin a further need, in English, German, French and Spanish. */
const JOINING = wordSet('and then also plus but und dann auch sowie et puis aussi y luego también');
const SENTENCE_END = /[.!?;:]$/;
/** The number of an entry of a list. */
const ENTRY = /^\d{1,2}[.:]$/;

/**
 * The clauses of a long message, in order: sentences, and their parts at commas and joining words. None for a short
 * message and for one that is a single clause.
 */
export function splitClauses(message: string): string[] {
  const text = message.slice(0, READ_CHARS);
  const clauses: string[] = [];
  let words = 0;
  for (const line of text.split('\n')) {
    const tokens = line.split(/\s+/).filter((token) => token !== '');
    words += tokens.length;
    clauses.push(...sentencesOf(tokens).flatMap(partsOf));
  }
  return words < LEAST_WORDS || clauses.length < 2 ? [] : joined(clauses);
}

function sentencesOf(tokens: readonly string[]): string[][] {
  return cut(tokens, (before) => SENTENCE_END.test(before) && !ENTRY.test(before));
}

/** Parts of a sentence that say enough; what says less is joined to the part before it. */
function partsOf(sentence: readonly string[]): string[] {
  const parts: string[] = [];
  let open: string[] = [];
  for (const part of cut(sentence, (before, word) => before.endsWith(',') || joins(word))) {
    open.push(...part);
    if (contentWords(open.join(' ')).length < LEAST_CONTENT) continue;
    parts.push(open.join(' '));
    open = [];
  }
  if (open.length > 0) parts.push([parts.pop() ?? '', ...open].join(' ').trim());
  return parts;
}

function joins(word: string): boolean {
  return JOINING.has(word.toLowerCase());
}

/** The words in runs; a new one begins where `isBorder` says so of a word and the one before it. */
function cut(
  words: readonly string[],
  isBorder: (before: string, word: string) => boolean,
): string[][] {
  const runs: string[][] = [];
  words.forEach((word, at) => {
    const run = runs.at(-1);
    if (run === undefined || isBorder(words[at - 1] as string, word)) runs.push([word]);
    else run.push(word);
  });
  return runs;
}

/** Neighbours put together, as many as it takes. */
function joined(clauses: readonly string[]): string[] {
  const size = Math.ceil(clauses.length / MOST_CLAUSES);
  const groups = Math.ceil(clauses.length / size);
  return Array.from({ length: groups }, (_, at) =>
    clauses.slice(at * size, (at + 1) * size).join(' '),
  );
}
