import { follow, isNode, type Node } from './read-declared.js';

/** Signs that show every wrong encoding; no comma, which is a separator. */
const TEXT = 'a b/ü?&=+%#"';
const MAX_DEPTH = 3;

/** A value of a schema's shape, whatever its bounds: it is written, not checked. */
export function sampleValue(root: Node, declared: unknown, depth = 0): unknown {
  const schema = follow(root, declared);
  const { type, items, allOf, oneOf, anyOf, additionalProperties } = schema;
  const kind = Array.isArray(type) ? (type as unknown[]).find((one) => one !== 'null') : type;
  if (kind === 'integer') return 7;
  if (kind === 'number') return 1.5;
  if (kind === 'boolean') return true;
  if (kind === 'string') return TEXT;
  if (kind === 'array' || items !== undefined)
    return depth < MAX_DEPTH
      ? [0, 1].map(() => sampleValue(root, items ?? { type: 'string' }, depth + 1))
      : [];
  const [choice] = [oneOf, anyOf].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]) : [],
  );
  if (choice !== undefined && schema['properties'] === undefined)
    return sampleValue(root, choice, depth + 1);
  if (kind !== 'object' && schema['properties'] === undefined && allOf === undefined) return TEXT;
  const properties = propertiesOf(root, schema);
  const names = Object.keys(properties);
  if (depth >= MAX_DEPTH) return {};
  if (names.length === 0)
    return {
      'k ü': isNode(additionalProperties)
        ? sampleValue(root, additionalProperties, depth + 1)
        : TEXT,
    };
  return Object.fromEntries(
    names.slice(0, 12).map((name) => [name, sampleValue(root, properties[name], depth + 1)]),
  );
}

/** Of an object and its parts. */
export function propertiesOf(root: Node, declared: unknown, depth = 0): Node {
  const schema = follow(root, declared);
  const parts = Array.isArray(schema['allOf']) && depth < 6 ? (schema['allOf'] as unknown[]) : [];
  const own = isNode(schema['properties']) ? schema['properties'] : {};
  return Object.assign(
    {},
    ...parts.map((part) => propertiesOf(root, part, depth + 1)),
    own,
  ) as Node;
}
