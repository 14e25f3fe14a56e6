import type { Tool } from '@modelcontextprotocol/server';
import { changeSetsOf, OWNER, proposalsOf, useChanges } from '../../../../test/support/changes.js';
import {
  hostileServer,
  callTool,
  closeSources,
  openMcp,
} from '../../../../test/support/mcp/open-mcp.js';
import { startHttpMcp } from '../../../../test/support/mcp/http-mcp.js';
import { secretsOf } from '../../../agentapi/previews/previews.model.js';
import { PreviewsService, type PreviewsDeps } from '../../../agentapi/previews/previews.service.js';
import { newId } from '../../../foundation/ids.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { McpPatterns } from '../../sources/mcp/mcp-rules.js';
import type { McpServerPlace } from '../../sources/mcp/connect/server-place.js';
import { MASK } from '../http-request/mask-secrets.js';
import { inverseCall } from './mcp-call.js';

const opened = useChanges();
afterEach(closeSources);

const properties = { id: { type: 'integer' }, note: { type: 'string' } };
const make = { name: 'make', inputSchema: { type: 'object', properties, required: ['id'] } };
const drop = { name: 'drop', inputSchema: { type: 'object', properties } };

/** A server's tools, and the services over them. */
const overServer = (plan: JsonObject, patterns: McpPatterns = {}) =>
  over(hostileServer({ tools: [make, drop], ...plan }), patterns);

function over(server: McpServerPlace, patterns: McpPatterns = {}, elicitation = false) {
  const source = openMcp(server, { patterns, elicitation });
  const { store, sets } = opened.harness;
  const deps: PreviewsDeps = {
    ...opened.harness.deps,
    backendOf: () => source.backend,
    checkChange: (_source, payload) => source.checkChange(payload),
  };
  const shown: unknown[] = [];
  const propose = async (runId: string, tool: string, input: JsonObject) => {
    const [signal] = (await callTool(source, `s_${tool}`, input)).signals ?? [];
    if (signal?.type !== 'preview') throw new Error('nothing was proposed');
    shown.push(signal.preview.extra, signal.preview.description);
    const origin = { caller: OWNER, runId, conversationId: runId, toolUseId: 'call', source: 's' };
    return proposalsOf(deps, store).save(origin, signal.preview);
  };
  const service = new PreviewsService(deps);
  /** Makes a thing; answers how that ended, with its outcome as a text. */
  const made = async () => {
    const { id } = await propose(newId(), 'make', { id: 7 });
    const { state, outcome } = await service.accept(OWNER, id);
    return [state, JSON.stringify(outcome)];
  };
  return { propose, service, shown, made, changeSets: changeSetsOf(deps, sets, store) };
}

test('arguments may refer to earlier answers, and are checked with their values when they are sent', async () => {
  const { propose, changeSets } = overServer({});
  const runId = newId();
  const { changeSetId } = await propose(runId, 'make', { id: 7, note: 'first' });
  await propose(runId, 'make', { id: '{{change_1.id}}' });
  await propose(runId, 'make', { id: '{{change_1.note}}' });
  const state = 'accepted';
  expect(await changeSets.accept(OWNER, changeSetId)).toMatchObject({
    set: { steps: [{ state }, { state, answer: { id: 7 } }, { state: 'waiting' }] },
    stopped: { position: 3, error: { code: 'change_refused' } },
  });
});

test('an edit that breaks the schema is refused, and nothing is sent', async () => {
  const { propose, service } = overServer({});
  const { id } = await propose(newId(), 'make', { id: 7 });
  const edited = { tool: 'make', arguments: { id: 'seven' } };
  await expect(service.accept(OWNER, id, edited)).rejects.toMatchObject({ code: 'change_refused' });
  expect((await service.accept(OWNER, id)).state).toBe('accepted');
});

test.each([
  ['error', 'failed'],
  ['die', 'unknown'],
  ['huge', 'unknown'],
])('a tool that answers with %s ends %s, and is not called again', async (onCall, state) => {
  const { propose, service } = overServer({ onCall });
  const { id } = await propose(newId(), 'make', { id: 7 });
  expect(await service.accept(OWNER, id)).toMatchObject({ state });
  expect(await service.accept(OWNER, id)).toMatchObject({ state });
});

const said = (text: string, more = {}) => ({
  result: { content: [{ type: 'text', text }], ...more },
});
const structured = (structuredContent: object) => ({ result: { content: [], structuredContent } });
const isError = { isError: true };
const INVALID = 'MCP error -32602:';

test.each<[object | string, string, RegExp]>([
  [structured({ ok: false, error: 'No such user' }), 'unknown', /called, .*No such user\. Whether/],
  [structured({ result: { success: false, message: 'Full' } }), 'unknown', /Full/],
  [said('{"status":"fail","data":{"id":"is taken"}}'), 'unknown', /is taken/],
  [structured({ data: null, errors: [{ message: 'Denied' }] }), 'unknown', /Denied/],
  [structured({ id: 7, status: 'error', error: null }), 'accepted', /"id":7/],
  [structured({ id: 7, token: 'of-the-new' }), 'accepted', /^(?!.*of-the-new).*\["\/token"\]/],
  [said(`${INVALID} Output validation error: no id`, isError), 'accepted', /was done.*no id/],
  [said(`${INVALID} Input validation error: no id`, isError), 'failed', /no id/],
  ['many', 'accepted', /was done.*80000 values/],
  [{ error: { code: -32602, message: 'No such tool' } }, 'failed', /No such tool/],
  [{ error: { code: -32602, message: 'Invalid tools/call result: a number' } }, 'accepted', /done/],
  [{ error: { code: -32603, message: 'Broken pipe' } }, 'unknown', /Broken pipe.*Look there/],
  [{ error: { code: -32001, message: 'Request timed out' } }, 'unknown', /timed out/],
])('%j ends %s', async (sent, state, told) => {
  const plan = typeof sent === 'string' ? { onCall: sent } : { onCall: 'send', sent };
  expect(await overServer(plan).made()).toEqual([state, expect.stringMatching(told)]);
});

const html = { 'content-type': 'text/html' };
const json = { 'content-type': 'application/json' };
const UNTOLD = ['unknown', expect.stringMatching(/cannot be told, and it is not sent/)];
const REFUSED = ['failed', expect.stringMatching(/HTTP 422/)];

test.each<[string, () => Response, unknown[]]>([
  ['a page', () => new Response('<html></html>', { headers: html }), UNTOLD],
  ['a redirect', () => new Response('', { status: 302, headers: { location: '/in' } }), UNTOLD],
  ['no message', () => Response.json('x'), UNTOLD],
  ['JSON that is cut', () => new Response('{"jsonrpc":', { headers: json }), UNTOLD],
  ['a gateway', () => new Response('', { status: 504 }), UNTOLD],
  ['a refusal', () => new Response('', { status: 422 }), REFUSED],
])('%s over HTTP is no refusal unless it says so', async (_what, answer, ended) => {
  const server = await startHttpMcp([make as Tool]);
  server.odd.set('tools/call', answer);
  expect(await over({ url: server.url, headers: {} }).made()).toEqual(ended);
  await server.close();
});

test('a change whose server asks its user, who is not asked, is not known to be made', async () => {
  const question = { message: 'Sure?', requestedSchema: { type: 'object', properties: {} } };
  const asking = hostileServer({ tools: [make], onCall: 'ask', question });
  const asked = expect.stringMatching(/it asked/);
  expect(await over(asking, {}, true).made()).toEqual(['unknown', asked]);
});

test('secrets are masked in what is shown, stored and answered, and sent as they are', async () => {
  const text = { type: 'string' };
  const pin = { type: 'string', format: 'password' };
  const users = { type: 'array', items: { $ref: '#/$defs/user' } };
  const user = { type: 'object', properties: { key: { ...text, writeOnly: true }, name: text } };
  const inputSchema = { type: 'object', properties: { pin, users }, $defs: { user } };
  const input = { id: 'Ada', pin: 'sesame-1', users: [{ key: 'key-of-bo' }], apiToken: 'tok-9876' };
  const isTold = (...all: unknown[]) => /sesame-1|key-of-bo|tok-9876/.test(JSON.stringify(all));
  const plan = { tools: [{ ...make, inputSchema }, drop], onCall: 'send' };
  const echo = said(`Made ${JSON.stringify(input)}`);
  const inverse = { tool: 'drop', arguments: { id: 1, note: 'with {{arguments.pin}}' } };
  const more = { dryRuns: { make: { dry: true } }, inverses: { make: inverse } };
  const { propose, service, changeSets, shown } = overServer({ ...plan, sent: echo }, more);
  const { id, changeSetId } = await propose(newId(), 'make', input);
  const waiting = service.view(await service.find(OWNER, id));
  const payload = waiting['payload'] as JsonObject;
  expect(waiting).toMatchObject({
    description: 'make (Ada)',
    masked: ['/arguments/pin', '/arguments/users/0/key', '/arguments/apiToken'],
    call: { arguments: { id: 'Ada', pin: MASK, users: [{ key: MASK }], apiToken: MASK } },
  });
  const edited = { tool: 'make', arguments: { ...(payload['arguments'] as object), id: 'Bo' } };
  const accepted = await service.accept(OWNER, id, edited);
  expect(accepted.state).toBe('accepted');
  const sent = JSON.parse(accepted.edited?.text ?? '') as JsonObject;
  expect(sent).toMatchObject({ arguments: { ...input, id: 'Bo' } });
  const undo = await changeSets.undo(OWNER, changeSetId);
  expect(undo.steps[0]?.shown.text).toContain('sesame-1');
  const back = service.view(await service.find(OWNER, undo.steps[0]?.id ?? ''));
  expect(back).toMatchObject({ call: { arguments: { id: 1, note: MASK } } });
  const audited = await opened.db.query('select entry from sextant.audit_log');
  expect(isTold(shown, waiting, service.view(accepted), back, audited)).toBe(false);
  const failing = overServer({ ...plan, sent: said(JSON.stringify(input), isError) });
  const failed = await failing.propose(newId(), 'make', input);
  const { outcome } = await failing.service.accept(OWNER, failed.id);
  expect(isTold(outcome)).toBe(false);
  expect(JSON.stringify(outcome)).toContain('Ada');
});

test('a secret that its answer shows once is there for who accepts it alone', async () => {
  const answer = { key: { id: 1, token: 'new-1234' }, result_masked: ['/key/id'] };
  const { propose, service } = overServer({ onCall: 'send', sent: said(JSON.stringify(answer)) });
  const { id } = await propose(newId(), 'make', { id: 7 });
  const accepted = await service.accept(OWNER, id);
  const view = service.view(accepted);
  expect(view).toMatchObject({ result_masked: ['/key/token'] });
  expect(JSON.stringify(view)).not.toContain('new-1234');
  expect(secretsOf(accepted)).toEqual({ '/key/token': 'new-1234' });
});

test('it is taken back by the call that the operator names, and by no other', async () => {
  const inverses = { make: { tool: 'drop', arguments: { id: '{{answer.id}}', note: 'undo' } } };
  const { propose, service, changeSets } = overServer({}, { inverses });
  const runId = newId();
  const { id, changeSetId } = await propose(runId, 'make', { id: 7 });
  await propose(runId, 'drop', { id: 8 });
  expect(service.view(await service.find(OWNER, id))).toMatchObject({ reversible: 'undo' });
  await changeSets.accept(OWNER, changeSetId);
  const undo = await changeSets.undo(OWNER, changeSetId);
  const why = expect.stringMatching(/names no call/);
  expect(undo.leftOut).toMatchObject([{ position: 2, why }]);
  expect(undo.steps.map(({ shown }) => JSON.parse(shown.text) as unknown)).toEqual([
    { tool: 'drop', arguments: { id: 7, note: 'undo' } },
  ]);
  const { set } = await changeSets.accept(OWNER, undo.id);
  expect(set.steps).toMatchObject([{ state: 'accepted', answer: { id: 7, note: 'undo' } }]);
});

const dropped = (input: object) => ({ call: { tool: 'drop', arguments: input } });
const path = '/{{arguments.name}}/{{ answer.at.0 }}';
test.each<[JsonObject, unknown, unknown]>([
  [{ id: '{{answer.id}}' }, { id: 7 }, dropped({ id: 7 })],
  [{ path, all: true }, { at: ['x'] }, dropped({ path: '/a/x', all: true })],
  [{ id: '{{answer.id}}' }, { id: { deep: 1 } }, { why: expect.stringMatching(/answer\.id/) }],
  [{ id: '{{answer.constructor.name}}' }, {}, { why: expect.stringMatching(/constructor/) }],
  [{ id: '{{other.id}}' }, {}, dropped({ id: '{{other.id}}' })],
])('%j with %j', (template, answer, call) => {
  const payload = { tool: 'make', arguments: { name: 'a' } };
  expect(inverseCall({ tool: 'drop', arguments: template }, payload, answer)).toEqual(call);
});
