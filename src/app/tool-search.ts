import type { ToolSearch } from '../agentloop/select-tools.js';
import type { ToolSelectionIndex } from '../toolindex/selection-index.js';

/** The tool index as the loop asks it. */
export function createToolSearch(index: ToolSelectionIndex): ToolSearch {
  return {
    unavailable: async () => {
      const state = await index.settled();
      if (state.kind === 'ready') return index.isBehind ? 'index_building' : undefined;
      return state.kind === 'building' ? 'index_building' : state.reason;
    },
    searchWords: async (query, { topK, allowed, givenIds = 0 }) => {
      const answer = await index.queryWords(query);
      return answer.top({ topK, minScore: 0, allowed, givenIds }).map(({ name }) => name);
    },
    search: async (query, { topK, minScore, allowed, scoreAlso = [], givenIds = 0, signal }) => {
      const answer = await index.query(query, signal);
      const scores = new Map<string, number>();
      for (const name of scoreAlso) {
        const score = answer.of(name);
        if (score !== undefined) scores.set(name, score);
      }
      const matches = answer.top({ topK, minScore, allowed, givenIds });
      for (const { name, score } of matches) scores.set(name, score);
      return { matches, scores };
    },
  };
}
