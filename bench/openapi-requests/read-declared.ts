/** A second, plain reading of a document: what each operation declares, with references followed. */
import { parse } from 'yaml';

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
