import { once } from 'node:events';
import { AppError } from '../../src/foundation/errors.js';
import { deferred } from '../support/deferred.js';
import { keptEnds, question, testEngines, type Engine } from '../support/research.js';
import { plainSteps } from '../support/research-steps.js';

// Who does the work of researches, and who no longer.

const engines = testEngines();
const { engine, resting } = engines;

const WAITING = 'select attempts, worker from sextant.research_work';
const EXPIRED = "update sextant.research_work set lease_until = now() - interval '1 s'";
/** Steps that tell that they have begun, and go on until they are broken off. */
function hanging() {
  const begun = deferred<void>();
  const times = { begun: 0 };
  const steps = plainSteps(async (_step, signal) => {
    times.begun += 1;
    begun.resolve();
    await once(signal, 'abort');
  });
  return { begun, times, steps };
}

describe('a worker that is gone', () => {
  /** An engine whose one worker holds what it takes until it is let go. */
  async function holding(leaseMs: number) {
    const begun = deferred<void>();
    const go = deferred<void>();
    const steps = plainSteps(async () => {
      begun.resolve();
      await go.promise;
    });
    const { ends, observer } = keptEnds();
    const { one: held, id } = await engines.begun(steps, { leaseMs, observer, parallel: 1 });
    await begun.promise;
    return { held, id, go, ends };
  }

  test('loses its lease: another does the step, and what it brings late is not taken', async () => {
    const { held, id, go, ends } = await holding(60_000);
    await engines.db.query(EXPIRED);
    const other = await engine();
    const rested = await other.rest('ada', id);
    go.resolve();
    await held.workers.stop();
    expect(await other.service.find('ada', id)).toEqual(rested);
    expect(ends).toEqual(['init lost']);
  });

  test('on the embedded database is dead at the next start, whatever its lease says', async () => {
    const { held, id, go } = await holding(3_600_000);
    const next = await engine(plainSteps(), { aloneOnDatabase: true });
    expect(await next.rest('ada', id)).toMatchObject({ stage: 'awaiting_reply' });
    go.resolve();
    await held.workers.stop();
  });

  test('keeps no lease of what it does not do: of a step whose end it could not store', async () => {
    const { held, id, go } = await holding(600);
    const { id: lost } = await held.service.begin('ada', question());
    // As after an answer of the database that was lost: the worker's own by the table, and by nobody done.
    await engines.db.query(
      `update sextant.research_work set lease_until = now() + interval '600 ms',
         worker = (select worker from sextant.research_work where research_id = $1)
       where research_id = $2`,
      [id, lost],
    );
    const other = await engine();
    await other.rest('ada', lost);
    go.resolve();
    await held.workers.stop();
  });

  test('whose lease ran out unnoticed does not do the same step twice at once', async () => {
    const signals: AbortSignal[] = [];
    const begun = deferred<void>();
    const again = deferred<void>();
    const steps = plainSteps(async (_step, signal) => {
      signals.push(signal);
      (signals.length === 1 ? begun : again).resolve();
      await once(signal, 'abort');
    });
    const { one, id } = await engines.begun(steps, { parallel: 2 });
    await begun.promise;
    await engines.db.query(EXPIRED);
    await again.promise;
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    // What was started again is still known, and told.
    await one.service.cancel('ada', id);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  test('that only stops gives its work back at once, and the attempt does not count', async () => {
    const { begun, steps } = hanging();
    const { ends, observer } = keptEnds();
    const { one: stopping, id } = await engines.begun(steps, { observer });
    await begun.promise;
    await stopping.workers.stop();
    expect(await engines.db.query(WAITING)).toEqual([{ attempts: 0, worker: null }]);
    expect(ends).toEqual(['init stopped']);
    const next = await engine();
    await next.rest('ada', id);
  });

  /** The second look for work gets its answer after this. */
  function answersSecondLook({ work }: Engine, after: Promise<unknown>) {
    const take = work.take.bind(work);
    let looks = 0;
    work.take = async (worker) => {
      looks += 1;
      if (looks > 1) await after;
      return take(worker);
    };
  }

  test('breaks off what it does before it waits for the work it is taking', async () => {
    const begun = deferred<void>();
    const aborted = deferred<void>();
    const steps = plainSteps(async (_step, signal) => {
      signal.addEventListener('abort', () => aborted.resolve(), { once: true });
      begun.resolve();
      await aborted.promise;
    });
    const stopping = await resting(steps);
    await stopping.service.begin('ada', question());
    // Only when the first work has been broken off.
    answersSecondLook(stopping, aborted.promise);
    await stopping.workers.start();
    await begun.promise;
    await stopping.workers.stop();
  });

  test('gives back what it takes while it stops, and does not begin it', async () => {
    const { begun, times, steps } = hanging();
    const givenBack = deferred<void>();
    const stopping = await resting(steps);
    await stopping.service.begin('ada', question());
    // It finds what was just given back.
    answersSecondLook(stopping, givenBack.promise);
    const { work } = stopping;
    const giveBack = work.giveBack.bind(work);
    work.giveBack = async (...given) => {
      const isBack = await giveBack(...given);
      givenBack.resolve();
      return isBack;
    };
    await stopping.workers.start();
    await begun.promise;
    await stopping.workers.stop();
    expect(times.begun).toBe(1);
    expect(await engines.db.query(WAITING)).toEqual([{ attempts: 0, worker: null }]);
  });

  test('that lost its lease says nothing any more: no progress, and no other attempt', async () => {
    const begun = deferred<void>();
    const go = deferred<void>();
    const steps = plainSteps();
    const init: typeof steps.init = async (state, tools, signal) => {
      if (state.query !== 'late') return steps.init(state, tools, signal);
      begun.resolve();
      await go.promise;
      tools.progress({ note: 'late' });
      throw new AppError('model_unavailable', 'The model is away.');
    };
    const asked = { query: 'late' };
    const { one: late, id } = await engines.begun({ ...steps, init }, { parallel: 1 }, asked);
    await begun.promise;
    const before = await engines.eventsOf(id);
    await engines.db.query('update sextant.research_work set worker = gen_random_uuid()');
    const next = await late.service.begin('ada', question());
    go.resolve();
    // The one worker is free again: it has said what it would.
    await late.rest('ada', next.id);
    expect(await engines.eventsOf(id)).toEqual(before);
  });
});
