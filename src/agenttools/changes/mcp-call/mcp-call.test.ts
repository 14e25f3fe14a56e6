import { afterEach, expect, test } from '@jest/globals';
import { changeSetsOf, OWNER, proposalsOf, useChanges } from '../../../../test/support/changes.js';
import { hostileServer } from '../../../../test/support/mcp/open-mcp.js';
import { callTool, closeSources, openMcp } from '../../../../test/support/mcp/open-mcp.js';
import { PreviewsService, type PreviewsDeps } from '../../../agentapi/previews/previews.service.js';
import { newId } from '../../../foundation/ids.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { McpPatterns } from '../../sources/mcp/mcp-rules.js';
import { inverseCall } from './mcp-call.js';

const opened = useChanges();
afterEach(closeSources);

const properties = { id: { type: 'integer' }, note: { type: 'string' } };
const make = { name: 'make', inputSchema: { type: 'object', properties, required: ['id'] } };
const drop = { name: 'drop', inputSchema: { type: 'object', properties } };

/** A server's tools, and the services over them. */
function overServer(plan: JsonObject, patterns: McpPatterns = {}) {
  const source = openMcp(hostileServer({ tools: [make, drop], ...plan }), { patterns });
  const { store, sets } = opened.harness;
  const deps: PreviewsDeps = {
    ...opened.harness.deps,
    backendOf: () => source.backend,
    checkChange: (_source, payload) => source.checkChange(payload),
  };
  const propose = async (runId: string, tool: string, input: JsonObject) => {
    const { signals = [] } = await callTool(source, `s_${tool}`, input);
    const [signal] = signals;
    if (signal?.type !== 'preview') throw new Error('nothing was proposed');
    const origin = { caller: OWNER, runId, conversationId: runId, toolUseId: 'call', source: 's' };
    return proposalsOf(deps, store).save(origin, signal.preview);
  };
  const service = new PreviewsService(deps);
  return { propose, service, changeSets: changeSetsOf(deps, sets, store) };
}

test('arguments may refer to earlier answers, and are checked with their values when they are sent', async () => {
  const { propose, changeSets } = overServer({});
  const runId = newId();
  const { changeSetId } = await propose(runId, 'make', { id: 7, note: 'first' });
  await propose(runId, 'make', { id: '{{change_1.id}}' });
  await propose(runId, 'make', { id: '{{change_1.note}}' });
  const { set, stopped } = await changeSets.accept(OWNER, changeSetId);
  expect(set.steps.map(({ state }) => state)).toEqual(['accepted', 'accepted', 'waiting']);
  expect(set.steps[1]).toMatchObject({ answer: { id: 7 } });
  expect(stopped).toMatchObject({ position: 3, error: { code: 'change_refused' } });
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
])('a tool that answers with %s ends %s, and is not called again', async (onCall, state) => {
  const { propose, service } = overServer({ onCall });
  const { id } = await propose(newId(), 'make', { id: 7 });
  expect(await service.accept(OWNER, id)).toMatchObject({ state });
  expect(await service.accept(OWNER, id)).toMatchObject({ state });
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
  expect(undo.leftOut).toMatchObject([
    { position: 2, why: expect.stringMatching(/names no call/) },
  ]);
  expect(undo.steps.map(({ shown }) => JSON.parse(shown.text) as unknown)).toEqual([
    { tool: 'drop', arguments: { id: 7, note: 'undo' } },
  ]);
  const { set } = await changeSets.accept(OWNER, undo.id);
  expect(set.steps).toMatchObject([{ state: 'accepted', answer: { id: 7, note: 'undo' } }]);
});

test.each<[JsonObject, unknown, unknown]>([
  [{ id: '{{answer.id}}' }, { id: 7 }, { call: { tool: 'drop', arguments: { id: 7 } } }],
  [
    { path: '/{{arguments.name}}/{{ answer.at.0 }}', all: true },
    { at: ['x'] },
    { call: { tool: 'drop', arguments: { path: '/a/x', all: true } } },
  ],
  [{ id: '{{answer.id}}' }, { id: { deep: 1 } }, { why: expect.stringMatching(/answer\.id/) }],
  [{ id: '{{answer.constructor.name}}' }, {}, { why: expect.stringMatching(/constructor/) }],
  [{ id: '{{other.id}}' }, {}, { call: { tool: 'drop', arguments: { id: '{{other.id}}' } } }],
])('%j with %j', (template, answer, call) => {
  const payload = { tool: 'make', arguments: { name: 'a' } };
  expect(inverseCall({ tool: 'drop', arguments: template }, payload, answer)).toEqual(call);
});
