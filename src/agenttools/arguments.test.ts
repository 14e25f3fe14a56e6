import { cpuGrowth } from '../../test/support/cpu-growth.js';
import { thrownBy } from '../../test/support/refused.js';
import fc from 'fast-check';
import { defined } from '../foundation/defined.js';
import type { JsonObject } from '../foundation/json.js';
import { compileArguments } from './arguments.js';

const inputSchema = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    severity: { type: 'string', enum: ['low', 'high'] },
    days: { type: 'integer', minimum: 1, maximum: 90 },
    nullable: { enum: [null, 'none', 0] },
    kind: { const: 'rule' },
    target: { type: ['string', 'null'] },
    'odd/na~me': { type: 'string' },
    config: { type: 'object' },
    actions: {
      type: 'array',
      maxItems: 3,
      items: {
        type: 'object',
        properties: { name: { type: 'string', minLength: 1 }, port: { enum: ['yes', 'no'] } },
        required: ['name'],
        additionalProperties: false,
      },
    },
  },
  required: ['severity'],
  additionalProperties: false,
};
const check = compileArguments({ name: 'make_rule', inputSchema });

/** The error that `input` is refused with. */
const refusal = (input: JsonObject, one = check) => thrownBy(() => one(input));

const KNOWN = Object.keys(inputSchema.properties);
const PORTS = ['yes', 'no'];
test.each<[JsonObject, string, string, unknown[]?]>([
  [{ severity: undefined }, 'severity', 'is missing'],
  [{ severity: 'huge' }, 'severity', 'must be one of low, high', ['low', 'high']],
  [{ days: '3' }, 'days', 'must be of type integer'],
  [{ days: 0 }, 'days', 'must be >= 1'],
  [{ nullable: 'x' }, 'nullable', 'must be one of null, none, 0', ['null', 'none', 0]],
  [{ kind: 'table' }, 'kind', 'must be rule', ['rule']],
  [{ target: 7 }, 'target', 'must be of type string or null'],
  [{ id: 'x' }, 'id', 'must match format "uuid"'],
  [{ 'odd/na~me': 1 }, 'odd/na~me', 'must be of type string'],
  [{ colour: 1 }, 'colour', `is not a field here; known fields: ${KNOWN.join(', ')}`, KNOWN],
  [{ actions: [{ name: 'a' }, {}] }, 'actions.1.name', 'is missing'],
  [{ actions: [{ name: 'a', port: 1 }] }, 'actions.0.port', 'must be one of yes, no', PORTS],
  [{ actions: 'a' }, 'actions', 'must be of type array'],
])('an error says where, what is wrong and what is valid: %j', (...[more, path, rest, allowed]) => {
  const message = `"${path}" ${rest}`;
  const error = refusal({ severity: 'low', ...more });
  const said = `The arguments of make_rule are not valid: ${message}. Correct them and call it again.`;
  expect(error).toMatchObject({ code: 'invalid_arguments', message: said });
  expect(error.details).toEqual([{ path, message, ...defined({ allowed }) }]);
});

test('an error says where, what is wrong and what is valid: several at once are all named, but not endlessly many', () => {
  expect(refusal({ days: 0, colour: 'red' }).details).toHaveLength(3);
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`x${n}`, n]));
  expect(refusal(many).details).toHaveLength(8);
});

test('right arguments pass and are not changed', () => {
  const severity = fc.constantFrom('low', 'high');
  const optional = {
    days: fc.integer({ min: 1, max: 90 }),
    id: fc.uuid(),
    target: fc.option(fc.string()),
    actions: fc.array(fc.record({ name: fc.string({ minLength: 1 }) }), { maxLength: 3 }),
  };
  fc.assert(
    fc.property(fc.record({ severity, ...optional }, { requiredKeys: ['severity'] }), (input) => {
      const before = structuredClone(input);
      expect(() => check(input)).not.toThrow();
      expect(input).toEqual(before);
    }),
  );
});

const anything = compileArguments({ name: 'any', inputSchema: { type: 'object' } });
const nested = (depth: number) => {
  let value: JsonObject = {};
  for (let level = 1; level < depth; level += 1) value = { a: value };
  return value;
};

test('limits of depth, without a stack overflow', () => {
  expect(() => anything(nested(24))).not.toThrow();
  for (const depth of [25, 12_000]) {
    const message = expect.stringContaining('deeper than 24 levels');
    expect(refusal(nested(depth), anything)).toMatchObject({ code: 'invalid_arguments', message });
  }
});

test('limits of size', () => {
  const size = 256 * 1024 - '{"a":""}'.length;
  expect(() => anything({ a: 'x'.repeat(size) })).not.toThrow();
  expect(refusal({ a: 'x'.repeat(size + 1) }, anything).message).toContain('longer than 256 kB');
});

test('items are compared in linear time, and so many are looked at', async () => {
  const list = { type: 'array', uniqueItems: true };
  const inputSchema = { type: 'object', properties: { list } };
  const check = compileArguments({ name: 'tool', inputSchema });
  const items = (count: number) => Array.from({ length: count }, (_, at) => ({ at }));
  expect(await cpuGrowth((size) => check({ list: items(size) }), 1_000)).toBeLessThan(24);
  expect(() => check({ list: [{ a: 1 }, { a: 1 }] })).toThrow(/must not have the same item twice/);
  const keys = Array.from({ length: 11_000 }, (_, at) => [`k${at}`, 1] as const);
  expect(() => check(Object.fromEntries(keys))).toThrow(/has more than 10000 fields; send a/);
  expect(() => check({ list: Array(21_000).fill(1) })).toThrow(/has more than 20000 values/);
});
