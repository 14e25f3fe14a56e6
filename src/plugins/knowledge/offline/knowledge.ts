import { firstChars } from '../../../foundation/first-chars.js';
import {
  sayAlone,
  acceptable,
  answers,
  asksForTheModel,
  questionOf,
  attempt,
  createReader,
  explainFailure,
  giveUp,
  offers,
  otherWords,
  queryOf,
  rankSentences,
  readFound,
  readOutside,
  sayOutside,
  sayPassages,
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
import { keywordsOf, withoutRefused } from './keywords.js';

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
  const found = yield* search({ query: queryOf(question), top_k: TOP_K });
  if (asksForTheModel(world, question)) {
    return yield* respond(plain(sayAlone('hello', question.language), SURE.answer));
  }
  const response = yield* answerOf(world, question, found);
  const underWay = sayUnderWay(found.beingRead, question.language);
  return yield* respond({ ...response, answer: `${response.answer}${underWay}` });
}

/** What is found inside, else elsewhere. */
function* answerOf(world: World, question: Question, found: Found): Part<Response> {
  if (found.isEmpty) return plain(sayAlone('empty', question.language), SURE.nothing);
  const first = select(question, rankSentences(question, found.chunks));
  if (answers(first)) return fromPassages(first, question);
  const wider = yield* search({
    query: firstChars(otherWords(question), QUERY_CHARS),
    top_k: WIDER,
  });
  const second = select(question, rankSentences(question, wider.chunks));
  if (answers(second)) return fromPassages(second, question);
  return yield* elsewhere(world, question, { found, nearest: better(first, second) });
}

const QUERY_CHARS = 500;

/** The search; one that is refused is tried once more in plain letters. */
function* search(args: { query: string; top_k: number }): Part<Found> {
  const first = yield* attempt(SEARCH, args);
  if (first.ok) return readFound(first.data);
  const second = yield* attempt(SEARCH, { ...args, query: acceptable(args.query) });
  return second.ok ? readFound(second.data) : giveUp(explainFailure(second.message));
}

function better(a: Selection, b: Selection): Selection {
  return (b.sentences[0]?.score ?? 0) > (a.sentences[0]?.score ?? 0) ? b : a;
}

function plain(answer: string, confidence: number): Response {
  return { answer, sources: [], confidence };
}

function fromPassages(selection: Selection, { language }: Question): Response {
  const { kind, sentences } = selection;
  const coverage = sentences[0]?.coverage ?? 1;
  return {
    answer: sayPassages(selection, language),
    sources: [...new Set(sentences.map(({ number }) => String(number)))],
    confidence: Math.round(SURE[kind] * coverage * 100) / 100 || SURE.nothing,
  };
}

/** What there is when no passage answers: an earlier answer from outside, a new one, or what comes nearest. */
function* elsewhere(
  { tools, transcript }: World,
  question: Question,
  { found, nearest }: { found: Found; nearest: Selection },
): Part<Response> {
  const [earlier] = found.earlier;
  if (earlier !== undefined) return fromOutside(earlier, question);
  if (!tools.some(({ name }) => name === OUTSIDE)) {
    return nearest.kind === 'nearest'
      ? fromPassages(nearest, question)
      : plain(sayAlone('nothing', question.language), SURE.nothing);
  }
  const asked = yield* attempt(OUTSIDE, { query: acceptable(transcript.request) });
  if (!asked.ok) return plain(sayAlone('nowhere', question.language), SURE.nothing);
  const outside = readOutside(asked.data);
  yield* index(outside, question, transcript.request);
  return fromOutside(outside, question);
}

function fromOutside({ answer, numbers }: OutsideAnswer, { language }: Question): Response {
  return {
    answer: sayOutside(answer, language),
    sources: numbers,
    confidence: OUTSIDE_CONFIDENCE,
    isOutside: true,
  };
}

/** Makes the answer findable; keywords that are refused are replaced once, and done without then. */
function* index(outside: OutsideAnswer, question: Question, asked: string): Part<void> {
  const keywords = keywordsOf(question, outside.answer);
  const args = { query: acceptable(asked), perplexity_result_id: outside.resultId };
  const first = yield* attempt(INDEX, { ...args, keywords: keywords.slice(0, MOST_KEYWORDS) });
  if (first.ok) return;
  const others = withoutRefused(keywords, first.message).slice(0, MOST_KEYWORDS);
  yield* attempt(INDEX, { ...args, keywords: others });
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
