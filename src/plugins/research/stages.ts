import { type AppError, conflict } from '../../foundation/errors.js';

/** Where one step is done; the tasks of `extract` are several, and `collect` is given what they brought. */
export type StepStage = Exclude<
  Stage,
  'awaiting_reply' | 'awaiting_approval' | 'extract' | 'collect' | FinalStage
>;

/** `skip` and `again`: the work is done and goes another way; `fail`: it cannot be done. */
export type StageEvent =
  'done' | 'skip' | 'again' | 'reply' | 'edit' | 'approve' | 'fail' | 'cancel';

type Ways = Readonly<Partial<Record<StageEvent, string>>>;

type FinalStage = 'complete' | 'failed' | 'cancelled';

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
  awaiting_approval: waits('awaiting_approval', { edit: 'awaiting_approval', approve: 'extract' }),
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

function works<Name extends string>(phase: Name, ways: Ways): { phase: Name; ways: Ways } {
  return waits(phase, { fail: 'failed', ...ways });
}

function waits<Name extends string>(phase: Name, ways: Ways): { phase: Name; ways: Ways } {
  return { phase, ways: { cancel: 'cancelled', ...ways } };
}

export function phaseOf(stage: Stage): Phase {
  return table[stage].phase;
}

export function isFinal(stage: Stage): stage is FinalStage {
  return stage === 'complete' || stage === 'failed' || stage === 'cancelled';
}

export function isWaiting(stage: Stage): boolean {
  return stage === 'awaiting_reply' || stage === 'awaiting_approval';
}

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
