import { stopWords as questionWords, wordsOf } from '../../../language/question-language.js';
import { keywordProblem } from '../../../knowledge/outside/keywords.js';
import {
  acceptable,
  answerFrom,
  answerOf,
  asksForTheModel,
  attempt,
  createReader,
  explainFailure,
  foundOf,
  need,
  numbered,
  objectOf,
  objectsOf,
  offers,
  queryOf,
  questionOf,
  readChunks,
  sayAlone,
  textOf,
  type Answer,
  type JsonObject,
  type Part,
  type Plan,
  type Question,
  type Texts,
  type World,
} from '../../../../samples/offline-model/kit.js';

const SEARCH = 'knowledge_base_search';
const OUTSIDE = 'perplexity_search';
const INDEX = 'index_keywords';
const RESPOND = 'generate_response';

/** So many passages are looked at: enough to see what contradicts the first. */
const TOP_K = 8;

const CONFIDENCE = { own: 0.95, outside: 0.5, none: 0.1 } as const;

/** Questions to the knowledge base: every one where its tools are offered. */
export const knowledgeSkill = createReader(
  (request) => offers(request, SEARCH, RESPOND),
  answerFromKnowledge,
);

/** Answers with sentences of the knowledge base, else from outside where that is offered. */
function* answerFromKnowledge(world: World): Plan {
  const question = questionOf(world);
  const texts = textsOf(world);
  if (!asksForTheModel(world, question)) return yield* respond(yield* answerFrom(texts, question));
  // No answer is taken before a search.
  yield* texts.find(acceptable(question.text), []);
  return yield* respond(alone('hello', question, CONFIDENCE.own));
}

/** The knowledge base, and what there is beside it: an earlier answer from outside, or a new one. */
function textsOf({ tools, transcript: { request } }: World): Texts {
  let earlier: JsonObject[] = [];
  return {
    *find(query) {
      const body = objectOf(yield* need(SEARCH, { query, top_k: TOP_K }));
      earlier = objectsOf(body['earlier_outside_results']);
      return foundOf(readChunks(body['chunks']), body['notes']);
    },
    *elsewhere(question) {
      const [known] = earlier;
      if (known !== undefined) return fromOutside(known, question);
      if (!tools.some(({ name }) => name === OUTSIDE)) return undefined;
      const query = acceptable(request);
      const asked = yield* attempt(OUTSIDE, { query });
      if (!asked.ok) return alone('nowhere', question, CONFIDENCE.none);
      const result = objectOf(asked.data);
      yield* attempt(INDEX, {
        ...{ query, perplexity_result_id: textOf(result['result_id']) },
        keywords: keywordsOf(question, textOf(result['answer'])),
      });
      return fromOutside(result, question);
    },
  };
}

function alone(kind: 'hello' | 'nowhere', { language }: Question, confidence: number): Answer {
  return answerOf(sayAlone(kind, numbered.says(language)), language, confidence);
}

function fromOutside({ answer, citations }: JsonObject, { language }: Question): Answer {
  const said = `${numbered.says(language).outside}\n\n${textOf(answer)}`;
  const sources = objectsOf(citations).map(({ number }) => String(number));
  return { ...answerOf(said, language, CONFIDENCE.outside), sources, isOutside: true };
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
function* respond({ said, sources, confidence, isOutside = false }: Answer): Part<string> {
  const args = {
    ...{ answer: said, sources, confidence },
    ...{ used_internal_kb: !isOutside && sources.length > 0, used_external_kb: isOutside },
  };
  const first = yield* attempt(RESPOND, args);
  if (first.ok) return said;
  const second = yield* attempt(RESPOND, { ...args, answer: acceptable(said) });
  return second.ok ? said : explainFailure(second.message);
}
