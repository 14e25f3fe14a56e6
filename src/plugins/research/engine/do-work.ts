import type { AgentEvent } from '../../../agentloop/events.js';
import type { Logger } from '../../../foundation/logger.js';
import type { StepEnd, StepObserver } from '../../../observe/observer.js';
import {
  type Change,
  type StoredResearch,
  type ResearchFailure,
  type TakenWork,
  phaseEvent,
} from '../research.model.js';
import type { StepStage } from '../stages.js';
import type { ResearchSteps, StepTools } from '../steps.js';
import type { TaskResult } from '../state.js';
import type { PgResearchStore } from '../store/research.store.js';
import type { PgResearchWork, Lease } from '../store/research-work.store.js';
import { AppError, ifCode } from '../../../foundation/errors.js';
import type { Knowledge } from '../../../knowledge/knowledge.js';
import type { SearchAnswer } from '../../../knowledge/retrieval/search.js';
import { addUsage, type Usage } from '../../../llm/types.js';
import { basesOf } from '../state-reader.js';
import { fail, stepDone, taskDone } from './moves.js';

export interface WorkDeps {
  store: PgResearchStore;
  work: PgResearchWork;
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

type Ended = Omit<StepEnd, 'usage'>;
const LOST: Ended = { outcome: 'lost' };

type Decide = (research: StoredResearch) => Change;

/** Does taken work and stores what comes of it; never rejects. Aborted by {@link WorkerStops} it is given back, else nobody's any more. */
export async function doWork(taken: Lease, deps: WorkDeps, signal: AbortSignal): Promise<void> {
  const { researchId, stage: step, taskId, attempts: attempt } = taken.work;
  const ended = deps.observer.begin({ researchId, step, attempt, taskId });
  const work = new Work(taken, deps, signal);
  const how = await work.run();
  ended({ ...how, usage: work.step.usage });
}

class Work {
  readonly step: ReturnType<typeof createStepTools>;
  /** Progress is written in order, one event after the other. */
  private written: Promise<void> = Promise.resolve();

  constructor(
    private readonly taken: Lease,
    private readonly deps: WorkDeps,
    private readonly signal: AbortSignal,
  ) {
    const { work, research } = taken;
    const say = (event: AgentEvent) => {
      this.written = this.written.then(() => this.write(event));
    };
    this.step = createStepTools(deps.knowledge, say, research, work, signal);
  }

  async run(): Promise<Ended> {
    try {
      const { decide, result } = await this.perform();
      await this.written;
      return this.isLost() ? LOST : await this.end(decide, result);
    } catch (error) {
      await this.written;
      return await this.afterError(error).catch((failed: unknown) => {
        // The lease runs out, and the work is somebody's again.
        const about = { err: failed, research_id: this.taken.research.id };
        this.deps.logger.error(about, 'the end of a step was not stored');
        return LOST;
      });
    }
  }

  private async perform(): Promise<{ decide: Decide; result?: TaskResult }> {
    const { work, research } = this.taken;
    const { signal } = this;
    const { tools, usage } = this.step;
    const { state } = research;
    if (work.attempts > MAX_ATTEMPTS)
      throw new AppError(
        'internal',
        `The step "${work.stage}" was started ${MAX_ATTEMPTS} times, and each time the server stopped before its end. The log may have the cause.`,
      );
    const steps = this.deps.steps(research.id);
    if (work.taskId !== undefined) {
      const task = state.tasks.find(({ id }) => id === work.taskId);
      if (task === undefined) throw new Error(`the plan has no task ${work.taskId}`);
      const result = await steps.extract(state, task, tools, signal);
      return { result, decide: (at) => taskDone(at, result, usage) };
    }
    if (work.stage === 'collect') {
      const results = await this.deps.store.results(research.id);
      const patch = steps.collect(state, results);
      return { decide: (at) => stepDone(at, patch, usage, results) };
    }
    const patch = await steps[work.stage as StepStage](state, tools, signal);
    return { decide: (at) => stepDone(at, patch, usage) };
  }

  private isLost(): boolean {
    return this.signal.aborted && !(this.signal.reason instanceof WorkerStops);
  }

  private async end(decide: Decide, result?: TaskResult): Promise<Ended> {
    if (!(await this.deps.store.finish(this.taken.work, decide, result))) return LOST;
    this.deps.changed(this.taken.research.id);
    return { outcome: 'completed' };
  }

  private async afterError(error: unknown): Promise<Ended> {
    const { work } = this.taken;
    const { logger } = this.deps;
    if (this.isLost()) return LOST;
    if (this.signal.aborted) {
      const how = { afterSeconds: 0, counts: false };
      return (await this.deps.work.giveBack(work, how)) ? { outcome: 'stopped' } : LOST;
    }
    const failure = failureOf(error);
    const about = { err: error, research_id: work.researchId, step: work.key };
    if (isPassing(error) && work.attempts < MAX_ATTEMPTS) {
      logger.warn(about, 'a step of a research is tried again');
      const isTold = await this.tryAgain(failure.message);
      return isTold ? { outcome: 'retried', errorCode: failure.code } : LOST;
    }
    logger.error(about, 'a step of a research failed');
    const how = await this.end((at) => fail(at, failure));
    return how === LOST ? LOST : { outcome: failure.code, errorCode: failure.code };
  }

  /** Gives work back for another attempt, and tells of it; false when it is no longer this worker's. */
  private async tryAgain(message: string): Promise<boolean> {
    const { store, work: works, changed } = this.deps;
    const { work } = this.taken;
    const afterSeconds = (this.deps.pauseAfter ?? pauseAfter)(work.attempts);
    const detail = { retry_in_s: afterSeconds, attempt: work.attempts, message };
    if (!(await store.say(work, [phaseEvent(work.stage, 'progress', detail)]))) return false;
    const isBack = await works.giveBack(work, { afterSeconds, counts: true });
    changed(work.researchId);
    return isBack;
  }

  /** Stores progress; what cannot be written is only logged. */
  private async write(event: AgentEvent): Promise<void> {
    const { store, logger, changed } = this.deps;
    const { work } = this.taken;
    const { researchId } = work;
    try {
      if (await store.say(work, [event])) changed(researchId);
    } catch (error) {
      logger.debug({ err: error, research_id: researchId }, 'progress was not written');
    }
  }
}

/** How often a piece of work is started, attempts that a crash ended included. */
export const MAX_ATTEMPTS = 6;
const MAX_PAUSE_S = 60;

const passing = new Set([
  'model_unavailable',
  'server_busy',
  'shutting_down',
  'index_error',
  'database_error',
]);
/** PostgreSQL: lost connections, no free ones, rollbacks by conflict, shutdowns. */
const PASSING_STATES = /^(08|53|40|57)/;
const PASSING_SYSTEM = /^(ECONN|EPIPE|ETIMEDOUT|ENOENT)/;

/** True when another attempt may go better: what failed is somebody else, and for now. */
export function isPassing(error: unknown): boolean {
  if (error instanceof AppError) return passing.has(error.code);
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && (PASSING_STATES.test(code) || PASSING_SYSTEM.test(code));
}

/** How long to wait before the next attempt, in seconds. */
export function pauseAfter(attempts: number): number {
  return Math.min(2 ** attempts, MAX_PAUSE_S);
}

export function failureOf(error: unknown): ResearchFailure {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  return { code: 'internal', message: 'A step of the research failed; the log has the cause.' };
}

export type ResearchSource = Pick<Knowledge, 'search' | 'documents' | 'blocks' | 'blocksById'>;

/** The tools of a step, which runs without a request: it reads as the user whose id the research carries, and no token is kept for it. */
export function createStepTools(
  knowledge: ResearchSource,
  say: (event: AgentEvent) => void,
  { userId, state }: StoredResearch,
  work: TakenWork,
  signal: AbortSignal,
): { tools: StepTools; usage: Usage } {
  const usage: Usage = { inputTokens: 0, outputTokens: 0 };
  const task = work.taskId === undefined ? {} : { task_id: work.taskId };
  const tools: StepTools = {
    search: async (query, topK) => {
      const asked = { userId, query, question: state.query, topK, filters: {}, signal };
      const found = await Promise.all(
        basesOf(state).map((kbId) => knowledge.search({ ...asked, kbId })),
      );
      const [only] = found;
      return found.length === 1 && only !== undefined ? only : together(found, topK);
    },
    documents: async () =>
      (await Promise.all(basesOf(state).map((kbId) => knowledge.documents(userId, kbId)))).flat(),
    blocks: (documentId, from, limit) =>
      // A document may be deleted after a search has found it: there is nothing more to read in it.
      knowledge.blocks(userId, documentId, from, limit).catch(ifCode('not_found', [])),
    blocksById: (ids) => knowledge.blocksById(userId, ids),
    now: work.begunAt,
    isLastAttempt: work.attempts >= MAX_ATTEMPTS,
    progress: (detail) => say(phaseEvent(work.stage, 'progress', { ...task, ...detail })),
    spend: (took) => addUsage(usage, took),
  };
  return { tools, usage };
}

/** What several knowledge bases answer as one answer: the best of all, in the order of the bases where they are equal. */
function together(answers: readonly SearchAnswer[], topK: number): SearchAnswer {
  const passages = answers.flatMap((answer) => answer.passages);
  const sum = (of: (answer: SearchAnswer) => number) =>
    answers.reduce((total, answer) => total + of(answer), 0);
  return {
    passages: passages.toSorted((a, b) => b.score - a.score).slice(0, topK),
    searched: sum(({ searched }) => searched),
    beingRead: sum(({ beingRead }) => beingRead),
    notes: [...new Set(answers.flatMap(({ notes }) => notes))],
    leftOut: answers.flatMap(({ leftOut }) => leftOut),
  };
}
