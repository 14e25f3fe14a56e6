import { configError } from '../../../../foundation/errors.js';
import { defined } from '../../../../foundation/defined.js';
import { isObject, type JsonObject, asObject, asList } from '../../../../foundation/json.js';
import { isSamePlace, type CredentialPlace } from '../../credentials.js';
import type { Finding, Operation } from '../operation.js';
import { idOfPlace } from '../naming/tool-names.js';
import { parameterExamples, readParameter, type ReadParameter } from './read-parameter.js';
import type { DocumentLimits } from './parse-text.js';
import { fillCredentials, readBody, type BodyResult } from './read-body.js';
import { fixedNames, namesInBraces, readPathKey } from './path-key.js';
import { brokenReference, brokenReferenceText, followReferences } from './pointer.js';
import { readSecurity, signatures, type SecurityRequirement } from './read-security.js';

/** An operation of the document, its parameters and body read but its schemas not yet converted. */
export interface DeclaredOperation extends Pick<
  Operation,
  'id' | 'method' | 'pathTemplate' | 'tags' | 'signedBy'
> {
  parameters: readonly ReadParameter[];
  body: Extract<BodyResult, { kind: 'body' }> | undefined;
  /** The header that makes sending it again safe, as the document writes it. */
  idempotencyHeader?: string;
  /** It says that it is refused where its target has changed since. */
  isConditional: boolean;
  security: readonly SecurityRequirement[];
  /** Places of `auth` that it declares as parameters or fields: those are no arguments. */
  filled: readonly CredentialPlace[];
  /** Of its own or of its path, instead of those of the document; none: it has the document's. */
  servers: readonly unknown[];
  source: JsonObject;
}

type ReadOperation = Omit<DeclaredOperation, 'signedBy'>;

export interface ReadingOptions {
  limits: Pick<DocumentLimits, 'operations'>;
  credentials?: readonly CredentialPlace[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'query'] as const;
/** Of no use to a model; many documents have them for browsers. */
const UNSENT_METHODS = ['options', 'trace'] as const;

/** Of a document of version 3; what cannot be called becomes a finding, what stands at `credentials` is the server's to fill. */
export function readOperations(
  document: JsonObject,
  { limits, credentials = [] }: ReadingOptions,
): { operations: DeclaredOperation[]; findings: Finding[]; declared: number } {
  const operations: ReadOperation[] = [];
  const findings: Finding[] = [];
  const unsent: Finding[] = [];
  let declared = 0;
  const count = (): void => {
    declared += 1;
    const most = limits.operations.toLocaleString('en');
    if (declared > limits.operations)
      throw configError(
        `It declares more than ${most} operations, the most that is read; publish a smaller document for the agent.`,
      );
  };
  for (const [pathTemplate, entry] of pathsOf(document, findings)) {
    const item = pathItem(document, entry);
    if (item === undefined) {
      findings.push(emptyPath(pathTemplate, brokenReference(document, entry)));
      continue;
    }
    for (const [method, operation] of operationsIn(item)) {
      count();
      const read = readEntry({ document, credentials, pathTemplate, method, item }, operation);
      if ('why' in read) findings.push(unusable(method, pathTemplate, read.why));
      else operations.push(read);
    }
    for (const method of UNSENT_METHODS) {
      if (!isObject(item[method])) continue;
      count();
      unsent.push({
        ...unusable(method.toUpperCase(), pathTemplate, 'its method is not sent'),
        level: 'warning',
      });
    }
  }
  const signedBy = signatures(operations, credentials);
  return {
    operations: operations.map((one) => ({ ...one, signedBy: signedBy(one) })),
    findings: [...findings, ...sharedIds(operations), ...unsent],
    declared,
  };
}

/** What stands beside a reference counts too, as most tools have it. */
function pathItem(document: JsonObject, entry: unknown): JsonObject | undefined {
  const target = followReferences(document, entry);
  if (!isObject(target) || !isObject(entry)) return undefined;
  const { $ref: _reference, ...beside } = entry;
  return { ...target, ...beside };
}

function operationsIn(item: JsonObject): [string, unknown][] {
  const further = asObject(item['additionalOperations']);
  const own = METHODS.map((name): [string, unknown] => [name.toUpperCase(), item[name]]);
  return [...own, ...Object.entries(further)].filter(([, entry]) => (entry ?? null) !== null);
}

function pathsOf(document: JsonObject, findings: Finding[]): [string, unknown][] {
  const paths = followReferences(document, document['paths']);
  if (isObject(paths)) return Object.entries(paths).filter(([path]) => !path.startsWith('x-'));
  const broken = brokenReference(document, document['paths']);
  if (broken !== undefined) findings.push(emptyPath('paths', broken));
  return [];
}

function emptyPath(where: string, broken: string | undefined): Finding {
  const message =
    broken === undefined ? 'This path holds no operations' : brokenReferenceText(broken);
  return { level: 'error', where, message: `${message}.` };
}

interface OperationLocation {
  document: JsonObject;
  credentials: readonly CredentialPlace[];
  pathTemplate: string;
  method: string;
  item: JsonObject;
}

function readEntry(place: OperationLocation, entry: unknown): ReadOperation | { why: string } {
  const source = followReferences(place.document, entry);
  if (isObject(source)) return readOperation(place, source);
  const broken = brokenReference(place.document, entry);
  return { why: broken === undefined ? 'it is no operation object' : brokenReferenceText(broken) };
}

function readOperation(
  place: OperationLocation,
  source: JsonObject,
): ReadOperation | { why: string } {
  const { document, credentials, pathTemplate, method, item } = place;
  const refused = refusedPlace(method, pathTemplate);
  if (refused !== undefined) return { why: refused };
  const parameters = allParameters(place, source);
  if ('why' in parameters) return parameters;
  const missing = missingInPath(pathTemplate, parameters.read);
  if (missing !== undefined) return { why: missing };
  const broken = brokenReference(document, source['requestBody']);
  if (broken !== undefined) return { why: `its body is not known. ${brokenReferenceText(broken)}` };
  const body = readBody(document, source['requestBody']);
  if (body.kind === 'unusable') return { why: `it takes ${body.why}` };
  const fields = fillCredentials(document, body, credentials);
  const { operationId, tags } = source;
  const id = typeof operationId === 'string' ? operationId.trim() : '';
  const guards = parameters.read.filter(isGuard).map(({ name }) => name);
  const credentialFields = (fields.kind === 'body' && fields.body.credentials) || [];
  return {
    id: id === '' ? idOfPlace(method, pathTemplate) : id,
    method,
    pathTemplate,
    tags: asList(tags).filter((tag) => typeof tag === 'string'),
    parameters: parameters.read.filter((parameter) => !isGuard(parameter)),
    ...defined({ idempotencyHeader: guards.find((name) => /^idempotency-key$/i.test(name)) }),
    isConditional: guards.some((name) => /^if-match$/i.test(name)),
    body: fields.kind === 'body' ? fields : undefined,
    security: readSecurity(document, source),
    filled: [
      ...parameters.filled,
      ...credentialFields.map((name) => ({ in: 'body' as const, name })),
    ],
    servers:
      [source['servers'], item['servers']].map(asList).find(({ length }) => length > 0) ?? [],
    source,
  };
}

function refusedPlace(method: string, pathTemplate: string): string | undefined {
  if (!pathTemplate.startsWith('/')) return 'its path does not begin with "/"';
  if (!/^[A-Z][A-Z-]{1,19}$/.test(method))
    return `its method "${method.slice(0, 40)}" is not one in capitals`;
  // What `fetch` refuses to send.
  if (/^(?:CONNECT|TRACE|TRACK)$/.test(method)) return `its method ${method} is not sent`;
  return undefined;
}

/** Headers that protect a write: they are filled when it is applied, never by a model. */
const GUARDS = new Set(['if-match', 'if-none-match', 'if-unmodified-since', 'idempotency-key']);

function isGuard({ place, name }: ReadParameter): boolean {
  return place === 'header' && GUARDS.has(name.toLowerCase());
}

/** Those of the path, replaced by the operation's own; without those that `auth` or the path's key fill. */
function allParameters(
  { document, credentials, pathTemplate, item }: OperationLocation,
  source: JsonObject,
): { read: ReadParameter[]; filled: CredentialPlace[] } | { why: string } {
  const found = new Map<string, ReadParameter>();
  const filled = new Map<string, CredentialPlace>();
  const fixed = fixedNames(readPathKey(pathTemplate));
  for (const list of [item['parameters'], source['parameters']]) {
    for (const entry of asList(list)) {
      const parameter = followReferences(document, entry);
      const broken = brokenReference(document, entry);
      const fault =
        broken === undefined ? 'no object' : `not known. ${brokenReferenceText(broken)}`;
      if (!isObject(parameter)) return { why: `one of its parameters is ${fault}` };
      const where = { in: parameter['in'], name: parameter['name'] } as CredentialPlace;
      const credential = credentials.find((one) => isSamePlace(one, where));
      if (credential !== undefined) filled.set(`${credential.in} ${credential.name}`, credential);
      const isFixed = where.in === 'query' && fixed.includes(where.name);
      if (credential !== undefined || isFixed) continue;
      const result = readParameter(document, parameter);
      if (result.kind === 'unusable') return { why: `it takes ${result.why}` };
      if (result.kind === 'left_out') continue;
      const { place, name } = result.parameter;
      const examples = parameterExamples(document, parameter);
      const key = `${place} ${place === 'header' ? name.toLowerCase() : name}`;
      found.set(key, { ...result.parameter, examples });
    }
  }
  return { read: [...found.values()], filled: [...filled.values()] };
}

function missingInPath(
  pathTemplate: string,
  parameters: readonly ReadParameter[],
): string | undefined {
  const { path, query } = readPathKey(pathTemplate);
  const namesOf = (place: string): string[] =>
    parameters.filter((one) => one.place === place).map(({ name }) => name);
  const declared = namesOf('path');
  const used = namesInBraces(path);
  const usedInQuery = query.flatMap(namesInBraces);
  const known = new Set([...declared, ...namesOf('query')]);
  const undeclared =
    used.find((name) => !declared.includes(name)) ?? usedInQuery.find((name) => !known.has(name));
  if (undeclared !== undefined) return `its path has {${undeclared}}, which no parameter describes`;
  const unused = declared.find((name) => !used.includes(name) && !usedInQuery.includes(name));
  return unused === undefined ? undefined : `its path parameter "${unused}" is not in the path`;
}

function unusable(method: string, pathTemplate: string, why: string): Finding {
  const where = `${method} ${pathTemplate}`;
  return { level: 'error', where, message: `Not offered: ${why}.` };
}

function sharedIds(operations: readonly ReadOperation[]): Finding[] {
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
