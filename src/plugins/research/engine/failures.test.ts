import { expect, test } from '@jest/globals';
import { AppError } from '../../../foundation/errors.js';
import type { Database } from '../../../store/database.js';
import { explainOutages } from '../../../store/open-database.js';
import { isPassing } from './failures.js';

/** What a statement rejects with on a database whose driver rejects with `error`. */
async function metAs(error: Error): Promise<unknown> {
  const fail = () => Promise.reject(error);
  const broken: Database = { kind: 'postgres', query: fail, transaction: fail, close: fail };
  return explainOutages(broken)
    .query('select 1')
    .catch((met: unknown) => met);
}

const coded = (code: string) => Object.assign(new Error(code), { code });

test.each([
  ['a refused connection', coded('ECONNREFUSED'), true],
  ['a server that is shut down', coded('57P01'), true],
  ['a full disk', coded('53100'), true],
  ['a transaction that lost', coded('40001'), true],
  ['a wrong statement', coded('42601'), false],
])('%s under a step', async (_name, error, passes) => {
  expect(isPassing(await metAs(error))).toBe(passes);
});

test.each([
  ['model_unavailable', true],
  ['model_error', false],
  ['internal', false],
] as const)('%s may pass: %s', (code, passes) => {
  expect(isPassing(new AppError(code, 'What is wrong.'))).toBe(passes);
});
