import { type AppError, conflict } from '../../foundation/errors.js';
import type { JsonObject } from '../../foundation/json.js';
import type { Block } from '../../knowledge/chunks.js';
import type { StoredDocument } from '../../knowledge/document.model.js';
import type { PlacedBlock } from '../../knowledge/documents.store.js';
import type { SearchAnswer } from '../../knowledge/retrieval/search.js';
import type { Usage } from '../../llm/types.js';
import type { Judge } from './judge/judge.js';
import type { ResearchState, ResearchTask, TaskResult } from './state.js';

/** Where one step is done; the tasks of `extract` are several, and `collect` is given what they brought. */
export type StepStage = Exclude<
  Stage,
  'awaiting_reply' | 'awaiting_approval' | 'extract' | 'collect' | FinalStage
>;

/** `skip` and `again`: the work is done and goes another way; `fail`: it cannot be done. */
export type StageEvent =
  'done' | 'skip' | 'again' | 'reply' | 'edit' | 'approve' | 'fail' | 'cancel';

/** Where each event leads from a stage: the name of another. */
type Ways = Readonly<Partial<Record<StageEvent, string>>>;

/** Where nothing happens any more. */
type FinalStage = 'complete' | 'failed' | 'cancelled';

/** Stages with their phase and ways out; an event without a way is refused. */
const table = {
  init: works('clarifying', { done: 'generate_queries', skip: 'finalize' }),
  generate_queries: works('clarifying', { done: 'retrieve' }),
  retrieve: works('clarifying', { done: 'analyze' }),
  analyze: works('clarifying', { done: 'ask' }),
  ask: works('clarifying', { done: 'awaiting_reply' }),
  awaiting_reply: waits('clarifying', { reply: 'process_reply' }),
  process_reply: works('clarifying', { done: 'finalize', again: 'generate_queries' }),
  finalize: works('clarifying', { done: 'plan' }),
  plan: works('planning', { done: 'awaiting_approval' }),
  awaiting_approval: waits('awaiting_approval', {
    edit: 'awaiting_approval',
    approve: 'extract',
  }),
  extract: works('extracting', { done: 'collect' }),
  collect: works('extracting', { done: 'outside', skip: 'validate', again: 'extract' }),
  outside: works('extracting', { done: 'validate', again: 'outside' }),
  validate: works('validating', { done: 'synthesize' }),
  synthesize: works('synthesizing', { done: 'assess' }),
  assess: works('assessing_quality', { done: 'attribute', again: 'remediate' }),
  remediate: works('assessing_quality', { done: 'assess' }),
  attribute: works('attributing_sources', { done: 'complete' }),
  complete: { phase: 'complete' as const, ways: {} },
  failed: { phase: 'failed' as const, ways: {} },
  cancelled: { phase: 'cancelled' as const, ways: {} },
};

export type Stage = keyof typeof table;

/** The phases people see; a phase has one stage or several. */
export type Phase = (typeof table)[Stage]['phase'];

export const stages = Object.keys(table) as Stage[];

/** A stage in which the server works: it ends one way or another, or is cancelled. */
function works<Name extends string>(phase: Name, ways: Ways): { phase: Name; ways: Ways } {
  return waits(phase, { fail: 'failed', ...ways });
}

/** A stage that waits for the user. */
function waits<Name extends string>(phase: Name, ways: Ways): { phase: Name; ways: Ways } {
  return { phase, ways: { cancel: 'cancelled', ...ways } };
}

export function phaseOf(stage: Stage): Phase {
  return table[stage].phase;
}

export function isFinal(stage: Stage): stage is FinalStage {
  return stage === 'complete' || stage === 'failed' || stage === 'cancelled';
}

/** True where the user is asked, and no work is done. */
export function isWaiting(stage: Stage): boolean {
  return stage === 'awaiting_reply' || stage === 'awaiting_approval';
}

/** What a client can do now, in words for people. */
export function expectedAt(stage: Stage): string {
  if (stage === 'awaiting_reply') return 'a reply (POST /v1/research/:id/reply)';
  if (stage === 'awaiting_approval')
    return 'the plan, edited or approved (POST /v1/research/:id/plan)';
  if (isFinal(stage)) return 'nothing: it has ended';
  return 'nothing: the server is at work; its events tell when it asks';
}

/** Where the event leads; rejects with `conflict`, which says what is expected now, where it leads nowhere. */
export function nextStage(stage: Stage, event: StageEvent): Stage {
  const { ways }: { ways: Ways } = table[stage];
  const next = ways[event];
  if (next !== undefined) return next as Stage;
  throw notPossible(stage, `where "${event}" is not possible`);
}

/** The refusal of what is not possible at a stage: it says what is expected there. */
export function notPossible(stage: Stage, reason: string): AppError {
  const [phase, expected] = [phaseOf(stage), expectedAt(stage)];
  return conflict(
    `The research is at "${stage}" (phase ${phase}), ${reason}. Expected now: ${expected}.`,
    [
      { path: 'phase', message: phase },
      { path: 'step', message: stage },
      { path: 'expected', message: expected },
    ],
  );
}

/** What a step may use: the research's own knowledge base, read as its owner, without a request. */
export interface StepTools {
  search(query: string, topK: number): Promise<SearchAnswer>;
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
  spend(usage: Usage): void;
}

/**
 * One step: pure in what it is given, so that doing it again after a crash is doing it once. It answers the fields of the
 * state that it sets, which replace what was there; the engine stores them, moves on, and counts. It throws when it cannot
 * do its work: an `AppError` with code `model_unavailable` is tried again later, anything else ends the research. It heeds
 * `signal` and rejects soon after it is aborted.
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

/** What each step does with text, by the stage it is done at. */
export interface ResearchSteps extends Record<StepStage, Step> {
  /** Does one task; several may run at once, each on the state as it was when its round of tasks began. */
  extract(
    state: Readonly<ResearchState>,
    task: ResearchTask,
    tools: StepTools,
    signal: AbortSignal,
  ): Promise<TaskResult>;
  /** Merges what a round of tasks brought, in task order: without repetitions, whatever ended first. */
  collect(state: Readonly<ResearchState>, results: readonly TaskResult[]): Partial<ResearchState>;
}
