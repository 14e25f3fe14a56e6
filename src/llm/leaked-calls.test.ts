import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { repairLeakedCalls, LeakScanner } from './leaked-calls.js';
import type { ModelSource, SourceEvent } from './resilient.js';
import type { LlmRequest, LlmCall } from './types.js';
import { cpuMs } from '../../test/support/cpu-growth.js';

const NAMES = ['discover', 'list_rules', 'list_rules_by_owner'];

/** What the scanner makes of pieces of text. */
function scan(pieces: readonly string[]) {
  const scanner = new LeakScanner(new Set(NAMES));
  const shown = pieces.map((piece) => scanner.push(piece));
  shown.push(scanner.end());
  return { text: shown.join(''), shown, calls: scanner.calls, broken: scanner.broken };
}

/** The text cut into pieces; each cut is a fraction of its length. */
function cut(text: string, cuts: readonly number[]): string[] {
  const places = cuts.map((part) => Math.floor(part * text.length)).sort((a, b) => a - b);
  return [0, ...places].map((start, index) => text.slice(start, places[index] ?? text.length));
}

const anyCuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 });
const call = (name: string, input: object = {}) => ({ name, arguments: input });

const json = '{"name": "discover", "arguments": {"about": "a \\"{b}\\" ```"}}';
const found = [call('discover', { about: 'a "{b}" ```' })];
const short = '{"name":"list_rules","arguments":{}}';
const rules = call('list_rules');
const both = [...found, rules];
const withA = [call('list_rules', { a: 1 })];
const code = '```js\nf({})\n```\n';
const args = '"arguments":{"a":1}';
const api = '{"type":"function","function":{"name":"list_rules","arguments":"{\\"a\\":1}"}}';
const marked = '[TOOL_CALLS]discover[CALL_ID]a1[ARGS]{"about":"x"}';
const longer = '{"name":"list_rules_by_owner","arguments":{}}';
const invented = '<tool_call>{"name":"nope","arguments":{}}</tool_call>';
test.each<[string, string, string, object[]]>([
  ['bare with spaces', `\n{\n  "name" : "list_rules",\n  "arguments" : {}\n}\n`, '\n\n', [rules]],
  ['in a plain fence', `\`\`\`\n${json}\n\`\`\``, '', found],
  ['in a fence of its own word', `\`\`\`tool_call\n${json}\`\`\``, '', found],
  ['in a fence that never closes', `\`\`\`json\n${json}`, '', found],
  ['in tags that never close', `<tool_call>${json}`, '', found],
  ['twice in tags', `<tool_call>${json}</tool_call>\n<tool_call>${short}</tool_call>`, '\n', both],
  ['two in one tag', `<tool_calls>${json}\n${short}</tool_calls>`, '', both],
  ['as a list', `[${json}, ${short}]`, '', both],
  ['two lines in a fence', `\`\`\`json\n${json}\n${short}\n\`\`\``, '', both],
  ['behind the marker with a space', `[TOOL_CALLS] ${json}`, '', found],
  ['behind the marker, with [ARGS]', marked, '', [call('discover', { about: 'x' })]],
  ['with parameters', '{"name":"list_rules","parameters":{"a":1}}', '', withA],
  ['with arguments first', `{${args},"name":"list_rules"}`, '', withA],
  ['in the API form', api, '', withA],
  ['with the function as name', `{"function":"list_rules",${args}}`, '', withA],
  ['a longer name than another tool', longer, '', [call('list_rules_by_owner')]],
  ['after a fence of code', `${code}${short}`, code, [rules]],
  ['after ordinary JSON', `{"a": [1]} ${short}`, '{"a": [1]} ', [rules]],
  ['an invented name in tags is for the executor to answer', invented, '', [call('nope')]],
])('a leaked call is taken out of the text: %s', (_name, text, rest, calls) =>
  holds([anyCuts], { numRuns: 30 }, (cuts) => {
    expect(scan(cut(text, cuts))).toMatchObject({ text: rest, calls, broken: false });
  }),
);

test.each([
  'The price is {high}, see [1] and [the page](https://x.example) `code` <b>bold</b>.',
  '{"name": "Bob", "age": 3}',
  '{"name": "discover", "kind": "a tool"}',
  '{"name": "disco", "arguments": {}}',
  '{"items": [{"name": "discover", "arguments": {}}]}',
  '[{"name": "Bob", "arguments": {}}]',
  '```json\n{"rules": [{"name": "discover", "arguments": {"a": 1}}]}\n```',
  '```json\n{"name": "Big orders", "actions": []}\n```\nDone.',
  '```python\ncall = {"name": "discover", "arguments": {}}\n```',
  '```\n```',
  'Use the <tool_call> tag, or <tool_calls>.',
  'It begins with [TOOL_CALLS] in that format.',
  'An open brace { and ``` three ticks',
  '{',
  '[',
  '``',
  '<tool_cal',
  '{"name": "discover"',
  '{"type": "object", "properties": {}}',
  '{"parameters": [1, 2]}',
  '{"arguments": {"a": 1}, "more": true}',
  '{"name": "discover", "arguments": {"a": 1},}',
  '',
])('what is no call passes untouched: %j', (text) =>
  holds([anyCuts], { numRuns: 30 }, (cuts) => {
    expect(scan(cut(text, cuts))).toMatchObject({ text, calls: [], broken: false });
  }),
);

it('what is no call passes untouched: any text without the name of an offered tool', async () => {
  const said = ['```', '```json\n', 'name', '":', 'arguments'];
  const pieces = fc.constantFrom(...'{}[]"`<> x\n\\🙂', ...said);
  const texts = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 30 });
  await holds([texts, anyCuts], (parts, cuts) => {
    const text = parts.join('');
    expect(scan(cut(text, cuts))).toMatchObject({ text, calls: [] });
  });
});

describe('streaming continues', () => {
  it('plain text is shown in the very piece it came in', async () => {
    const plain = fc.string({ unit: fc.constantFrom(...'abc \n.:}])>"🙂'.split('')) });
    await holds([fc.array(plain)], (pieces) => {
      expect(scan(pieces).shown).toEqual([...pieces, '']);
    });
  });

  it('ordinary JSON is held back for its first key only', () => {
    const { shown } = scan(['{"na', 'me": "Bo', 'b", "a": ', '1}']);
    expect(shown).toEqual(['', '{"name": "Bo', 'b", "a": ', '1}', '']);
  });

  it('a fence of code for its first line only', () => {
    const { shown } = scan(['```js', 'on\n', '{"x"', ': 1}\n```', ' ok']);
    expect(shown).toEqual(['', '', '```json\n{"x"', ': 1}\n```', ' ok', '']);
  });
});

it('calls among text: are found wherever they stand and however the text is cut; the rest is as it was', async () => {
  const said = ['I see. ', 'So:\n', '🙂 ', '- a\n', 'x < y ', '{"a": 1} ', '[2] ', '`c` '];
  const words = fc.constantFrom(...said);
  const values = fc.jsonValue({ maxDepth: 2 });
  const input = fc.dictionary(fc.string({ minLength: 1 }), values, { maxKeys: 3 });
  const kinds = fc.constantFrom('bare', 'fence', 'tag', 'list', 'named');
  const leak = fc.tuple(fc.constantFrom(...NAMES), input, kinds);
  const parts = fc.array(fc.oneof(words, leak), { maxLength: 8 });
  const write = ([name, args, kind]: [string, object, string]) => {
    const json = JSON.stringify({ name, arguments: args });
    if (kind === 'fence') return `\`\`\`json\n${json}\n\`\`\``;
    if (kind === 'tag') return `<tool_call>\n${json}\n</tool_call>`;
    if (kind === 'list') return `[TOOL_CALLS][${json}]`;
    return kind === 'named' ? `[TOOL_CALLS]${name}${JSON.stringify(args)}` : json;
  };
  await holds([parts, anyCuts], { numRuns: 300 }, (items, cuts) => {
    const text = items.map((item) => (typeof item === 'string' ? item : write(item))).join('');
    const result = scan(cut(text, cuts));
    expect(result.text).toBe(items.filter((item) => typeof item === 'string').join(''));
    const leaks = items.filter((item) => typeof item !== 'string');
    const expected = leaks.map(([name, args]) => call(name, args));
    expect(JSON.stringify(result.calls)).toBe(JSON.stringify(expected));
  });
});

it('calls among text: of 200 kB take no longer than their reading', async () => {
  const long = JSON.stringify({ name: 'discover', arguments: { about: 'x'.repeat(200_000) } });
  const pieces = long.match(/.{1,7}/gs) ?? [];
  expect(await cpuMs(() => expect(scan(pieces).calls).toHaveLength(1))).toBeLessThan(1_000);
});

const open = '{"name": "discover", "arguments": {';
test.each([
  ['broken JSON in tags', `a <tool_call>${open}x}}</tool_call> b`, 'a  b'],
  ['an unbalanced one', `a <tool_call>${open}</tool_call> b`, 'a  b'],
  ['cut by the end, bare', `a ${open}"x": "y`, 'a '],
  ['cut by the end, in a fence', `a \`\`\`json\n${open}"x": "y`, 'a '],
])('what wanted to be a call and cannot be read is removed: %s', (_name, text, rest) =>
  holds([anyCuts], { numRuns: 20 }, (cuts) => {
    expect(scan(cut(text, cuts))).toMatchObject({ text: rest, calls: [], broken: true });
  }),
);

const tools = NAMES.map((name) => ({ name, description: '', inputSchema: {} }));
const request: LlmRequest = { system: '', messages: [], tools, maxTokens: 10 };
const usage = { inputTokens: 1, outputTokens: 2 };

async function repaired(events: SourceEvent[], changes: Partial<LlmRequest> = {}) {
  const open = async function* () {
    yield* events;
  };
  const source: ModelSource = { name: 's', model: 'm', open };
  const all: SourceEvent[] = [];
  const { signal } = new AbortController();
  const stream = repairLeakedCalls(source).open({ ...request, ...changes }, signal);
  for await (const event of stream) if (event.type !== 'alive') all.push(event);
  return all;
}

const says = (text: string): SourceEvent => ({ type: 'text', text });
const done = (finishReason: 'stop' | 'length'): SourceEvent => {
  return { type: 'done', finishReason, usage };
};
const leak = '{"name":"list_rules","arguments":{"a":1}}';

describe('repairLeakedCalls', () => {
  it('makes calls with ids of their own and says so at the end', async () => {
    const [text, first, second, end] = await repaired([says(`x${leak}`), says(leak), done('stop')]);
    expect(text).toEqual(says('x'));
    const made = { name: 'list_rules', arguments: { a: 1 } };
    expect(first).toMatchObject({ type: 'tool_call', call: made, leaked: true });
    const ids = [first, second].map((event) => (event as { call: LlmCall }).call.id);
    expect([ids[0], new Set(ids).size]).toEqual([expect.stringMatching(/^call_./), 2]);
    expect(end).toEqual({ type: 'done', finishReason: 'tool_calls', usage });
  });

  it('removes the text of a call that was made properly too', async () => {
    const call = { id: 'a', name: 'list_rules', arguments: { a: 1 } };
    const made: SourceEvent = { type: 'tool_call', call };
    expect(await repaired([says(leak), made, done('stop')])).toEqual([made, done('stop')]);
  });

  it('tells a garbled call as such, and one cut by the limit as cut', async () => {
    const garbled = says('<tool_call>{"name":"discover",');
    const endOf = async (end: 'stop' | 'length') => (await repaired([garbled, done(end)])).at(-1);
    expect(await endOf('stop')).toMatchObject({ finishReason: 'malformed_call' });
    expect(await endOf('length')).toMatchObject({ finishReason: 'length' });
  });

  it.each<[string, Partial<LlmRequest>]>([
    ['no tools are offered', { tools: [] }],
    ['calls are forbidden', { toolChoice: 'none' }],
  ])('leaves everything as it is when %s', async (_name, changes) => {
    const events = [says(leak), done('stop')];
    expect(await repaired(events, changes)).toEqual(events);
  });
});
