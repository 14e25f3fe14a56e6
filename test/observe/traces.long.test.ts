import { startCollector, type SentSpan } from '../support/collector.js';
import { openTestDatabase } from '../support/database.js';
import { serve } from '../support/http-server.js';
import {
  calls,
  done,
  fails,
  says,
  ScriptedModel,
  type ScriptTurn,
} from '../support/scripted-model.js';
import { startTestServer, type WireEvent } from '../support/server.js';
import { useOpened } from '../support/use-opened.js';

const ask = { message: 'List my rules', context_type: 'workflow' };
const PARENT = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
const collector = useOpened(startCollector);
const db = useOpened(openTestDatabase);

/** Runs one chat for each of `headers` on a server that hands its spans over as it closes. */
async function traced(
  turns: readonly ScriptTurn[],
  headers: readonly Record<string, string>[],
  env: Record<string, string> = {},
) {
  collector.spans.length = 0;
  collector.requests.length = 0;
  const server = await startTestServer({
    llm: new ScriptedModel(turns),
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env },
    db,
  });
  const runs: WireEvent[][] = [];
  for (const own of headers) runs.push(await server.chat(ask, own));
  await server.close();
  return { runs, spans: inOrder(collector.spans) };
}

const inOrder = (spans: readonly SentSpan[]): SentSpan[] =>
  [...spans].sort((a, b) => Number(a.start - b.start) || (a.end > b.end ? -1 : 1));

function runStart([first]: readonly WireEvent[]) {
  if (first?.event !== 'run_start') throw new Error('no run');
  return first.data;
}

const chat = async (endpoint: string) => {
  const server = await startTestServer({
    llm: new ScriptedModel([[says('Yes.')]]),
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, EMBEDDER: 'none' },
    db,
  });
  const events = await server.chat(ask);
  const began = performance.now();
  await server.close();
  return { last: events.at(-1)?.event, closeMs: performance.now() - began };
};

it('a collector that is not there breaks nothing', async () => {
  const { last, closeMs } = await chat('http://127.0.0.1:1');
  expect(last).toBe('message_complete');
  expect(closeMs).toBeLessThan(4000);
});

it('a collector that never answers holds up neither the run nor the end of the server', async () => {
  const mute = await serve(() => {});
  const { last, closeMs } = await chat(mute.url);
  await mute.close();
  expect(last).toBe('message_complete');
  expect(closeMs).toBeLessThan(4000);
});

let events: WireEvent[];
let spans: SentSpan[];
const forwarded: unknown[] = [];
beforeAll(async () => {
  const platform = await serve((request, response) => {
    forwarded.push(request.headers['traceparent']);
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  });
  const turns = [
    [calls('list_workflow_rules', {}, 'call_1'), calls('invented', {}, 'call_2')],
    [says('None.'), done({ inputTokens: 30, outputTokens: 7 })],
  ];
  const otel = { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key', OTEL_SERVICE_NAME: 'erp-copilot' };
  const env = { ...otel, PLATFORM_URL: platform.url };
  const { runs, ...sent } = await traced(turns, [{ traceparent: PARENT }], env);
  events = runs[0] ?? [];
  spans = sent.spans;
  await platform.close();
});
const genAi = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`gen_ai.${name}`, value]));
const named = (name: string) => spans.filter((span) => span.name === name);

it('a run of two turns is a tree below the span that the caller sent', () => {
  const [root] = named('invoke_agent workflow');
  expect(root).toMatchObject({ traceId: 'ab'.repeat(16), parentSpanId: 'cd'.repeat(8) });
  const children = spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId);
  const tools = ['execute_tool list_workflow_rules', 'execute_tool unknown', 'select_tools'];
  const names = children.map(({ name }) => name).sort();
  expect(names).toEqual(['chat scripted-1', 'chat scripted-1', ...tools]);
  expect(spans).toHaveLength(6);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
});

it('a run of two turns continues at the platform', () => {
  const [root] = named('invoke_agent workflow');
  expect(forwarded).toContain(`00-${'ab'.repeat(16)}-${root?.spanId}-01`);
});

it('a run of two turns carries the attributes of the GenAI conventions', () => {
  const { run_id, conversation_id } = runStart(events);
  expect(named('invoke_agent workflow')[0]).toMatchObject({
    kind: 1,
    failed: false,
    attributes: {
      ...genAi({ 'operation.name': 'invoke_agent', 'agent.name': 'workflow' }),
      ...genAi({ 'provider.name': 'scripted', 'request.model': 'scripted-1' }),
      ...genAi({ 'conversation.id': conversation_id, 'response.finish_reasons': ['stop'] }),
      ...genAi({ 'usage.input_tokens': 40, 'usage.output_tokens': 12 }),
      'sextant.run.id': run_id,
      'sextant.turns': 2,
    },
  });
  expect(named('chat scripted-1')[1]).toMatchObject({
    kind: 3,
    attributes: {
      ...genAi({ 'operation.name': 'chat', 'conversation.id': conversation_id }),
      ...genAi({ 'usage.input_tokens': 30, 'usage.output_tokens': 7 }),
      ...genAi({ 'response.finish_reasons': ['stop'] }),
    },
  });
  expect(named('execute_tool list_workflow_rules')[0]).toMatchObject({
    kind: 1,
    attributes: {
      ...genAi({ 'operation.name': 'execute_tool', 'tool.name': 'list_workflow_rules' }),
      ...genAi({ 'tool.call.id': 'call_1' }),
    },
  });
  expect(named('execute_tool unknown')[0]).toMatchObject({
    failed: true,
    attributes: { 'gen_ai.tool.name': 'invented', 'error.type': 'unknown_tool' },
  });
});

it('a run of two turns is sent where and as the settings say, without a word of what was said', () => {
  const sent = { path: '/v1/traces', headers: { 'x-key': 'a key' } };
  expect(collector.requests[0]).toMatchObject(sent);
  expect(collector.resource).toMatchObject({ 'service.name': 'erp-copilot' });
  const everything = JSON.stringify(spans.map(({ name, attributes }) => ({ name, attributes })));
  expect(everything).not.toMatch(/None\.|List my rules/);
});

it('traces tell a failed run by its error, and begin where they should', async () => {
  const turns = [[fails('The model is gone.')], [says('Yes.')], [says('No.')]];
  const { spans } = await traced(turns, [
    { traceparent: PARENT },
    { traceparent: '00-not-a-place-01' },
    // A caller whose own trace is not recorded.
    { traceparent: PARENT.replace(/01$/, '00') },
  ]);
  const failed = spans.filter((span) => span.failed);
  expect(failed.map(({ name }) => name)).toEqual(['invoke_agent workflow', 'chat scripted-1']);
  for (const { attributes } of failed) expect(attributes['error.type']).toBe('model_error');
  const roots = spans.filter(({ name }) => name === 'invoke_agent workflow');
  expect(roots.map(({ parentSpanId }) => parentSpanId)).toEqual(['cd'.repeat(8), undefined]);
});
