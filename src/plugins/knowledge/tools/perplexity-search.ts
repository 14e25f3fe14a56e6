import { textProperty } from '../../../foundation/json.js';
import { invalidArguments, toolFailed } from '../../../foundation/errors.js';
import { evidenceSlot } from '../../../citations/evidence.js';
import { lastOutsideSlot, knowledgeTool, numberedAnswer } from '../services.js';
import {
  KEYWORD_CHARS,
  keywordForm,
  keywordProblem,
} from '../../../knowledge/outside/outside.store.js';

export const perplexitySearch = knowledgeTool<{ query: string; context?: string }>({
  name: 'perplexity_search',
  description:
    'Searches external sources on the web. Only when the knowledge base does not suffice to answer. Write a query of its own: current information, or what the knowledge base does not cover. Returns an answer, the pages with the numbers to cite them by, and a result_id. After it, call index_keywords.',
  properties: {
    query: textProperty('What to search for.', 500, 2),
    context: {
      type: 'string',
      maxLength: 2000,
      description: 'What the knowledge base said, in short; it leaves this server.',
    },
  },
  required: ['query'],
  examples: [
    'What is the current VAT rate in Germany?',
    'What are the newest rules for lithium batteries by air?',
    'What do others say about this on the web?',
  ],
  execute: async ({ query, context: known }, { caller, outside, scratch, signal }) => {
    if (outside.search === undefined) {
      throw toolFailed('No outside search is configured on this server.');
    }
    const found = await outside.search.search(query, known, signal);
    const { id } = await outside.store.keep(caller.userId, query, found);
    scratch.of(lastOutsideSlot).resultId = id;
    const answer = numberedAnswer(found, scratch.of(evidenceSlot));
    return { result: { result_id: id, ...answer, metadata: { service: outside.search.name } } };
  },
});

const FEWEST = 3;

export const indexKeywords = knowledgeTool<{
  keywords: string[];
  query: string;
  perplexity_result_id?: string;
}>({
  name: 'index_keywords',
  description:
    'Stores 3 to 10 keywords for the latest perplexity_search, so that later questions find its answer. Specific terms of 2 to 50 characters, broad concepts and details: "quantum computing applications", "2026 market trends"; not "information" or "the". Keywords that are there already are merged.',
  properties: {
    keywords: {
      type: 'array',
      minItems: FEWEST,
      maxItems: 10,
      items: { type: 'string', minLength: 1, maxLength: 200 },
      description: 'The keywords.',
    },
    query: textProperty("The user's question.", 500, 2),
    perplexity_result_id: {
      type: 'string',
      maxLength: 200,
      description: 'The result_id of perplexity_search; without it the latest one.',
    },
  },
  required: ['keywords', 'query'],
  examples: ['Remember what you found for later questions', 'Index this result'],
  effect: 'draft',
  execute: async (
    { keywords, query, perplexity_result_id: given },
    { caller, outside, scratch },
  ) => {
    checkKeywords(keywords);
    const resultId = given ?? scratch.of(lastOutsideSlot).resultId;
    if (resultId === undefined) {
      throw invalidArguments(
        'There is no outside result in this run to index. Call perplexity_search first, or continue without keywords.',
      );
    }
    const indexed = await outside.store.index(caller.userId, resultId, query, keywords);
    const { keywords: kept, merged } = indexed;
    const isMerged = merged.length > 0 || kept.length < keywords.length;
    const stored = { indexed: true, keyword_count: kept.length, keywords: kept };
    return { result: { ...stored, merged: isMerged, merged_keywords: merged } };
  },
});

function checkKeywords(keywords: readonly string[]): void {
  const details = keywords.flatMap((word, at) => {
    const problem = keywordProblem(word);
    const message = `"${word.slice(0, 60)}" ${problem}`;
    return problem === undefined ? [] : [{ path: `keywords.${at}`, message }];
  });
  if (details.length > 0) {
    throw invalidArguments(
      `Some keywords cannot be used: ${details.map(({ message }) => message).join('; ')}. Replace them and call it again.`,
      details,
    );
  }
  const { size } = new Set(keywords.map(keywordForm));
  if (size >= FEWEST) return;
  throw invalidArguments(
    `These are only ${size} different keywords, and ${FEWEST} are the fewest. Add specific terms of ${KEYWORD_CHARS.min} to ${KEYWORD_CHARS.max} characters.`,
  );
}
