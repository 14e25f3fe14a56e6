import {
  arrives,
  closed,
  isRefused,
  object,
  OPTIONS,
  ref,
  type Refused,
  send,
  type Sent,
  useBackend,
  string,
  toolsOf,
} from '../../../../test/support/openapi/one-operation.js';
import type { JsonObject } from '../../../foundation/json.js';
import { documentTools } from './document-tools.js';
import { prepareDocument } from './prepare-document.js';

useBackend();

/** Bodies that arrive as they are. */
const arriving = (rows: Sent[]) => test.each(rows)('%s', (_name, one, body) => arrives(one, body));
/** Bodies that are refused with what is valid. */
const refusing = (rows: Refused[]) =>
  test.each(rows)('%s is refused', (_name, one, body, said) => isRefused(one, body, said));

describe('13: what a branch itself says tells it from the others', () => {
  const text = { required: ['role', 'text'] };
  const message = {
    version: '3.1.0',
    schemas: {
      UserMsg: object({ role: { type: 'string', enum: ['user'] }, text: string }, text),
      SystemMsg: object({ role: { const: 'system' }, text: string }, text),
    },
    schema: { oneOf: [ref('UserMsg'), ref('SystemMsg')], discriminator: { propertyName: 'role' } },
  };
  const inherited = {
    schemas: {
      Base: object({ kind: { type: 'string', enum: ['card', 'cash'] } }, { required: ['kind'] }),
      Card: { allOf: [ref('Base'), object({ number: string })] },
      Cash: { allOf: [ref('Base'), object({ till: string })] },
    },
    schema: { oneOf: [ref('Card'), ref('Cash')], discriminator: { propertyName: 'kind' } },
  };
  const attach = { type: 'string', enum: ['attach'] };
  const volume = object({ type: attach, droplet: { type: 'integer' } });
  const bundled = {
    schemas: { Action: { anyOf: [volume] }, Other: object({ type: string }) },
    schema: {
      oneOf: [{ $ref: '#/components/schemas/Action/anyOf/0' }, ref('Other')],
      discriminator: { propertyName: 'type', mapping: { resize: '#/components/schemas/Other' } },
    },
  };
  const inPath = {
    schema: {
      oneOf: [{ $ref: '#/paths/~1x/post/requestBody/content/application~1json/schema/anyOf/0' }],
      anyOf: [object({ type: string })],
      discriminator: { propertyName: 'type' },
    },
  };
  arriving([
    ['enum', message, { role: 'user', text: 'hi' }],
    ['const', message, { role: 'system', text: 'hi' }],
    ['enum of a shared part', inherited, { kind: 'card', number: '1' }],
    ['a bundled branch', bundled, { type: 'attach', droplet: 1 }],
    ['a mapped branch', bundled, { type: 'resize' }],
    ['a branch that stands in a path', inPath, { type: 'attach' }],
  ]);

  refusing([
    ['another value', message, { role: 'x', text: '' }, /"body.role" must be .* user, system\. /],
    ['a fault in the branch', message, { role: 'user' }, /: "body.text" is missing\. /],
  ]);
});

describe('14: a value that several branches take', () => {
  const short = { type: 'string', maxLength: 3 };
  const one = (keyword: string) => ({
    schema: { [keyword]: [object({ a: string }), object({ b: string }), string, short] },
  });
  const any = (...oneOf: JsonObject[]) => ({ schema: object({ n: { oneOf } }) });
  arriving([
    ['an object', one('oneOf'), { a: 'x', b: 'y' }],
    ['a text', one('oneOf'), 'abc'],
    ['anyOf', one('anyOf'), { a: 'x', b: 'y' }],
    ['numbers', any({ type: 'integer' }, { type: 'number' }), { n: 1 }],
  ]);

  const needs = (field: string) => object({}, { required: [field] });
  const mixed = any({ enum: ['auto'] }, { type: 'integer' });
  const named = { schema: { oneOf: [needs('id'), needs('slug')] } };
  refusing([
    ['no branch', one('oneOf'), [7], /"body" must be of type object or string\. /],
    ['values and types', mixed, { n: 'x' }, /"body.n" must be one of auto, or of type integer\. /],
    ['one of several fields', named, {}, /not valid: "body" needs "id", or "slug"\. /],
  ]);
});

describe('15: closed objects beside a composition take the fields of the whole', () => {
  const UserVar = object({ type: string, account: string }, { required: ['type', 'account'] });
  const Var = object(
    { type: string },
    {
      ...closed,
      required: ['type'],
      discriminator: { propertyName: 'type', mapping: { user: '#/components/schemas/UserVar' } },
      oneOf: [ref('UserVar')],
    },
  );
  const variable = { schema: ref('Var'), schemas: { Var, UserVar } };
  const [a, b] = [object({ a: string }, closed), object({ b: string }, closed)];
  const both = { schema: { allOf: [a, b] } };
  const open = object({ b: string });
  const shared = {
    schemas: { Base: object({ id: string }, closed), Leaf: { allOf: [ref('Base'), open] } },
    schema: { allOf: [ref('Leaf'), object({ c: string }, closed)] },
  };
  const sibling = {
    version: '3.1.0',
    schemas: { Base: object({ id: string }, closed) },
    schema: { ...ref('Base'), properties: { more: string } },
  };
  const c = object({ c: string });
  const unevaluated = {
    version: '3.1.0',
    schema: { allOf: [object({ a: string })], anyOf: [open, c], unevaluatedProperties: false },
  };
  arriving([
    ['the branch of a oneOf', variable, { type: 'user', account: 'a1' }],
    ['both parts of allOf', both, { a: '1', b: '2' }],
    ['parts behind references', shared, { id: '1', b: '2', c: '3' }],
    ['beside a reference', sibling, { id: '1', more: 'x' }],
    ['unevaluatedProperties', unevaluated, { a: '1', b: '2' }],
  ]);

  const alone = { schema: { oneOf: [a, b] } };
  refusing([
    ['a field of none', both, { x: '2' }, /"body.x" is not a field here; known fields: a, b/],
    ['a field of none behind references', shared, { x: 1 }, /"body.x" is not a field here/],
    ['unevaluated', unevaluated, { x: 1 }, /"body.x" is not a field here; known fields: a, b, c/],
    ['a branch that stands alone', alone, { a: '1', b: '2' }, /is not a field here/],
  ]);

  test('the model is not shown parts that rule each other out', () => {
    const shown = JSON.stringify(toolsOf(both)[0]?.inputSchema);
    expect(shown).not.toContain('additionalProperties":false}}');
  });
});

describe('16: multiples are those of the decimals that are written', () => {
  const step = (multipleOf: number) => ({ schema: object({ n: { type: 'number', multipleOf } }) });
  test.each<[number, number]>([
    [0.01, 19.99],
    [0.1, 1.1],
    [0.0001, 4.35],
    [1e-7, 0.0000003],
    [0.05, 1e21],
  ])('of %d: %d', (multipleOf, n) => arrives(step(multipleOf), { n }));

  test.each<[number, number]>([
    [0.01, 19.999],
    [0.5, 1.1],
    [1e-7, 1.5e-8],
  ])('of %d is not %d', (multipleOf, n) =>
    isRefused(step(multipleOf), { n }, /"body.n" must be a multiple of/),
  );
});

describe('17: values of another type than `type` says', () => {
  const yaml = `
openapi: 3.0.3
info: {title: Case, version: "1"}
paths:
  /v:
    get:
      operationId: versions
      parameters:
        - {name: level, in: query, schema: {type: string, enum: [1, 2, 3]}}
        - {name: api, in: query, schema: {type: string, enum: [1.10]}}
        - {name: flag, in: query, schema: {type: string, enum: [true, ~]}}
        - {name: code, in: query, schema: {type: string, enum: [007, 0x1F]}}
      responses: {"200": {description: ok}}
`;
  const tools = () => documentTools('api', prepareDocument(yaml, OPTIONS));
  test.each<[JsonObject, string]>([
    [{ level: '1' }, '/v?level=1'],
    [{ level: 1 }, '/v?level=1'],
    [{ api: '1.10' }, '/v?api=1.10'],
    [{ flag: 'true' }, '/v?flag=true'],
    [{ flag: true }, '/v?flag=true'],
    [{ code: '007' }, '/v?code=007'],
  ])('%j', async (input, url) => expect(await send(tools(), input)).toEqual({ url }));

  test('what is not among them is refused with them', async () => {
    expect(await send(tools(), { level: 4 })).toMatch(/: "level" must be one of 1, 2, 3\. /);
    expect(await send(tools(), { api: '1.1' })).toMatch(/"api" must be one of 1.10\. /);
  });

  const n = (schema: JsonObject, version = '3.0.3') => ({ version, schema: object({ n: schema }) });
  arriving([
    ['numbers as texts', n({ type: 'integer', enum: ['1', '2'] }), { n: 2 }],
    ['words under a number', n({ type: 'integer', enum: ['low'] }), { n: 'low' }],
    ['values of the items', n({ type: 'array', enum: ['a', 'b'] }), { n: ['a'] }],
    ['null among the values', n({ type: 'string', enum: ['a', null] }), { n: null }],
    ['a const', n({ type: 'string', const: 5 }, '3.1.0'), { n: '5' }],
    ['null as a type', n({ type: ['string', 'null'], enum: ['a'] }, '3.1.0'), { n: null }],
    ['nullable beside an enum', n({ type: 'string', nullable: true, enum: ['a'] }), { n: null }],
  ]);
});

describe('18: a schema without words is any JSON value', () => {
  test.each<unknown>([['a'], 'text', { a: 1 }, 7, false, null, { nested: [{ a: null }] }])(
    '%j',
    (body) => arrives({ schema: {} }, body),
  );
  test('a field of any kind', () =>
    arrives({ schema: object({ value: {} }) }, { value: [1, 'a', null] }));
  test('a described one', () => arrives({ schema: { description: 'Whatever.' } }, [1]));
});

describe('19: what stands beside a reference', () => {
  const schemas = { Name: { type: 'string', maxLength: 3 }, Base: object({ id: string }) };
  test('3.0 ignores it', () =>
    arrives({ schemas, schema: object({ n: { ...ref('Name'), maxLength: 1 } }) }, { n: 'abc' }));
  test('3.1 counts it', () =>
    isRefused(
      { version: '3.1.0', schemas, schema: object({ n: { ...ref('Name'), minLength: 2 } }) },
      { n: 'a' },
      /"body.n" must NOT have fewer than 2 characters/,
    ));
  test('3.1 shows it to the model', () => {
    const schema = { ...ref('Base'), properties: { note: string }, required: ['note'] };
    const shown = JSON.stringify(toolsOf({ version: '3.1.0', schemas, schema })[0]?.inputSchema);
    expect(shown).toContain('"note"');
    expect(shown).toContain('"id"');
  });
});

describe('28: a parent with a discriminator is any of its subtypes', () => {
  const discriminator = { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } };
  const Pet = object({ kind: string, name: string }, { required: ['kind'], discriminator });
  const schemas = {
    Pet,
    Cat: { allOf: [ref('Pet'), object({ lives: { type: 'integer' } }, { required: ['lives'] })] },
    Dog: { allOf: [ref('Pet'), object({ barks: { type: 'boolean' } })] },
    Puppy: { allOf: [ref('Dog'), object({ weeks: { type: 'integer' } })] },
  };
  const pet = { schema: ref('Pet'), schemas };
  const strict = {
    schema: object({ pets: { type: 'array', items: { allOf: [ref('Pet')] } } }),
    schemas: { ...schemas, Pet: { ...Pet, ...closed } },
  };
  const pets = [
    { kind: 'cat', lives: 9 },
    { kind: 'Dog', barks: true },
  ];
  arriving([
    ['a mapped subtype', pet, { kind: 'cat', lives: 9 }],
    ['one by its name', pet, { kind: 'Dog', barks: true }],
    ['a subtype of a subtype', pet, { kind: 'Puppy', weeks: 3 }],
    ['the parent itself', pet, { kind: 'Pet', name: 'x' }],
    ['of a closed parent in a list', strict, { pets }],
  ]);

  const other = { pets: [{ kind: 'Dog', lives: 9 }] };
  refusing([
    ['an unknown one', pet, { kind: 'bird' }, /"body.kind" must be one of cat, Dog, Puppy, Pet\. /],
    ['a fault of a subtype', pet, { kind: 'cat' }, /not valid: "body.lives" is missing\. /],
    ['a field of another subtype', strict, other, /"body.pets.0.lives" is not a field/],
  ]);

  test('the model is shown the fields of all', () => {
    const shown = JSON.stringify(toolsOf(pet)[0]?.inputSchema);
    for (const field of ['lives', 'barks', 'weeks']) expect(shown).toContain(`"${field}"`);
  });
});

test('28: a parent of version 2.0, whose subtypes have names of their own', () => {
  const schema = { $ref: '#/definitions/Pet' };
  const parameters = [{ in: 'body', name: 'body', schema }];
  const value = { 'x-ms-discriminator-value': '#Shop.Dog' };
  const document = {
    swagger: '2.0',
    info: { title: 'Case', version: '1' },
    paths: { '/x': { post: { operationId: 'call', parameters, responses: {} } } },
    definitions: {
      Pet: object({ kind: string }, { required: ['kind'], discriminator: 'kind', ...closed }),
      Cat: { allOf: [schema, object({ lives: { type: 'integer' } })] },
      Dog: { ...value, allOf: [schema, object({ barks: { type: 'boolean' } })] },
    },
  };
  const [tool] = documentTools('api', prepareDocument(JSON.stringify(document), OPTIONS));
  const check = (body: JsonObject) => () => tool?.check({ body });
  expect(check({ kind: 'Cat', lives: 9 })).not.toThrow();
  expect(check({ kind: '#Shop.Dog', barks: true })).not.toThrow();
  expect(check({ kind: 'Cat', barks: true })).toThrow(/"body.barks" is not a field/);
});

describe('28: a parent that lists the values of its discriminator', () => {
  const parent = (values: string[], mapping?: JsonObject) => {
    const discriminator = { propertyName: 'kind', ...(mapping && { mapping }) };
    const kind = { type: 'string', enum: values };
    const Cat = { allOf: [ref('Pet'), object({ lives: { type: 'integer' } })] };
    const Pet = object({ kind }, { required: ['kind'], discriminator });
    return { schema: ref('Pet'), schemas: { Pet, Cat } };
  };
  const mapping = { cat: '#/components/schemas/Cat' };
  const fish = parent(['cat', 'fish'], mapping);
  arriving([
    ['in other letters than its schemas', parent(['cat']), { kind: 'cat', lives: 9 }],
    ['with one that has no schema', fish, { kind: 'fish' }],
  ]);

  const all = parent(['cat'], mapping);
  refusing([
    ['with all of them mapped', all, { kind: 'Pet' }, /"body.kind" must be one of cat\. /],
    ['with a fault', fish, { kind: 'cat', lives: 'x' }, /"body.lives" must be of type integer\. /],
  ]);
});
