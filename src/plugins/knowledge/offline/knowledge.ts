import { firstChars } from '../../../foundation/first-chars.js';
import { questionWords, wordsOf, type Language } from '../../../language/question-language.js';
import { keywordProblem } from '../../../knowledge/outside/keywords.js';
import {
  sayAlone,
  acceptable,
  answers,
  asksForTheModel,
  questionOf,
  attempt,
  createReader,
  explainFailure,
  need,
  offers,
  otherWords,
  languageFor,
  partsOfQuestion,
  provisionsIn,
  queryOf,
  quoteCited,
  readFound,
  readOutside,
  sayCited,
  sayNothing,
  sayOutside,
  sayParts,
  sayPassages,
  searchOf,
  sayUnderWay,
  select,
  type Found,
  type OutsideAnswer,
  type Part,
  type Plan,
  type Question,
  type Selection,
  type World,
} from '../../../../samples/offline-model/kit.js';

const SEARCH = 'knowledge_base_search';
const OUTSIDE = 'perplexity_search';
const INDEX = 'index_keywords';
const RESPOND = 'generate_response';

/** So many passages are looked at: enough to see what contradicts the first. */
const TOP_K = 8;
const WIDER = 16;

const SURE: Readonly<Record<Selection['kind'], number>> = {
  ...{ answer: 0.95, nearest: 0.5, editions: 0.6, nothing: 0.1 },
};
const OUTSIDE_CONFIDENCE = 0.5;

/** A final answer before it is given. */
interface Response {
  answer: string;
  sources: string[];
  confidence: number;
  isOutside?: boolean;
}

/** Questions to the knowledge base: every one where its tools are offered. */
export const knowledgeSkill = createReader(
  (request) => offers(request, SEARCH, RESPOND),
  answerFromKnowledge,
);

/**
 * Searches the knowledge base, once more where nothing fits, then outside where that is offered, and
 * answers with sentences of what was found.
 */
function* answerFromKnowledge(world: World): Plan {
  const question = questionOf(world);
  const found = yield* search({ query: searchOf(question), top_k: TOP_K });
  if (asksForTheModel(world, question)) {
    return yield* respond(plain(sayAlone('hello', question.language), SURE.answer));
  }
  const response = fromCited(question, found) ?? (yield* answerToParts(world, question, found));
  const underWay = sayUnderWay(found.beingRead, question.language);
  return yield* respond({ ...response, answer: `${response.answer}${underWay}` });
}

/** The provisions that a question cites; undefined where none of them was found. */
function fromCited(question: Question, { chunks }: Found): Response | undefined {
  const { quotes, ...others } = quoteCited(chunks, provisionsIn(question.text, chunks));
  if (quotes.length === 0) return undefined;
  const language = languageFor(
    question,
    quotes.map(({ chunk }) => chunk),
  );
  const numbers = quotes.flatMap(({ parts }) => parts.map(({ number }) => String(number)));
  return {
    answer: sayCited({ quotes, ...others }, language),
    ...{ sources: [...new Set(numbers)], confidence: SURE.answer },
  };
}

/** Each part of a question on its own; as sure as the part that is answered worst. */
function* answerToParts(world: World, question: Question, whole: Found): Part<Response> {
  const [first, ...more] = partsOfQuestion(question);
  if (first === undefined || more.length === 0) return yield* answerOf(world, question, whole);
  const parts: { question: Question; response: Response }[] = [];
  for (const part of [first, ...more]) {
    const found = yield* search({ query: searchOf(part), top_k: TOP_K });
    parts.push({ question: part, response: yield* answerOf(world, part, found) });
  }
  const responses = parts.map(({ response }) => response);
  return {
    answer: sayParts(
      parts.map((each) => ({ question: each.question, said: each.response.answer })),
      question.language,
    ),
    sources: [...new Set(responses.flatMap(({ sources }) => sources))],
    confidence: Math.min(...responses.map(({ confidence }) => confidence)),
    isOutside: responses.every(({ isOutside = false }) => isOutside),
  };
}

/** What is found inside, also in other words, else elsewhere. */
function* answerOf(world: World, question: Question, found: Found): Part<Response> {
  if (found.isEmpty) return plain(sayAlone('empty', question.language), SURE.nothing);
  const first = select(question, found.chunks);
  if (answers(first)) return fromPassages(first, question);
  const query = firstChars(otherWords(question), QUERY_CHARS);
  const { chunks } = yield* search({ query, top_k: WIDER });
  const second = select(question, chunks);
  if (answers(second)) return fromPassages(second, question);
  const scoreOf = ({ sentences: [best] }: Selection) => best?.score ?? 0;
  const nearest = scoreOf(second) > scoreOf(first) ? second : first;
  return yield* elsewhere(world, question, { found, nearest });
}

const QUERY_CHARS = 500;

function* search({ query, top_k }: { query: string; top_k: number }): Part<Found> {
  return readFound(yield* need(SEARCH, { query: acceptable(query), top_k }));
}

function plain(answer: string, confidence: number): Response {
  return { answer, sources: [], confidence };
}

function fromPassages(selection: Selection, { language }: Question): Response {
  const { kind, sentences } = selection;
  const coverage = sentences[0]?.coverage ?? 1;
  return {
    answer: sayPassages(selection, language),
    sources: [
      ...new Set(sentences.flatMap(({ parts }) => parts.map(({ number }) => String(number)))),
    ],
    confidence: Math.round(SURE[kind] * coverage * 100) / 100 || SURE.nothing,
  };
}

/** What there is when no passage answers: an earlier answer from outside, a new one, or what comes nearest. */
function* elsewhere(
  { tools, transcript: { request } }: World,
  question: Question,
  { found, nearest }: { found: Found; nearest: Selection },
): Part<Response> {
  const { language } = question;
  const [earlier] = found.earlier;
  if (earlier !== undefined) return fromOutside(earlier, language);
  if (!tools.some(({ name }) => name === OUTSIDE)) {
    return nearest.kind === 'nearest'
      ? fromPassages(nearest, question)
      : plain(sayNothing(nearest.unknown, question.language), SURE.nothing);
  }
  const query = acceptable(request);
  const asked = yield* attempt(OUTSIDE, { query });
  if (!asked.ok) return plain(sayAlone('nowhere', language), SURE.nothing);
  const outside = readOutside(asked.data);
  const keywords = keywordsOf(question, outside.answer);
  yield* attempt(INDEX, { query, perplexity_result_id: outside.resultId, keywords });
  return fromOutside(outside, language);
}

function fromOutside({ answer, numbers }: OutsideAnswer, language: Language): Response {
  return {
    ...{ answer: sayOutside(answer, language), sources: numbers },
    ...{ confidence: OUTSIDE_CONFIDENCE, isOutside: true },
  };
}

/** What an answer from outside is found by, the most telling first: the question's words, then the answer's. */
function keywordsOf(question: Question, answer: string): string[] {
  const own = question.terms.map(({ word }) => word);
  const pairs = own.slice(1).map((word, at) => `${own[at]} ${word}`);
  const known = questionWords[question.language];
  const said = wordsOf(answer).filter((word) => word.length > 5 && !known.has(word));
  const all = [...new Set([queryOf(question), ...pairs, ...own, ...said])];
  return all.filter((word) => keywordProblem(word) === undefined).slice(0, MOST_KEYWORDS);
}

const MOST_KEYWORDS = 8;

/** Gives the final answer; one that is refused is given once more in plain letters, with numbers only as sources. */
function* respond({ answer, sources, confidence, isOutside = false }: Response): Part<string> {
  const args = {
    ...{ answer, sources, confidence },
    ...{ used_internal_kb: !isOutside && sources.length > 0, used_external_kb: isOutside },
  };
  const first = yield* attempt(RESPOND, args);
  if (first.ok) return answer;
  const second = yield* attempt(RESPOND, { ...args, answer: acceptable(answer) });
  return second.ok ? answer : explainFailure(second.message);
}
