import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { deferred } from '../support/deferred.js';
import { readMetrics, seriesOf } from '../support/metrics.js';
import { calls, done, fails, says, ScriptedModel, waitsFor } from '../support/scripted-model.js';
import type { ScriptTurn } from '../support/scripted-model.js';
import { readStream, startTestServer, type TestServer, type WireEvent } from '../support/server.js';

const TOKEN = 'a-token-for-the-scraper';

const servers: TestServer[] = [];
async function start(turns: readonly ScriptTurn[], env: Record<string, string> = {}) {
  const server = await startTestServer({ llm: new ScriptedModel(turns), env });
  servers.push(server);
  return server;
}
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function metricsOf({ url }: { url: string }) {
  const metrics = readMetrics(await (await fetch(`${url}/metrics`)).text());
  return (name: string) => seriesOf(metrics, name);
}

const ask = { message: 'List my rules', context_type: 'workflow' };
const count = (events: readonly WireEvent[], name: WireEvent['event']) =>
  events.filter(({ event }) => event === name).length;

describe('a scripted run', () => {
  it('is counted as its events say', async () => {
    const server = await start([
      [calls('list_workflow_rules'), calls('discover', { category: 'nonsense' })],
      [says('One'), says(' two'), done({ inputTokens: 30, outputTokens: 7 })],
    ]);
    const events = await server.chat(ask);
    const last = events.at(-1);
    if (last?.event !== 'message_complete') throw new Error('the run failed');
    const of = await metricsOf(server);
    expect(of('runs_total')).toEqual({ 'context="workflow",outcome="completed"': 1 });
    expect(of('runs_running')).toEqual({ '': 0 });
    expect(of('turns_total')).toEqual({ 'context="workflow"': last.data.turns });
    expect(of('tool_calls_total')).toEqual({
      'name="list_workflow_rules",outcome="ok"': 1,
      'name="discover",outcome="invalid_arguments"': 1,
    });
    expect(of('tool_call_seconds_count')).toEqual({
      'name="list_workflow_rules"': 1,
      'name="discover"': 1,
    });
    expect(of('model_calls_total')).toEqual({
      'model="scripted-1",outcome="ok"': count(events, 'message_start'),
    });
    expect(of('tokens_total')).toEqual({
      'model="scripted-1",direction="input"': last.data.usage.input_tokens,
      'model="scripted-1",direction="output"': last.data.usage.output_tokens,
    });
    expect(last.data.usage).toEqual({ input_tokens: 40, output_tokens: 12 });
    expect(of('selection_seconds_count')).toEqual({ '': 1 });
    expect(of('selection_fallbacks_total')).toEqual({});
    expect(of('first_frame_seconds_count')).toEqual({ 'context="workflow"': 1 });
    expect(of('first_content_seconds_count')).toEqual({ 'context="workflow"': 1 });
    const [[, frame] = []] = Object.entries(of('first_frame_seconds_sum'));
    const [[, content] = []] = Object.entries(of('first_content_seconds_sum'));
    const [[, whole] = []] = Object.entries(of('run_seconds_sum'));
    expect(frame).toBeGreaterThan(0);
    expect(content).toBeGreaterThan(frame as number);
    expect(whole).toBeGreaterThanOrEqual(content as number);
  });

  it('gives names that a model invents one label together', async () => {
    const invented = Array.from({ length: 40 }, (_, i) => calls(`invented_${i}`));
    const server = await start([invented.slice(0, 20), invented.slice(20), [says('Sorry.')]]);
    await server.chat(ask);
    const of = await metricsOf(server);
    expect(of('tool_calls_total')).toEqual({ 'name="unknown",outcome="unknown_tool"': 40 });
    expect(Object.keys(of('tool_call_seconds_count'))).toEqual(['name="unknown"']);
  });

  it('that fails is counted by its code', async () => {
    const server = await start([[fails('The model is gone.')]]);
    await server.chat(ask);
    const of = await metricsOf(server);
    expect(of('runs_total')).toEqual({ 'context="workflow",outcome="model_error"': 1 });
    expect(of('model_calls_total')).toEqual({ 'model="scripted-1",outcome="model_error"': 1 });
    expect(of('first_content_seconds_count')).toEqual({});
  });

  it('shows as running, with its stream, while it does', async () => {
    const hold = deferred();
    const server = await start([[says('Wait'), waitsFor(hold.promise), says('.')]]);
    const stream = readStream(await server.post(ask));
    for await (const { event } of stream) {
      if (event !== 'content_chunk') continue;
      const of = await metricsOf(server);
      expect([of('runs_running'), of('open_streams')]).toEqual([{ '': 1 }, { '': 1 }]);
      hold.resolve();
    }
    const of = await metricsOf(server);
    expect([of('runs_running'), of('open_streams')]).toEqual([{ '': 0 }, { '': 0 }]);
  });
});

describe('a server', () => {
  it('counts fallbacks by their reason', async () => {
    const server = await start([[says('All of them.')]], { EMBEDDER: 'none' });
    await server.chat(ask);
    const of = await metricsOf(server);
    expect(of('selection_fallbacks_total')).toEqual({ 'reason="no_embedder"': 1 });
  });

  it('counts only its own runs, beside another one in the process', async () => {
    const [one, other] = [await start([[says('One.')]]), await start([])];
    await one.chat(ask);
    expect(Object.values((await metricsOf(one))('runs_total'))).toEqual([1]);
    expect((await metricsOf(other))('runs_total')).toEqual({});
  });

  it('counts refused requests by code, whoever refused them', async () => {
    const server = await start([]);
    await server.post({ message: 'hi', context_type: 'nonsense' });
    await server.post('{"broken');
    await server.post('<a/>', { headers: { 'content-type': 'text/xml' } });
    await fetch(`${server.url}/v1/agent/nothing`);
    await fetch(`${server.url}/nothing`);
    const of = await metricsOf(server);
    expect(of('refused_requests_total')).toEqual({
      'api="agent",code="unknown_context_type"': 1,
      'api="agent",code="invalid_request"': 1,
      'api="agent",code="unsupported_media_type"': 1,
      'api="agent",code="not_found"': 1,
      'api="other",code="not_found"': 1,
    });
  });

  it('shows the process, in the format that Prometheus reads', async () => {
    const server = await start([]);
    const answer = await fetch(`${server.url}/metrics`);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const metrics = readMetrics(await answer.text());
    expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(metrics.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
  });
});

describe('access to /metrics', () => {
  const identity = { AUTH: 'static', AUTH_TOKENS: 'ada:a-token-of-ada-that-is-long-enough' };
  let locked: TestServer;
  let withToken: TestServer;
  beforeAll(async () => {
    locked = await startTestServer({ env: identity });
    withToken = await startTestServer({ env: { ...identity, METRICS_TOKEN: TOKEN } });
  });
  afterAll(async () => {
    await locked.close();
    await withToken.close();
  });
  const read = (server: TestServer, token?: string) =>
    fetch(`${server.url}/metrics`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });

  it('is open without identities on the own machine, and asks for a token that is set', async () => {
    const open = await start([]);
    expect((await read(open)).status).toBe(200);
    const asking = await start([], { METRICS_TOKEN: TOKEN });
    expect((await read(asking)).status).toBe(401);
    expect((await read(asking, TOKEN)).status).toBe(200);
  });

  it('does not exist on a server with identities and no token of its own', async () => {
    const user = identity.AUTH_TOKENS.slice('ada:'.length);
    const headers = { authorization: `Bearer ${user}` };
    const unknown = await fetch(`${locked.url}/nothing`, { headers });
    const answer = await read(locked, user);
    expect([answer.status, unknown.status]).toEqual([404, 404]);
    expect((await read(locked)).status).toBe((await fetch(`${locked.url}/nothing`)).status);
  });

  it.each([undefined, 'wrong', `${TOKEN}x`, TOKEN.slice(1), 'a-token-of-ada-that-is-long-enough'])(
    'is refused to %s',
    async (token) => {
      const answer = await read(withToken, token);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(await answer.json()).toMatchObject({ error: { code: 'unauthorized' } });
    },
  );

  it('is given for the right token', async () => {
    const answer = await read(withToken, TOKEN);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('www-authenticate')).toBeNull();
    expect(await answer.text()).toContain('sextant_runs_total');
  });
});
