import type { AgentEvent } from '../../../agentloop/events.js';
import { AppError } from '../../../foundation/errors.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { Block } from '../../../knowledge/blocks.js';
import type { Knowledge } from '../../../knowledge/knowledge.js';
import type { SearchAnswer } from '../../../knowledge/retrieval/search.js';
import type { Usage } from '../../../llm/types.js';
import type { StoredResearch, TakenWork } from '../research.model.js';
import type { StepTools } from '../research-step.js';
import { basesOf } from '../state-reader.js';
import { MAX_ATTEMPTS } from './failures.js';
import { phaseEvent } from './phase-events.js';

/** What of the documents a research reads. */
export type ResearchSource = Pick<Knowledge, 'search' | 'documents' | 'blocks' | 'blocksById'>;

/**
 * The tools of one step. The step runs without a request, perhaps days after one and on another server:
 * it reads as the user whose id the research carries, and no token of anybody is kept for it. `say` adds events to the
 * research's log, soon.
 */
export function createStepTools(
  knowledge: ResearchSource,
  say: (event: AgentEvent) => void,
  { userId, state }: StoredResearch,
  work: TakenWork,
  signal: AbortSignal,
): { tools: StepTools; usage: Usage } {
  const usage: Usage = { inputTokens: 0, outputTokens: 0 };
  const task = work.taskId === undefined ? {} : { task_id: work.taskId };
  const tools: StepTools = {
    search: async (query, topK) => {
      const asked = { userId, query, question: state.query, topK, filters: {}, signal };
      const found = await Promise.all(
        basesOf(state).map((kbId) => knowledge.search({ ...asked, kbId })),
      );
      const [only] = found;
      return found.length === 1 && only !== undefined ? only : together(found, topK);
    },
    documents: async () => {
      const all = await Promise.all(
        basesOf(state).map((kbId) => knowledge.documents(userId, kbId)),
      );
      return all.flat();
    },
    blocks: (documentId, from, limit) =>
      knowledge.blocks(userId, documentId, from, limit).catch(noneOfDeleted),
    blocksById: (ids) => knowledge.blocksById(userId, ids),
    now: work.begunAt,
    isLastAttempt: work.attempts >= MAX_ATTEMPTS,
    progress: (detail: JsonObject) =>
      say(phaseEvent(work.stage, 'progress', { ...task, ...detail })),
    spend: ({ inputTokens, outputTokens }) => {
      usage.inputTokens += inputTokens;
      usage.outputTokens += outputTokens;
    },
  };
  return { tools, usage };
}

/** What several knowledge bases answer as one answer: the best of all, in the order of the bases where they are equal. */
function together(answers: readonly SearchAnswer[], topK: number): SearchAnswer {
  const passages = answers.flatMap((answer) => answer.passages);
  const sum = (of: (answer: SearchAnswer) => number) =>
    answers.reduce((total, answer) => total + of(answer), 0);
  return {
    passages: passages.toSorted((a, b) => b.score - a.score).slice(0, topK),
    searched: sum(({ searched }) => searched),
    beingRead: sum(({ beingRead }) => beingRead),
    notes: [...new Set(answers.flatMap(({ notes }) => notes))],
    leftOut: answers.flatMap(({ leftOut }) => leftOut),
  };
}

/** A document may be deleted after a search has found it: there is nothing more to read in it. */
function noneOfDeleted(error: unknown): Block[] {
  if (error instanceof AppError && error.code === 'not_found') return [];
  throw error;
}
