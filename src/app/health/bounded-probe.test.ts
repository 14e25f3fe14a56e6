import { expect, test } from '@jest/globals';
import { deferred } from '../../../test/support/deferred.js';
import type { PartState } from '../../agentapi/health.controller.js';
import { boundedProbe } from './readiness.js';

const OK = { state: 'ok', detail: 'fine' } as const;

test('a late probe makes the part down, is told to end, and is not asked a second time', async () => {
  let asked = 0;
  const answer = deferred<Omit<PartState, 'required'>>();
  const signals: AbortSignal[] = [];
  const probe = boundedProbe(
    (signal) => {
      asked += 1;
      signals.push(signal);
      return answer.promise;
    },
    true,
    20,
  );
  const late = { state: 'down', detail: 'no answer within 0.02 s', required: true };
  await expect(Promise.all([probe(), probe()])).resolves.toEqual([late, late]);
  await expect(probe()).resolves.toEqual(late);
  expect(asked).toBe(1);
  expect(signals[0]?.aborted).toBe(true);
  answer.resolve(OK);
  await answer.promise;
  await new Promise((resolve) => setImmediate(resolve));
  await expect(probe()).resolves.toEqual({ ...OK, required: true });
  expect(asked).toBe(2);
});
