import { withoutAccents } from '../../language/sentences.js';
import { AppError, indexError, messageOf } from '../../foundation/errors.js';
import { isObject, asObject, asList } from '../../foundation/json.js';
import { callApi } from '../../foundation/outbound/call-api.js';

export interface FoundWord {
  word: string;
  weight: number;
  /** The stems that it was found by, and how surely each says the word, from 0 to 1; the surest first. */
  forms: readonly { stems: readonly string[]; share: number }[];
}

export interface RerankPassage {
  heading: string;
  section: string;
  text: string;
  words: readonly FoundWord[];
  score: number;
}

/** Orders the best passages of a search once more, by a closer look at each. */
export interface Reranker {
  readonly name: string;
  /** A score from 0 to 1 for each passage, in the order given. Rejects with an `AppError`. */
  rerank(
    query: string,
    passages: readonly RerankPassage[],
    signal?: AbortSignal,
  ): Promise<number[]>;
}

/** What each look at a passage counts beside the first pass's score; together 1. */
const WEIGHTS = {
  first: 0.85,
  coverage: 0.08,
  nearness: 0.02,
  headings: 0.03,
  subject: 0.02,
} as const;

/** The second pass without a service: words covered, their nearness, what headings say, and the innermost one. */
export const localReranker: Reranker = {
  name: 'local',
  rerank: async (_query, passages) => {
    const weights = new Map<string, number>();
    for (const { word, weight } of passages.flatMap(({ words }) => words)) {
      weights.set(word, Math.max(weight, weights.get(word) ?? 0));
    }
    const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
    return passages.map((passage) => scoreOf(passage, total, weights.size));
  },
};

function scoreOf(
  { heading, section, text, words, score }: RerankPassage,
  total: number,
  count: number,
): number {
  const stems = words.flatMap(stemsOf);
  const covered = shareOf(words, total, ({ forms }) => forms[0]?.share ?? 0);
  const headed = saidBy(tokensOf(heading), stems);
  const near = nearest(tokensOf(text), stems) / Math.max(count, 1);
  return (
    WEIGHTS.first * score +
    WEIGHTS.coverage * covered +
    WEIGHTS.nearness * near +
    WEIGHTS.headings * shareOf(words, total, ({ word }) => headed.get(word) ?? 0) +
    WEIGHTS.subject * subjectOf(section, words, stems, total)
  );
}

/** Shorter words of a heading say nothing of its subject. */
const LONG = /^\p{L}{4}/u;

/** How far a heading is about the question: how much of the question it says, and how much of it is of the question. */
function subjectOf(
  section: string,
  words: readonly FoundWord[],
  stems: readonly WordStem[],
  total: number,
): number {
  const own = tokensOf(section).filter((token) => LONG.test(token));
  const found = saidBy(own, stems);
  const said = shareOf(words, total, ({ word }) => found.get(word) ?? 0);
  if (said === 0) return 0;
  const asked = own.reduce((sum, token) => sum + (stemIn(token, stems)?.share ?? 0), 0);
  const precise = asked / own.length;
  return (2 * said * precise) / (said + precise);
}

function shareOf(words: readonly FoundWord[], total: number, share: (word: FoundWord) => number) {
  return words.reduce((sum, word) => sum + word.weight * share(word), 0) / total;
}

interface WordStem {
  stem: string;
  word: string;
  share: number;
}

function stemsOf({ word, forms }: FoundWord): WordStem[] {
  return forms.flatMap(({ stems, share }) => stems.map((stem) => ({ stem, word, share })));
}

function saidBy(tokens: readonly string[], stems: readonly WordStem[]): Map<string, number> {
  const said = new Map<string, number>();
  for (const token of tokens) {
    const found = stemIn(token, stems);
    if (found) said.set(found.word, Math.max(found.share, said.get(found.word) ?? 0));
  }
  return said;
}

const WINDOW = 20;

/** How many words of the question stand within some twenty words of the text at most, each by its share. */
function nearest(tokens: readonly string[], stems: readonly WordStem[]): number {
  const found = tokens.map((token) => stemIn(token, stems));
  let most = 0;
  for (let at = 0; at < found.length; at += 1) {
    if (found[at] === undefined) continue;
    const near = new Map<string, number>();
    for (const each of found.slice(at, at + WINDOW)) if (each) near.set(each.word, each.share);
    most = Math.max(
      most,
      [...near.values()].reduce((sum, share) => sum + share, 0),
    );
  }
  return most;
}

function tokensOf(text: string): string[] {
  return withoutAccents(text.toLowerCase()).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The surest stem that a token has; a stem may change the word's last letter ("polici"). */
function stemIn(token: string, stems: readonly WordStem[]): WordStem | undefined {
  let best: WordStem | undefined;
  for (const each of stems) {
    const beginning = each.stem.length > 4 ? each.stem.slice(0, -1) : each.stem;
    if (token.startsWith(beginning) && each.share > (best?.share ?? 0)) best = each;
  }
  return best;
}

interface CohereOptions {
  /** Without a last slash, e.g. `https://api.cohere.com`. */
  baseUrl: string;
  apiKey?: string;
  model: string;
  timeoutMs?: number;
}

const TIMEOUT_MS = 5_000;

/** Cohere (https://docs.cohere.com/reference/rerank). Rejects with `index_error`, whose message holds no key. */
export function createCohereReranker(options: CohereOptions): Reranker {
  const { baseUrl, apiKey, model, timeoutMs = TIMEOUT_MS } = options;
  return {
    name: `cohere (${model})`,
    rerank: async (query, passages, signal = new AbortController().signal) => {
      const documents = passages.map(({ heading, text }) => `${heading}\n${text}`);
      const body = { model, query, documents, top_n: documents.length };
      const call = { url: `${baseUrl}/v2/rerank`, apiKey, body, signal, timeoutMs };
      const answer = await callApi(call).catch((error: unknown) => {
        if (signal.aborted) throw new AppError('cancelled', 'The search was cancelled.');
        throw failed(messageOf(error));
      });
      return toScores(answer, passages.length);
    },
  };
}

function toScores(answer: unknown, count: number): number[] {
  const scores = new Array<number>(count).fill(0);
  let found = 0;
  for (const result of asList(asObject(answer)['results'])) {
    if (!isObject(result)) continue;
    const { index, relevance_score: score } = result;
    if (typeof index !== 'number' || !(index in scores) || typeof score !== 'number') continue;
    scores[index] = score;
    found += 1;
  }
  if (found === 0) throw failed('its answer has no results of the documented form');
  return scores;
}

function failed(reason: string): AppError {
  return indexError(`The rerank service (COHERE_BASE_URL) failed: ${reason}.`);
}
