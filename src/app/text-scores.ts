import type { AgentSentences, ScoreOf, TextScores } from '../agentloop/routing/agent-router.js';
import type { ToolSelectionIndex } from '../toolindex/selection-index.js';

/** The index of the agents, as the router asks it. */
export function agentSentences(index: ToolSelectionIndex): AgentSentences {
  return { ...textScores(index), rebuild: (documents) => index.rebuild(documents) };
}

/** How well the documents of an index fit a text: by vectors, or where there are none by words. */
export function textScores(index: ToolSelectionIndex): TextScores {
  return {
    scores: async (text, signal): Promise<ScoreOf> => {
      const answer =
        index.state.kind === 'ready'
          ? await index.query(text, signal)
          : await index.queryWords(text);
      return (name) => answer.of(name);
    },
  };
}
