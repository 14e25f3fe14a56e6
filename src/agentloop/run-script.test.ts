import { agentWith, eventsOf, tool, toolCall, play } from '../../test/support/loop.js';
import { calls, says } from '../../test/support/scripted-model.js';
import { createCatalog } from '../agenttools/catalog.js';
import { signatureOf } from '../agenttools/scripts/type-text.js';
import type { Tool } from '../agenttools/tool.js';
import { AppError } from '../foundation/errors.js';
import { parseJson } from '../foundation/exact-json.js';
import type { JsonObject } from '../foundation/json.js';
import { createFindTools } from './find-tools.js';

const ROWS = Array.from({ length: 300 }, (_, at) => ({ id: 1000 + at, owner: `person-${at}` }));

/** A list of pages of 50 rows, a change of one row, and one that makes something. */
const tools = (): Tool[] => [
  tool('list_rows', {
    inputSchema: { type: 'object', properties: { page: { type: 'integer' } } },
    execute: async ({ page = 1 }) => ({
      result: {
        rows: ROWS.slice((Number(page) - 1) * 50, Number(page) * 50),
        next: Number(page) < 6,
      },
    }),
  }),
  tool('remind', {
    effect: 'propose',
    inputSchema: { type: 'object', properties: { to: {} }, required: ['to'] },
    execute: async (payload) => {
      const preview = { kind: 'note_preview', description: 'Remind', payload };
      return { result: { change: 'Remind' }, signals: [{ type: 'preview', preview }] };
    },
  }),
  tool('exact', {
    exactNumbers: true,
    execute: async () => ({ result: parseJson('{"id":90071992547409931}') }),
  }),
  tool('draft', { effect: 'draft' }),
  tool('broken', {
    execute: () => Promise.reject(new AppError('platform_error', 'The backend is gone.')),
  }),
];

const agent = { ...agentWith(), runScript: true };

async function runs(script: string, deps: object = {}) {
  const turns = [[calls('run_script', { script }, 's')], [says('ok')]];
  const played = await play(turns, { tools: tools(), request: { agent }, deps });
  const [done] = played.results;
  return { ...played, isError: done?.is_error, result: done?.result as JsonObject };
}

const LOOP = `
let page = 1, seen = [], more = true;
while (more) {
  const { rows, next } = await tools.list_rows({ page });
  seen.push(...rows);
  more = next;
  page += 1;
}`;

test('a script pages through all rows, of which the model reads what is returned', async () => {
  const { result, llm } = await runs(`${LOOP}
return { rows: seen.length, last: seen.at(-1).id };`);
  expect(result).toEqual({ value: { rows: 300, last: 1299 }, reads: 6, changes: 0 });
  expect(JSON.stringify(llm.last.messages)).not.toContain('person-7');
});

test('a script proposes one plan, whose steps refer to one another, after it has ended', async () => {
  const { result, previews, events } = await runs(`${LOOP}
const first = await tools.remind({ to: seen[0].owner });
await Promise.all(seen.slice(1, 40).map(({ owner }) => tools.remind({ to: owner, after: first.ref })));
await tools.remind({ to: '{{' + first.ref + '.id}}' });`);
  const planned = { refs: 'change_1 to change_41', status: 'preview_sent' };
  expect(result).toMatchObject({ reads: 6, changes: 41, ...planned });
  expect(previews.map(({ preview }) => preview.payload['to'])).toEqual([
    ...ROWS.slice(0, 40).map(({ owner }) => owner),
    '{{change_1.id}}',
  ]);
  expect(previews.every(({ origin }) => origin.waits && origin.source === 'test')).toBe(true);
  const [shown] = eventsOf(events, 'note_preview');
  expect(shown?.['tool_use_id']).toBe('s.7');
  const origins = previews[3]?.origin.trace?.({ to: 'person-3', made: 'invented' });
  expect(origins?.map(({ origin }) => origin)).toEqual(['read', 'none']);
});

test('a script is remembered with the newest of what it read, for the origins of later messages', async () => {
  const { recorded } = await runs(`${LOOP}
await tools.list_rows({ page: 1 });
return seen.length;`);
  const told = recorded.find(({ role }) => role === 'tool');
  expect(told).toMatchObject({ inScript: { isPartial: false } });
  const turns = [[calls('remind', { to: 'person-7', from: 'person-2999' })], [says('ok')]];
  const request = { agent, history: recorded };
  const { previews, llm } = await play(turns, { tools: tools(), request });
  const origins = previews[0]?.origin.trace?.(previews[0].preview.payload);
  expect(origins?.map(({ origin }) => origin)).toEqual(['read', 'none']);
  expect(JSON.stringify(llm.last.messages)).not.toContain('person-8');
});

test.each([
  ['let a = 1;\n  a.b.c();', /line 2, column \d+: TypeError/],
  ['return tools.no_such({});', /line 1, column \d+: .*unknown_tool/],
  ['await tools.remind({});', /invalid_arguments.*to/],
  ['await tools.remind({ to: 1 }); throw new Error("late")', /late\. Nothing was.*planned.*: 1\./],
  ['console.log("seen", 7); nothing();', /It logged: seen 7/],
  ['await tools.broken()', /platform_error: The backend is gone/],
  ['await tools.draft()', /call it yourself/],
  ['await tools.list_rows(7)', /one object/],
  ['if (', /line 1, column \d+: SyntaxError|SyntaxError/],
  ['await new Promise(() => {})', /nothing settles/],
])('a script that fails says where, and proposes nothing: %s', async (script, told) => {
  const { isError, result, previews } = await runs(script);
  expect(isError).toBe(true);
  expect((result['error'] as JsonObject)['message']).toMatch(told);
  expect(previews).toEqual([]);
});

test('a script keeps the digits of a number, goes on after a failed call, and gets a long value cut', async () => {
  const { result } = await runs(`
const { id } = await tools.exact();
try { await tools.broken(); } catch {}
return { id, all: 'x'.repeat(20000) };`);
  expect(result).toMatchObject({ reads: 1, failed_calls: 1 });
  expect(result['value']).toMatch(/^{"id":"90071992547409931".*cut: 20\d{3} characters/);
});

test('a script ends with the calls of its run, and takes its calls from them', async () => {
  const { result } = await runs(
    'let n = 0; try { for (;;) { await tools.list_rows(); n += 1; } } catch (e) { return [n, e.message]; }',
  );
  expect(result['value']).toEqual([99, expect.stringContaining('all its 100 tool calls')]);
});

test('find_tools shows what a script calls', async () => {
  const catalog = createCatalog(tools());
  const { result } = await createFindTools({
    catalog,
    allowed: new Set(['remind']),
    absent: [],
    search: async () => [],
    inScripts: true,
    isOffered: () => false,
    offer: () => {},
  }).tool.execute({ query: 'remind' }, toolCall());
  const signature = 'tools.remind(args: { to: any }): Promise<{ ref: string }>';
  expect(result).toMatchObject({
    tools: [{ name: 'remind', description: 'Does remind.', signature }],
    note: expect.stringContaining('run_script'),
  });
});

test.each([
  [{ type: 'integer' }, 'number'],
  [{ enum: ['a', 2, null] }, '"a" | 2 | null'],
  [{ type: ['string', 'null'] }, '(string | null)'],
  [{ anyOf: [{ type: 'boolean' }, { const: 'x' }] }, '(boolean | "x")'],
  [{ type: 'array', items: { properties: { 'a b': { type: 'number' } } } }, '{ "a b"?: number }[]'],
  [{ $ref: '#/x' }, 'any'],
])('%j in a signature', (schema, text) => {
  const inputSchema = { type: 'object', properties: { a: schema } };
  const signature = `tools.t(args?: { a?: ${text} }): Promise<any>`;
  expect(signatureOf(tool('t', { inputSchema }))).toBe(signature);
});

test('only an agent that asks for it has it', async () => {
  const { llm } = await play([[says('ok')]], { tools: tools() });
  expect(llm.last.tools?.map(({ name }) => name)).not.toContain('run_script');
});
