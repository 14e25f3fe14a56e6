import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { FAKE_KEY } from '../support/fakes/fake-api.js';
import { FakeServer } from '../support/fakes/fake-server.js';
import { fakeApis, fakeNames, type FakeName } from '../support/fakes/fakes.js';
import { parseScript } from '../support/fakes/script.js';
import { splitter } from '../support/fakes/splitter.js';

// A fake that is kinder than the real API proves nothing: each refusal is shown to happen.

const fakes = {} as Record<FakeName, FakeServer>;

beforeAll(async () => {
  for (const name of fakeNames) {
    fakes[name] = await FakeServer.start(fakeApis[name], {
      turns: [[{ text: 'ok' }]],
      repeat: true,
    });
  }
});
afterAll(() => Promise.all(fakeNames.map((name) => fakes[name].close())));

const paths: Record<FakeName, string> = {
  gemini: '/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse',
  ollama: '/api/chat',
  openai: '/v1/chat/completions',
  anthropic: '/v1/messages',
};
const keys: Record<FakeName, Record<string, string>> = {
  gemini: { 'x-goog-api-key': FAKE_KEY },
  ollama: {},
  openai: { authorization: `Bearer ${FAKE_KEY}` },
  anthropic: { 'x-api-key': FAKE_KEY, 'anthropic-version': '2023-06-01' },
};

async function ask(name: FakeName, body: unknown, headers = keys[name], path = paths[name]) {
  const answer = await fetch(fakes[name].url + path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: answer.status, text: await answer.text() };
}

type Row = [string, object, string];

describe('gemini refuses', () => {
  const user = { role: 'user', parts: [{ text: 'Hi' }] };
  const call = (name: string) => ({ functionCall: { name, args: {} }, thoughtSignature: 'sig-1' });
  const response = (name: string) => ({ functionResponse: { name, response: { output: 1 } } });
  const model = (...parts: object[]) => ({ role: 'model', parts });
  const results = (...parts: object[]) => ({ role: 'user', parts });
  const tool = (parameters: object) => ({
    contents: [user],
    tools: [{ functionDeclarations: [{ name: 'f', description: '', parameters }] }],
  });
  const count =
    'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';

  test.each<Row>([
    ['nothing said', { contents: [] }, 'contents is not specified'],
    [
      'an unknown field',
      { contents: [user], model: 'x' },
      'Unknown name \\"model\\": Cannot find field.',
    ],
    [
      'an unknown schema key',
      tool({ type: 'object', properties: { a: { type: 'object', additionalProperties: false } } }),
      `Invalid JSON payload received. Unknown name \\"additionalProperties\\" at 'tools[0].function_declarations[0].parameters.properties[0].value': Cannot find field.`,
    ],
    [
      '$schema',
      tool({ $schema: 'x', type: 'object', properties: { a: { type: 'string' } } }),
      'Unknown name \\"$schema\\"',
    ],
    ['a list of types', tool({ type: ['string', 'null'] }), 'Proto field is not repeating'],
    [
      'numbers in an enum',
      tool({ type: 'object', properties: { a: { type: 'integer', enum: [1] } } }),
      '(TYPE_STRING)',
    ],
    [
      'a list without items',
      tool({ type: 'object', properties: { a: { type: 'array' } } }),
      'parameters.properties[a].items: missing field.',
    ],
    [
      'a format it does not know',
      tool({ type: 'object', properties: { a: { type: 'string', format: 'uuid' } } }),
      "only 'enum' and 'date-time' are supported for STRING type",
    ],
    [
      'no properties',
      tool({ type: 'object', properties: {} }),
      'should be non-empty for OBJECT type',
    ],
    [
      'a required property that is none',
      tool({ type: 'object', properties: { a: { type: 'string' } }, required: ['b'] }),
      'required[0]: property is not defined',
    ],
    ...[
      ['an empty text in an enum', { type: 'string', enum: [''] }, 'enum[0]: cannot be empty'],
      ['words beside a union', { anyOf: [{ type: 'string' }], description: '' }, 'only field set'],
      ['required of a text', { type: 'string', required: ['a'] }, 'only allowed for OBJECT type'],
    ].map(
      ([title, parameter, message]) =>
        [title, tool({ type: 'object', properties: { a: parameter } }), message] as Row,
    ),
    [
      'nine schemas in each other',
      tool(
        Array.from({ length: 8 }).reduce<object>(
          (inner) => ({ type: 'object', properties: { a: inner } }),
          { type: 'string' },
        ),
      ),
      'maximum allowed nesting depth',
    ],
    [
      'a result that refers to something',
      {
        contents: [
          ...[user, model(call('a'))],
          results({ functionResponse: { name: 'a', response: { x: [{ $ref: '#/y' }] } } }),
        ],
      },
      'does not match to a display_name',
    ],
    [
      'a result that is no object',
      {
        contents: [
          ...[user, model(call('a'))],
          results({ functionResponse: { name: 'a', response: [] } }),
        ],
      },
      'google.protobuf.Struct',
    ],
    [
      'a name with a space',
      { contents: [user], tools: [{ functionDeclarations: [{ name: 'a b' }] }] },
      'Invalid function name',
    ],
    [
      'a name twice',
      { contents: [user], tools: [{ functionDeclarations: [{ name: 'a' }, { name: 'a' }] }] },
      'Duplicate function declaration',
    ],
    [
      'allowed names without ANY',
      {
        contents: [user],
        toolConfig: { functionCallingConfig: { mode: 'AUTO', allowedFunctionNames: ['f'] } },
      },
      'mode is not ANY',
    ],
    ['empty parts', { contents: [user, model()] }, 'must not be empty'],
    [
      'one response for two calls',
      { contents: [user, model(call('a'), call('b')), results(response('a'))] },
      count,
    ],
    [
      'two responses for one call',
      { contents: [user, model(call('a')), results(response('a'), response('a'))] },
      count,
    ],
    ['no response at all', { contents: [user, model(call('a'))] }, count],
    [
      'a response to nothing',
      { contents: [user, results(response('a'))] },
      'immediately after a function call turn',
    ],
    [
      'a call behind the model’s own words',
      { contents: [user, model({ text: 'x' }), model(call('a')), results(response('a'))] },
      'immediately after a user turn',
    ],
    [
      'a call without its signature',
      { contents: [user, model({ functionCall: { name: 'a' } }), results(response('a'))] },
      'missing a `thought_signature`',
    ],
    [
      'a signature that is not its own',
      { contents: [user, model({ ...call('a'), thoughtSignature: 'x' }), results(response('a'))] },
      'not valid',
    ],
  ])('%s', async (_name, body, message) => {
    const answer = await ask('gemini', body);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(message);
    expect(answer.text).toContain('INVALID_ARGUMENT');
  });

  test('a missing key with 403, a wrong one with 400, an unknown model with 404', async () => {
    expect(await ask('gemini', { contents: [user] }, {})).toMatchObject({
      status: 403,
      text: expect.stringContaining('PERMISSION_DENIED'),
    });
    expect(await ask('gemini', { contents: [user] }, { 'x-goog-api-key': 'x' })).toMatchObject({
      status: 400,
      text: expect.stringContaining('API_KEY_INVALID'),
    });
    const path = paths.gemini.replace('gemini-3-pro', 'other');
    expect((await ask('gemini', { contents: [user] }, keys.gemini, path)).status).toBe(404);
  });
});

describe('openai refuses', () => {
  const user = { role: 'user', content: 'Hi' };
  const calls = (...ids: string[]) => ({
    role: 'assistant',
    content: null,
    tool_calls: ids.map((id) => ({
      id,
      type: 'function',
      function: { name: 'f', arguments: '{}' },
    })),
  });
  const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'Rome' });
  const body = (...messages: object[]) => ({ model: 'm', messages });
  const answer = { role: 'assistant', content: 'Hi' };
  const of = (a: object) => ({ type: 'object', properties: { a } });

  test.each<Row>([
    ['no model', { messages: [user] }, 'you must provide a model parameter'],
    ['no messages', body(), 'empty array'],
    [
      'a call without its result',
      body(user, calls('a', 'b'), result('a')),
      'did not have response messages: b',
    ],
    [
      'a message between call and result',
      body(user, calls('a'), user, result('a')),
      'must be followed by tool messages',
    ],
    [
      'a result without its call',
      body(user, result('a')),
      'must be a response to a preceeding message',
    ],
    [
      'the same result twice',
      body(user, calls('a'), result('a'), result('a')),
      'preceeding message',
    ],
    [
      'arguments as an object',
      body(user, {
        role: 'assistant',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: {} } }],
      }),
      'expected a string',
    ],
    [
      'an assistant without content',
      body(user, { role: 'assistant', content: null }),
      'expected a string, got null',
    ],
    ['an empty list of tools', { ...body(user), tools: [] }, '[] is too short'],
    [
      'tool_choice without tools',
      { ...body(user), tool_choice: 'auto' },
      "only allowed when 'tools' are specified",
    ],
    ...[
      ['a union at the root', { type: 'object', anyOf: [] }, 'at the top level'],
      ['no properties', { type: 'object' }, 'object schema missing properties'],
      ['an array without items', of({ type: 'array' }), 'array schema missing items'],
      ['items of draft 7', of({ type: 'array', items: [] }), 'must be object,boolean'],
      ['no type', of({ description: 'x' }), "must have a 'type' key"],
      ['a pattern that is not whole', of({ type: 'string', pattern: 'a' }), 'Pattern must start'],
      ['many repetitions', of({ type: 'string', maxLength: 2000 }), 'exceeds sane defaults'],
      ['a reference', of({ $ref: '#' }), 'reference'],
    ].map(
      ([title, parameters, message]) =>
        [
          title,
          { ...body(user), tools: [{ type: 'function', function: { name: 'f', parameters } }] },
          message,
        ] as Row,
    ),
    ['a message behind results', body(user, calls('a'), result('a'), user), "after role 'tool'"],
    ['two messages', body(user, user), "Unexpected role 'user' after role 'user'"],
    ['two answers', body(user, answer, answer, user), "'assistant' after role 'assistant'"],
    ['an answer first', body(answer, user), "'assistant' after role 'start'"],
    ['an answer last', body(user, answer), 'Expected last role User or Tool'],
    ['blank text', body({ role: 'user', content: ' ' }), 'text content is empty'],
    ['a long id', body(user, calls('a'.repeat(41)), result('a'.repeat(41))), 'string too long'],
    [
      'an id that is not of nine letters, for Mistral',
      { ...body(user, calls('call_1'), result('call_1')), model: 'mistral-large' },
      'with a length of 9',
    ],
    [
      'max_tokens for a newer model',
      { ...body(user), model: 'gpt-5', max_tokens: 5 },
      "Use 'max_completion_tokens' instead",
    ],
  ])('%s', async (_name, request, message) => {
    const answer = await ask('openai', request);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(message);
  });

  test('a missing and a wrong key with 401, an unknown model with 404', async () => {
    expect((await ask('openai', body(user), {})).status).toBe(401);
    expect((await ask('openai', body(user), { authorization: 'Bearer x' })).status).toBe(401);
    expect((await ask('openai', { ...body(user), model: 'no-such' })).status).toBe(404);
  });
});

describe('anthropic refuses', () => {
  const user = { role: 'user', content: 'Hi' };
  const use = (...ids: string[]) => ({
    role: 'assistant',
    content: ids.map((id) => ({ type: 'tool_use', id, name: 'f', input: {} })),
  });
  const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: '' });
  const tools = [{ name: 'f', input_schema: { type: 'object' } }];
  const body = (...messages: object[]) => ({ model: 'm', max_tokens: 5, messages, tools });
  const results = (...content: object[]) => ({ role: 'user', content });
  const of = (a: object) => ({ type: 'object', properties: { a } });

  test.each<Row>([
    ['no limit', { model: 'm', messages: [user] }, 'max_tokens: Field required'],
    [
      'an unknown field',
      { ...body(user), max_completion_tokens: 5 },
      'Extra inputs are not permitted',
    ],
    [
      'an answer first',
      body({ role: 'assistant', content: 'Hi' }),
      'first message must use the \\"user\\" role',
    ],
    [
      'empty text',
      body({ role: 'user', content: [{ type: 'text', text: '' }] }),
      'must be non-empty',
    ],
    ['blank text', body(user, { role: 'assistant', content: ' ' }), 'non-whitespace'],
    [
      'a call without its result',
      body(user, use('a', 'b'), results(result('a'))),
      'immediately after: b',
    ],
    ['a call at the end', body(user, use('a')), 'immediately after: a'],
    [
      'a result behind text',
      body(user, use('a'), results({ type: 'text', text: 'x' }, result('a'))),
      'immediately after',
    ],
    ['a result without its call', body(user, results(result('a'))), 'unexpected `tool_use_id`'],
    [
      'an id with other characters',
      body(user, use('a.b'), results(result('a.b'))),
      'String should match pattern',
    ],
    [
      'the same id in two turns',
      body(user, use('a'), results(result('a')), use('a'), results(result('a'))),
      'must be unique',
    ],
    [
      'calls without tools',
      { ...body(user, use('a'), results(result('a'))), tools: undefined },
      'must define tools',
    ],
    ['an answer last', body(user, { role: 'assistant', content: 'Hi' }), 'must end with a user'],
    ...[
      ['a schema that is no object', {}, 'input_schema.type'],
      ['a union at the root', { type: 'object', oneOf: [] }, 'at the top level'],
      [
        'a limit of draft 4',
        of({ exclusiveMinimum: true }),
        'must match JSON Schema draft 2020-12',
      ],
      ['a reference to nowhere', of({ $ref: '#/x' }), 'must match JSON Schema draft 2020-12'],
      ['a name with brackets', { type: 'object', properties: { 'a[b]': {} } }, 'Property keys'],
    ].map(
      ([title, input_schema, message]) =>
        [title, { ...body(user), tools: [{ name: 'f', input_schema }] }, message] as Row,
    ),
  ])('%s', async (_name, request, message) => {
    const answer = await ask('anthropic', request);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(message);
  });

  test('a request without key, or without version', async () => {
    const { 'x-api-key': _key, ...noKey } = keys.anthropic;
    const { 'anthropic-version': _version, ...noVersion } = keys.anthropic;
    expect((await ask('anthropic', body(user), noKey)).status).toBe(401);
    expect(await ask('anthropic', body(user), noVersion)).toMatchObject({
      status: 400,
      text: expect.stringContaining('anthropic-version: header is required'),
    });
  });
});

describe('ollama refuses', () => {
  const body = (...messages: object[]) => ({ model: 'qwen3:14b', stream: true, messages });
  const of = (a: unknown) => ({ type: 'object', properties: { a } });
  test.each<[string, object, number, string]>([
    ['no model', { stream: true }, 400, '{"error":"model is required"}'],
    [
      'an unknown model',
      { ...body(), model: 'no-such' },
      404,
      `{"error":"model 'no-such' not found"}`,
    ],
    [
      'tools for a model without',
      { ...body(), model: 'plain', tools: [{}] },
      400,
      'does not support tools',
    ],
    ...[
      {},
      { type: ['object'] },
      { type: 'object', required: true },
      of(true),
      of({ required: 'a' }),
    ].map((parameters): [string, object, number, string] => [
      `the schema ${JSON.stringify(parameters)}`,
      { ...body(), tools: [{ type: 'function', function: { name: 'f', parameters } }] },
      ...([400, 'cannot unmarshal'] as const),
    ]),
    ['an invalid role', body({ role: 'model', content: '' }), 400, 'invalid role: model'],
    [
      'arguments as text',
      body({
        role: 'assistant',
        content: '',
        tool_calls: [{ function: { name: 'f', arguments: '{}' } }],
      }),
      400,
      'cannot unmarshal string',
    ],
    ['content that is no text', body({ role: 'user', content: null }), 400, 'cannot unmarshal'],
    [
      'an option of another type',
      { ...body(), options: { num_ctx: '5' } },
      400,
      'must be of type integer',
    ],
  ])('%s', async (_name, request, status, message) => {
    const answer = await ask('ollama', request);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(message);
  });
});

test.each(fakeNames)(
  '%s: a refused request uses up no turn, and the script ends loudly',
  async (name) => {
    const fake = await FakeServer.start(fakeApis[name], { turns: [[{ text: 'only' }]] });
    const good: Record<FakeName, object> = {
      gemini: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
      ollama: { model: 'm', stream: true, messages: [] },
      openai: { model: 'm', messages: [{ role: 'user', content: 'Hi' }] },
      anthropic: { model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'Hi' }] },
    };
    const post = async (body: string) => {
      const answer = await fetch(fake.url + paths[name], {
        method: 'POST',
        body,
        headers: keys[name],
      });
      return { status: answer.status, text: await answer.text() };
    };
    expect((await post('{}')).status).toBe(400);
    expect((await post('no json')).status).toBe(400);
    expect(await post(JSON.stringify(good[name]))).toMatchObject({
      status: 200,
      text: expect.stringContaining('only'),
    });
    expect(await post(JSON.stringify(good[name]))).toMatchObject({
      status: 500,
      text: expect.stringContaining('1 turns'),
    });
    expect((await fetch(`${fake.url}/elsewhere`)).status).toBe(404);
    await fake.close();
  },
);

test('pieces are the same for the same seed, and whole together', () => {
  const bytes = Buffer.from('äöü'.repeat(100));
  const cut = (seed: number) => [...splitter({ seed, max: 9 })(bytes)];
  expect(Buffer.concat(cut(1))).toEqual(bytes);
  expect(cut(1)).toEqual(cut(1));
  expect(cut(1)).not.toEqual(cut(2));
  expect(cut(1).every(({ length }) => length >= 1 && length <= 9)).toBe(true);
});

test.each([
  [5, 'A script is a list of turns'],
  [{ turns: [{}] }, 'turns[0] must be a list of steps'],
  [[[{ text: 'a' }, { txt: 'b' }]], 'turns[0][1] must be an object with one of these keys: text'],
  [[[{ text: 'a', finish: 'stop' }]], 'turns[0][0]'],
])('a script %j is refused with the place', (script, message) => {
  expect(() => parseScript(script)).toThrow(message);
});
