import fc from 'fast-check';
import { cpuGrowth } from '../../../../../test/support/cpu-growth.js';
import { OPTIONS } from '../../../../../test/support/openapi/one-operation.js';
import { EXACT, parseJson, writeJson } from '../../../../foundation/exact-json.js';
import { ExactNumber, isMultiple } from '../../../../foundation/exact-number.js';
import { type JsonObject, valueAt } from '../../../../foundation/json.js';
import { documentTools } from '../document-tools.js';
import { prepareDocument } from '../prepare-document.js';

/** A document as text whose only body is of this schema, as text as well. */
const of3 = (schema: string) =>
  `{"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/x": {"post": {"operationId": "call",
    "requestBody": {"content": {"application/json": {"schema": ${schema}}}}, "responses": {}}}}}`;

const of2 = (schema: string) =>
  `{"swagger": "2.0", "info": {"title": "t", "version": "1"}, "paths": {"/x": {"post": {"operationId": "call",
    "consumes": ["application/json"], "parameters": [{"in": "body", "name": "b", "schema": ${schema}}], "responses": {}}}}}`;

/** Two spaces before the schema, one line for each keyword. */
const ofYaml = (schema: string) =>
  [
    ...['openapi: 3.0.3', 'info: { title: t, version: "1" }', 'paths:', '  /x:', '    post:'],
    ...['      operationId: call', '      responses: {}', '      requestBody:'],
    `        content: { application/json: { schema: ${schema} } }`,
  ].join('\n');

function toolOf(text: string) {
  const [tool] = documentTools('api', prepareDocument(text, OPTIONS));
  if (tool === undefined) throw new Error('there is no tool');
  return tool;
}

/** What is refused of a body, as it is written; empty where it is taken. */
function refusal(document: string, body: string): string {
  try {
    toolOf(document).check(parseJson(`{"body": ${body}}`) as JsonObject);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

describe.each([
  ['JSON', of3],
  ['version 2.0', of2],
  ['YAML', ofYaml],
] as const)('numbers of a document in %s are compared with all their digits', (_, form) => {
  test.each<[schema: string, taken: string[], refused: string[], said: RegExp]>([
    [
      '{"type": "integer", "maximum": 9007199254740992}',
      ['9007199254740992', '9007199254740992.0', '-1e400'],
      ['9007199254740993', '9007199254740992.5', '1e400'],
      /"body" must be <= 9007199254740992|of type integer/,
    ],
    [
      '{"type": "integer", "minimum": 9007199254740993, "maximum": 9223372036854775807}',
      ['9007199254740993', '9223372036854775807'],
      ['9007199254740992', '9223372036854775808'],
      /must be (>= 9007199254740993|<= 9223372036854775807)/,
    ],
    [
      '{"type": "number", "maximum": 0.1000000000000000055}',
      ['0.1', '0.1000000000000000055', '0.10000000000000000550'],
      ['0.1000000000000000056'],
      /must be <= 0\.1000000000000000055/,
    ],
    [
      '{"type": "number", "multipleOf": 0.0000000000000000001}',
      ['0.1234567890123456789', '3'],
      ['0.12345678901234567891'],
      /must be a multiple of (0\.0+1|1e-19)/,
    ],
    [
      '{"type": "integer", "multipleOf": 9007199254740993}',
      ['0', '18014398509481986', '9007199254740993e400'],
      ['9007199254740992', '18014398509481984'],
      /must be a multiple of 9007199254740993/,
    ],
    [
      '{"type": "integer", "enum": [9007199254740993, 1]}',
      ['9007199254740993', '1', '1.0'],
      ['9007199254740992', '9007199254740994', '2'],
      /must be one of 9007199254740993, 1/,
    ],
    [
      '{"type": "array", "uniqueItems": true}',
      ['[9007199254740992, 9007199254740993]', '[1e400, 1e401, "1e400"]'],
      ['[1.10, 1.1]', '[9007199254740993, 9007199254740993.0]'],
      /must not have the same item twice/,
    ],
  ])('%s', (schema, taken, refused, said) => {
    for (const body of taken) expect([body, refusal(form(schema), body)]).toEqual([body, '']);
    for (const body of refused)
      expect([body, refusal(form(schema), body)]).toEqual([body, expect.stringMatching(said)]);
  });
});

test('const, exclusive bounds and values inside of objects', () => {
  const only = of3('{"type": "object", "properties": {"n": {"const": 9007199254740993}}}');
  expect(refusal(only, '{"n": 9007199254740993}')).toBe('');
  expect(refusal(only, '{"n": 9007199254740992}')).toMatch(/"body.n" must be .* 9007199254740993/);
  const whole = of3('{"enum": [{"n": 9007199254740993}]}');
  expect(refusal(whole, '{"n": 9007199254740993}')).toBe('');
  expect(refusal(whole, '{"n": 9007199254740992}')).toMatch(/one of \{"n":9007199254740993\}/);
  const above = of3('{"type": "integer", "exclusiveMinimum": 9007199254740992}');
  expect(refusal(above, '9007199254740993')).toBe('');
  expect(refusal(above, '9007199254740992')).toMatch(/must be > 9007199254740992/);
  const bounded = '{"type": "integer", "maximum": 9007199254740992}';
  const either = of3(`{"anyOf": [${bounded}, {"type": "string"}]}`);
  expect(refusal(either, '9007199254740992')).toBe('');
  expect(refusal(either, '9007199254740993')).toMatch(/must be <= 9007199254740992/);
  expect(refusal(of3('{"type": "integer"}'), '9007199254740993.5')).toMatch(/of type integer/);
  expect(refusal(of3('{"type": "integer", "format": "int64"}'), '1e400')).toBe('');
});

test('the model is told the digits, and no number of a schema is rounded', () => {
  const schema = `{"type": "object", "properties": {
    "id": {"type": "integer", "format": "int64", "minimum": 0, "maximum": 9223372036854775807, "description": "Which."},
    "kind": {"type": "integer", "enum": [9007199254740993, 5], "default": 9007199254740993}}}`;
  const tool = toolOf(of3(schema));
  const fields = valueAt(tool.inputSchema, '/properties/body/properties');
  const { id, kind } = fields as Record<string, JsonObject>;
  expect(id).toMatchObject({ minimum: 0, description: 'Which. At most 9223372036854775807.' });
  expect(id).not.toHaveProperty('maximum');
  const description = 'One of 9007199254740993, 5. Without it 9007199254740993.';
  expect(kind).toEqual({ type: 'integer', description });
  expect(JSON.stringify(tool.inputSchema)).not.toContain(EXACT);
});

test('examples of a document keep their digits', () => {
  const parameter =
    '{"in": "query", "name": "id", "schema": {"type": "integer"}, "example": 9007199254740993}';
  const text = of3('{}').replace('"requestBody"', `"parameters": [${parameter}], "requestBody"`);
  expect(JSON.stringify(toolOf(text).inputSchema)).toContain('For example 9007199254740993.');
});

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 25 }))
  .map(([digits, places]) => {
    const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
    const whole = `${digits < 0n ? '-' : ''}${text.slice(0, text.length - places)}`;
    const written = places === 0 ? whole : `${whole}.${text.slice(text.length - places)}`;
    return { digits, places, text: written };
  });

test('property: bounds and steps agree with whole numbers of the same scale', () => {
  const scaled = ({ digits, places }: { digits: bigint; places: number }) =>
    digits * 10n ** BigInt(25 - places);
  fc.assert(
    fc.property(decimal, decimal, fc.integer({ min: 0, max: 50 }), (value, other, times) => {
      const [a, b] = [scaled(value), scaled(other)];
      const bounds = of3(`{"type": "number", "minimum": ${other.text}}`);
      expect(refusal(bounds, value.text) === '').toBe(a >= b);
      if (other.digits <= 0n) return;
      const [number, step] = [new ExactNumber(value.text), new ExactNumber(other.text)];
      expect(isMultiple(number, step)).toBe(a % b === 0n);
      const product = new ExactNumber(`${other.digits * BigInt(times)}e-${other.places}`);
      expect(isMultiple(product, step)).toBe(true);
    }),
    { numRuns: 150 },
  );
});

test('the time of a check grows with the digits, whatever the exponent', async () => {
  const step = new ExactNumber(`0.${'3'.repeat(60)}`);
  const digits = (size: number) => new ExactNumber(`${'7'.repeat(size)}e999999999`);
  expect(await cpuGrowth((size) => isMultiple(digits(size), step), 20_000)).toBeLessThan(24);
  const large = new ExactNumber('1e99999999999999999999');
  expect(isMultiple(large, new ExactNumber('1e-999999999'))).toBe(true);
  expect(writeJson(new ExactNumber('1e99999999999999999999'))).toBe('1e99999999999999999999');
});
