import { expect, test } from '@jest/globals';
import { useOpened } from '../../../test/support/use-opened.js';
import { serve } from '../../../test/support/http-server.js';
import { createBackend } from './backend.js';
import { writeClientOf } from './write-access.js';

const seen: string[] = [];
const server = useOpened(() =>
  serve(({ method, url, headers }, response) => {
    seen.push(`${method} ${url} ${headers.authorization ?? 'nobody'}`);
    response.setHeader('content-type', 'application/json').end('{}');
  }),
);

const caller = { userId: 'u', authorization: 'Bearer own' };

test('a backend gives who holds it no way to a client that writes', () => {
  const backend = createBackend({ baseUrl: () => server.url });
  expect(Object.keys(backend)).toEqual(['readFor']);
  expect(Object.isFrozen(backend)).toBe(true);
  expect(() => writeClientOf({ ...backend }, caller)).toThrow('was not made by createBackend');
});

test('the accept path writes with the caller’s own token, or with the one of the server', async () => {
  const put = { method: 'PUT', segments: ['a'], body: {} };
  await writeClientOf(createBackend({ baseUrl: () => server.url }), caller).send(put);
  const keyed = createBackend({ baseUrl: () => server.url, authorization: () => 'Bearer key' });
  await writeClientOf(keyed, caller).send(put);
  expect(seen).toEqual(['PUT /a Bearer own', 'PUT /a Bearer key']);
});
