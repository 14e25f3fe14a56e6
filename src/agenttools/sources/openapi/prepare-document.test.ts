import { thrownBy } from '../../../../test/support/refused.js';
import fc from 'fast-check';
import { holds } from '../../../../test/support/property.js';
import { stringify } from 'yaml';
import type { ToolCall } from '../../tool.js';
import { AppError } from '../../../foundation/errors.js';
import { isObject, type JsonObject, valueAt } from '../../../foundation/json.js';
import { OPTIONS } from '../../../../test/support/openapi/one-operation.js';
import { defaultDocumentLimits } from './document/parse-text.js';
import { validateDocument } from './worker/serve-document.js';
import { documentTools } from './document-tools.js';
import { prepareDocument, type PreparedDocument, type PrepareOptions } from './prepare-document.js';

const options: PrepareOptions = { ...OPTIONS, patterns: {} };

const ok = { responses: { 200: { description: 'ok' } } };

function openapi(paths: JsonObject, more: JsonObject = {}): JsonObject {
  return { openapi: '3.0.3', info: { title: 'Shop', version: '2' }, paths, ...more };
}

function prepare(document: unknown, more: Partial<PrepareOptions> = {}): PreparedDocument {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  return prepareDocument(text, { ...options, ...more });
}

/** A document of one operation with this body. */
function post(schema: unknown): JsonObject {
  const requestBody = { content: { 'application/json': { schema } } };
  return openapi({ '/a': { post: { operationId: 'make', ...ok, requestBody } } });
}

function refusal(document: unknown, more: Partial<PrepareOptions> = {}): string {
  const { code, message } = thrownBy(() => prepare(document, more));
  return `${code}: ${message}`;
}

const names = ({ operations }: PreparedDocument) => operations.map(({ toolName }) => toolName);

describe('a document', () => {
  const paths = { '/items': { get: { operationId: 'listItems', ...ok }, post: ok } };

  test('is read from JSON and YAML alike', () => {
    const document = openapi(paths);
    expect(prepare(stringify(document))).toEqual(prepare(document));
    expect(names(prepare(document))).toEqual(['api_listItems', 'api_post_items']);
  });

  test.each<[string, unknown, RegExp]>([
    ['that is no JSON', '{"openapi": "3.0.0",', /^config_error: It is not valid JSON: /],
    ['that is no YAML', 'openapi: 3.0.0\n  paths: [', /not valid YAML: .* line 1, column 10$/],
    ['that is a list', '[]', /no OpenAPI document/],
    ['of no version', { paths }, /names no OpenAPI version .*valid are swagger: "2.0" and openapi/],
    ['of version 4', { openapi: '4.0.0', paths }, /found openapi: 4\.0\.0/],
  ])('%s is refused in a sentence', (_name, document, message) => {
    expect(refusal(document)).toMatch(message);
  });

  test('that is too deep, too large or has too many operations is refused', () => {
    const limits = { ...defaultDocumentLimits, depth: 8, nodes: 60, operations: 3 };
    const deep = JSON.stringify(openapi({ '/a': { get: { a: { b: { c: { d: { e: {} } } } } } } }));
    expect(refusal(deep, { limits })).toMatch(/nested deeper than 8 levels/);
    const wide = openapi({}, { x: Array(90).fill({}) });
    expect(refusal(wide, { limits })).toMatch(/more than 60 objects/);
    const many = { get: ok, put: ok, post: ok, patch: ok };
    expect(refusal(openapi({ '/a': many }), { limits })).toMatch(/more than 3 operations/);
  });

  test('whose YAML aliases multiply is refused', () => {
    const lines = ['a0: &a0 [x, x]'];
    for (let i = 1; i < 30; i += 1) lines.push(`a${i}: &a${i} [*a${i - 1}, *a${i - 1}]`);
    const message = refusal(`openapi: 3.0.0\n${lines.join('\n')}\n`);
    expect(message).toMatch(/aliases cannot be resolved|objects and lists/);
  });
});

describe('an operation that cannot be called is a finding, and the others are offered', () => {
  const good = { operationId: 'good', ...ok };
  const xml = { content: { 'application/xml': { schema: { type: 'object' } } } };
  const gets = (...parameters: object[]) => ({ '/a': { get: { ...ok, parameters } } });
  test.each<[string, JsonObject, string]>([
    ['a path parameter that is not described', { '/a/{id}': { get: ok } }, '{id}, which no param'],
    ['a parameter that leads nowhere', gets({ $ref: '#/x' }), 'leads nowhere'],
    ['a required cookie', gets({ in: 'cookie', name: 's', required: true }), '"s" in "cookie"'],
    ['XML', { '/a': { post: { ...ok, requestBody: xml } } }, 'application/xml, which is not sent'],
  ])('%s', (_name, paths, message) => {
    const { findings, operations, counts } = prepare(openapi({ ...paths, '/good': { get: good } }));
    expect(operations.map(({ id }) => id)).toEqual(['good']);
    expect(findings).toHaveLength(1);
    expect(findings[0]?.message).toContain(message);
    expect(counts).toEqual({ declared: 2, usable: 1, offered: 1 });
  });

  test('two operations of one id are both offered', () => {
    const prepared = prepare(openapi({ '/a': { get: good }, '/b': { get: good } }));
    expect(new Set(names(prepared)).size).toBe(2);
    expect(prepared.findings[0]?.message).toMatch(/"good" stands 2 times \(GET \/a, GET \/b\)/);
  });
});

test('the specification has its say: errors are named, without a thought of following references', async () => {
  const get = { operationId: 'x', ...ok };
  const findings = (paths: JsonObject) =>
    validateDocument(JSON.stringify(openapi(paths)), defaultDocumentLimits);
  expect(await findings({ '/a': { get }, '/b': { get } })).toEqual([
    { level: 'error', message: expect.stringMatching(/operationId|operation/i) },
  ]);
  expect(await findings({ '/a': { get: ok } })).toEqual([]);
  const [named] = await findings({ '/a': { get: { ...ok, weather: 'fine' } } });
  expect(named?.message).toMatch(/PROPERTY.*: weather is not expected to be here!$/);
});

const paths = {
  '/items': {
    get: { operationId: 'items/list', tags: ['Items'], ...ok },
    post: { operationId: 'items/search', tags: ['Items'], ...ok },
  },
  '/items/{id}': {
    parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }],
    delete: { operationId: 'items/delete', tags: ['Items', 'Danger'], ...ok },
  },
};
test.each<[PrepareOptions['patterns'], string[]]>([
  [{}, ['items/list', 'items/search', 'items/delete']],
  [{ include: ['tag:Items'], exclude: ['DELETE **'] }, ['items/list', 'items/search']],
  [{ include: ['GET /items'] }, ['items/list']],
  [{ include: ['* /items/*'] }, ['items/delete']],
  [{ include: ['items/*'], refuse: ['tag:Danger'] }, ['items/list', 'items/search']],
  [{ include: ['api_items_list'] }, ['items/list']],
])('patterns of the operator: %j offers %j', (patterns, ids) => {
  expect(prepare(openapi(paths), { patterns }).operations.map(({ id }) => id)).toEqual(ids);
});

test('patterns of the operator: say what only reads, and a pattern that means nothing is told', () => {
  const patterns = { reads: ['items/search'], refuse: ['items/remove'] };
  const { operations, findings } = prepare(openapi(paths), { patterns });
  expect(operations.map(({ reads }) => reads)).toEqual([true, true, false]);
  const message = '"items/remove" means no operation of the document.';
  expect(findings).toEqual([{ level: 'warning', where: 'sources.api.refuse', message }]);
});

const field = fc.record({ type: fc.constant('string'), description: fc.lorem({ maxCount: 20 }) });
const tree = fc.letrec<{ node: JsonObject }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5 },
    field,
    fc.record({ $ref: fc.constantFrom('#/components/schemas/A', '#/components/schemas/B') }),
    fc.record({
      type: fc.constant('object'),
      description: fc.lorem({ maxCount: 30 }),
      properties: fc.dictionary(fc.stringMatching(/^[a-z]{1,12}$/), tie('node'), { maxKeys: 12 }),
    }),
  ),
})).node;

test('property: what the model is shown: it keeps to the budget, names what is required, and refers to nothing', () =>
  holds([tree, tree, tree], { numRuns: 60 }, (A, B, schema) => {
    const paths = {
      '/a/{id}': {
        post: {
          ...ok,
          parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }],
          requestBody: { required: true, content: { 'application/json': { schema } } },
        },
      },
    };
    const document = openapi(paths, { components: { schemas: { A, B } } });
    const { operations } = prepare(document, { budget: 1200 });
    const shown = JSON.stringify(operations[0]?.shownSchema);
    expect(shown.length).toBeLessThanOrEqual(1200);
    expect(shown).not.toContain('$ref');
    expect(operations[0]?.shownSchema).toMatchObject({ required: ['id', 'body'] });
  }));

test('what the model is shown: what is left out can be asked for, part by part', async () => {
  const deep = { type: 'string', description: 'very deep' };
  const inner = { type: 'object', properties: { deep } };
  const wide = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`field${i}`, inner]));
  const schema = { type: 'object', properties: { spec: { type: 'object', properties: wide } } };
  const [make, show] = documentTools('api', prepare(post(schema), { budget: 500 }));
  const call = {} as ToolCall;
  const outcome = await show?.execute({ tool: 'api_make', path: 'body.spec.field7' }, call);
  expect(outcome?.result).toEqual({ schema: inner });
  expect(make?.schemaTool).toBe(show?.name);
  await expect(show?.execute({ tool: 'api_make', path: 'body.spce' }, call)).rejects.toThrow(
    '"spce" is no field of "body"; its fields are: spec.',
  );
});

describe('lists', () => {
  const call = {} as ToolCall;
  const shownOf = (schema: unknown, version = '3.1.0') => {
    const [tool] = documentTools('api', prepare({ ...post(schema), openapi: version }));
    return (tool?.inputSchema['properties'] as { body: JsonObject }).body;
  };
  const lists = {
    type: 'object',
    properties: {
      rows: { type: 'array' },
      any: { type: 'array', items: true },
      pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] },
      attrs: { type: 'object', additionalProperties: { type: 'array' } },
      maybe: { type: ['array', 'null'] },
      either: { oneOf: [{ type: 'array' }, { type: 'string' }] },
      inner: { type: 'array', items: { type: 'array' } },
    },
  };

  test('have items wherever the model is shown them, and take what they took', () => {
    const open: unknown[] = [shownOf(lists)];
    let seen = 0;
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (isObject(next) && [next['type']].flat().includes('array')) {
        seen += 1;
        expect(isObject(next['items'])).toBe(true);
      }
      if (typeof next === 'object' && next !== null)
        open.push(...(Object.values(next) as unknown[]));
    }
    expect(seen).toBe(8);
    const [tool] = documentTools('api', prepare({ ...post(lists), openapi: '3.1.0' }));
    expect(() => tool?.check({ body: { rows: [1], pair: ['a', 2], maybe: null } })).not.toThrow();
  });

  test('that are folded have items too', () => {
    const x = { type: 'array', items: lists };
    const deep = { type: 'array', items: { type: 'object', properties: { x } } };
    const prepared = prepare({ ...post(deep), openapi: '3.1.0' }, { budget: 200 });
    const text = JSON.stringify(documentTools('api', prepared)[0]?.inputSchema);
    expect(text.split('"type":"array"').length).toBeLessThanOrEqual(text.split('"items":').length);
  });

  const values = (count: number) => Array.from({ length: count }, (_, at) => `zone-${at}`);
  const zone = (schema: unknown) => {
    const body = { type: 'object', required: ['zone'], properties: { zone: schema } };
    return documentTools('api', prepare(post(body)));
  };
  const zones = { type: 'string', enum: values(70) };

  test.each<[string, unknown]>([
    ['a field', zones],
    ['the items of a list', { type: 'array', items: zones }],
    ['one part of several', { allOf: [zones, { description: 'The zone.' }] }],
  ])('of values that are too long to be shown can be asked for: %s', async (_name, schema) => {
    const [make, show] = zone(schema);
    expect(JSON.stringify(make?.inputSchema)).toContain('One of 70 values.');
    const outcome = await show?.execute({ tool: 'api_make', path: 'body.zone' }, call);
    expect(JSON.stringify(outcome?.result)).toContain('"zone-69"');
    expect(JSON.stringify(outcome?.result)).not.toContain('longer path');
  });

  test('of very many values come in parts', async () => {
    const [make, show] = zone({ type: 'string', enum: values(2000) });
    const found: unknown[] = [];
    for (let from = 1; from <= 2000;) {
      const outcome = await show?.execute({ tool: 'api_make', path: 'body.zone', from }, call);
      const { schema, note } = outcome?.result as { schema: { enum: unknown[] }; note: string };
      expect(JSON.stringify(schema).length).toBeLessThan(8200);
      expect(note).toContain(`Shows ${from} to ${from + schema.enum.length - 1} of 2000 values.`);
      found.push(...schema.enum);
      from += schema.enum.length;
    }
    expect(found).toEqual(values(2000));
    expect(() => make?.check({ body: { zone: 'x' } })).toThrow(/zone-59 and 1940 more/);
    const beyond = show?.execute({ tool: 'api_make', path: 'body.zone', from: 2001 }, call);
    await expect(beyond).rejects.toThrow('"from" is 2001, and the list has 2000 values.');
  });
});

test('property: whatever a document holds, it is refused in a sentence or every tool has a working check', async () => {
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom({ $ref: '#/paths' }, { $ref: '#' }, { type: 'file' }, { enum: [] }),
  );
  const operation = fc.record(
    {
      operationId: odd,
      parameters: fc.oneof(
        odd,
        fc.array(fc.record({ name: odd, in: fc.constantFrom('query', 'path', 'x'), schema: odd })),
      ),
      requestBody: fc.oneof(
        odd,
        fc.record({ content: fc.record({ 'application/json': fc.record({ schema: odd }) }) }),
      ),
      responses: odd,
      tags: odd,
      summary: odd,
    },
    { requiredKeys: [] },
  );
  const document = fc.record({
    openapi: fc.constantFrom('3.0.0', '3.1.0'),
    info: odd,
    paths: fc.dictionary(
      fc.string().map((s) => `/${s}`),
      fc.record({ get: operation, post: operation }),
    ),
  });
  await holds([document], { numRuns: 100 }, (value) => {
    let prepared: PreparedDocument;
    try {
      prepared = prepare(value);
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      return;
    }
    for (const tool of documentTools('api', prepared)) {
      expect(tool.description).not.toBe('');
      expect(isObject(tool.inputSchema)).toBe(true);
      try {
        tool.check({});
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid_arguments' });
      }
    }
  });
});

function toolOf(fields: number, media: object = {}, parameters: object[] = []) {
  const names = Array.from({ length: fields }, (_, at) => `field_${at}`);
  const field = { type: 'string', description: 'What it is for, in a whole sentence.' };
  const schema = { type: 'object', properties: Object.fromEntries(names.map((n) => [n, field])) };
  const requestBody = { required: true, content: { 'application/json': { schema, ...media } } };
  const post = { parameters, requestBody, ...ok };
  const [tool] = documentTools('api', prepare(openapi({ '/tasks': { post } })));
  return { tool, names };
}

test('a tool of a document has a form of the arguments that a model is not shown, where that is less', () => {
  const { tool, names } = toolOf(100);
  const namesIn = (schema: unknown) =>
    Object.keys(valueAt(schema, '/properties/body/properties') ?? {});
  expect(namesIn(tool?.inputSchema).length).toBeLessThan(names.length);
  expect([namesIn(tool?.formSchema?.()), toolOf(3).tool?.formSchema]).toEqual([names, undefined]);
});

test('a tool of a document has the examples of a body as whole calls, with those of the required parameters', () => {
  const examples = Object.fromEntries(
    ['a', 'x'.repeat(700), 'b', 'c'].map((text) => [text, { value: { field_0: text } }]),
  );
  const bodies = ['a', 'b'].map((text) => ({ field_0: text }));
  expect(toolOf(3, { examples }).tool?.exampleCalls).toEqual(bodies.map((body) => ({ body })));
  const team = { name: 'team', in: 'query', required: true, schema: { type: 'integer' } };
  expect(toolOf(3, { examples }, [team]).tool?.exampleCalls).toEqual([]);
  const called = toolOf(3, { examples }, [{ ...team, example: 7 }]).tool?.exampleCalls;
  expect(called).toEqual(bodies.map((body) => ({ team: 7, body })));
});
