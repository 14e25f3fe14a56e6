import type { JsonObject } from '../../foundation/json.js';
import type { Block } from '../../knowledge/chunks.js';
import type { StoredDocument } from '../../knowledge/document.model.js';
import type { PlacedBlock } from '../../knowledge/documents.store.js';
import type { SearchAnswer } from '../../knowledge/retrieval/search.js';
import type { Usage } from '../../llm/types.js';
import type { Judge } from './judge/judge.js';
import type { ResearchState, ResearchTask, TaskResult } from './state.js';
import type { StepStage } from './stages.js';

export interface StepTools {
  search(query: string, topK: number): Promise<SearchAnswer>;
  documents(): Promise<StoredDocument[]>;
  blocks(documentId: string, from: number, limit: number): Promise<Block[]>;
  blocksById(ids: readonly string[]): Promise<PlacedBlock[]>;
  /** When the step was first started: the same when it is done again after a crash. */
  now: Date;
  /** Whether the step is not tried again when it fails for now. */
  isLastAttempt?: boolean;
  /** Shows people how far the step is (a `phase` event with status `progress`); snake_case keys. */
  progress(detail: JsonObject): void;
  spend(usage: Usage): void;
}

/**
 * Pure in what it is given, so that doing it again after a crash is doing it once; answers the fields it sets. It throws when it
 * cannot: `model_unavailable` is tried again, anything else ends the research. It rejects soon after `signal` is aborted.
 */
type Step = (
  state: Readonly<ResearchState>,
  tools: StepTools,
  signal: AbortSignal,
) => Promise<Partial<ResearchState>>;

/** A step that judges: beside the fields it sets, the judge keeps what the report is to tell. */
export type JudgedStep = (
  state: Readonly<ResearchState>,
  tools: StepTools,
  judge: Judge,
) => Promise<Partial<ResearchState>>;

export interface ResearchSteps extends Record<StepStage, Step> {
  extract(
    state: Readonly<ResearchState>,
    task: ResearchTask,
    tools: StepTools,
    signal: AbortSignal,
  ): Promise<TaskResult>;
  collect(state: Readonly<ResearchState>, results: readonly TaskResult[]): Partial<ResearchState>;
}
