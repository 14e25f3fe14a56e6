import { defined } from '../foundation/defined.js';
import type { ToolSearch } from '../agentloop/select-tools.js';
import { weightedTexts, type SearchText } from '../toolindex/search-text.js';
import type { ToolSelectionIndex } from '../toolindex/selection-index.js';

/** What was learned from use, as the ranking asks it. */
export interface LearnedGains {
  /** What tools gain or lose in rank for a user's message. Never rejects. */
  gains(message: string, userId: string): Promise<ReadonlyMap<string, number>>;
}

/** The tool index as the loop asks it. */
export function createToolSearch(index: ToolSelectionIndex, learned?: LearnedGains): ToolSearch {
  // A turn before is no part of what is learned: the message alone is looked up. The workbench is nobody.
  const gainsOf = async (query: SearchText, userId = '') =>
    userId === '' || learned === undefined
      ? undefined
      : learned.gains(weightedTexts(query).at(-1)?.text ?? '', userId);
  return {
    unavailable: async (signal, onProgress) => {
      const state = await index.settled(signal, onProgress);
      if (state.kind === 'ready') return undefined;
      return state.kind === 'building' ? 'index_building' : state.reason;
    },
    searchWords: async (query, { topK, allowed }) => {
      const answer = await index.queryWords(query);
      return answer.top({ topK, minScore: 0, allowed }).map(({ name }) => name);
    },
    search: async (query, { topK, minScore, allowed, scoreAlso = [], ...request }) => {
      const { userId, signal } = request;
      const answer = await index.query(query, signal);
      const scores = new Map<string, number>();
      for (const name of scoreAlso) {
        const score = answer.of(name);
        if (score !== undefined) scores.set(name, score);
      }
      const gains = await gainsOf(query, userId);
      const options = { topK, minScore, allowed, ...defined({ gains }) };
      const matches = answer.top(options);
      for (const { name, score } of matches) scores.set(name, score);
      return { matches, scores, known: answer.known };
    },
  };
}
