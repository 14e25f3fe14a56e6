import type { AgentEvent } from '../../agentloop/events.js';
import type { Logger } from '../../foundation/logger.js';
import type { Change, StoredResearch, TakenWork } from '../research.model.js';
import type { ResearchSteps } from '../steps.js';
import type { HeldWork, PgResearchStore } from '../store/research.store.js';
import type { PgResearchWork, Taken } from '../store/research-work.store.js';
import { failureOf, isPassing, MAX_ATTEMPTS, pauseAfter, tooManyAttempts } from './failures.js';
import { fail } from './moves.js';
import { perform } from './perform.js';
import { phaseEvent } from './phase-events.js';
import { createStepTools, type ResearchSource } from './step-tools.js';

/** What work is done with. */
export interface WorkDeps {
  store: PgResearchStore;
  work: PgResearchWork;
  steps: ResearchSteps;
  knowledge: ResearchSource;
  logger: Logger;
  /** Told after every change and event, so that readers and other work go on. */
  changed: (researchId: string) => void;
  /** How long to wait before another attempt, in seconds. */
  pauseAfter?: (attempts: number) => number;
}

/** The reason of a signal that is aborted because the server stops: the work is for another. */
export class WorkerStops extends Error {
  override readonly name = 'WorkerStops';
}

/**
 * Does a piece of work that `worker` has taken, and stores what comes of it: the step's change, another
 * attempt, or the research's failure. Never rejects. Aborting `signal` with {@link WorkerStops} gives it
 * back; with any other reason it is nobody's any more, and nothing is stored.
 */
export async function doWork(
  { work, research }: Taken,
  worker: string,
  deps: WorkDeps,
  signal: AbortSignal,
): Promise<void> {
  const { store, logger } = deps;
  const progress = new ProgressLine(deps, { work, worker });
  try {
    if (work.attempts > MAX_ATTEMPTS) {
      await end(deps, work, worker, (at) => fail(at, tooManyAttempts(work.stage)));
      return;
    }
    const say = (event: AgentEvent) => progress.say(event);
    const { tools, usage } = createStepTools({ ...deps, say }, research, work, signal);
    const results = () => store.results(research.id);
    const given = { steps: deps.steps, tools, usage, results, signal };
    const { decide, result } = await perform(work, research, given);
    await progress.written();
    if (!signal.aborted || signal.reason instanceof WorkerStops) {
      await end(deps, work, worker, decide, result);
    }
  } catch (error) {
    await progress.written();
    await afterError(error, work, worker, deps, signal).catch((failed: unknown) => {
      // The lease runs out, and the work is somebody's again.
      logger.error({ err: failed, research_id: research.id }, 'the end of a step was not stored');
    });
  }
}

async function end(
  { store, changed }: WorkDeps,
  work: TakenWork,
  worker: string,
  decide: (research: StoredResearch) => Change,
  result?: Parameters<PgResearchStore['finish']>[0]['result'],
): Promise<void> {
  const ended = { work, worker, ...(result === undefined ? {} : { result }) };
  if (await store.finish(ended, decide)) changed(work.researchId);
}

async function afterError(
  error: unknown,
  work: TakenWork,
  worker: string,
  deps: WorkDeps,
  signal: AbortSignal,
): Promise<void> {
  const { logger } = deps;
  if (signal.aborted) {
    if (signal.reason instanceof WorkerStops) {
      await deps.work.giveBack(work, worker, { afterSeconds: 0, counts: false });
    }
    return;
  }
  const about = { err: error, research_id: work.researchId, step: work.key };
  if (isPassing(error) && work.attempts < MAX_ATTEMPTS) {
    const afterSeconds = (deps.pauseAfter ?? pauseAfter)(work.attempts);
    logger.warn(about, 'a step of a research is tried again');
    const detail = {
      retry_in_s: afterSeconds,
      attempt: work.attempts,
      message: failureOf(error).message,
    };
    const event = phaseEvent(work.stage, 'progress', detail);
    if (!(await deps.store.say({ work, worker }, [event]))) return;
    await deps.work.giveBack(work, worker, { afterSeconds, counts: true });
    deps.changed(work.researchId);
    return;
  }
  logger.error(about, 'a step of a research failed');
  await end(deps, work, worker, (at) => fail(at, failureOf(error)));
}

/** Writes a step's progress in order, one event after the other; what cannot be written is only logged. */
class ProgressLine {
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly deps: Pick<WorkDeps, 'store' | 'logger' | 'changed'>,
    private readonly held: HeldWork,
  ) {}

  say(event: AgentEvent): void {
    this.last = this.last.then(() => this.write(event));
  }

  /** Resolves when everything said so far is written. */
  written(): Promise<void> {
    return this.last;
  }

  private async write(event: AgentEvent): Promise<void> {
    const { store, logger, changed } = this.deps;
    const { researchId } = this.held.work;
    try {
      if (await store.say(this.held, [event])) changed(researchId);
    } catch (error) {
      logger.debug({ err: error, research_id: researchId }, 'progress was not written');
    }
  }
}
