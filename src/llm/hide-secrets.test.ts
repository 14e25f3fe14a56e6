import { expect, test } from '@jest/globals';
import { hideSecrets } from './hide-secrets.js';
import { ProviderError } from './provider-error.js';
import type { ModelSource } from './resilient.js';

const SECRET = 'CANARY.key$1';

function failing(error: unknown): ModelSource {
  return {
    name: 'fake',
    model: 'm',
    async *open() {
      throw error;
    },
  };
}

async function thrown(source: ModelSource): Promise<ProviderError> {
  const request = { system: '', messages: [], tools: [], maxTokens: 1 };
  try {
    for await (const event of source.open(request, new AbortController().signal)) void event;
  } catch (error) {
    return error as ProviderError;
  }
  throw new Error('it did not fail');
}

test.each<[string, unknown]>([
  [
    'an API error',
    new ProviderError('auth', `Wrong key ${SECRET}, ${SECRET}!`, 7, { cause: SECRET }),
  ],
  ['any error', new Error(`header "${SECRET}" is invalid`)],
  ['the cause of one', new TypeError('fetch failed', { cause: new Error(`at ${SECRET}`) })],
  ['a text', `what ${SECRET}`],
])('%s shows no secret, neither in its message nor in its cause', async (_name, error) => {
  const found = await thrown(hideSecrets(failing(error), [SECRET, '']));
  expect(found).toBeInstanceOf(ProviderError);
  expect(found.message).toContain('[hidden]');
  expect(`${found.message} ${String(found.cause)}`).not.toContain(SECRET);
});

test('trouble and delay are kept', async () => {
  const error = new ProviderError('rate_limit', 'slow', 7);
  expect(await thrown(hideSecrets(failing(error), [SECRET]))).toMatchObject({
    trouble: 'rate_limit',
    retryAfterMs: 7,
  });
});

test('without secrets the source stays as it is', () => {
  const source = failing(0);
  expect(hideSecrets(source, [''])).toBe(source);
});
