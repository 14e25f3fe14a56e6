import { once } from 'node:events';
import { newId } from '../../src/foundation/ids.js';
import { answerAll, question, testEngines } from '../support/research.js';
import { plainSteps } from '../support/research-steps.js';
import { searchOutside } from '../../src/plugins/research/research-steps.js';
import type { ResearchSteps } from '../../src/plugins/research/steps.js';

// How long what is stored of researches is kept.

const engines = testEngines();
const { begun, inItsTasks, resting } = engines;

/** How many rows each table has that holds anything of researches. */
async function rows() {
  const tables = ['runs', 'run_events', 'research', 'research_work'];
  const counts = tables.map((table) => `(select count(*)::int from sextant.${table}) as ${table}`);
  const [found] = await engines.db.query<Record<string, number>>(`select ${counts.join(', ')}`);
  return found;
}
const NOTHING = { runs: 0, run_events: 0, research: 0, research_work: 0 };

describe('a research that is deleted', () => {
  test('is gone with all that was stored of it, for its user only, and leaves the others', async () => {
    const { one, id } = await begun(undefined, {}, { researchQueries: ['q'] });
    await answerAll(one, 'ada', id);
    const other = await one.service.begin('ada', question());
    const rested = await one.rest('ada', other.id);
    const gone = { code: 'not_found' };
    await expect(one.service.remove('bob', id)).rejects.toMatchObject(gone);
    await expect(one.service.remove('ada', 'no-id')).rejects.toMatchObject(gone);
    await one.service.remove('ada', id);
    await expect(one.service.find('ada', id)).rejects.toMatchObject(gone);
    await expect(one.service.remove('ada', id)).rejects.toMatchObject(gone);
    expect(await one.service.find('ada', other.id)).toEqual(rested);
    await one.service.remove('ada', other.id);
    expect(await rows()).toEqual(NOTHING);
  });

  test('in the middle of its tasks stops within them, and stays gone', async () => {
    const { one: there, id, go, stopped } = await inItsTasks();
    await there.service.remove('ada', id);
    expect(stopped.sort()).toEqual(['extract 1', 'extract 2']);
    go.resolve();
    await there.workers.stop();
    expect(await rows()).toEqual(NOTHING);
  });

  test('by another server stays gone, though its tasks end before theirs has heard of it', async () => {
    const { one: there, id, go, stopped } = await inItsTasks();
    const here = await resting();
    await here.service.remove('ada', id);
    go.resolve();
    // A worker is free again when what its task brought was refused.
    const next = await there.service.begin('ada', question());
    await there.rest('ada', next.id);
    expect(stopped).toEqual([]);
    await there.service.remove('ada', next.id);
    expect(await rows()).toEqual(NOTHING);
  });
});

test('what ended long ago is deleted, however many there are; what is newer or open stays', async () => {
  const one = await resting();
  const begin = async () => (await one.service.begin('ada', question())).id;
  const [old, newer, another] = [await begin(), await begin(), await begin()];
  const waiting = await begin();
  for (const id of [old, newer, another]) await one.service.cancel('ada', id);
  const ended = 'update sextant.research set ended_at = now() - $2::interval where id = $1';
  for (const [id, days] of [[old, 91] as const, [another, 91], [newer, 89]])
    await engines.db.query(ended, [id, `${days} days`]);
  await engines.db.query("update sextant.research set updated_at = now() - interval '91 days'");
  // More than one statement deletes.
  await engines.db.query(
    `with run as (
       insert into sextant.runs (id, user_id, context_type, message, request_hash)
       select gen_random_uuid(), 'bob', 'research', '', '' from generate_series(1, 120)
       returning id)
     insert into sextant.research (id, user_id, query, kb, stage, state, ended_at)
     select id, 'bob', '', '', 'cancelled', '{}', now() - interval '1 year' from run`,
  );
  expect(await one.store.removeEnded(90 * 24 * 60 * 60 * 1000)).toBe(122);
  for (const table of ['research', 'runs']) {
    const left = await engines.db.query<{ id: string }>(`select id from sextant.${table}`);
    expect(left.map(({ id }) => id).sort()).toEqual([newer, waiting].sort());
  }
  expect(await one.store.removeEnded(90 * 24 * 60 * 60 * 1000)).toBe(0);
});

describe('a key for sending again', () => {
  test('begins one research, also when it comes many times at once, and counts as one', async () => {
    const one = await resting(plainSteps(), { maxOpen: 1 });
    const same = () => one.service.begin('ada', question(), 'key');
    const [first, ...others] = await Promise.all([same(), same(), same()]);
    expect(new Set(others.map(({ id }) => id))).toEqual(new Set([first.id]));
    const { id } = await one.service.cancel('ada', first.id);
    expect(await same()).toMatchObject({ id, stage: 'cancelled' });
    const taken = { code: 'conflict', details: [{ path: 'Idempotency-Key' }] };
    const another = question({ query: 'what else?' });
    await expect(one.service.begin('ada', another, 'key')).rejects.toMatchObject(taken);
    expect((await one.service.begin('bob', question(), 'key')).id).not.toBe(id);
    await one.service.remove('ada', id);
    expect((await same()).id).not.toBe(id);
    expect(await rows()).toMatchObject({ runs: 2, research: 2, research_work: 2 });
  });

  test('is one for chats and researches', async () => {
    const one = await resting();
    const { id } = await one.service.begin('ada', question(), 'key');
    const log = engines.log();
    expect(await log.findByKey('ada', 'key')).toMatchObject({ id });
    expect(await log.findByKey('bob', 'key')).toBeUndefined();
    const conversation = `insert into sextant.conversations (id, user_id, context_type) values ($1, 'ada', 'law')`;
    await engines.db.query(conversation, [id]);
    const chat = { id: newId(), userId: 'ada', conversationId: id, contextType: 'law' };
    const sent = { message: '', requestHash: 'of a chat', opensConversation: false };
    expect(await log.create({ ...chat, ...sent, idempotencyKey: 'key' })).toBe(false);
    expect(await log.create({ ...chat, ...sent, idempotencyKey: 'chat' })).toBe(true);
    const taken = { code: 'conflict', details: [{ path: 'Idempotency-Key' }] };
    await expect(one.service.begin('ada', question(), 'chat')).rejects.toMatchObject(taken);
    expect(await rows()).toMatchObject({ runs: 2, research: 1 });
  });
});

const SERVICES = ['SerpAPI'];

/** Steps that search outside with this, and the order in which all steps and searches came. */
function stepsWith(search: (query: string, signal: AbortSignal) => Promise<unknown>) {
  const order: string[] = [];
  const steps: ResearchSteps = {
    ...plainSteps((step) => void order.push(step)),
    outside: (state, _tools, signal) => {
      const lookup = async (query: string, _limit: number, stopped: AbortSignal) => {
        order.push(`outside ${query}`);
        await search(query, stopped);
        return [{ title: `about ${query}` }];
      };
      return searchOutside(state, [{ service: 'SerpAPI', search: lookup }], signal);
    },
  };
  return { order, steps };
}

test('outside comes after all own searches, and nothing of it where nobody asked', async () => {
  const { order, steps } = stepsWith(() => Promise.resolve());
  const { one, id } = await begun(steps, { outside: SERVICES }, { isOutside: true });
  await answerAll(one, 'ada', id);
  const own = order.findLastIndex((step) => step.startsWith('extract'));
  expect(own).toBeGreaterThan(0);
  expect(order.findIndex((step) => step.startsWith('outside'))).toBeGreaterThan(own);
  const { events } = await engines.eventsOf(id);
  const told = events.find(({ data }) => 'type' in data && data.type === 'plan_approval');
  const payload = { outside: { services: SERVICES, max_searches: 6 } };
  expect(told?.data).toMatchObject({ payload });

  order.length = 0;
  const quiet = await one.service.begin('ada', question());
  const { state } = await answerAll(one, 'ada', quiet.id);
  expect(order.filter((step) => step.startsWith('outside'))).toEqual([]);
  expect(state.outside).toBeUndefined();
});

test('a search that was done is not made again when its server stops in the next one', async () => {
  let searches = 0;
  const stopping = stepsWith(async (_query, signal) => {
    searches += 1;
    if (searches !== 2) return;
    await once(signal, 'abort');
    throw new Error('stopped');
  });
  const options = { outside: SERVICES };
  const { one: first, id } = await begun(stopping.steps, options, { isOutside: true });
  const searched = (order: readonly string[]) => order.filter((step) => step.startsWith('outside'));
  const ended = answerAll(first, 'ada', id);
  await first.until('ada', id, () => searches >= 2);
  await engines.close(first);
  const living = stepsWith(() => Promise.resolve());
  await engines.engine(living.steps, { outside: SERVICES });
  const { stage, state } = await ended;
  expect(stage).toBe('complete');
  expect(searched(stopping.order)).toHaveLength(2);
  expect(searched(living.order)).toEqual([searched(stopping.order)[1], expect.any(String)]);
  expect(state.outside?.searches.map((each) => each.state)).toEqual(['done', 'done', 'done']);
});

test('is refused where no service is configured', async () => {
  const asked = (await engines.engine()).service.begin('ada', question({ isOutside: true }));
  const details = [{ path: 'options.outside' }];
  await expect(asked).rejects.toMatchObject({ code: 'invalid_request', details });
});
