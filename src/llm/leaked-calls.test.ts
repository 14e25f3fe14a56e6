import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { repairLeakedCalls } from './leaked-calls.js';
import { LeakScanner } from './leaks/leak-scanner.js';
import type { ModelSource, SourceEvent } from './resilient.js';
import type { LlmRequest, ToolCall } from './types.js';
import { cpuMs } from '../../test/support/cpu-time.js';

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

describe('a leaked call is taken out of the text', () => {
  const json = '{"name": "discover", "arguments": {"about": "a \\"{b}\\" ```"}}';
  const found = [call('discover', { about: 'a "{b}" ```' })];
  const short = '{"name":"list_rules","arguments":{}}';
  test.each<[string, string, string, object[]]>([
    [
      'bare with spaces',
      `\n{\n  "name" : "list_rules",\n  "arguments" : {}\n}\n`,
      '\n\n',
      [call('list_rules')],
    ],
    ['in a plain fence', `\`\`\`\n${json}\n\`\`\``, '', found],
    ['in a fence of its own word', `\`\`\`tool_call\n${json}\`\`\``, '', found],
    ['in a fence that never closes', `\`\`\`json\n${json}`, '', found],
    ['in tags that never close', `<tool_call>${json}`, '', found],
    [
      'twice in tags',
      `<tool_call>${json}</tool_call>\n<tool_call>${short}</tool_call>`,
      '\n',
      [...found, call('list_rules')],
    ],
    [
      'two in one tag',
      `<tool_calls>${json}\n${short}</tool_calls>`,
      '',
      [...found, call('list_rules')],
    ],
    ['as a list', `[${json}, ${short}]`, '', [...found, call('list_rules')]],
    [
      'two lines in a fence',
      `\`\`\`json\n${json}\n${short}\n\`\`\``,
      '',
      [...found, call('list_rules')],
    ],
    ['behind the marker with a space', `[TOOL_CALLS] ${json}`, '', found],
    [
      'behind the marker, with [ARGS]',
      `[TOOL_CALLS]discover[CALL_ID]a1[ARGS]{"about":"x"}`,
      '',
      [call('discover', { about: 'x' })],
    ],
    [
      'with parameters',
      '{"name":"list_rules","parameters":{"a":1}}',
      '',
      [call('list_rules', { a: 1 })],
    ],
    [
      'with arguments first',
      '{"arguments":{"a":1},"name":"list_rules"}',
      '',
      [call('list_rules', { a: 1 })],
    ],
    [
      'in the API form',
      '{"type":"function","function":{"name":"list_rules","arguments":"{\\"a\\":1}"}}',
      '',
      [call('list_rules', { a: 1 })],
    ],
    [
      'with the function as name',
      '{"function":"list_rules","arguments":{"a":1}}',
      '',
      [call('list_rules', { a: 1 })],
    ],
    [
      'a longer name than another tool',
      '{"name":"list_rules_by_owner","arguments":{}}',
      '',
      [call('list_rules_by_owner')],
    ],
    [
      'after a fence of code',
      `\`\`\`js\nf({})\n\`\`\`\n${short}`,
      '```js\nf({})\n```\n',
      [call('list_rules')],
    ],
    ['after ordinary JSON', `{"a": [1]} ${short}`, '{"a": [1]} ', [call('list_rules')]],
    [
      'an invented name in tags is for the executor to answer',
      '<tool_call>{"name":"nope","arguments":{}}</tool_call>',
      '',
      [call('nope')],
    ],
  ])('%s', (_name, text, rest, calls) => {
    fc.assert(
      fc.property(anyCuts, (cuts) => {
        const result = scan(cut(text, cuts));
        expect(result).toMatchObject({ text: rest, calls, broken: false });
      }),
      { numRuns: 30 },
    );
  });
});

describe('what is no call passes untouched', () => {
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
  ])('%j', (text) => {
    fc.assert(
      fc.property(anyCuts, (cuts) => {
        expect(scan(cut(text, cuts))).toMatchObject({ text, calls: [], broken: false });
      }),
      { numRuns: 30 },
    );
  });

  it('any text without the name of an offered tool', async () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      '`',
      '```',
      '```json\n',
      '\n',
      '<',
      '>',
      'name',
      '":',
      'arguments',
      ' ',
      'x',
      '🙂',
      '\\',
    );
    const texts = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 30 });
    await holds([texts, anyCuts], (parts, cuts) => {
      const text = parts.join('');
      expect(scan(cut(text, cuts))).toMatchObject({ text, calls: [] });
    });
  });

  it('any JSON answer, and in a fence too', async () => {
    const around = fc.constantFrom(['', ''], ['```json\n', '\n```'], ['Here: ', ' ok']);
    await holds(
      [fc.jsonValue(), fc.nat(2), around, anyCuts],
      (value, indent, [before, after], cuts) => {
        const text = `${before}${JSON.stringify(value, null, indent)}${after}`;
        expect(scan(cut(text, cuts))).toMatchObject({ text, calls: [] });
      },
    );
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

describe('calls among text', () => {
  it('are found wherever they stand and however the text is cut; the rest is as it was', async () => {
    const words = fc.constantFrom(
      'I see. ',
      'So:\n',
      '🙂 ',
      '- a\n',
      'x < y ',
      '{"a": 1} ',
      '[2] ',
      '`c` ',
    );
    const input = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 2 }), {
      maxKeys: 3,
    });
    const leak = fc.tuple(
      fc.constantFrom(...NAMES),
      input,
      fc.constantFrom('bare', 'fence', 'tag', 'list', 'named'),
    );
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
      const expected = items
        .filter((item) => typeof item !== 'string')
        .map(([name, args]) => call(name, args));
      expect(JSON.stringify(result.calls)).toBe(JSON.stringify(expected));
    });
  });

  it('of 200 kB take no longer than their reading', async () => {
    const long = JSON.stringify({ name: 'discover', arguments: { about: 'x'.repeat(200_000) } });
    const pieces = long.match(/.{1,7}/gs) ?? [];
    const took = await cpuMs(() => expect(scan(pieces).calls).toHaveLength(1));
    expect(took).toBeLessThan(1_000);
  });
});

describe('what wanted to be a call and cannot be read is removed', () => {
  test.each([
    [
      'broken JSON in tags',
      'a <tool_call>{"name": "discover", "arguments": {x}}</tool_call> b',
      'a  b',
    ],
    ['an unbalanced one', 'a <tool_call>{"name": "discover", "arguments": {</tool_call> b', 'a  b'],
    ['cut by the end, bare', 'a {"name": "discover", "arguments": {"x": "y', 'a '],
    ['cut by the end, in a fence', 'a ```json\n{"name": "discover", "arguments": {"x": "y', 'a '],
  ])('%s', (_name, text, rest) => {
    fc.assert(
      fc.property(anyCuts, (cuts) => {
        expect(scan(cut(text, cuts))).toMatchObject({ text: rest, calls: [], broken: true });
      }),
      { numRuns: 20 },
    );
  });
});

const request: LlmRequest = {
  system: '',
  messages: [],
  tools: NAMES.map((name) => ({ name, description: '', inputSchema: {} })),
  maxTokens: 10,
};
const usage = { inputTokens: 1, outputTokens: 2 };

async function repaired(events: SourceEvent[], changes: Partial<LlmRequest> = {}) {
  const source: ModelSource = {
    name: 's',
    model: 'm',
    async *open() {
      yield* events;
    },
  };
  const all: SourceEvent[] = [];
  const stream = repairLeakedCalls(source).open(
    { ...request, ...changes },
    new AbortController().signal,
  );
  for await (const event of stream) if (event.type !== 'alive') all.push(event);
  return all;
}

const says = (text: string): SourceEvent => ({ type: 'text', text });
const done = (finishReason: 'stop' | 'length'): SourceEvent => ({
  type: 'done',
  finishReason,
  usage,
});
const leak = '{"name":"list_rules","arguments":{"a":1}}';

describe('repairLeakedCalls', () => {
  it('makes calls with ids of their own and says so at the end', async () => {
    const [text, first, second, end] = await repaired([says(`x${leak}`), says(leak), done('stop')]);
    expect(text).toEqual(says('x'));
    expect(first).toMatchObject({
      type: 'tool_call',
      call: { name: 'list_rules', arguments: { a: 1 } },
      leaked: true,
    });
    const ids = [first, second].map((event) => (event as { call: ToolCall }).call.id);
    expect(ids[0]).toMatch(/^call_./);
    expect(new Set(ids).size).toBe(2);
    expect(end).toEqual({ type: 'done', finishReason: 'tool_calls', usage });
  });

  it('removes the text of a call that was made properly too', async () => {
    const made: SourceEvent = {
      type: 'tool_call',
      call: { id: 'a', name: 'list_rules', arguments: { a: 1 } },
    };
    expect(await repaired([says(leak), made, done('stop')])).toEqual([made, done('stop')]);
  });

  it('tells a garbled call as such, and one cut by the limit as cut', async () => {
    const garbled = says('<tool_call>{"name":"discover",');
    expect((await repaired([garbled, done('stop')])).at(-1)).toMatchObject({
      finishReason: 'malformed_call',
    });
    expect((await repaired([garbled, done('length')])).at(-1)).toMatchObject({
      finishReason: 'length',
    });
  });

  it.each<[string, Partial<LlmRequest>]>([
    ['no tools are offered', { tools: [] }],
    ['calls are forbidden', { toolChoice: 'none' }],
  ])('leaves everything as it is when %s', async (_name, changes) => {
    const events = [says(leak), done('stop')];
    expect(await repaired(events, changes)).toEqual(events);
  });
});
