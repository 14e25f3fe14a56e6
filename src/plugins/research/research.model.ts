import type { AgentEvent } from '../../agentloop/events.js';
import type { ErrorCode } from '../../foundation/errors.js';
import type { JsonObject } from '../../foundation/json.js';
import type { RunState } from '../../store/run-log/run-log.model.js';
import type { Stage } from './stages.js';
import type { ResearchState } from './state.js';

/** What the user is asked; `id` is unique within the research, and the same however often it is made. */
export interface Checkpoint {
  id: string;
  type: 'clarification' | 'plan_approval';
  payload: JsonObject;
}

/** Why a research ended without a report. */
export interface ResearchFailure {
  code: ErrorCode;
  message: string;
}

/** A research as stored. */
export interface StoredResearch {
  id: string;
  userId: string;
  stage: Stage;
  /** Grows by one with every change. */
  version: number;
  state: ResearchState;
  /** What the user is asked now. */
  checkpoint?: Checkpoint;
  failure?: ResearchFailure;
  /** How many steps and tasks have been done. */
  steps: number;
  /** The number of its newest event. */
  lastSeq: number;
  createdAt: Date;
  updatedAt: Date;
  endedAt?: Date;
}

/** A research in a list. */
export type ResearchSummary = Pick<
  StoredResearch,
  'id' | 'stage' | 'createdAt' | 'updatedAt' | 'endedAt'
> & { query: string; kbs: readonly string[] };

/** A piece of work: a step, or one task of a plan. */
export interface WorkItem {
  /** Unique within the research. */
  key: string;
  stage: Stage;
  taskId?: number;
}

/** A piece of work somebody has taken. */
export interface TakenWork extends WorkItem {
  researchId: string;
  userId: string;
  /** Who says that it does it: without its lease nothing is stored. */
  worker: string;
  /** How often it was started, this time included. */
  attempts: number;
  /** When it was first started. */
  begunAt: Date;
}

/** What happens to a research in one transaction. */
export interface Change {
  stage: Stage;
  state: ResearchState;
  checkpoint?: Checkpoint;
  failure?: ResearchFailure;
  /** Steps and tasks this change completes; 1 or 0. */
  steps: number;
  /** What is to be done next. */
  work: readonly WorkItem[];
  /** What becomes of the results of finished tasks: kept for `collect`, or no longer needed. */
  dropsResults?: boolean;
  events: readonly AgentEvent[];
  /** How the run stands after it; a state other than `running` also takes back all work. */
  run: RunState;
}
