import type { Language } from '../../language/question-language.js';
import { sentencesOf } from '../../language/sentences.js';
import { sharesStem, type Content } from './content.js';
import { measure, type Measured } from './features/features.js';
import { objectionTo, standingOf } from './judge.js';
import { addedAround, claimsAround, isQuoted, QUOTED } from './quoted.js';
import { readSentence, type Reading } from './reading.js';
import type { Claim, SourceText, Verdict } from './verdict.js';

/** A longer one is no statement: what it takes grows with its length and the text's. */
const LONGEST = 4_000;

const CONCLUDES =
  /(?:^|[\s,;])(?:daher|deshalb|somit|folglich|demnach|mithin|daraus folgt|therefore|hence|thus|consequently|it follows)(?=[\s,])/i;

/** Reads a statement; of one that is too long only whether it is a quote as a whole can be told. */
export function claimOf(statement: string, language: Language): Claim {
  if (statement.length > LONGEST)
    return { text: statement, language, sentences: [], words: [], quotes: [], around: [] };
  const quotes = [...statement.matchAll(QUOTED)].map(([, inside = '']) => inside);
  const sentences = readText(statement, language);
  const around = quotes.length === 0 ? [] : readText(statement.replaceAll(QUOTED, ' '), language);
  return { text: statement, language, sentences, words: wordsIn(sentences), quotes, around };
}

/** Reads a text, with the headings it stands under. */
export function sourceOf(text: string, context: string, language: Language): SourceText {
  return {
    text,
    context,
    sentences: readText(text, language),
    contextWords: wordsIn(readText(context, language)),
    contextNumbers: new Set(context.match(/\d+/g)),
  };
}

function readText(text: string, language: Language): Reading[] {
  return sentencesOf(text, language)
    .flatMap((sentence) => sentence.split(';'))
    .map((part) => readSentence(part, language));
}

function wordsIn(sentences: readonly Reading[]): Content[] {
  return sentences.flatMap(({ words }) => words);
}

/**
 * Holds a statement against texts taken together. It rests on them when they hold what it quotes, or when for each of
 * its sentences they have its things, actors, numbers and dates, and say no less and no more of what is, may and must be.
 */
export function checkStatement(claim: Claim, sources: readonly SourceText[]): Verdict {
  const hasQuotes = isQuoted(claim, sources);
  if (hasQuotes && !claimsAround(claim, sources)) return { kind: 'quote' };
  if (claim.words.length === 0) return { objection: 'words', words: [] };
  const verdict = verdictOf(measure(claim, sources));
  if ('objection' in verdict) return verdict;
  const { doubt } = verdict;
  // What stands around a quote borrows its weight, so that nothing in it may be doubtful or its own.
  const added = addedAround(claim, sources);
  if (added.length > 0) return { objection: 'words', words: added };
  if (doubt !== undefined) return hasQuotes ? { objection: doubt, words: [] } : verdict;
  if (hasQuotes) return { kind: 'quote' };
  return CONCLUDES.test(claim.text) || sources.length > 1 ? { kind: 'inference' } : verdict;
}

function verdictOf({ features, words, values }: Measured): Verdict {
  const standing = standingOf(features);
  if (standing === 'signed') return { kind: 'paraphrase' };
  const [value] = values;
  const most = objectionTo(features);
  const objection = most === 'number' && value?.date !== undefined ? 'date' : most;
  if (standing === 'doubted') return { kind: 'inference', doubt: objection };
  if (objection === 'words') return { objection, words };
  const isValue = objection === 'number' || objection === 'date';
  return { objection, words: isValue ? values.map(({ said }) => said) : [] };
}

/** How many of a statement's words of content a text has: a quick look before a close one. */
export function sharedTerms({ words }: Claim, { sentences }: SourceText): number {
  return sharesStem(words, wordsIn(sentences));
}
