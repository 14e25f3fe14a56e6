import type { RequestListener } from 'node:http';
import { serve, type TestServer } from '../../../test/support/http-server.js';
import { callApi, type ApiCall, callPatiently, toolPatience } from './call-api.js';

const KEY = 'k-0123456789/+';
const open: TestServer[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())));

async function at(listener: RequestListener, more: Partial<ApiCall> = {}): Promise<ApiCall> {
  const server = await serve(listener);
  open.push(server);
  return { url: `${server.url}/a`, secrets: [KEY], signal: new AbortController().signal, ...more };
}

function answering(...answers: [status: number, body: string, headers?: object][]) {
  const paths: (string | undefined)[] = [];
  const listener: RequestListener = ({ url }, response) => {
    const [status, body, headers] = answers[paths.length] ?? [500, 'asked too often'];
    paths.push(url);
    response.writeHead(status, { ...headers }).end(body);
  };
  return { listener, paths };
}

test('callApi: asks with the query, and leaves out what is not given', async () => {
  const { listener, paths } = answering([200, '{"b":1}']);
  const call = await at(listener, { query: { q: 'a b&c', n: 2, none: undefined } });
  expect(await callApi(call)).toEqual({ b: 1 });
  expect(paths).toEqual(['/a?q=a+b%26c&n=2']);
});

test.each([
  ['as it is', KEY],
  ['as it stands in an address', encodeURIComponent(KEY)],
])('callApi: a refusal that repeats the key %s is told without it', async (_name, shown) => {
  const { listener } = answering([403, JSON.stringify({ error: `Bad key ${shown}` })]);
  const told = 'it answered 403: Bad key [redacted]';
  await expect(callApi(await at(listener))).rejects.toThrow(told);
});

test.each([
  ['a reason without end', 500, JSON.stringify({ message: 'x'.repeat(5_000) }), /^.{0,240}$/],
  ['no reason', 503, 'down', /^it answered 503: no reason given$/],
  ['a redirect', 307, '', /^it answered 307, a redirect/],
])('callApi: %s is told in few words', async (_name, status, body, message) => {
  await expect(callApi(await at(answering([status, body]).listener))).rejects.toThrow(message);
});

test('callApi: the key of an address that nobody answers is not told', async () => {
  const call = await at(() => {}, { query: { api_key: KEY } });
  await open.pop()?.close();
  const failure = await callApi(call).catch((error: Error) => error);
  expect(String(failure)).toMatch(/it cannot be reached: .*ECONNREFUSED/);
  expect(JSON.stringify(failure) + String((failure as Error).stack)).not.toContain('k-01');
});

test('callApi: a silent service is left after its time', async () => {
  const call = await at(() => {}, { timeoutMs: 20 });
  await expect(callApi(call)).rejects.toThrow('it did not answer within 0.02 s');
});

test('callApi: a caller who has left is not kept waiting', async () => {
  const leaving = new AbortController();
  const call = await at(() => leaving.abort(), { signal: leaving.signal });
  await expect(callApi(call)).rejects.toThrow('it was cancelled');
});

test('callApi: an answer without end is left', async () => {
  const call = await at(answering([200, 'x'.repeat(2_000)]).listener, { maxBytes: 1_000 });
  await expect(callApi(call)).rejects.toThrow('its answer is too long');
});

const waits: number[] = [];
const pause = async (ms: number) => void waits.push(ms);
const patience = { policy: toolPatience.policy, random: () => 1, pause };
afterEach(() => void waits.splice(0));

test('callPatiently: asks again when it may, and waits as long as it was asked to', async () => {
  const { listener, paths } = answering(
    [429, '{}', { 'retry-after': '3' }],
    [503, '{}'],
    [200, '7'],
  );
  expect(await callPatiently(await at(listener), patience)).toBe(7);
  expect([waits, paths.length]).toEqual([[3_000, 1_000], 3]);
});

test.each<[string, [number, string, object?][], number]>([
  ['is refused for good', [[401, '{}']], 1],
  ['must wait too long', [[429, '{}', { 'retry-after': '3600' }]], 1],
  ['is refused again and again', Array(3).fill([429, '{}']), 3],
])('callPatiently: gives up when it %s', async (_name, answers, asked) => {
  const { listener, paths } = answering(...answers);
  const refused = expect(callPatiently(await at(listener), patience)).rejects;
  await refused.toMatchObject({ status: answers[0]?.[0] });
  expect(paths).toHaveLength(asked);
});

test('callPatiently: a caller who leaves while it waits gets the refusal at once', async () => {
  const leaving = new AbortController();
  const { listener } = answering([429, '{}', { 'retry-after': '4' }]);
  const call = await at(listener, { signal: leaving.signal });
  const pause: typeof toolPatience.pause = (ms, signal) => {
    leaving.abort();
    return toolPatience.pause(ms, signal);
  };
  const asked = callPatiently(call, { ...toolPatience, pause });
  await expect(asked).rejects.toMatchObject({ status: 429, retryAfterMs: 4_000 });
});
