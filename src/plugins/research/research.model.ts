import type { AgentEvent } from '../../agentloop/events.js';
import type { ErrorCode } from '../../foundation/errors.js';
import type { JsonObject } from '../../foundation/json.js';
import type { RunState } from '../../store/run-log/run-log.model.js';
import { type Stage, phaseOf } from './stages.js';
import { type ResearchState, byTier, type ClarificationRound, type TaskResult } from './state.js';

export interface Checkpoint {
  id: string;
  type: 'clarification' | 'plan_approval';
  payload: JsonObject;
}

export interface ResearchFailure {
  code: ErrorCode;
  message: string;
}

export interface StoredResearch {
  id: string;
  userId: string;
  stage: Stage;
  /** Grows by one with every change. */
  version: number;
  state: ResearchState;
  checkpoint?: Checkpoint;
  failure?: ResearchFailure;
  steps: number;
  lastSeq: number;
  createdAt: Date;
  updatedAt: Date;
  endedAt?: Date;
}

export type ResearchSummary = Pick<
  StoredResearch,
  'id' | 'stage' | 'createdAt' | 'updatedAt' | 'endedAt'
> & { query: string; kbs: readonly string[] };

export interface WorkItem {
  key: string;
  stage: Stage;
  taskId?: number;
}

export interface TakenWork extends WorkItem {
  researchId: string;
  userId: string;
  /** Who says that it does it: without its lease nothing is stored. */
  worker: string;
  attempts: number;
  begunAt: Date;
}

export interface Change {
  stage: Stage;
  state: ResearchState;
  checkpoint?: Checkpoint;
  failure?: ResearchFailure;
  /** Steps and tasks this change completes; 1 or 0. */
  steps: number;
  work: readonly WorkItem[];
  /** What becomes of the results of finished tasks: kept for `collect`, or no longer needed. */
  dropsResults?: boolean;
  events: readonly AgentEvent[];
  /** How the run stands after it; a state other than `running` also takes back all work. */
  run: RunState;
}

export function phaseEvent(
  stage: Stage,
  status: 'started' | 'progress' | 'completed',
  detail: JsonObject = {},
): AgentEvent {
  return {
    type: 'phase',
    data: { phase: phaseOf(stage), status, detail: { step: stage, ...detail } },
  };
}

export function checkpointEvent({ id, type, payload }: Checkpoint): AgentEvent {
  return { type: 'checkpoint', data: { checkpoint_id: id, type, payload } };
}

export function completeEvent(state: ResearchState, steps: number): AgentEvent {
  const { inputTokens, outputTokens } = state.usage;
  const usage = { input_tokens: inputTokens, output_tokens: outputTokens };
  return { type: 'message_complete', data: { finish_reason: 'stop', turns: steps, usage } };
}

export function failedEvent({ code, message }: ResearchFailure): AgentEvent {
  return { type: 'error', data: { code, message, retryable: false } };
}

export function detailOf(stage: Stage, state: ResearchState): JsonObject {
  return details[stage]?.(state) ?? {};
}

const details: Partial<Record<Stage, (state: ResearchState) => JsonObject>> = {
  init: ({ language }) => ({ language }),
  generate_queries: ofRound(({ queries }) => ({ queries })),
  retrieve: ofRound(({ found, chunks, dedupRatio }) => {
    return { found, chunks: chunks.length, dedup_ratio: dedupRatio };
  }),
  analyze: ofRound(({ coverage, gaps }) => ({ coverage, gaps })),
  ask: ofRound(({ questions }) => ({ questions: questions.length })),
  process_reply: ({ clarification }) => ({
    iteration: clarification.iteration,
    termination_reason: clarification.terminationReason ?? null,
  }),
  finalize: ({ researchQueries }) => ({ research_queries: researchQueries }),
  plan: ({ tasks }) => ({ tasks: tasks.length }),
  collect: ({ tasks, ...kept }) => ({ ...countsOf(kept), tasks: tasks.length }),
  outside: ({ outside }) => ({
    searches: outside?.searches.length,
    done: outside?.searches.filter(({ state }) => state !== 'pending').length,
  }),
  validate: ({ drift }) => ({
    checked: drift?.checked,
    removed: drift?.removed,
    warning: drift?.warning,
  }),
  assess: ({ quality }) => ({ total: quality?.total, passed: quality?.isPassed }),
  attribute: ({ report }) => ({ sources: report?.sources.length }),
};

function ofRound(detail: (round: ClarificationRound) => JsonObject) {
  return ({ clarification: { iteration, rounds } }: ResearchState): JsonObject => {
    const round = rounds.at(-1);
    return { iteration, ...(round && detail(round)) };
  };
}

function countsOf({ primaryContext, ...others }: ReturnType<typeof byTier>): JsonObject {
  const { secondaryContext: secondary, tertiaryContext: tertiary } = others;
  return { primary: primaryContext.length, secondary: secondary.length, tertiary: tertiary.length };
}

export function taskDetail({ taskId, entries, ...brought }: TaskResult): JsonObject {
  return {
    task_id: taskId,
    ...countsOf(byTier(entries)),
    quotes: brought.quotes.length,
    references: brought.searches.flatMap(({ references }) => references).length,
    new_tasks: brought.newTasks.length,
  };
}
