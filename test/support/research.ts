import { systemClock } from '../../src/foundation/clock.js';
import { silentLogger } from '../../src/foundation/logger.js';
import type { StepObserver } from '../../src/observe/observer.js';
import type { ResearchSource } from '../../src/plugins/research/engine/do-work.js';
import { ResearchWorkers } from '../../src/plugins/research/engine/workers.js';
import { withDefaults, type NewResearch } from '../../src/plugins/research/state-reader.js';
import { ResearchService } from '../../src/plugins/research/research.service.js';
import { isFinal, isWaiting } from '../../src/plugins/research/stages.js';
import type { ResearchSteps } from '../../src/plugins/research/steps.js';
import { PgResearchWork } from '../../src/plugins/research/store/research-work.store.js';
import { PgResearchStore } from '../../src/plugins/research/store/research.store.js';
import type { StoredResearch } from '../../src/plugins/research/research.model.js';
import type { Database } from '../../src/store/database.js';
import { newId } from '../../src/foundation/ids.js';
import { PgRunLog } from '../../src/store/run-log/run-log.store.js';
import { openTestDatabase } from './database.js';
import { deferred } from './deferred.js';
import { plainSteps } from './research-steps.js';
import { eventsIn } from './runs.js';
import { useOpened } from './use-opened.js';

/** A knowledge base without documents. */
export const noDocuments: ResearchSource = {
  search: async () => ({ passages: [], searched: 0, beingRead: 0, notes: [], leftOut: [] }),
  documents: async () => [],
  blocks: async () => [],
  blocksById: async () => [],
};

/** A question to begin with. */
export const question = (more: Partial<NewResearch> = {}): NewResearch => ({
  query: 'who must register a source?',
  kb: 'default_kb',
  options: withDefaults({}),
  ...more,
});

/** How an engine of a test differs from a server's. */
interface EngineOptions {
  leaseMs?: number;
  parallel?: number;
  maxOpen?: number;
  aloneOnDatabase?: boolean;
  knowledge?: ResearchSource;
  observer?: StepObserver;
  /** The services outside that are configured. */
  outside?: readonly string[];
}

/** Researches on a database as one server has them, without HTTP, made by the given steps. */
export async function openEngine(db: Database, steps: ResearchSteps, options: EngineOptions = {}) {
  const { leaseMs = 60_000, parallel = 2, maxOpen = 100, knowledge = noDocuments } = options;
  const { aloneOnDatabase = false, outside = [] } = options;
  const { observer = { begin: () => () => {} } } = options;
  const store = new PgResearchStore(db);
  const work = new PgResearchWork(db, leaseMs);
  const listeners = new Set<() => void>();
  const changed = (): void => {
    workers.wake();
    for (const listener of listeners) listener();
  };
  const workers = new ResearchWorkers({
    store,
    work,
    knowledge,
    logger: silentLogger,
    observer,
    changed,
    steps: () => steps,
    parallel,
    leaseMs,
    lookMs: 50,
    aloneOnDatabase,
    pauseAfter: () => 0,
  });
  const service = new ResearchService({
    store,
    clock: systemClock,
    maxOpen,
    outside,
    changed,
    hasModel: () => true,
    ended: (id) => workers.abort(id),
    bases: async () => ['default_kb'],
  });

  type Wanted = (research: StoredResearch) => boolean;
  /** Resolves when the research is as wanted, looked at after every change. */
  async function until(userId: string, id: string, wanted: Wanted) {
    for (;;) {
      const news = deferred();
      const wake = () => news.resolve();
      // Another engine's changes are not told here.
      const timer = setTimeout(wake, 50);
      listeners.add(wake);
      const research = await service.find(userId, id);
      if (!wanted(research)) await news.promise;
      clearTimeout(timer);
      listeners.delete(wake);
      if (wanted(research)) return research;
    }
  }

  return {
    service,
    workers,
    store,
    work,
    until,
    /** Calls back after every change and event that this engine has stored. */
    onChange: (listener: () => void) => void listeners.add(listener),
    /** Resolves when the research asks its user, or has ended. */
    rest: (userId: string, id: string) =>
      until(userId, id, ({ stage }) => isWaiting(stage) || isFinal(stage)),
    /** Resolves when it is gone from memory; the database stays open. */
    close: () => workers.stop(),
  };
}

/** An observer that keeps how the steps ended: `analyze completed`, in the order of their ends. */
export function keptEnds(): { ends: string[]; observer: StepObserver } {
  const ends: string[] = [];
  const begin: StepObserver['begin'] =
    ({ step, attempt }) =>
    ({ outcome }) =>
      void ends.push([step, ...(attempt > 1 ? [`(${attempt})`] : []), outcome].join(' '));
  return { ends, observer: { begin } };
}

/** What {@link openEngine} answers. */
export type Engine = Awaited<ReturnType<typeof openEngine>>;

/** Answers what a plain research asks, until it has ended: once with a text, then with `/end`, then yes. */
export async function answerAll(engine: Engine, userId: string, id: string) {
  for (;;) {
    const research = await engine.rest(userId, id);
    if (isFinal(research.stage)) return research;
    if (research.stage === 'awaiting_approval') {
      await engine.service.plan(userId, id, { approve: true }, research.checkpoint?.id);
    } else {
      const text = research.state.clarification.iteration === 0 ? 'since 2018' : '/end';
      await engine.service.reply(userId, id, text, research.checkpoint?.id);
    }
  }
}

/** What must be the same however often a research was disturbed: no ids, no times, no counts of attempts. */
export function resultOfResearch({ stage, state, steps, failure }: StoredResearch) {
  const { clarification, ...rest } = state;
  const conversation = clarification.conversation.map(({ role, text }) => ({ role, text }));
  const anchor = state.anchor && { ...state.anchor, createdAt: '' };
  const told = { ...rest, anchor, clarification: { ...clarification, conversation } };
  return { stage, steps, failure, ...told };
}

/** Engines of the tests of one file, all on one database: closed, and it is emptied, after each test. */
export function testEngines() {
  const db = useOpened(() => openTestDatabase('store'));
  const open: Engine[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((engine) => engine.close()));
    await db.query('truncate sextant.runs, sextant.research cascade');
  });

  /** An engine that does no work yet. */
  async function resting(steps: ResearchSteps = plainSteps(), options: EngineOptions = {}) {
    const one = await openEngine(db, steps, options);
    open.push(one);
    return one;
  }

  /** An engine at work. */
  async function engine(steps?: ResearchSteps, options?: EngineOptions) {
    const one = await resting(steps, options);
    await one.workers.start();
    return one;
  }

  return {
    db,
    resting,
    engine,
    /** An engine at work, and a research that `ada` began on it. */
    begun: async (steps?: ResearchSteps, options?: EngineOptions, asked?: Partial<NewResearch>) => {
      const one = await engine(steps, options);
      const { id } = await one.service.begin('ada', question(asked));
      return { one, id };
    },
    /** A research whose two first tasks are under way, until they are let go; and which were aborted. */
    inItsTasks: async () => {
      const begun = deferred<void>();
      const go = deferred<void>();
      const stopped: string[] = [];
      let running = 0;
      const steps = plainSteps(async (step, signal) => {
        if (!step.startsWith('extract')) return;
        running += 1;
        if (running === 2) begun.resolve();
        signal.addEventListener('abort', () => stopped.push(step), { once: true });
        await go.promise;
      });
      const one = await engine(steps);
      const { id } = await one.service.begin('ada', question({ researchQueries: ['q'] }));
      await one.rest('ada', id);
      await one.service.plan('ada', id, { approve: true });
      await begun.promise;
      return { one, id, go, stopped };
    },
    /** Closes an engine before its test ends. */
    close: async (one: Engine) => {
      await one.close();
      open.splice(open.indexOf(one), 1);
    },
    /** The log of runs, as another server has it. */
    log: () => new PgRunLog(db, { process: 'test', instanceId: newId() }, 60_000, 10_000_000),
    /** All events of a research, and how its run stands. */
    async eventsOf(id: string) {
      const log = this.log();
      const texts: string[] = [];
      let after = 0;
      for (;;) {
        const { batches, state, lastSeq } = await log.read(id, after);
        texts.push(...batches.map(({ text }) => text));
        after = batches.at(-1)?.last ?? after;
        if (after === lastSeq) return { events: eventsIn(texts.join('')), state };
      }
    },
  };
}
