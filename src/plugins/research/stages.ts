import { AppError } from '../../foundation/errors.js';

/** Where a research can stand. The stages named `awaiting_…` wait for a person, the last three are final. */
export const stages = [
  'init',
  'generate_queries',
  'retrieve',
  'analyze',
  'ask',
  'awaiting_reply',
  'process_reply',
  'finalize',
  'plan',
  'awaiting_approval',
  'extract',
  'collect',
  'outside',
  'validate',
  'synthesize',
  'assess',
  'remediate',
  'attribute',
  'complete',
  'failed',
  'cancelled',
] as const;

/** One of {@link stages}. */
export type Stage = (typeof stages)[number];

/**
 * What can happen. `done`: the stage's work is done; `skip` and `again`: it is done, and goes the other
 * way; `reply`, `edit`, `approve`, `cancel`: what the user does; `fail`: the work cannot be done.
 */
export const stageEvents = [
  'done',
  'skip',
  'again',
  'reply',
  'edit',
  'approve',
  'fail',
  'cancel',
] as const;

/** One of {@link stageEvents}. */
export type StageEvent = (typeof stageEvents)[number];

type Row = Readonly<Record<StageEvent, Stage | null>>;

const nothing: Row = {
  done: null,
  skip: null,
  again: null,
  reply: null,
  edit: null,
  approve: null,
  fail: null,
  cancel: null,
};

/** A stage in which the server works: it ends one way or another, or is cancelled. */
function works(ways: Partial<Row>): Row {
  return { ...nothing, fail: 'failed', cancel: 'cancelled', ...ways };
}

/** A stage that waits for the user. */
function waits(ways: Partial<Row>): Row {
  return { ...nothing, cancel: 'cancelled', ...ways };
}

/** Every stage with every event: where it leads, or `null` where it is refused. */
export const transitions: Readonly<Record<Stage, Row>> = {
  init: works({ done: 'generate_queries', skip: 'finalize' }),
  generate_queries: works({ done: 'retrieve' }),
  retrieve: works({ done: 'analyze' }),
  analyze: works({ done: 'ask' }),
  ask: works({ done: 'awaiting_reply' }),
  awaiting_reply: waits({ reply: 'process_reply' }),
  process_reply: works({ done: 'finalize', again: 'generate_queries' }),
  finalize: works({ done: 'plan' }),
  plan: works({ done: 'awaiting_approval' }),
  awaiting_approval: waits({ edit: 'awaiting_approval', approve: 'extract' }),
  extract: works({ done: 'collect' }),
  collect: works({ done: 'outside', skip: 'validate', again: 'extract' }),
  outside: works({ done: 'validate', again: 'outside' }),
  validate: works({ done: 'synthesize' }),
  synthesize: works({ done: 'assess' }),
  assess: works({ done: 'attribute', again: 'remediate' }),
  remediate: works({ done: 'assess' }),
  attribute: works({ done: 'complete' }),
  complete: nothing,
  failed: nothing,
  cancelled: nothing,
};

/** The phases people see; a phase has one stage or several. */
export type Phase =
  | 'clarifying'
  | 'planning'
  | 'awaiting_approval'
  | 'extracting'
  | 'validating'
  | 'synthesizing'
  | 'assessing_quality'
  | 'attributing_sources'
  | FinalStage;

/** Where nothing happens any more. */
export type FinalStage = 'complete' | 'failed' | 'cancelled';

const phases: Readonly<Record<Stage, Phase>> = {
  init: 'clarifying',
  generate_queries: 'clarifying',
  retrieve: 'clarifying',
  analyze: 'clarifying',
  ask: 'clarifying',
  awaiting_reply: 'clarifying',
  process_reply: 'clarifying',
  finalize: 'clarifying',
  plan: 'planning',
  awaiting_approval: 'awaiting_approval',
  extract: 'extracting',
  collect: 'extracting',
  outside: 'extracting',
  validate: 'validating',
  synthesize: 'synthesizing',
  assess: 'assessing_quality',
  remediate: 'assessing_quality',
  attribute: 'attributing_sources',
  complete: 'complete',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** The phase a stage belongs to. */
export function phaseOf(stage: Stage): Phase {
  return phases[stage];
}

/** True where nothing happens any more. */
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
  const next = transitions[stage][event];
  if (next !== null) return next;
  const expected = expectedAt(stage);
  throw new AppError(
    'conflict',
    `The research is at "${stage}" (phase ${phaseOf(stage)}), where "${event}" is not possible. Expected now: ${expected}.`,
    [
      { path: 'phase', message: phaseOf(stage) },
      { path: 'step', message: stage },
      { path: 'expected', message: expected },
    ],
  );
}
