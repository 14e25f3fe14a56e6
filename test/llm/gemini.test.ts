import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { JsonObject } from '../../src/foundation/json.js';
import { cleanSchema } from '../../src/llm/providers/gemini/clean-schema.js';
import type { LlmMessage } from '../../src/llm/types.js';
import { allTools } from '../../src/plugins/built-in-parts.js';
import { FakeServer } from '../support/fakes/fake-server.js';
import { schemaFaults } from '../support/fakes/gemini-schema.js';
import { gemini } from '../support/fakes/gemini.js';
import type { FakeStep } from '../support/fakes/script.js';
import { answerOf, callsOf, collect, providerOf, request } from './support.js';

const faults = (schema: JsonObject) =>
  schemaFaults(schema, 'parameters').map(({ message }) => message);

describe('cleanSchema', () => {
  const text = { type: 'string' };
  test.each<[string, JsonObject, JsonObject]>([
    [
      'unknown keys go',
      { type: 'string', $schema: 'x', $id: 'y', $comment: 'c', deprecated: true, examples: [1] },
      text,
    ],
    [
      'additionalProperties goes',
      { type: 'object', properties: { a: text }, additionalProperties: false },
      { type: 'object', properties: { a: text } },
    ],
    [
      'an object without properties names none',
      { type: 'object', properties: {}, required: [] },
      { type: 'object' },
    ],
    [
      'required names only what there is',
      { type: 'object', properties: { a: text }, required: ['a', 'b'] },
      { type: 'object', properties: { a: text }, required: ['a'] },
    ],
    ['const becomes enum', { const: 'a' }, { type: 'string', enum: ['a'] }],
    [
      'a number as const is told',
      { const: 3, description: 'N.' },
      { type: 'integer', description: 'N. One of: 3.' },
    ],
    [
      'enum of texts stays',
      { type: 'string', enum: ['a', 'b'] },
      { type: 'string', enum: ['a', 'b'] },
    ],
    [
      'enum of numbers is told',
      { type: 'integer', enum: [1, 2] },
      { type: 'integer', description: 'One of: 1, 2.' },
    ],
    [
      'null in an enum is nullable',
      { type: ['string', 'null'], enum: ['a', null] },
      { type: 'string', enum: ['a'], nullable: true },
    ],
    [
      'exclusive limits of whole numbers move',
      { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 9 },
      { type: 'integer', minimum: 1, maximum: 8 },
    ],
    [
      'exclusive limits of numbers become limits',
      { type: 'number', exclusiveMinimum: 0 },
      { type: 'number', minimum: 0 },
    ],
    [
      'null is nullable',
      { type: ['string', 'null'], description: 'D' },
      { type: 'string', description: 'D', nullable: true },
    ],
    [
      'several types are anyOf, each with its keys',
      { type: ['string', 'array'], minLength: 1, items: text, description: 'D' },
      {
        description: 'D',
        anyOf: [
          { type: 'string', minLength: 1 },
          { type: 'array', items: text },
        ],
      },
    ],
    [
      'oneOf is anyOf',
      { oneOf: [text, { type: 'integer' }] },
      { anyOf: [text, { type: 'integer' }] },
    ],
    [
      'anyOf with null is nullable',
      { anyOf: [text, { type: 'null' }], description: 'D' },
      { type: 'string', description: 'D', nullable: true },
    ],
    [
      'allOf is merged',
      {
        allOf: [
          { type: 'object', properties: { a: text }, required: ['a'] },
          { properties: { b: text }, required: ['b'] },
        ],
      },
      { type: 'object', properties: { a: text, b: text }, required: ['a', 'b'] },
    ],
    ['unknown formats go', { type: 'string', format: 'uuid' }, text],
    [
      'known formats stay',
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'date-time' },
    ],
    [
      'a list without items gets some',
      { type: 'array' },
      {
        type: 'array',
        items: { anyOf: [text, { type: 'number' }, { type: 'boolean' }, { type: 'object' }] },
      },
    ],
    [
      'a tuple becomes a list',
      { type: 'array', prefixItems: [text, { type: 'number' }] },
      { type: 'array', items: text },
    ],
    [
      'not, if and the like go',
      {
        type: 'string',
        not: { const: 'x' },
        if: {},
        then: {},
        uniqueItems: true,
        multipleOf: 2,
        patternProperties: {},
        propertyNames: {},
      },
      text,
    ],
    [
      'a reference is put in place',
      {
        type: 'object',
        properties: { a: { $ref: '#/$defs/t', description: 'A' } },
        $defs: { t: text },
      },
      { type: 'object', properties: { a: { type: 'string', description: 'A' } } },
    ],
    [
      'a reference with escapes',
      {
        type: 'object',
        properties: { a: { $ref: '#/definitions/x~1y' } },
        definitions: { 'x/y': text },
      },
      { type: 'object', properties: { a: text } },
    ],
    [
      'a property may have any name',
      { type: 'object', properties: { $ref: text, const: text, __proto: text } },
      { type: 'object', properties: { $ref: text, const: text, __proto: text } },
    ],
  ])('%s', (_name, schema, expected) => {
    const before = structuredClone(schema);
    expect(cleanSchema(schema)).toEqual(expected);
    expect(schema).toEqual(before);
    expect(faults(cleanSchema(schema))).toEqual([]);
  });

  test('a schema that refers to itself comes to an end, also in many ways at once', () => {
    const node = { $ref: '#/$defs/node' };
    const schema = {
      ...node,
      $defs: {
        node: { type: 'object', properties: { l: node, r: node, m: { $ref: '#/$defs/other' } } },
        other: { type: 'array', items: { anyOf: [node, { $ref: '#/$defs/other' }] } },
      },
    };
    const cleaned = cleanSchema(schema);
    expect(faults(cleaned)).toEqual([]);
    expect(JSON.stringify(cleaned).length).toBeLessThan(10_000);
  });

  /** Cut at the greatest depth, between a type and the list that several types become. */
  const REFERS_TO_ITSELF = {
    type: ['array'],
    items: { properties: { a: { anyOf: [{ type: ['object', 'string'], $ref: '#' }] } } },
    properties: {
      a: {
        type: ['object', 'string'],
        properties: { a: { type: ['string', 'array'], anyOf: [{}, {}] } },
        anyOf: [{}, {}],
      },
    },
    oneOf: [{}, {}],
  };

  test('any schema becomes one that the API accepts, and cleaning twice is cleaning once', () => {
    const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => {
      const sub = tie('schema');
      const type = fc.constantFrom(
        'string',
        'number',
        'integer',
        'boolean',
        'array',
        'object',
        'null',
      );
      const value = fc.oneof(
        fc.string(),
        fc.integer(),
        fc.double(),
        fc.boolean(),
        fc.constant(null),
      );
      const keys = {
        type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1 })),
        description: fc.string(),
        title: fc.string(),
        enum: fc.array(value, { maxLength: 3 }),
        const: value,
        default: value,
        format: fc.constantFrom('uuid', 'email', 'date-time', 'int32', 'enum'),
        minimum: fc.integer(),
        exclusiveMaximum: fc.double({ noNaN: true }),
        minLength: fc.nat(),
        items: sub,
        prefixItems: fc.array(sub, { maxLength: 2 }),
        properties: fc.dictionary(fc.constantFrom('a', 'b', 'type', 'items'), sub, { maxKeys: 3 }),
        required: fc.array(fc.constantFrom('a', 'b', 'c')),
        additionalProperties: fc.oneof(fc.boolean(), sub),
        anyOf: fc.array(sub, { maxLength: 3 }),
        oneOf: fc.array(sub, { maxLength: 2 }),
        allOf: fc.array(sub, { maxLength: 2 }),
        not: sub,
        $ref: fc.constantFrom('#', '#/properties/a', '#/nowhere', 'https://x.example/y'),
        $defs: fc.dictionary(fc.string(), sub, { maxKeys: 1 }),
        nullable: fc.boolean(),
        uniqueItems: fc.boolean(),
      };
      const record = fc.record(keys, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;
      return { schema: fc.oneof({ depthSize: 'small', maxDepth: 4 }, fc.constant({}), record) };
    });
    fc.assert(
      fc.property(schema, (given) => {
        const cleaned = cleanSchema(given);
        expect(faults(cleaned)).toEqual([]);
        expect(cleanSchema(cleaned)).toEqual(cleaned);
      }),
      { numRuns: 500, examples: [[REFERS_TO_ITSELF]] },
    );
  });
});

test.each(allTools.map((tool) => [tool.name, tool.inputSchema] as const))(
  'the real schema of %s is accepted and keeps its properties',
  (_name, inputSchema) => {
    const cleaned = cleanSchema(inputSchema);
    expect(faults(cleaned)).toEqual([]);
    const names = (schema: JsonObject) =>
      Object.keys((schema['properties'] as object | undefined) ?? {});
    expect(names(cleaned)).toEqual(names(inputSchema));
  },
);

describe('on the wire', () => {
  let fake: FakeServer;
  beforeAll(async () => {
    fake = await FakeServer.start(gemini);
  });
  afterAll(() => fake.close());

  const play = async (turns: FakeStep[][], env = {}, messages = request.messages) => {
    fake.script(turns);
    const { llm, waits } = providerOf({ ...fake.env, ...env });
    const events = await collect(llm, { messages });
    return { events, waits, ...answerOf(events) };
  };

  test('asks for the configured model with key, limit, prompt and tools', async () => {
    await play([[{ text: 'ok' }]]);
    expect(fake.last.path).toBe('/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse');
    expect(fake.last.body).toMatchObject({
      contents: [{ role: 'user', parts: [{ text: 'Hello?' }] }],
      systemInstruction: { parts: [{ text: 'You help.' }] },
      generationConfig: { maxOutputTokens: 4096 },
    });
    const [weather, cities] = fake.last.body.tools[0].functionDeclarations;
    expect(weather.parameters.properties).toEqual({
      city: { type: 'string', minLength: 1, description: 'Its name.' },
      days: { type: 'integer', minimum: 1, nullable: true },
      unit: { type: 'string', enum: ['C', 'F'] },
      at: { type: 'object', properties: { lat: { type: 'number' } } },
    });
    expect(cities).not.toHaveProperty('parameters');
  });

  test('a base URL with the version in it is understood too', async () => {
    const answer = await play([[{ text: 'ok' }]], { GEMINI_BASE_URL: `${fake.url}/v1beta/` });
    expect(answer.text).toBe('ok');
  });

  test('signature and id of a call go back unchanged beside it; foreign calls are marked', async () => {
    const turn: FakeStep[] = [
      {
        call: { name: 'get_weather', id: 'g1', arguments: { city: 'Rome' }, signature: 'sig-+/=' },
      },
      { call: { name: 'list_cities', id: 'g2' } },
    ];
    const toolCalls = callsOf((await play([turn], { LLM_MODEL: 'gemini-3-pro' })).events);
    const results = (calls: typeof toolCalls) =>
      calls.map<LlmMessage>(({ id, name }) => ({
        role: 'tool',
        toolCallId: id,
        name,
        content: '{"n":1}',
        isError: false,
      }));
    const foreign = [{ id: 'x', name: 'list_cities', arguments: {}, providerData: { other: {} } }];
    const messages: LlmMessage[] = [
      ...request.messages,
      // As a database gives them back.
      { role: 'assistant', content: '', toolCalls: JSON.parse(JSON.stringify(toolCalls)) },
      ...results(toolCalls),
      { role: 'assistant', content: '', toolCalls: foreign },
      ...results(foreign),
    ];
    await play([[{ text: 'ok' }]], { LLM_MODEL: 'gemini-3-pro' }, messages);
    expect(fake.last.body.contents.slice(1)).toEqual([
      {
        role: 'model',
        parts: [
          {
            functionCall: { id: 'g1', name: 'get_weather', args: { city: 'Rome' } },
            thoughtSignature: 'sig-+/=',
          },
          { functionCall: { id: 'g2', name: 'list_cities', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'g1', name: 'get_weather', response: { output: { n: 1 } } } },
          { functionResponse: { id: 'g2', name: 'list_cities', response: { output: { n: 1 } } } },
        ],
      },
      {
        role: 'model',
        parts: [
          {
            functionCall: { name: 'list_cities', args: {} },
            thoughtSignature: 'skip_thought_signature_validator',
          },
        ],
      },
      {
        role: 'user',
        parts: [{ functionResponse: { name: 'list_cities', response: { output: { n: 1 } } } }],
      },
    ]);
    // Gemini 2.5 knows no such check, and gets no such word.
    await play([[{ text: 'ok' }]], {}, messages);
    expect(JSON.stringify(fake.last.body)).not.toContain('skip_thought');
  });

  test('a blocked prompt ends for safety', async () => {
    const raw =
      'data: {"promptFeedback":{"blockReason":"SAFETY"},"usageMetadata":{"promptTokenCount":4}}\r\n\r\n';
    const { end } = await play([[{ raw }, { end: true }]]);
    expect(end).toEqual({
      type: 'done',
      finishReason: 'safety',
      usage: { inputTokens: 4, outputTokens: 0 },
    });
  });

  test('parallel calls in one chunk are all kept', async () => {
    const parts = ['Rome', 'Oslo', 'Kyiv'].map((city) => ({
      functionCall: { name: 'get_weather', args: { city } },
    }));
    const raw = `data: ${JSON.stringify({ candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] })}\r\n\r\n`;
    const { calls, end } = await play([[{ raw }, { end: true }]]);
    expect(calls.map(({ arguments: input }) => input)).toEqual([
      { city: 'Rome' },
      { city: 'Oslo' },
      { city: 'Kyiv' },
    ]);
    expect(end).toMatchObject({ finishReason: 'tool_calls' });
  });

  test.each([
    ['a comment', ': keep-alive\n\n', ''],
    ['data: without a space', 'data:{"candidates":[]}\n\n', ''],
    [
      'a raw line separator',
      'data: {"candidates":[{"content":{"parts":[{"text":"a\u2028b"}]}}]}\n\n',
      'a\u2028b',
    ],
  ])('%s is read over', async (_name, raw, more) => {
    const { text, end } = await play([[{ text: 'Half' }, { raw }, { text: ' all' }]]);
    expect(text).toBe(`Half${more} all`);
    expect(end).toMatchObject({ type: 'done', finishReason: 'stop' });
  });

  test.each([
    ['JSON that is none', 'data: {"candidates":\n\n'],
    ['a page', '<html>no</html>'],
  ])('%s, which cannot be read, is an error and not a success', async (_name, raw) => {
    const { text, end } = await play([[{ text: 'Half' }, { raw }]]);
    expect(text).toBe('Half');
    expect(end).toMatchObject({ type: 'error', code: 'model_unavailable', retryable: true });
    expect(end).toMatchObject({ message: 'Gemini broke off in the middle of the answer.' });
  });

  test('a redirect is not followed: it would carry the key along', async () => {
    const elsewhere = await FakeServer.start(gemini);
    const route = {
      method: 'POST' as const,
      path: /^\/moved\//,
      answer: () => ({ status: 307, headers: { location: elsewhere.url }, body: [] }),
    };
    const moved = await FakeServer.start(gemini, { routes: [route] });
    const env = { ...fake.env, GEMINI_BASE_URL: `${moved.url}/moved` };
    const { end } = answerOf(await collect(providerOf(env).llm));
    expect(end).toMatchObject({
      code: 'model_error',
      message: expect.stringContaining('redirect'),
    });
    expect(elsewhere.requests).toEqual([]);
    await Promise.all([elsewhere.close(), moved.close()]);
  });

  test('the delay of RetryInfo is kept, and a 429 that speaks of billing is a rate limit', async () => {
    const details = [
      { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [] },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.4s' },
    ];
    const message = 'You exceeded your current quota, please check your plan and billing details.';
    const { text, waits } = await play([
      [{ refuse: { status: 429, message, details } }],
      [{ text: 'ok' }],
    ]);
    expect({ text, waits }).toEqual({ text: 'ok', waits: [34_400] });
  });

  test('an error names what the API said, and neither address nor details', async () => {
    const { end } = await play([
      [{ refuse: { status: 400, message: 'Bad [1] thing', details: [{ a: 'secret' }] } }],
    ]);
    expect(end).toMatchObject({ message: 'Gemini answered 400: Bad [1] thing' });
  });
});
