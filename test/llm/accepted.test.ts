import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import type { JsonObject } from '../../src/foundation/json.js';
import { AppError } from '../../src/foundation/errors.js';
import { createAnthropicSource } from '../../src/llm/providers/anthropic/anthropic-source.js';
import { createGeminiSource } from '../../src/llm/providers/gemini/gemini-source.js';
import { createOllamaSource } from '../../src/llm/providers/ollama/ollama-source.js';
import { createOpenAiSource } from '../../src/llm/providers/openai/openai-source.js';
import type { ModelSource } from '../../src/llm/resilient.js';
import type { FinishReason, LlmEvent, LlmRequest, ToolSpec } from '../../src/llm/types.js';
import { runToEnd, tool } from '../support/loop.js';
import { calls, done, fails, says, ScriptedModel, waitsFor } from '../support/scripted-model.js';
import { FAKE_KEY } from '../support/fakes/fake-api.js';
import { FakeServer } from '../support/fakes/fake-server.js';
import { fakeApis, fakeNames, type FakeName } from '../support/fakes/fakes.js';
import { useOpened } from '../support/use-opened.js';
import { result, says as asks, user } from './history.js';
import { refusedRequests } from './refused-requests.js';
import { answerOf, collect, providerOf, request } from './support.js';

// Strict fakes refuse what docs/providers.md says; nothing that a provider sends them may be refused.

const turns = { turns: [[{ text: 'ok' }]], repeat: true };
const fakes = Object.fromEntries(
  fakeNames.map((name) => [name, useOpened(() => FakeServer.start(fakeApis[name], turns))]),
) as Record<FakeName, FakeServer>;

/** The models whose servers are strict in ways of their own. */
const MODELS: Record<FakeName, string> = {
  gemini: 'gemini-3-pro',
  ollama: 'qwen3:14b',
  openai: 'mistral-large',
  anthropic: 'claude-opus-4-6',
};

/** What the API said against the request; undefined where it was taken. */
async function refusal(name: FakeName, changes: Partial<LlmRequest>): Promise<string | undefined> {
  const { llm } = providerOf({ ...fakes[name].env, LLM_MODEL: MODELS[name] });
  const { end } = answerOf(await collect(llm, changes));
  return end?.type === 'error' ? end.message : undefined;
}

async function expectAccepted(changes: Partial<LlmRequest>): Promise<void> {
  expect(
    await Promise.all(fakeNames.map(async (name) => [name, await refusal(name, changes)])),
  ).toEqual(fakeNames.map((name) => [name, undefined]));
}

describe('a request that APIs refuse is accepted by all', () => {
  const bare: Record<FakeName, (baseUrl: string, model: string) => ModelSource> = {
    gemini: (baseUrl, model) => createGeminiSource({ baseUrl, model, apiKey: FAKE_KEY }),
    ollama: (host, model) => createOllamaSource({ host, model, numCtx: 4096 }),
    anthropic: (baseUrl, model) => createAnthropicSource({ baseUrl, model, apiKey: FAKE_KEY }),
    openai: (url, model) => {
      const limitField = 'max_tokens';
      return createOpenAiSource({ baseUrl: `${url}/v1`, model, apiKey: FAKE_KEY, limitField });
    },
  };

  test.each(refusedRequests)('$title', async ({ request: changes, refusedBy }) => {
    for (const name of refusedBy) {
      const source = bare[name](fakes[name].url, MODELS[name]);
      const asItCame = source.open({ ...request, ...changes }, new AbortController().signal);
      await expect(collectAll(asItCame)).rejects.toThrow(/ 400: /);
    }
    await expectAccepted(changes);
  });

  test('the table in docs/providers.md has these rows, and no others', async () => {
    const rows = (await readFile('docs/providers.md', 'utf8'))
      .split('## What the APIs refuse')[1]
      ?.split('\n## ')[0]
      ?.match(/^\| .* \|$/gm);
    const shown = (rows ?? []).slice(1).map((row) => row.split('|').slice(1, 3));
    expect(shown.map((cells) => cells.map((cell) => cell.trim()))).toEqual(
      refusedRequests.map(({ title, refusedBy }) => [title, refusedBy.join(', ')]),
    );
  });
});

async function collectAll(events: AsyncIterable<unknown>): Promise<void> {
  for await (const event of events) void event;
}

const named = (schemas: readonly JsonObject[]): ToolSpec[] =>
  schemas.map((inputSchema, at) => ({ name: `tool_${at}`, description: 'A tool.', inputSchema }));

test('tools: 100 schemas of any kind', async () => {
  const schemas = fc.sample(anySchema, { numRuns: 100, seed: 45 });
  for (let at = 0; at < schemas.length; at += 20)
    await expectAccepted({ tools: named(schemas.slice(at, at + 20)) });
});

test('tools: all of five MCP servers', async () => {
  const lines = (await readFile('test/fixtures/mcp-tools.jsonl', 'utf8')).trim().split('\n');
  type Recorded = { server: string; inputSchema: JsonObject };
  const recorded = lines.map((one) => JSON.parse(one) as Recorded);
  const lists = [...new Set(recorded.map(({ server }) => server))].map((name) =>
    recorded.flatMap(({ server, inputSchema }) => (server === name ? [inputSchema] : [])),
  );
  expect(lists.map((list) => list.length > 5)).toEqual([true, true, true, true, true]);
  for (const list of lists) await expectAccepted({ tools: named(list) });
});

const answered = (content: string) => [user('Look.'), asks('', 'a'), result('a', content)];

test('what tools answer may be any JSON', async () => {
  const key = fc.oneof(fc.constantFrom('$ref', '$defs', '@type', 'parts'), fc.string());
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 3 }),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(value, fc.boolean(), async (given, isText) => {
      const content = isText && typeof given === 'string' ? given : JSON.stringify(given);
      await expectAccepted({ messages: answered(content) });
    }),
    { numRuns: 20, examples: [[{ $ref: '#/$defs/Address' }, false]] },
  );
});

const look = tool('look');
const before = [
  [],
  [[calls('look')]],
  [[says('I look. '), calls('look'), calls('look')]],
  [[calls('look')], [calls('look'), calls('no_such')]],
];
const ended = (finishReason: FinishReason): LlmEvent => ({ ...done(), finishReason }) as LlmEvent;
const ends = {
  failure: [says('Half'), fails('model_error')],
  'failure at once': [fails('model_unavailable')],
  refusal: [ended('safety')],
  'refusal in words': [says('I cannot.'), ended('safety')],
  silence: [done()],
  'a call that was cut': [calls('look'), ended('length')],
  cancel: 'cancelled',
  disconnect: 'shutting_down',
} as const;
const shapes = Object.keys(ends).flatMap((end) =>
  before.map((turns, at) => [end as keyof typeof ends, at, turns] as const),
);

/** Many begin alike. */
const accepted = new Set<string>();
test.each(shapes)('histories after %s, in shape %i', async (end, _at, turns) => {
  const abort = new AbortController();
  const how = ends[end];
  const never = new Promise<never>(() => {});
  const last = typeof how === 'string' ? [says('Half'), waitsFor(never)] : [...how];
  const { recorded } = await runToEnd({
    llm: new ScriptedModel([...turns, last, last, last, last]),
    tools: [look],
    signal: abort.signal,
    onEvent: ({ type }) => {
      if (typeof how === 'string' && type === 'content_chunk')
        abort.abort(new AppError(how, 'It was stopped.'));
    },
  });
  // A process that was killed, or a page with half a history: it ends anywhere.
  for (let kept = 1; kept <= recorded.length; kept += 1) {
    const messages = [...recorded.slice(0, kept), { role: 'user', content: 'Go on.' } as const];
    const text = JSON.stringify(messages);
    if (!accepted.has(text)) await expectAccepted({ messages });
    accepted.add(text);
  }
});

const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'object', 'null');
const scalar = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const value = fc.oneof(fc.constantFrom('', 'a', 'b'), scalar);
const name = fc.constantFrom('a', 'b', 'type', 'items', '__proto__', 'filter[a]', '$top', 'ä');

/** Any schema of a tool: of several drafts at once, with what generators of schemas get wrong. */
const anySchema: fc.Arbitrary<JsonObject> = fc.letrec<{ schema: JsonObject }>((tie) => {
  const sub = fc.oneof({ weight: 9, arbitrary: tie('schema') }, fc.boolean() as never);
  const members = fc.dictionary(name, sub, { maxKeys: 3 });
  const keys = {
    type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1 }), fc.constantFrom('any', 'String')),
    description: fc.oneof({ weight: 9, arbitrary: fc.string() }, fc.constantFrom(5, null)),
    title: fc.string(),
    enum: fc.array(value, { maxLength: 3 }),
    const: value,
    default: value,
    examples: fc.array(value),
    format: fc.constantFrom('uuid', 'email', 'date-time', 'int32', 'enum'),
    pattern: fc.constantFrom('\\S', '^a+$', '('),
    minimum: fc.integer(),
    exclusiveMinimum: fc.boolean(),
    exclusiveMaximum: fc.double({ noNaN: true }),
    minLength: fc.integer(),
    maxItems: fc.double(),
    items: fc.oneof({ weight: 4, arbitrary: sub }, fc.array(sub, { maxLength: 2 })),
    prefixItems: fc.array(sub, { maxLength: 2 }),
    properties: fc.oneof({ weight: 9, arbitrary: members }, fc.constant(null)),
    required: fc.oneof(fc.array(name), fc.boolean()),
    additionalProperties: sub,
    patternProperties: fc.dictionary(fc.string(), sub, { maxKeys: 1 }),
    anyOf: fc.array(sub, { maxLength: 3 }),
    oneOf: fc.array(sub, { maxLength: 2 }),
    allOf: fc.array(sub, { maxLength: 2 }),
    not: sub,
    if: sub,
    $ref: fc.constantFrom('#', '#/properties/a', '#/$defs/a', '#/nowhere', 'https://x.example/y'),
    $defs: fc.dictionary(fc.constantFrom('a', 'b'), sub, { maxKeys: 2 }),
    nullable: fc.boolean(),
    uniqueItems: fc.boolean(),
  };
  const record = fc.record(keys, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;
  return { schema: fc.oneof({ depthSize: 'small', maxDepth: 4 }, fc.constant({}), record) };
}).schema;
