import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { newId } from '../../src/foundation/ids.js';
import type { ResearchSteps } from '../../src/plugins/research/research-step.js';
import type { Database } from '../../src/store/database.js';
import { PgRunLog } from '../../src/store/run-log/run-log.store.js';
import { openTestDatabase } from './database.js';
import { openEngine, type Engine, type EngineOptions } from './research.js';
import { plainSteps } from './research-steps.js';
import { eventsIn } from './runs.js';

/** Engines of the tests of one file, all on one database: closed, and it is emptied, after each test. */
export function testEngines() {
  let db: Database;
  const open: Engine[] = [];
  beforeAll(async () => {
    db = await openTestDatabase('store');
  });
  afterAll(() => db.close());
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

  return {
    get db() {
      return db;
    },
    resting,
    /** An engine at work. */
    engine: async (steps?: ResearchSteps, options?: EngineOptions) => {
      const one = await resting(steps, options);
      await one.workers.start();
      return one;
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
