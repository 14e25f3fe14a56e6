import { filter, firstValueFrom } from 'rxjs';
import { startRawMcp } from '../../../../../test/support/mcp/http-mcp.js';
import {
  callTool,
  closeSources,
  openMcp,
  untilStatus,
  WatchedCall,
} from '../../../../../test/support/mcp/open-mcp.js';
import { useOpened } from '../../../../../test/support/use-opened.js';
import { Refused } from '../../backend-client.js';
import { writeClientOf } from '../../write-access.js';
import { defaultMcpLimits } from './server-place.js';
import { TASKS } from './task-call.js';

afterEach(closeSources);

const complete = { resultType: 'complete' };
const task = { taskId: 'task-1', status: 'working', pollIntervalMs: 1, ttlMs: null };
const created = { ...task, resultType: 'task' };
const working = { ...complete, ...task, statusMessage: 'Half **way**' };
const requestedSchema = { type: 'object', properties: {} };
const question = { method: 'elicitation/create', params: { message: 'Which?', requestedSchema } };
const asking = { ...complete, ...task, status: 'input_required', inputRequests: { q1: question } };
const content = [{ type: 'text', text: '{"made":1}' }];
const done = { ...complete, ...task, status: 'completed', result: { content } };
const tools = [
  { name: 'long', description: 'Takes long.', inputSchema: { type: 'object' } },
  { name: 'make', description: 'Makes it.', inputSchema: { type: 'object' } },
];

/** A source whose calls are answered with a task that goes through these states. */
async function withTask(states: readonly object[], writeMs = defaultMcpLimits.writeMs) {
  const acknowledged = { 'tasks/cancel': [complete], 'tasks/update': [complete] };
  const answers = { 'tools/call': [created], 'tasks/get': states, ...acknowledged };
  const server = await startRawMcp(tools, {}, answers);
  started.push(server);
  const limits = { ...defaultMcpLimits, writeMs };
  const more = { patterns: { reads: ['long'] }, elicitation: true, limits };
  const source = openMcp({ url: server.url, headers: {} }, more);
  await untilStatus(source, ({ state }) => state === 'ready');
  const counted = (method: string) => server.asked.filter((one) => one.method === method).length;
  return { source, server, counted };
}
const started: { close(): Promise<void> }[] = [];
useOpened(async () => ({ close: () => Promise.all(started.map((one) => one.close())) }));

test('a call that becomes a task is asked after until its result is there, and shows what it works on', async () => {
  const { source, server, counted } = await withTask([working, asking, asking, done]);
  const live = new WatchedCall();
  const answer = await callTool(source, 's_long', {}, undefined, { live });
  expect(answer).toEqual({ result: { made: 1 } });
  const progress = { source: 's', message: 'Half way' };
  expect(live.shown[0]).toMatchObject({ event: 'tool_progress', data: progress });
  // It is asked for once, though it is listed twice; a form without fields is put to nobody.
  expect(counted('tasks/update')).toBe(1);
  const [update] = server.asked.filter(({ method }) => method === 'tasks/update');
  expect(update?.params).toMatchObject({ inputResponses: { q1: { action: 'decline' } } });
  const [call] = server.asked.filter(({ method }) => method === 'tools/call');
  expect(JSON.stringify(call?.params)).toContain(TASKS);
  expect([counted('tools/call'), counted('tasks/cancel')]).toEqual([1, 0]);
});

test('a task ends with the run that waits for it', async () => {
  const { source, server } = await withTask([working]);
  const run = new AbortController();
  const live = new WatchedCall();
  const waiting = callTool(source, 's_long', {}, run.signal, { live });
  await live.first('tool_progress');
  run.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  const cancels = server.asked$.pipe(filter(({ method }) => method === 'tasks/cancel'));
  expect((await firstValueFrom(cancels)).params).toMatchObject({ taskId: 'task-1' });
});

test.each<[string, object, object]>([
  ['fails', { ...working, status: 'failed', error: { code: -32602, message: 'No.' } }, {}],
  ['is cancelled there', { ...working, status: 'cancelled' }, {}],
  ['is forgotten there', { code: -32602, message: 'There is no such task.' }, {}],
  ['ends with no result', { ...working, status: 'completed', result: { content: 1 } }, {}],
  ['takes too long', working, { writeMs: 300 }],
])(
  'a write whose task %s is sent once, and what it did is not known',
  async (_why, state, more) => {
    const { writeMs } = more as { writeMs?: number };
    const { source, counted } = await withTask([working, state], writeMs);
    const failed: unknown = await writeClientOf(source.backend, { userId: 'ada' })
      .exchange({ method: 'POST', segments: ['make'], body: {} })
      .catch((error: unknown) => error);
    // A refusal, or a request that was never sent, would have a cause that says so.
    expect(failed).toMatchObject({ code: 'preview_unknown' });
    expect((failed as Error).cause).toBeUndefined();
    expect(failed).not.toBeInstanceOf(Refused);
    expect(counted('tools/call')).toBe(1);
  },
);
