import { parse } from 'yaml';

/** A second, plain reading of a document: what each operation declares, with references followed. */

export type Node = Record<string, unknown>;

export interface DeclaredParameter {
  place: string;
  name: string;
  node: Node;
}

export interface DeclaredCall {
  method: string;
  key: string;
  parameters: DeclaredParameter[];
  /** By media type. */
  content: Record<string, Node>;
  isSwagger: boolean;
  /** Form fields of 2.0, by name. */
  fields: DeclaredParameter[];
}

export interface DeclaredDocument {
  root: Node;
  calls: DeclaredCall[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'query'];

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a value or its reference is. */
export function follow(root: Node, value: unknown): Node {
  let found = value;
  for (let hops = 0; hops < 10 && isNode(found) && typeof found['$ref'] === 'string'; hops += 1) {
    const steps = found['$ref'].replace(/^#\//, '').split('/');
    found = steps
      .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((node, step) => (node as Node | undefined)?.[step], root);
  }
  return isNode(found) ? found : {};
}

export function readDeclared(text: string): DeclaredDocument {
  const root = (
    text.trimStart().startsWith('{')
      ? JSON.parse(text)
      : parse(text, { merge: true, maxAliasCount: -1 })
  ) as Node;
  const calls = Object.entries(follow(root, root['paths'])).flatMap(([key, entry]) => {
    const item = follow(root, entry);
    return METHODS.filter((method) => isNode(item[method])).map((method) =>
      readCall(root, key, method, item),
    );
  });
  return { root, calls };
}

function readCall(root: Node, key: string, method: string, item: Node): DeclaredCall {
  const operation = follow(root, item[method]);
  const all = new Map<string, DeclaredParameter>();
  for (const list of [item['parameters'], operation['parameters']]) {
    for (const entry of Array.isArray(list) ? (list as unknown[]) : []) {
      const node = follow(root, entry);
      const [place, name] = [String(node['in']), String(node['name'])];
      all.set(`${place} ${place === 'body' ? '' : name}`, { place, name, node });
    }
  }
  const parameters = [...all.values()];
  const isSwagger = root['swagger'] !== undefined;
  return {
    ...{ method: method.toUpperCase(), key, isSwagger },
    parameters: parameters.filter(({ place }) => place !== 'body' && place !== 'formData'),
    fields: parameters.filter(({ place }) => place === 'formData'),
    content: isSwagger
      ? swaggerContent(root, operation, parameters)
      : contentOf(root, operation['requestBody']),
  };
}

function contentOf(root: Node, body: unknown): Record<string, Node> {
  const content = follow(root, follow(root, body)['content']);
  return Object.fromEntries(
    Object.entries(content).map(([type, media]) => [type, follow(root, media)]),
  );
}

function swaggerContent(
  root: Node,
  operation: Node,
  parameters: readonly DeclaredParameter[],
): Record<string, Node> {
  const body = parameters.find(({ place }) => place === 'body');
  if (body === undefined) return {};
  const consumes = (operation['consumes'] ?? root['consumes'] ?? []) as string[];
  const types = consumes.length === 0 ? ['application/json'] : consumes;
  return Object.fromEntries(types.map((type) => [type, { schema: body.node['schema'] }]));
}

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
