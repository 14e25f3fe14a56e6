import { withoutNulls } from '../../../store/database.js';
import { basesOf, readState } from '../state-reader.js';
import type { ResearchSummary, StoredResearch } from '../research.model.js';
import type { ResearchState } from '../state.js';

/** A row of {@link RESEARCH_COLUMNS}, whose state may be of another version. */
export type ResearchRow = Omit<StoredResearch, 'state'> & { state: unknown };

/** What {@link toResearch} reads, of `sextant.research` as r. */
export const RESEARCH_COLUMNS = `r.id, r.user_id as "userId", r.stage, r.version, r.state, r.checkpoint, r.failure,
  r.steps, (select last_seq from sextant.runs where runs.id = r.id) as "lastSeq",
  r.created_at as "createdAt", r.updated_at as "updatedAt", r.ended_at as "endedAt"`;

/** A row as the server's own type; rejects as {@link readState}. */
export function toResearch(row: ResearchRow): StoredResearch {
  return { ...withoutNulls(row), state: readState(row.state) };
}

/** No name of a knowledge base holds it. */
const BETWEEN = ',';

/** The knowledge bases of a research as its row has them: a list reads no states. */
export function toKbColumn(state: Pick<ResearchState, 'kb' | 'kbs'>): string {
  return basesOf(state).join(BETWEEN);
}

/** A row of {@link SUMMARY_COLUMNS}. */
export type SummaryRow = Omit<ResearchSummary, 'kbs'> & { kb: string };

/** What {@link toSummary} reads of `sextant.research`. */
export const SUMMARY_COLUMNS =
  'id, query, kb, stage, created_at as "createdAt", updated_at as "updatedAt", ended_at as "endedAt"';

/** A row of a list as the server's own type. */
export function toSummary({ kb, ...row }: SummaryRow): ResearchSummary {
  return { ...withoutNulls(row), kbs: kb.split(BETWEEN) };
}

/** A row of `sextant.research_work`: what is taken of it. */
export const WORK_COLUMNS = `research_id as "researchId", key, user_id as "userId", stage, task_id as "taskId",
  worker, attempts, begun_at as "begunAt"`;
