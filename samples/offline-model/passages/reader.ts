import { languageOf, type Language } from '../language/question-language.js';
import type { Reference } from '../../../src/references/reference.js';
import type { LlmRequest } from '../../../src/llm/types.js';
import type { Part, Plan } from '../steps.js';
import { readTranscript } from '../transcript.js';
import type { World } from '../world.js';
import {
  acceptable,
  numbered,
  quotesOf,
  sayAlone,
  sayCited,
  sayParts,
  saySelection,
  sayUnderWay,
  type Style,
} from './answers.js';
import { provisionsIn, quoteCited, type CitedQuote } from './cited.js';
import { readGiven, type Found } from './found.js';
import { partsOfQuestion, readQuestion, searchOf, type Question } from './question.js';
import { answers, select, type Selection } from './selection.js';

/** Texts that questions are answered from, as a plugin's tools reach them. */
export interface Texts {
  /** Searches and reads; where provisions are cited, these. */
  find(query: string, cited: readonly Reference[]): Part<Found>;
  /** How it is answered: as {@link numbered} where nothing else is said. */
  style?: Style;
  /** True where a provision that is cited and not there is answered by nothing else. */
  isStrict?: boolean;
  /** What there is beside the texts, where they do not answer; undefined where there is nothing. */
  elsewhere?(question: Question): Part<Answer | undefined>;
}

/** What is answered. */
export interface Answer {
  said: string;
  language: Language;
  quotes: readonly CitedQuote[];
  /** The numbers of the blocks that it quotes. */
  sources: readonly string[];
  /** From 0 to 1. */
  confidence: number;
  isOutside?: boolean;
}

const CONFIDENCE: Readonly<Record<Selection['kind'], number>> = {
  ...{ answer: 0.95, nearest: 0.5, editions: 0.6, nothing: 0.1 },
};

/**
 * Answers with sentences of texts: the provisions that are cited, else what answers each part of the question, or
 * says what is missing.
 */
export function* answerFrom(texts: Texts, question: Question): Part<Answer> {
  const cited = yield* answerFromCited(texts, question);
  if (cited !== undefined) return cited;
  const { style = numbered } = texts;
  const parts: (Answer & { asked: string })[] = [];
  let beingRead = 0;
  for (const part of partsOfQuestion(question)) {
    const found = yield* texts.find(acceptable(searchOf(part)), []);
    beingRead = Math.max(beingRead, found.beingRead);
    parts.push({ asked: part.text, ...(yield* answerPart(texts, part, found)) });
  }
  const { language } = question;
  const said = style.says(language);
  return {
    said: sayParts(parts, said) + sayUnderWay(beingRead, said),
    language,
    quotes: parts.flatMap(({ quotes }) => quotes),
    sources: [...new Set(parts.flatMap(({ sources }) => sources))],
    // As sure as the part that is answered worst.
    confidence: Math.min(...parts.map(({ confidence }) => confidence)),
    isOutside: parts.every(({ isOutside }) => isOutside),
  };
}

/** Quotes the provisions that a question cites; undefined where it cites none of those that were found. */
function* answerFromCited(texts: Texts, question: Question): Part<Answer | undefined> {
  const { style = numbered, isStrict } = texts;
  const references = provisionsIn(question.text);
  if (references.length === 0) return undefined;
  // Whole: any of its words may name the law.
  const { chunks, beingRead } = yield* texts.find(acceptable(question.text), references);
  const cited = quoteCited(chunks, provisionsIn(question.text, chunks));
  if (cited.quotes.length === 0 && !isStrict) return undefined;
  const language = languageFor(question, cited.quotes);
  const said = sayCited(cited, language, style) + sayUnderWay(beingRead, style.says(language));
  return answerOf(said, language, CONFIDENCE.answer, cited.quotes);
}

/** The language to answer in: the question's, or where that has no words of any, the texts'. */
function languageFor({ isTold, language }: Question, [first]: readonly CitedQuote[]): Language {
  return isTold || first === undefined ? language : languageOf(first.chunk.blocks[0]?.text ?? '');
}

function* answerPart(texts: Texts, question: Question, found: Found): Part<Answer> {
  const { language } = question;
  const { style = numbered } = texts;
  if (found.isEmpty)
    return answerOf(sayAlone('empty', style.says(language)), language, CONFIDENCE.nothing);
  const selection = select(question, found.chunks);
  if (texts.elsewhere && !answers(selection)) {
    const outside = yield* texts.elsewhere(question);
    if (outside !== undefined) return outside;
  }
  const { kind, sentences } = selection;
  const sure = Math.round(CONFIDENCE[kind] * (sentences[0]?.coverage ?? 1) * 100) / 100;
  const said = saySelection(selection, language, style);
  return answerOf(said, language, sure || CONFIDENCE.nothing, quotesOf(selection));
}

/** An answer with the blocks that its quotations are of. */
export function answerOf(
  said: string,
  language: Language,
  confidence: number,
  quotes: readonly CitedQuote[] = [],
): Answer {
  const numbers = quotes.flatMap(({ parts }) => parts.map(({ number }) => String(number)));
  return { said, language, quotes, sources: [...new Set(numbers)], confidence };
}

/** True for a request that brings the passages to answer from with it, and no tool to look further. */
export function bringsPassages({ tools, messages }: LlmRequest): boolean {
  return tools.length === 0 && readGiven(readTranscript(messages).request) !== undefined;
}

/** Answers with sentences of the passages that were given. */
export function* answerFromGiven({ transcript: { request } }: World): Plan {
  const { question, chunks } = readGiven(request) ?? { question: request, chunks: [] };
  const read = readQuestion(question, []);
  return saySelection(select(read, chunks), read.language);
}
