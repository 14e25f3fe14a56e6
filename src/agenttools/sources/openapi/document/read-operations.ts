import { AppError } from '../../../../foundation/errors.js';
import { defined } from '../../../../foundation/defined.js';
import { isObject, type JsonObject } from '../../../../foundation/json.js';
import type { Finding } from '../operation.js';
import { idOfPlace } from '../naming/tool-names.js';
import { readBody, type BodyResult } from './read-body.js';
import { readParameter, type ReadParameter } from './read-parameter.js';
import { followReferences } from './pointer.js';

/** An operation of the document, its parameters and body read but its schemas not yet converted. */
export interface DeclaredOperation {
  id: string;
  method: string;
  pathTemplate: string;
  tags: readonly string[];
  parameters: readonly ReadParameter[];
  body: Extract<BodyResult, { kind: 'body' }> | undefined;
  /** The header that makes sending it again safe, as the document writes it. */
  idempotencyHeader?: string;
  /** The operation object itself. */
  source: JsonObject;
}

/** All operations that can be called, and what is wrong with the others. */
export interface DeclaredOperations {
  operations: DeclaredOperation[];
  findings: Finding[];
  /** Of all kinds. */
  declared: number;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head'] as const;

/** Reads the operations of a document of version 3; one that cannot be called becomes a finding. */
export function readOperations(document: JsonObject, maxOperations: number): DeclaredOperations {
  const paths: JsonObject = isObject(document['paths']) ? document['paths'] : {};
  const operations: DeclaredOperation[] = [];
  const findings: Finding[] = [];
  let declared = 0;
  for (const [pathTemplate, entry] of Object.entries(paths)) {
    const item = followReferences(document, entry);
    if (!isObject(item)) {
      findings.push({
        level: 'error',
        where: pathTemplate,
        message: 'This path holds no operations.',
      });
      continue;
    }
    for (const method of METHODS) {
      const source = followReferences(document, item[method]);
      if (!isObject(source)) continue;
      declared += 1;
      if (declared > maxOperations) throw tooMany(maxOperations);
      const read = readOperation(document, { pathTemplate, method, item, source });
      if ('why' in read) findings.push(unusable(method, pathTemplate, read.why));
      else operations.push(read);
    }
  }
  return { operations, findings: [...findings, ...sharedIds(operations)], declared };
}

function tooMany(most: number): AppError {
  return new AppError(
    'config_error',
    `It declares more than ${most.toLocaleString('en')} operations, the most that is read; publish a smaller document for the agent.`,
  );
}

interface Place {
  pathTemplate: string;
  method: string;
  item: JsonObject;
  source: JsonObject;
}

function readOperation(
  document: JsonObject,
  { pathTemplate, method, item, source }: Place,
): DeclaredOperation | { why: string } {
  if (!pathTemplate.startsWith('/')) return { why: 'its path does not begin with "/"' };
  const parameters = allParameters(document, item, source);
  if ('why' in parameters) return parameters;
  const missing = missingInPath(pathTemplate, parameters.read);
  if (missing !== undefined) return { why: missing };
  const body =
    method === 'get' || method === 'head' ? undefined : readBody(document, source['requestBody']);
  if (body?.kind === 'unusable') return { why: `it takes ${body.why}` };
  const { operationId, tags } = source;
  const id = typeof operationId === 'string' ? operationId.trim() : '';
  return {
    id: id === '' ? idOfPlace(method, pathTemplate) : id,
    method: method.toUpperCase(),
    pathTemplate,
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    parameters: parameters.read.filter((parameter) => !isGuard(parameter)),
    ...defined({ idempotencyHeader: parameters.read.find(isIdempotencyKey)?.name }),
    body: body?.kind === 'body' ? body : undefined,
    source,
  };
}

/** Headers that protect a write: they are filled when it is applied, never by a model. */
const GUARDS = new Set(['if-match', 'if-none-match', 'if-unmodified-since', 'idempotency-key']);

function isGuard({ place, name }: ReadParameter): boolean {
  return place === 'header' && GUARDS.has(name.toLowerCase());
}

function isIdempotencyKey(parameter: ReadParameter): boolean {
  return isGuard(parameter) && parameter.name.toLowerCase() === 'idempotency-key';
}

/** Those of the path first, each replaced by the operation's own of the same place and name. */
function allParameters(
  document: JsonObject,
  item: JsonObject,
  source: JsonObject,
): { read: ReadParameter[] } | { why: string } {
  const found = new Map<string, ReadParameter>();
  for (const list of [item['parameters'], source['parameters']]) {
    for (const entry of Array.isArray(list) ? (list as unknown[]) : []) {
      const parameter = followReferences(document, entry);
      if (!isObject(parameter))
        return { why: 'one of its parameters is a reference that leads nowhere' };
      const result = readParameter(parameter);
      if (result.kind === 'unusable') return { why: `it takes ${result.why}` };
      if (result.kind === 'left_out') continue;
      const { place, name } = result.parameter;
      found.set(`${place} ${name}`, result.parameter);
    }
  }
  return { read: [...found.values()] };
}

/** Why the path cannot be filled, or undefined when it can. */
function missingInPath(
  pathTemplate: string,
  parameters: readonly ReadParameter[],
): string | undefined {
  const declared = new Set(
    parameters.filter(({ place }) => place === 'path').map(({ name }) => name),
  );
  const used = templateNames(pathTemplate);
  const undeclared = used.find((name) => !declared.has(name));
  if (undeclared !== undefined) return `its path has {${undeclared}}, which no parameter describes`;
  const unused = [...declared].find((name) => !used.includes(name));
  return unused === undefined ? undefined : `its path parameter "${unused}" is not in the path`;
}

/** The names in braces of a path template, in their order. */
export function templateNames(pathTemplate: string): string[] {
  return [...pathTemplate.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
}

function unusable(method: string, pathTemplate: string, why: string): Finding {
  const where = `${method.toUpperCase()} ${pathTemplate}`;
  return { level: 'error', where, message: `Not offered: ${why}.` };
}

function sharedIds(operations: readonly DeclaredOperation[]): Finding[] {
  const places = new Map<string, string[]>();
  for (const { id, method, pathTemplate } of operations) {
    places.set(id, [...(places.get(id) ?? []), `${method} ${pathTemplate}`]);
  }
  return [...places]
    .filter(([, all]) => all.length > 1)
    .map(([id, all]) => ({
      level: 'warning',
      where: all[0] ?? id,
      message: `The operationId "${id}" stands ${all.length} times (${all.slice(0, 4).join(', ')}); their tools end in a hash of method and path.`,
    }));
}
