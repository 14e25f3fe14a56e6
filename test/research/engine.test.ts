import { once } from 'node:events';
import { AppError } from '../../src/foundation/errors.js';
import { MAX_ATTEMPTS } from '../../src/plugins/research/engine/do-work.js';
import type { StepObserver } from '../../src/observe/observer.js';
import { deferred } from '../support/deferred.js';
import {
  answerAll,
  keptEnds,
  question,
  resultOfResearch,
  testEngines,
} from '../support/research.js';
import { refused } from '../support/refused.js';
import { plainSteps } from '../support/research-steps.js';

const engines = testEngines();
const { begun, engine, inItsTasks, resting } = engines;

test('a whole research: asks twice, shows its plan, adds a task, revises its draft, and ends once', async () => {
  const { one, id } = await begun();
  const research = await answerAll(one, 'ada', id);
  expect(research).toMatchObject({ stage: 'complete', steps: 25, userId: 'ada' });
  const { state } = research;
  expect(state.clarification.conversation.map(({ text }) => text)).toEqual(['since 2018', '/end']);
  expect(state.queryAnalysis?.refinements).toEqual(['since 2018', '/end']);
  const tasks = state.tasks.map((task) => `${task.id} ${task.origin} ${task.state}`);
  expect(tasks).toEqual(['1 plan done', '2 plan done', '3 plan done', '4 found done']);
  expect(state.report?.title).toBe('better');
  const texts = state.report?.sections[0]?.statements.map(({ text }) => text);
  expect(texts).toEqual(['found task 1', 'found task 2', 'found task 3', 'found task found']);
  expect(state.usage).toEqual({ inputTokens: 4 * 10 + 19 * 2, outputTokens: 4 * 5 + 19 });

  const { events, state: run } = await engines.eventsOf(id);
  expect(run).toBe('completed');
  expect(events.map(({ id: number }) => number)).toEqual(events.map((_event, index) => index + 1));
  const ends = events.filter(({ type }) => type === 'message_complete' || type === 'error');
  expect(ends).toEqual([events.at(-1)]);
  const asked = events.flatMap((event) => (event.type === 'checkpoint' ? [event.data.type] : []));
  expect(asked).toEqual(['clarification', 'clarification', 'plan_approval']);
  const notes = events.flatMap(({ type, data }) =>
    type === 'phase' && 'note' in data.detail ? [data.detail['note']] : [],
  );
  expect(notes.sort()).toEqual([1, 2, 3, 4].map((task) => `reading for ${task}`));
  expect(await engines.db.query('select 1 from sextant.research_work')).toEqual([]);
});

test('with research queries nobody is asked before the plan', async () => {
  const { one, id } = await begun(undefined, {}, { researchQueries: ['sources'] });
  const state = { researchQueries: ['sources'], clarification: { rounds: [] } };
  expect(await one.rest('ada', id)).toMatchObject({ stage: 'awaiting_approval', state });
});

test('what is not possible where it stands is refused with what is expected now, and changes nothing', async () => {
  const { one, id } = await begun();
  const asked = await one.rest('ada', id);
  const { service } = one;
  const early = service.plan('ada', id, { approve: true });
  await refused(early, 'conflict', 'POST /v1/research/:id/reply');
  const details = [{ path: 'checkpoint_id', allowed: [asked.checkpoint?.id] }];
  const other = service.reply('ada', id, 'x', 'reply-1');
  await expect(other).rejects.toMatchObject({ code: 'conflict', details });
  expect(await service.find('ada', id)).toEqual(asked);
  await service.reply('ada', id, '/end');
  await refused(service.reply('ada', id, 'again', asked.checkpoint?.id), 'conflict', '');
  await one.until('ada', id, ({ stage }) => stage === 'awaiting_approval');
  await service.cancel('ada', id);
  await refused(service.reply('ada', id, 'x'), 'conflict', 'it has ended');
  await refused(service.plan('ada', id, { approve: true }), 'conflict', 'it has ended');
  await refused(service.cancel('ada', id), 'conflict', 'it has ended');
});

describe('a research that is cancelled', () => {
  test('in the middle of its tasks stops within them, with one end', async () => {
    const { one, id, go, stopped } = await inItsTasks();
    await one.service.cancel('ada', id);
    go.resolve();
    await one.workers.stop();
    expect(stopped.sort()).toEqual(['extract 1', 'extract 2']);
    const { events, state } = await engines.eventsOf(id);
    expect(state).toBe('cancelled');
    expect(events.filter(({ type }) => type === 'error')).toEqual([events.at(-1)]);
    expect(events.at(-1)?.data).toMatchObject({ code: 'cancelled' });
  });

  test('on another server stops there, at the next renewal of the lease', async () => {
    const started = deferred<void>();
    const stopped = deferred<void>();
    const waits = plainSteps(async (_step, signal) => {
      started.resolve();
      await once(signal, 'abort');
      stopped.resolve();
    });
    const { id } = await begun(waits, { leaseMs: 300 });
    const here = await resting();
    await started.promise;
    await here.service.cancel('ada', id);
    await stopped.promise;
  });
});

describe('a step that fails', () => {
  const failsWith = (error: Error, times: number) => {
    let left = times;
    return plainSteps((step) => {
      if (step === 'analyze 0' && left-- > 0) throw error;
    });
  };
  const away = new AppError('model_unavailable', 'The model is away.');
  /** How often it was told that a step is tried again. */
  const retriesOf = async (id: string) => {
    const { events } = await engines.eventsOf(id);
    return events.filter(({ data }) => JSON.stringify(data).includes('retry_in_s')).length;
  };

  test('for now is tried again, and tells', async () => {
    const { ends, observer } = keptEnds();
    const { one, id } = await begun(failsWith(away, 2), { observer });
    expect(await one.rest('ada', id)).toMatchObject({ stage: 'awaiting_reply', steps: 5 });
    expect(await retriesOf(id)).toBe(2);
    const found = ends.filter((end) => end.startsWith('analyze'));
    expect(found).toEqual(['analyze retried', 'analyze (2) retried', 'analyze (3) completed']);
  });

  test('for good ends the research, with its reason', async () => {
    const { ends, observer } = keptEnds();
    const { one, id } = await begun(failsWith(new AppError('model_error', 'No.'), 1), { observer });
    const failure = { code: 'model_error', message: 'No.' };
    expect(await one.rest('ada', id)).toMatchObject({ stage: 'failed', failure });
    await one.workers.stop();
    expect(ends.at(-1)).toBe('analyze model_error');
    expect((await engines.eventsOf(id)).state).toBe('failed');
  });

  test('by a fault keeps its text to the log', async () => {
    const { one, id } = await begun(failsWith(new TypeError('secret'), 1));
    expect(await one.rest('ada', id)).toMatchObject({ failure: { code: 'internal' } });
    expect(JSON.stringify(await engines.eventsOf(id))).not.toContain('secret');
  });

  test('again and again ends it', async () => {
    const { one, id } = await begun(failsWith(away, 99));
    const failure = { code: 'model_unavailable' };
    expect(await one.rest('ada', id)).toMatchObject({ stage: 'failed', failure });
    expect(await retriesOf(id)).toBe(MAX_ATTEMPTS - 1);
  });

  test('by taking its server down each time is not started for ever', async () => {
    const one = await resting();
    const { id } = await one.service.begin('ada', question());
    await engines.db.query('update sextant.research_work set attempts = $1', [MAX_ATTEMPTS]);
    await one.workers.start();
    const failed = await one.rest('ada', id);
    expect(failed.failure?.message).toContain(`started ${MAX_ATTEMPTS} times`);
  });
});

test('a research of a newer server holds up no other, and waits for a server that reads it', async () => {
  const one = await resting();
  const newer = await one.service.begin('ada', question());
  const { id } = await one.service.begin('ada', question());
  const version = `jsonb_set(state, '{version}', $2)`;
  const setVersion = `update sextant.research set state = ${version} where id = $1`;
  await engines.db.query(setVersion, [newer.id, '99']);
  await one.workers.start();
  expect(await one.rest('ada', id)).toMatchObject({ stage: 'awaiting_reply' });
  const work = 'select attempts, worker, start_after > now() as waits from sextant.research_work';
  expect(await engines.db.query(work)).toEqual([{ attempts: 0, worker: null, waits: true }]);
});

test('ten researches of a user leave the first of another at twice its steps at most', async () => {
  const order: string[] = [];
  const begin: StepObserver['begin'] = ({ researchId }) => {
    order.push(researchId);
    return () => {};
  };
  const one = await resting(plainSteps(), { parallel: 1, observer: { begin } });
  const asked = () => question({ researchQueries: ['q'] });
  for (let time = 1; time <= 10; time += 1) await one.service.begin('noisy', asked());
  const { id } = await one.service.begin('ada', asked());
  await one.workers.start();
  await one.rest('ada', id);
  const own = order.filter((researchId) => researchId === id).length;
  expect(own).toBeGreaterThan(1);
  expect(order.lastIndexOf(id) + 1).toBeLessThanOrEqual(2 * own);
});

test('two engines on one database do each step once, and come to the same result', async () => {
  const { one: alone, id: first } = await begun();
  const undisturbed = resultOfResearch(await answerAll(alone, 'ada', first));
  await engines.close(alone);

  const done: string[] = [];
  const steps = plainSteps((step) => void done.push(step));
  const a = await engine(steps);
  await engine(steps);
  const { id } = await a.service.begin('ada', question());
  expect(resultOfResearch(await answerAll(a, 'ada', id))).toEqual(undisturbed);
  expect(done).toHaveLength(new Set(done).size);
});

test('what waits for a person is nobody’s to interrupt', async () => {
  const { one, id } = await begun();
  await one.rest('ada', id);
  await engines.close(one);
  const log = engines.log();
  const [text, events] = [() => '', () => []];
  expect(await log.interrupt(true, text, events)).toBe(0);
  const later = await engine(plainSteps(), { aloneOnDatabase: true });
  expect(await answerAll(later, 'ada', id)).toMatchObject({ stage: 'complete' });
  expect(await log.find('ada', id)).toBeUndefined();
});

test('answers and cancels of several at once: each is taken or refused, none is lost, one end', async () => {
  const one = await engine();
  const begun = await Promise.all([1, 2, 3, 4].map(() => one.service.begin('ada', question())));
  await Promise.all(
    begun.map(async ({ id }, number) => {
      await one.rest('ada', id);
      const texts = ['a', 'b', '/end'];
      const replies = texts.map((text) => ({ text, answer: one.service.reply('ada', id, text) }));
      const cancels = [1, 2].slice(number % 2).map(() => one.service.cancel('ada', id));
      const settled = await Promise.allSettled(replies.map(({ answer }) => answer));
      const taken = replies.filter((_reply, index) => settled[index]?.status === 'fulfilled');
      const ended = await Promise.allSettled(cancels);
      expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const { stage, state } = await one.service.find('ada', id);
      expect(stage).toBe('cancelled');
      const said = state.clarification.conversation.map(({ text }) => text);
      expect(said.sort()).toEqual(taken.map(({ text }) => text).sort());
    }),
  );
  await one.workers.stop();
  for (const { id } of begun) {
    const { events } = await engines.eventsOf(id);
    expect(events.filter(({ type }) => type === 'error')).toEqual([events.at(-1)]);
  }
});
