import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { newId } from '../foundation/ids.js';
import type { JsonObject } from '../foundation/json.js';
import { silentLogger } from '../foundation/logger.js';
import { tool, toolCall } from '../../test/support/loop.js';
import { invisibleCharacters } from '../foundation/invisible.js';
import { createCatalog } from './catalog.js';
import {
  executeCall,
  injectContextIds,
  cut,
  modelText,
  type OfferedTools,
  type ResultLimits,
} from './executor.js';
import type { Tool, ToolCall, ToolOutcome } from './tool.js';

/** Offers exactly these tools. */
function offering(...tools: Tool[]): OfferedTools {
  const all = createCatalog(tools);
  return { find: (name) => all.find(name), names: () => [...all.names()], allowed: () => false };
}

async function run(one: Tool, input = {}, context: Partial<ToolCall> = {}, limits?: ResultLimits) {
  const call = { id: 'c1', name: one.name, arguments: input };
  return executeCall(call, offering(one), () => toolCall(context), silentLogger, limits);
}

const proposing = { effect: 'propose', proposes: 'note_preview' } as const;

const answering = (outcome: Partial<ToolOutcome>): Tool =>
  tool('answer', { execute: async () => ({ result: null, ...outcome }) });

describe('context ids', () => {
  const page = newId();
  const contextIds = { rule_id: { key: 'workflow_id' } };
  const blank = fc.constantFrom(undefined, null, '', ' ', '\t\n');
  const id = fc.oneof(
    fc.uuid(),
    fc.integer(),
    fc.string().filter((text) => text.trim() !== ''),
  );

  test('stand when the model passes anything, and are filled in where it passes nothing', async () => {
    const named = fc.oneof(id, fc.constantFrom('Low Stock Alert', 'this one', 0, false, [], {}));
    await holds([id, named, blank], (open, passed, none) => {
      const fill = (input: JsonObject) =>
        injectContextIds({ contextIds }, input, { workflow_id: open });
      expect(fill({ rule_id: passed })).toEqual({ rule_id: passed });
      expect([fill({ rule_id: none }), fill({})]).toEqual([{ rule_id: open }, { rule_id: open }]);
    });
  });

  test('change nothing where the page has none, or another thing open', async () => {
    const none = fc.oneof(blank, fc.constantFrom(Number.NaN, {}, [], true));
    await holds([none, fc.oneof(id, blank)], (open, passed) => {
      const requestContext = { workflow_id: open, config_id: page };
      const input = { rule_id: passed };
      expect(injectContextIds({ contextIds }, input, requestContext)).toEqual(input);
      expect(injectContextIds({ contextIds }, {}, requestContext)).toEqual({});
    });
  });

  test('only the declared arguments are touched, and never the call itself', () =>
    holds([fc.dictionary(fc.string(), fc.jsonValue())], ({ rule_id: _id, ...input }) => {
      const before = structuredClone(input);
      const filled = injectContextIds({ contextIds }, input, { workflow_id: page });
      expect([input, filled]).toEqual([before, { ...before, rule_id: page }]);
      expect(injectContextIds({}, input, { workflow_id: page })).toEqual(before);
    }));

  test('are in place before the arguments are checked, and in the call that is reported', async () => {
    const properties = { rule_id: { type: 'string', format: 'uuid' } };
    const inputSchema = { type: 'object', properties, required: ['rule_id'] };
    const strict = tool('get_rule', { contextIds, inputSchema });
    const done = await run(strict, { rule_id: ' ' }, { requestContext: { workflow_id: page } });
    expect(done).toMatchObject({ isError: false, result: { input: { rule_id: page } } });
    expect(done.call.arguments).toEqual({ rule_id: page });
    const refused = { isError: true, result: { error: { code: 'invalid_arguments' } } };
    expect(await run(strict)).toMatchObject(refused);
  });
});

describe('what the model reads', () => {
  test.each<[unknown, string]>([
    [{ a: 1 }, '{"a":1}'],
    ['text as it is', 'text as it is'],
    [null, 'null'],
    [undefined, 'null'],
    [[], '[]'],
  ])('of %j is %s', async (result, content) => {
    expect(await run(answering({ result }))).toMatchObject({ content });
  });

  test('a text is cut with its real length, and never within a character', async () => {
    expect(cut('x'.repeat(10), 10)).toBe('x'.repeat(10));
    expect(cut(`${'x'.repeat(9)}😀`, 10)).toBe(
      `${'x'.repeat(9)}… [cut: 13 bytes in all, 10 can be read; ask for less]`,
    );
    await holds([fc.string({ unit: 'binary' }), fc.nat({ max: 40 })], (text, max) => {
      const kept = cut(text, max).replace(/… \[cut: \d+ bytes in all, \d+ can be read; .*\]$/, '');
      expect(text.startsWith(kept)).toBe(true);
      expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(max);
      expect(kept).not.toMatch(/[\ud800-\udbff]$/);
    });
  });

  test.each([
    ['both fit', 200, { content: 200, event: 200 }, false, false],
    ["the model's part is cut", 200, { content: 199, event: 200 }, true, false],
    ["the user's part too", 200, { content: 100, event: 199 }, true, true],
  ])('%s', async (_name, length, limits, cutContent, cutResult) => {
    const value = [`${'x'.repeat(length - 4)}`];
    const { content, result } = await run(answering({ result: value }), {}, {}, limits);
    expect(content.includes('[cut: 200 bytes in all')).toBe(cutContent);
    expect(result === value).toBe(!cutResult);
    if (cutResult) expect(result).toContain(`[cut: 200 bytes in all, ${limits.event} can be read`);
  });

  test('the user is shown what the tool says, and the model reads less', async () => {
    const { content, result } = await run(answering({ result: { rows: 1 }, shown: { rows: 9 } }));
    expect([JSON.parse(content), result]).toEqual([{ rows: 1 }, { rows: 9 }]);
  });

  const payload = { secret: 'PAYLOAD' };
  const noted = { kind: 'note_preview', description: 'd', payload };
  const preview = { type: 'preview', preview: noted } as const;

  test.each<[unknown, object]>([
    [{ actions: 2 }, { actions: 2 }],
    [{ status: 'saved', note: 'It is saved.' }, {}],
    [null, {}],
    ['a text', {}],
    [[1, 2], {}],
  ])('a preview that answers %j is told as sent, not saved', async (result, kept) => {
    const done = await run({ ...answering({ result, signals: [preview] }), ...proposing });
    const note = expect.stringContaining('Nothing is saved yet');
    expect(done.result).toEqual({ ...kept, status: 'preview_sent', note });
    expect(done.content).toBe(JSON.stringify(done.result));
    expect(done.content).not.toContain('PAYLOAD');
    expect(done.signals).toEqual([preview]);
  });
});

describe('failures become results', () => {
  test('a tool may fail with signals of its own', async () => {
    const errors = [{ message: 'no type' }];
    const signals = [{ type: 'event', event: 'check_failed', data: { errors } }] as const;
    const done = await run(answering({ result: { valid: false }, signals, isError: true }));
    expect(done).toMatchObject({ isError: true, result: { valid: false }, signals });
  });

  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;

  test.each<[string, Tool['execute'], string]>([
    [
      'throws at once',
      () => {
        throw new Error('no row');
      },
      'answer failed: no row',
    ],
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- what bad code does
    ['rejects with a text', () => Promise.reject('no row'), 'answer failed: no row'],
    ['answers what is no JSON', async () => ({ result: cyclic }), 'answer failed: '],
  ])('of a tool that %s', async (_name, execute, message) => {
    const done = await run(tool('answer', { execute }));
    const error = { code: 'tool_failed', message: expect.stringContaining(message), details: [] };
    expect(done).toMatchObject({ isError: true, signals: [], result: { error } });
    expect(done.content).toBe(JSON.stringify(done.result));
  });

  test('after an abort nothing is run', async () => {
    let ran = false;
    const write = tool('write', { execute: async () => ({ result: (ran = true) }) });
    const done = await run(write, {}, { signal: AbortSignal.abort() });
    expect([ran, done.isError]).toEqual([false, true]);
    expect(done.result).toMatchObject({ error: { code: 'cancelled' } });
  });
});

const other = { kind: 'other_preview', description: 'd', payload: {} };
const signals = [{ type: 'preview', preview: other }] as const;

test.each<[string, Partial<Tool>, string]>([
  ['of a tool that only reads', {}, 'declares no changes'],
  ['of another kind', proposing, 'declares changes of the kind note_preview'],
])('a preview that the tool did not declare: %s is not shown', async (_name, declared, message) => {
  const done = await run({ ...answering({ signals }), ...declared });
  expect(done).toMatchObject({ isError: true, signals: [] });
  expect(done.content).toContain(message);
});

test('property: the text for a model: it is valid JSON in which nothing is hidden', () =>
  holds([fc.jsonValue({ stringUnit: 'binary' })], (value) => {
    if (typeof value === 'string') return;
    // A control character in a key stays as the escape that the model reads.
    const inKeys = invisibleCharacters(JSON.parse(modelText(value))).every(({ codepoints }) =>
      codepoints.every((codepoint) => /^U\+00[01]/.test(codepoint)),
    );
    expect(inKeys).toBe(true);
  }));

test('the text for a model: what is visible stays as JSON has it', () =>
  holds([fc.jsonValue({ stringUnit: 'grapheme-ascii' })], (value) => {
    if (typeof value !== 'string') expect(modelText(value)).toBe(JSON.stringify(value));
  }));
