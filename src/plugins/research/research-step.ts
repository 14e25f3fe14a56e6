import type { JsonObject } from '../../foundation/json.js';
import type { Logger } from '../../foundation/logger.js';
import type { Block } from '../../knowledge/blocks.js';
import type { StoredDocument } from '../../knowledge/document.model.js';
import type { PlacedBlock } from '../../knowledge/documents.store.js';
import type { SearchAnswer } from '../../knowledge/retrieval/search.js';
import type { Usage } from '../../llm/types.js';
import type { ResearchState, ResearchTask, TaskResult } from './state.js';

/**
 * What a step may use. The knowledge base is the research's own, read as its owner: a step knows no
 * user and no request. What judges texts is the implementation's own; it is built with it.
 */
export interface StepTools {
  /** Searches the research's knowledge base. */
  search(query: string, topK: number): Promise<SearchAnswer>;
  /** The documents of the knowledge base. */
  documents(): Promise<StoredDocument[]>;
  /** Blocks of a document from a position (0 the first) on; none of one that is not there any more. */
  blocks(documentId: string, from: number, limit: number): Promise<Block[]>;
  /** Blocks by id; unknown ids are left out. */
  blocksById(ids: readonly string[]): Promise<PlacedBlock[]>;
  /** When the step was first started: the same when it is done again after a crash. */
  now: Date;
  /** Whether the step is not tried again when it fails for now. */
  isLastAttempt?: boolean;
  /** Shows people how far the step is (a `phase` event with status `progress`); snake_case keys. */
  progress(detail: JsonObject): void;
  /** Counts the tokens of a model call. */
  spend(usage: Usage): void;
  logger: Logger;
}

/** Fields of the state a step sets; they replace what was there. */
export type Patch<K extends keyof ResearchState> = Pick<ResearchState, K> &
  Partial<Pick<ResearchState, 'notes'>>;

/** One step: pure in what it is given, so that doing it again after a crash is doing it once. */
export type Step<P> = (
  state: Readonly<ResearchState>,
  tools: StepTools,
  signal: AbortSignal,
) => Promise<P>;

/**
 * What each step does with text, by the stage it is done at. A step answers the fields it sets and changes nothing else; the engine
 * stores them, moves on, and counts. It throws when it cannot do its work: an `AppError` with code
 * `model_unavailable` is tried again later, anything else ends the research. It heeds `signal` and
 * rejects soon after it is aborted.
 */
export interface ResearchSteps {
  /** Detects the language (unless it was asked for) and what the question is about. */
  init: Step<Patch<'language' | 'queryAnalysis'>>;
  /** Appends a round with its queries to `clarification.rounds`. */
  generate_queries: Step<Patch<'clarification'>>;
  /** Fills the last round's chunks, `found` and `dedupRatio`. */
  retrieve: Step<Patch<'clarification'>>;
  /** Fills the last round's concepts, gaps and coverage. */
  analyze: Step<Patch<'clarification' | 'queryAnalysis'>>;
  /** Fills the last round's questions, and appends them to the conversation as one turn. */
  ask: Step<Patch<'clarification'>>;
  /**
   * Works in the user's reply, which is the last turn of the conversation and the last round's `reply`:
   * with `terminationReason` and `isActive: false` when clarification ends, else with the next `iteration`.
   */
  process_reply: Step<Patch<'clarification' | 'queryAnalysis'>>;
  /**
   * Ends clarification: the anchor, the research queries (kept when they are there already, which means
   * that there was no clarification: then `terminationReason` is `skipped`), the summaries.
   */
  finalize: Step<
    Patch<
      | 'clarification'
      | 'queryAnalysis'
      | 'anchor'
      | 'researchQueries'
      | 'additionalContext'
      | 'clarificationSummary'
    >
  >;
  /** Proposes three to five tasks, at most `options.maxTasks`; ids from 1, `pending`. */
  plan: Step<Patch<'tasks'>>;
  /** Does one task; several may run at once, each on the state as it was when its round of tasks began. */
  extract: (
    state: Readonly<ResearchState>,
    task: ResearchTask,
    tools: StepTools,
    signal: AbortSignal,
  ) => Promise<TaskResult>;
  /** Merges what a round of tasks brought, in task order: without repetitions, whatever ended first. */
  collect: (
    state: Readonly<ResearchState>,
    results: readonly TaskResult[],
  ) => Patch<
    | 'primaryContext'
    | 'secondaryContext'
    | 'tertiaryContext'
    | 'taskSummaries'
    | 'preservedQuotes'
    | 'searches'
    | 'visitedReferences'
  >;
  /** Does the next search outside, once the tasks are done; the first time it decides which there are. */
  outside: Step<Patch<'outside'>>;
  /** Takes out what drifted from the anchor. */
  validate: Step<Patch<'primaryContext' | 'secondaryContext' | 'tertiaryContext' | 'drift'>>;
  synthesize: Step<Patch<'draft'>>;
  /** Scores the draft. */
  assess: Step<Patch<'quality'>>;
  /** Writes a better draft, once, from what `quality` found wanting; it is assessed again. */
  remediate: Step<Patch<'draft'>>;
  /** Links every statement of the draft to its sources. */
  attribute: Step<Patch<'report'>>;
}
