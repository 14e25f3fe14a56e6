import type { ErrorBody } from '../../src/foundation/errors.js';
import { postJson, useServer } from '../support/server.js';

const server = useServer();

async function add(user: string, at: number) {
  const headers = { authorization: `Bearer ${user}` };
  const document = { title: `${user} ${at}`, text: `Document ${at} of ${user}.` };
  const answer = await postJson(`${server.url}/v1/documents`, document, { headers });
  const body = (await answer.json()) as { id: string } & Partial<ErrorBody>;
  return { status: answer.status, wait: answer.headers.get('retry-after'), body };
}

test('seventy uploads of one user keep nobody else from uploading, nor waiting for all of them', async () => {
  const sent = await Promise.all(Array.from({ length: 70 }, (_, at) => add('noisy', at)));
  const refused = sent.filter(({ status }) => status !== 202);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, wait, body } of refused) {
    expect([status, body.error?.code]).toEqual([429, 'too_many_requests']);
    expect(Number(wait)).toBeGreaterThan(0);
  }
  const quiet = await add('quiet', 0);
  expect(quiet.status).toBe(202);
  // Read to its end, while most of the other user's documents still wait.
  const headers = { authorization: 'Bearer quiet' };
  const events = await fetch(`${server.url}/v1/documents/${quiet.body.id}/events`, { headers });
  expect(await events.text()).toContain('"ready"');
  const taken = sent.filter(({ status }) => status === 202);
  const last = `GET /v1/documents/${taken.at(-1)?.body.id}` as const;
  expect((await server.call(last, undefined, 'noisy')).body.state).not.toBe('ready');
});
