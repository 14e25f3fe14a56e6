import type { AgentSentences, ScoreOf, TextScores } from '../agentloop/routing/agent-router.js';
import type { ToolScores } from '../llm/providers/palette/palette.js';
import type { Scores } from '../toolindex/query-scores.js';
import type { ToolSelectionIndex } from '../toolindex/selection-index.js';

/** The index of the agents, as the router asks it. */
export function agentSentences(index: ToolSelectionIndex): AgentSentences {
  return { ...textScores(index), rebuild: (documents) => index.rebuild(documents) };
}

/** How well the documents of an index fit a text: by vectors, or where there are none by words. */
export function textScores(index: ToolSelectionIndex): TextScores {
  return {
    scores: async (text, signal): Promise<ScoreOf> => {
      const scores = await scoresOf(index, text, signal);
      return (name) => scores.of(name);
    },
  };
}

/** What tools are ranked by for a text, as the selection ranks them. */
export function textRanks(index: ToolSelectionIndex): ToolScores {
  return async (text, signal) => {
    const scores = await scoresOf(index, text, signal);
    return (name) => scores.rankOf(name);
  };
}

async function scoresOf(
  index: ToolSelectionIndex,
  text: string,
  signal?: AbortSignal,
): Promise<Scores> {
  return index.state.kind === 'ready' ? index.query(text, signal) : index.queryWords(text);
}
