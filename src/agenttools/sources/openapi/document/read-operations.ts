import { configError } from '../../../../foundation/errors.js';
import { defined } from '../../../../foundation/defined.js';
import { isObject, type JsonObject, asObject, asList } from '../../../../foundation/json.js';
import { isSamePlace, type CredentialPlace } from '../../credentials.js';
import { warning, type Finding, type Operation } from '../operation.js';
import { idOfPlace, toolNames } from '../naming/tool-names.js';
import {
  NotOffered,
  parameterExamples,
  readParameter,
  type ReadParameter,
} from './read-parameter.js';
import type { DocumentLimits } from './parse-text.js';
import { fillCredentials, readBody, type ReadBody } from './read-body.js';
import { fixedNames, namesInBraces, readPathKey } from './path-key.js';
import { brokenReferenceText, followReferences } from './pointer.js';
import { readSecurity, signatures, type SecurityRequirement } from './read-security.js';

/** An operation of the document, its parameters and body read but its schemas not yet converted. */
export interface DeclaredOperation extends Pick<
  Operation,
  'id' | 'method' | 'pathTemplate' | 'toolName' | 'tags' | 'signedBy'
> {
  parameters: readonly ReadParameter[];
  body: ReadBody | undefined;
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

type ReadOperation = Omit<DeclaredOperation, 'signedBy' | 'toolName'>;

export interface ReadingOptions {
  source?: string;
  limits: Pick<DocumentLimits, 'operations'>;
  credentials?: readonly CredentialPlace[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'query'] as const;
/** Of no use to a model; many documents have them for browsers. */
const UNSENT_METHODS = ['options', 'trace'] as const;

/** Of a document of version 3; what cannot be called becomes a finding, what stands at `credentials` is the server's to fill. */
export function readOperations(
  document: JsonObject,
  { source = '', limits, credentials = [] }: ReadingOptions,
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
      const fault = brokenReferenceText(document, entry) ?? 'This path holds no operations';
      findings.push({ level: 'error', where: pathTemplate, message: `${fault}.` });
      continue;
    }
    for (const [method, operation] of operationsIn(item)) {
      count();
      try {
        const place = { document, credentials, pathTemplate, method, item };
        operations.push(readOperation(place, operation));
      } catch (error) {
        if (!(error instanceof NotOffered)) throw error;
        const where = `${method} ${pathTemplate}`;
        findings.push({ level: 'error', where, message: `Not offered: ${error.message}.` });
      }
    }
    for (const method of UNSENT_METHODS) {
      if (!isObject(item[method])) continue;
      count();
      const place = `${method.toUpperCase()} ${pathTemplate}`;
      unsent.push(warning(place, 'Not offered: its method is not sent.'));
    }
  }
  return {
    operations: namedAndSigned(operations, source, credentials),
    findings: [...findings, ...sharedIds(operations), ...unsent],
    declared,
  };
}

export function placeOf({
  method,
  pathTemplate,
}: Pick<Operation, 'method' | 'pathTemplate'>): string {
  return `${method} ${pathTemplate}`;
}

function namedAndSigned(
  operations: readonly ReadOperation[],
  source: string,
  credentials: readonly CredentialPlace[],
): DeclaredOperation[] {
  const signedBy = signatures(operations, credentials);
  const places = operations.map((one) => ({ id: one.id, place: placeOf(one) }));
  const names = toolNames(source, places);
  return operations.map((one, at) => {
    return { ...one, signedBy: signedBy(one), toolName: names[at] as string };
  });
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
  const broken = brokenReferenceText(document, document['paths']);
  if (broken !== undefined)
    findings.push({ level: 'error', where: 'paths', message: `${broken}.` });
  return [];
}

interface OperationLocation {
  document: JsonObject;
  credentials: readonly CredentialPlace[];
  pathTemplate: string;
  method: string;
  item: JsonObject;
}

function readOperation(place: OperationLocation, entry: unknown): ReadOperation {
  const { document, credentials, pathTemplate, method, item } = place;
  const source = followReferences(document, entry);
  if (!isObject(source))
    throw new NotOffered(brokenReferenceText(document, entry) ?? 'it is no operation object');
  checkPlace(method, pathTemplate);
  const parameters = allParameters(place, source);
  checkPath(pathTemplate, parameters.read);
  const broken = brokenReferenceText(document, source['requestBody']);
  if (broken !== undefined) throw new NotOffered(`its body is not known. ${broken}`);
  const read = readBody(document, source['requestBody']);
  const body = read && fillCredentials(document, read, credentials);
  const { operationId, tags } = source;
  const id = typeof operationId === 'string' ? operationId.trim() : '';
  const guards = parameters.read.filter(isGuard).map(({ name }) => name);
  const credentialFields = body?.body.credentials ?? [];
  return {
    id: id === '' ? idOfPlace(method, pathTemplate) : id,
    method,
    pathTemplate,
    tags: asList(tags).filter((tag) => typeof tag === 'string'),
    parameters: parameters.read.filter((parameter) => !isGuard(parameter)),
    ...defined({ idempotencyHeader: guards.find((name) => /^idempotency-key$/i.test(name)) }),
    isConditional: guards.some((name) => /^if-match$/i.test(name)),
    body,
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

function checkPlace(method: string, pathTemplate: string): void {
  if (!pathTemplate.startsWith('/')) throw new NotOffered('its path does not begin with "/"');
  if (!/^[A-Z][A-Z-]{1,19}$/.test(method))
    throw new NotOffered(`its method "${method.slice(0, 40)}" is not one in capitals`);
  // What `fetch` refuses to send.
  if (/^(?:CONNECT|TRACE|TRACK)$/.test(method))
    throw new NotOffered(`its method ${method} is not sent`);
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
): { read: ReadParameter[]; filled: CredentialPlace[] } {
  const found = new Map<string, ReadParameter>();
  const filled = new Map<string, CredentialPlace>();
  const fixed = fixedNames(readPathKey(pathTemplate));
  for (const list of [item['parameters'], source['parameters']]) {
    for (const entry of asList(list)) {
      const parameter = followReferences(document, entry);
      if (!isObject(parameter)) throw new NotOffered(unknownParameter(document, entry));
      const where = { in: parameter['in'], name: parameter['name'] } as CredentialPlace;
      const credential = credentials.find((one) => isSamePlace(one, where));
      if (credential !== undefined) filled.set(`${credential.in} ${credential.name}`, credential);
      const isFixed = where.in === 'query' && fixed.includes(where.name);
      if (credential !== undefined || isFixed) continue;
      const read = readParameter(document, parameter);
      if (read === undefined) continue;
      const name = read.place === 'header' ? read.name.toLowerCase() : read.name;
      const examples = parameterExamples(document, parameter);
      found.set(`${read.place} ${name}`, { ...read, examples });
    }
  }
  return { read: [...found.values()], filled: [...filled.values()] };
}

function unknownParameter(document: JsonObject, entry: unknown): string {
  const broken = brokenReferenceText(document, entry);
  const fault = broken === undefined ? 'no object' : `not known. ${broken}`;
  return `one of its parameters is ${fault}`;
}

function checkPath(pathTemplate: string, parameters: readonly ReadParameter[]): void {
  const { path, query } = readPathKey(pathTemplate);
  const namesOf = (place: string): string[] =>
    parameters.filter((one) => one.place === place).map(({ name }) => name);
  const declared = namesOf('path');
  const used = namesInBraces(path);
  const usedInQuery = query.flatMap(namesInBraces);
  const known = new Set([...declared, ...namesOf('query')]);
  const undeclared =
    used.find((name) => !declared.includes(name)) ?? usedInQuery.find((name) => !known.has(name));
  if (undeclared !== undefined)
    throw new NotOffered(`its path has {${undeclared}}, which no parameter describes`);
  const unused = declared.find((name) => !used.includes(name) && !usedInQuery.includes(name));
  if (unused !== undefined)
    throw new NotOffered(`its path parameter "${unused}" is not in the path`);
}

function sharedIds(operations: readonly ReadOperation[]): Finding[] {
  const places = new Map<string, string[]>();
  for (const { id, method, pathTemplate } of operations) {
    places.set(id, [...(places.get(id) ?? []), placeOf({ method, pathTemplate })]);
  }
  const shared = [...places].filter(([, all]) => all.length > 1);
  return shared.map(([id, all]) => {
    const told = `The operationId "${id}" stands ${all.length} times (${all.slice(0, 4).join(', ')}); their tools end in a hash of method and path.`;
    return warning(all[0] ?? id, told);
  });
}
