import { expect, test } from '@jest/globals';
import { searchOutside } from '../../src/plugins/research/outside/search-outside.js';
import type { ResearchSteps } from '../../src/plugins/research/research-step.js';
import { answerAll, question } from '../support/research.js';
import { testEngines } from '../support/research-engines.js';
import { plainSteps } from '../support/research-steps.js';

const engines = testEngines();
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
  const one = await engines.engine(steps, { outside: SERVICES });
  const asked = await one.service.begin('ada', question({ isOutside: true }));
  await answerAll(one, 'ada', asked.id);
  const own = order.findLastIndex((step) => step.startsWith('extract'));
  const outside = order.findIndex((step) => step.startsWith('outside'));
  expect(own).toBeGreaterThan(0);
  expect(outside).toBeGreaterThan(own);
  const told = (await engines.eventsOf(asked.id)).events.find(
    ({ type, data }) => type === 'checkpoint' && data.type === 'plan_approval',
  );
  expect(told?.data).toMatchObject({
    payload: { outside: { services: SERVICES, max_searches: 6 } },
  });

  order.length = 0;
  const quiet = await one.service.begin('ada', question());
  const { state } = await answerAll(one, 'ada', quiet.id);
  expect(order.filter((step) => step.startsWith('outside'))).toEqual([]);
  expect(state.outside).toBeUndefined();
});

test('a search that was done is not made again when its server stops in the next one', async () => {
  const hung = (signal: AbortSignal) =>
    new Promise((_, stop) => signal.addEventListener('abort', () => stop(new Error('stopped'))));
  let begun = 0;
  const stopping = stepsWith((_query, signal) => {
    begun += 1;
    return begun === 2 ? hung(signal) : Promise.resolve();
  });
  const first = await engines.engine(stopping.steps, { outside: SERVICES });
  const { id } = await first.service.begin('ada', question({ isOutside: true }));
  const searched = (order: readonly string[]) => order.filter((step) => step.startsWith('outside'));
  const ended = answerAll(first, 'ada', id);
  await first.until('ada', id, () => begun >= 2);
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
  const one = await engines.engine();
  await expect(one.service.begin('ada', question({ isOutside: true }))).rejects.toMatchObject({
    code: 'invalid_request',
    details: [{ path: 'options.outside' }],
  });
});
