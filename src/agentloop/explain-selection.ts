import type { ScoredTool } from '../toolindex/query-scores.js';
import type { FallbackReason, OfferedTool } from './events.js';
import { queryTurns } from './query-turns.js';
import { selectTools } from './select-tools.js';
import type { SelectionDeps, SelectionRequest } from './select-tools.js';

/** What a run would offer at first, and how every tool of the context ranks for it, best first. */
export interface ExplainedSelection {
  /** What the tools were ranked by: the message, before it the turns it leans on, a line each. */
  query: string;
  counts: { all: number; context: number; offered: number };
  tools: OfferedTool[];
  fallbackReason: FallbackReason | undefined;
  noneFits: true | undefined;
  unmetWords: string[] | undefined;
  /** Empty when nothing could be ranked. */
  ranking: readonly ScoredTool[];
}

/** Selects as a run would, without running anything. Rejects when the ranking cannot be had. */
export async function explainSelection(
  request: SelectionRequest,
  deps: SelectionDeps,
): Promise<ExplainedSelection> {
  // As in a conversation that is new: nothing is kept from before.
  const active = await selectTools({ ...request, conversation: { userId: '', id: '' } }, deps);
  const { fallbackReason, noneFits, unmetWords } = active;
  const allowed = deps.catalog.names(request.agent.groups);
  const query = queryTurns(request.message, request.history);
  const all = { topK: allowed.size, minScore: -1, allowed, signal: request.signal };
  const ranking = fallbackReason === undefined ? (await deps.index.rank(query, all)).matches : [];
  const shown = query.map(({ text }) => text).join('\n');
  return {
    query: shown,
    counts: active.counts(),
    tools: active.list(),
    fallbackReason,
    noneFits,
    unmetWords,
    ranking,
  };
}
