import { deferred } from '../support/deferred.js';
import { calls, done, fails, says, ScriptedModel, waitsFor } from '../support/scripted-model.js';
import { readMetrics, seriesOf } from '../support/collector.js';
import { readStream, useServer } from '../support/server.js';

const TOKEN = 'a-token-for-the-scraper';
const USER = 'a-token-of-ada-that-is-long-enough';
const identity = { AUTH: 'static', AUTH_TOKENS: `ada:${USER}` };

const read = ({ url }: { url: string }, token?: string) =>
  fetch(`${url}/metrics`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });

async function metricsOf(server: { url: string }, token?: string) {
  const metrics = readMetrics(await (await read(server, token)).text());
  return (name: string) => seriesOf(metrics, name);
}

const ask = { message: 'List my rules', context_type: 'workflow' };
const invented = Array.from({ length: 24 }, (_, i) => calls(`invented_${i}`));
const hold = deferred();

/** The turns of all runs of the first server, in the order of the tests. */
const script = [
  [calls('list_workflow_rules'), calls('discover', { category: 'nonsense' })],
  [says('One'), says(' two'), done({ inputTokens: 30, outputTokens: 7 })],
  invented.slice(0, 12),
  invented.slice(12),
  [says('Sorry.')],
  [fails('The model is gone.')],
  [says('Wait'), waitsFor(hold.promise), says('.')],
];

const server = useServer({ llm: new ScriptedModel(script), env: { EMBEDDER: 'local' } });
const other = useServer(() => {
  const env = { EMBEDDER: 'none', METRICS_TOKEN: TOKEN };
  return { llm: new ScriptedModel([[says('All of them.')]]), env, db: server.db };
});

it('the metrics count a run as its events do', async () => {
  const events = await server.chat(ask);
  const last = events.at(-1);
  if (last?.event !== 'message_complete') throw new Error('the run failed');
  expect(last.data.usage).toEqual({ input_tokens: 40, output_tokens: 12 });
  const of = await metricsOf(server);
  expect(of('runs_total')).toEqual({ 'context="workflow",outcome="completed"': 1 });
  expect(of('runs_running')).toEqual({ '': 0 });
  expect(of('turns_total')).toEqual({ 'context="workflow"': last.data.turns });
  expect(of('tool_calls_total')).toEqual({
    'name="list_workflow_rules",outcome="ok"': 1,
    'name="discover",outcome="invalid_arguments"': 1,
  });
  const called = { 'name="list_workflow_rules"': 1, 'name="discover"': 1 };
  expect(of('tool_call_seconds_count')).toEqual(called);
  const starts = events.filter(({ event }) => event === 'message_start').length;
  expect(of('model_calls_total')).toEqual({ 'model="scripted-1",outcome="ok"': starts });
  expect(of('tokens_total')).toEqual({
    'model="scripted-1",direction="input"': last.data.usage.input_tokens,
    'model="scripted-1",direction="output"': last.data.usage.output_tokens,
  });
  expect(of('selection_seconds_count')).toEqual({ '': 1 });
  expect(of('selection_fallbacks_total')).toEqual({});
  const seconds = ['first_frame', 'first_content', 'run'].map(
    (name) => of(`${name}_seconds_sum`)['context="workflow"'] ?? 0,
  );
  expect(seconds[0]).toBeGreaterThan(0);
  expect(seconds).toEqual([...seconds].sort((a, b) => a - b));
});

it('the metrics give names that a model invents one label together', async () => {
  await server.chat(ask);
  const of = await metricsOf(server);
  expect(of('tool_calls_total')).toMatchObject({ 'name="unknown",outcome="unknown_tool"': 24 });
  const names = ['list_workflow_rules', 'discover', 'unknown'].map((name) => `name="${name}"`);
  expect(Object.keys(of('tool_call_seconds_count'))).toEqual(names);
});

it('the metrics count a run that failed by its code', async () => {
  const before = (await metricsOf(server))('first_content_seconds_count');
  await server.chat(ask);
  const of = await metricsOf(server);
  expect(of('runs_total')).toMatchObject({ 'context="workflow",outcome="model_error"': 1 });
  const failed = { 'model="scripted-1",outcome="model_error"': 1 };
  expect(of('model_calls_total')).toMatchObject(failed);
  expect(of('first_content_seconds_count')).toEqual(before);
});

it('the metrics show a run and its stream while they continue', async () => {
  let isHeld = true;
  for await (const { event } of readStream(await server.post(ask))) {
    if (event !== 'content_chunk' || !isHeld) continue;
    isHeld = false;
    const of = await metricsOf(server);
    expect([of('runs_running'), of('open_streams')]).toEqual([{ '': 1 }, { '': 1 }]);
    hold.resolve();
  }
  const of = await metricsOf(server);
  expect([of('runs_running'), of('open_streams')]).toEqual([{ '': 0 }, { '': 0 }]);
});

it('the metrics count refused requests by code, from every layer', async () => {
  await server.post({ message: 'hi', context_type: 'nonsense' });
  await server.post('{"broken');
  await server.post('<a/>', { headers: { 'content-type': 'text/xml' } });
  await fetch(`${server.url}/v1/agent/nothing`);
  await fetch(`${server.url}/nothing`);
  expect((await metricsOf(server))('refused_requests_total')).toEqual({
    'api="agent",code="unknown_context_type"': 1,
    'api="agent",code="invalid_request"': 1,
    'api="agent",code="unsupported_media_type"': 1,
    'api="agent",code="not_found"': 1,
    'api="other",code="not_found"': 1,
  });
});

it('the metrics are its own, beside another server of the process, and count fallbacks by reason', async () => {
  await other.chat(ask);
  const of = await metricsOf(other, TOKEN);
  expect(of('runs_total')).toEqual({ 'context="workflow",outcome="completed"': 1 });
  expect(of('selection_fallbacks_total')).toEqual({ 'reason="no_embedder"': 1 });
  expect((await metricsOf(server))('selection_fallbacks_total')).toEqual({});
});

it('the metrics show the process, in the format that Prometheus reads', async () => {
  const answer = await read(server);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const metrics = readMetrics(await answer.text());
  expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(1e7);
  expect(metrics.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
});

const env = { EMBEDDER: 'none', ...identity };
const locked = useServer(() => ({ env, db: server.db }));
const withToken = useServer(() => ({ env: { ...env, METRICS_TOKEN: TOKEN }, db: server.db }));

it('access to /metrics is open where nobody’s identity is checked, unless a token is set', async () => {
  expect((await read(server)).status).toBe(200);
  expect((await read(other)).status).toBe(401);
  expect((await read(other, TOKEN)).status).toBe(200);
});

it('access to /metrics does not exist on a server with identities and no token of its own', async () => {
  const headers = { authorization: `Bearer ${USER}` };
  const unknown = await fetch(`${locked.url}/nothing`, { headers });
  expect([(await read(locked, USER)).status, unknown.status]).toEqual([404, 404]);
  expect((await read(locked)).status).toBe((await fetch(`${locked.url}/nothing`)).status);
});

const WRONG = [undefined, 'wrong', `${TOKEN}x`, TOKEN.slice(1), USER];
it.each(WRONG)('access to /metrics is refused to %s', async (token) => {
  const answer = await read(withToken, token);
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
  expect(await answer.json()).toMatchObject({ error: { code: 'unauthorized' } });
});

it('access to /metrics is given for the right token', async () => {
  const answer = await read(withToken, TOKEN);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('www-authenticate')).toBeNull();
  expect(await answer.text()).toContain('sextant_runs_total');
});
