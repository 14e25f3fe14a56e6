import { basesOf, readState } from '../state-reader.js';
import type { ResearchSummary, StoredResearch, TakenWork } from '../research.model.js';
import type { ResearchState } from '../state.js';

/** The same fields as the database answers them: NULL for what is not there. */
type Row<T, Absent extends keyof T> = Omit<T, Absent> & { [K in Absent]: T[K] | null };

/** A row of {@link RESEARCH_COLUMNS}. */
export type ResearchRow = Row<
  Omit<StoredResearch, 'state'> & { state: unknown },
  'checkpoint' | 'failure' | 'endedAt'
>;

/** What {@link toResearch} reads, of `sextant.research` as r. */
export const RESEARCH_COLUMNS = `r.id, r.user_id as "userId", r.stage, r.version, r.state, r.checkpoint, r.failure,
  r.steps, (select last_seq from sextant.runs where runs.id = r.id) as "lastSeq",
  r.created_at as "createdAt", r.updated_at as "updatedAt", r.ended_at as "endedAt"`;

/** A row as the server's own type; rejects as {@link readState}. */
export function toResearch({ state, ...row }: ResearchRow): StoredResearch {
  return {
    ...row,
    state: readState(state),
    checkpoint: row.checkpoint ?? undefined,
    failure: row.failure ?? undefined,
    endedAt: row.endedAt ?? undefined,
  };
}

/** No name of a knowledge base holds it. */
const BETWEEN = ',';

/** The knowledge bases of a research as its row has them: a list reads no states. */
export function toKbColumn(state: Pick<ResearchState, 'kb' | 'kbs'>): string {
  return basesOf(state).join(BETWEEN);
}

/** A row of {@link SUMMARY_COLUMNS}. */
export type SummaryRow = Row<Omit<ResearchSummary, 'kbs'> & { kb: string }, 'endedAt'>;

/** What {@link toSummary} reads of `sextant.research`. */
export const SUMMARY_COLUMNS =
  'id, query, kb, stage, created_at as "createdAt", updated_at as "updatedAt", ended_at as "endedAt"';

/** A row of a list as the server's own type. */
export function toSummary({ kb, endedAt, ...row }: SummaryRow): ResearchSummary {
  return { ...row, kbs: kb.split(BETWEEN), endedAt: endedAt ?? undefined };
}

/** A row of {@link WORK_COLUMNS}. */
export type WorkRow = Row<Required<TakenWork>, 'taskId'>;

/** What {@link toWork} reads of `sextant.research_work`. */
export const WORK_COLUMNS = `research_id as "researchId", key, user_id as "userId", stage, task_id as "taskId",
  attempts, begun_at as "begunAt"`;

/** A row as the server's own type. */
export function toWork({ taskId, ...row }: WorkRow): TakenWork {
  return { ...row, taskId: taskId ?? undefined };
}
