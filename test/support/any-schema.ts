import fc from 'fast-check';
import type { JsonObject } from '../../src/foundation/json.js';

const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'object', 'null');
const value = fc.oneof(
  fc.constantFrom('', 'a', 'b'),
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);
const name = fc.constantFrom('a', 'b', 'type', 'items', '__proto__', 'filter[a]', '$top', 'ä');

/** Any schema of a tool: of several drafts at once, with what generators of schemas get wrong. */
export const anySchema: fc.Arbitrary<JsonObject> = fc.letrec<{ schema: JsonObject }>((tie) => {
  const sub = fc.oneof({ weight: 9, arbitrary: tie('schema') }, fc.boolean() as never);
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
    properties: fc.oneof(
      { weight: 9, arbitrary: fc.dictionary(name, sub, { maxKeys: 3 }) },
      fc.constant(null),
    ),
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
