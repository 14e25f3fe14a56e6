import type { AgentEvent } from '../../../agentloop/events.js';
import { defined } from '../../../foundation/defined.js';
import type { Logger } from '../../../foundation/logger.js';
import type { Change, StoredResearch, TakenWork } from '../research.model.js';
import type { ResearchSteps } from '../research-step.js';
import type { EndedWork, HeldWork, PgResearchStore } from '../store/research.store.js';
import type { PgResearchWork, Taken } from '../store/research-work.store.js';
import { failureOf, isPassing, MAX_ATTEMPTS, pauseAfter, tooManyAttempts } from './failures.js';
import { fail } from './moves.js';
import { perform, type Performed, type PerformWith } from './perform.js';
import { phaseEvent } from './phase-events.js';
import type { StepEnd, StepInfo, StepObserver } from '../../../observe/step-info.js';
import { createStepTools, type ResearchSource } from './step-tools.js';

/** What work is done with. */
export interface WorkDeps {
  store: PgResearchStore;
  work: PgResearchWork;
  /** The steps of a research, by its id. */
  steps: (researchId: string) => ResearchSteps;
  knowledge: ResearchSource;
  logger: Logger;
  observer: StepObserver;
  /** Called after every change and event, so that readers and other work continue. */
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
  const ended = deps.observer.begin(infoOf(work));
  const held = { work, worker };
  const progress = new ProgressLine(deps, held);
  const say = (event: AgentEvent) => progress.say(event);
  const { tools, usage } = createStepTools({ ...deps, say }, research, work, signal);
  const { steps, store } = deps;
  const results = () => store.results(research.id);
  const given = { steps: steps(research.id), tools, usage, results };
  let how: Ended;
  try {
    const { decide, result } = await attempt(work, research, { ...given, signal });
    await progress.written();
    how = isLost(signal) ? LOST : await end(deps, { ...held, ...defined({ result }) }, decide);
  } catch (error) {
    await progress.written();
    how = await afterError(error, held, deps, signal).catch((failed: unknown) => {
      // The lease runs out, and the work is somebody's again.
      const about = { err: failed, research_id: research.id };
      deps.logger.error(about, 'the end of a step was not stored');
      return LOST;
    });
  }
  ended({ ...how, usage });
}

/** How a piece of work ended, without what it used. */
type Ended = Omit<StepEnd, 'usage'>;
const LOST: Ended = { outcome: 'lost' };

function infoOf({ researchId, stage: step, taskId, attempts: attempt }: TakenWork): StepInfo {
  return { researchId, step, attempt, ...defined({ taskId }) };
}

/** Does the work, unless it was started too often. */
async function attempt(
  work: TakenWork,
  research: StoredResearch,
  given: PerformWith,
): Promise<Performed> {
  if (work.attempts <= MAX_ATTEMPTS) return perform(work, research, given);
  throw tooManyAttempts(work.stage);
}

/** True when the work is nobody's any more. */
function isLost({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof WorkerStops);
}

/** Stores the change that ends the work. */
async function end(
  { store, changed }: WorkDeps,
  ended: EndedWork,
  decide: (research: StoredResearch) => Change,
): Promise<Ended> {
  if (!(await store.finish(ended, decide))) return LOST;
  changed(ended.work.researchId);
  return { outcome: 'completed' };
}
/** Stores what becomes of work that brought an error: given back, tried again, or its research's failure. */
async function afterError(
  error: unknown,
  held: HeldWork,
  deps: WorkDeps,
  signal: AbortSignal,
): Promise<Ended> {
  const { work, worker } = held;
  if (isLost(signal)) return LOST;
  if (signal.aborted) {
    const isBack = await deps.work.giveBack(work, worker, { afterSeconds: 0, counts: false });
    return isBack ? { outcome: 'stopped' } : LOST;
  }
  const failure = failureOf(error);
  const about = { err: error, research_id: work.researchId, step: work.key };
  if (isPassing(error) && work.attempts < MAX_ATTEMPTS) {
    deps.logger.warn(about, 'a step of a research is tried again');
    const isTold = await tryAgain(failure.message, held, deps);
    return isTold ? { outcome: 'retried', errorCode: failure.code } : LOST;
  }
  deps.logger.error(about, 'a step of a research failed');
  const how = await end(deps, held, (at) => fail(at, failure));
  return how === LOST ? LOST : { outcome: failure.code, errorCode: failure.code };
}

/** Gives work back for another attempt, and tells of it; false when it is no longer this worker's. */
async function tryAgain(message: string, held: HeldWork, deps: WorkDeps): Promise<boolean> {
  const { work, worker } = held;
  const afterSeconds = (deps.pauseAfter ?? pauseAfter)(work.attempts);
  const detail = { retry_in_s: afterSeconds, attempt: work.attempts, message };
  if (!(await deps.store.say(held, [phaseEvent(work.stage, 'progress', detail)]))) return false;
  const isBack = await deps.work.giveBack(work, worker, { afterSeconds, counts: true });
  deps.changed(work.researchId);
  return isBack;
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
