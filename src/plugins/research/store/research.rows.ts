import { defined } from '../../../foundation/defined.js';
import { basesOf, readState } from '../state-reader.js';
import type {
  Checkpoint,
  ResearchFailure,
  ResearchSummary,
  StoredResearch,
  TakenWork,
} from '../research.model.js';
import type { Stage } from '../stages.js';
import type { ResearchState } from '../state.js';

/** A row of {@link RESEARCH_COLUMNS}. */
export interface ResearchRow {
  id: string;
  user_id: string;
  stage: Stage;
  version: number;
  state: unknown;
  checkpoint: Checkpoint | null;
  failure: ResearchFailure | null;
  steps: number;
  last_seq: number;
  created_at: Date;
  updated_at: Date;
  ended_at: Date | null;
}

/** What {@link toResearch} reads, of `sextant.research` as r. */
export const RESEARCH_COLUMNS = `r.id, r.user_id, r.stage, r.version, r.state, r.checkpoint, r.failure,
  r.steps, (select last_seq from sextant.runs where runs.id = r.id) as last_seq,
  r.created_at, r.updated_at, r.ended_at`;

/** A row as the server's own type; rejects as {@link readState}. */
export function toResearch(row: ResearchRow): StoredResearch {
  return {
    id: row.id,
    userId: row.user_id,
    stage: row.stage,
    version: row.version,
    state: readState(row.state),
    checkpoint: row.checkpoint ?? undefined,
    failure: row.failure ?? undefined,
    steps: row.steps,
    lastSeq: row.last_seq,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    endedAt: row.ended_at ?? undefined,
  };
}

/** No name of a knowledge base holds it. */
const BETWEEN = ',';

/** The knowledge bases of a research as its row has them: a list reads no states. */
export function toKbColumn(state: Pick<ResearchState, 'kb' | 'kbs'>): string {
  return basesOf(state).join(BETWEEN);
}

/** A row of a list. */
export interface SummaryRow {
  id: string;
  query: string;
  kb: string;
  stage: Stage;
  created_at: Date;
  updated_at: Date;
  ended_at: Date | null;
}

/** A row of a list as the server's own type. */
export function toSummary(row: SummaryRow): ResearchSummary {
  return {
    id: row.id,
    query: row.query,
    kbs: row.kb.split(BETWEEN),
    stage: row.stage,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    endedAt: row.ended_at ?? undefined,
  };
}

/** A row of {@link WORK_COLUMNS}. */
export interface WorkRow {
  research_id: string;
  key: string;
  user_id: string;
  stage: Stage;
  task_id: number | null;
  attempts: number;
  begun_at: Date;
}

/** What {@link toWork} reads of `sextant.research_work`. */
export const WORK_COLUMNS = 'research_id, key, user_id, stage, task_id, attempts, begun_at';

/** A row as the server's own type. */
export function toWork(row: WorkRow): TakenWork {
  return {
    researchId: row.research_id,
    key: row.key,
    userId: row.user_id,
    stage: row.stage,
    ...defined({ taskId: row.task_id ?? undefined }),
    attempts: row.attempts,
    begunAt: row.begun_at,
  };
}
