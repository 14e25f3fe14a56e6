import {
  isObject,
  type JsonObject,
  escapePart,
  asObject,
  propertiesOf,
  requiredOf,
} from '../../../foundation/json.js';
import { defined } from '../../../foundation/defined.js';
import { isSecretName } from '../../changes/http-request/mask-secrets.js';
import type {
  DryRun,
  RequestAction,
  RequestRules,
  WriteConventions,
} from '../../changes/http-request/request-rules.js';
import { fixedNames, readPathKey } from './document/path-key.js';
import { followedObject } from './document/pointer.js';
import type { DeclaredOperation } from './document/read-operations.js';
import { answerPaths, envelopesOf, unreadableFields, type StatedEnvelope } from './envelopes-of.js';
import { partsOf, says, schemaAt, absentProperties } from './schema/object-parts.js';

/** The operations of a document by their path, its parameters' names left out. */
export type OperationsByPath = ReadonlyMap<string, readonly DeclaredOperation[]>;

export function byPath(operations: readonly DeclaredOperation[]): OperationsByPath {
  const found = new Map<string, DeclaredOperation[]>();
  for (const operation of operations) {
    const key = pathKey(operation.pathTemplate);
    found.set(key, [...(found.get(key) ?? []), operation]);
  }
  return found;
}

function pathKey(template: string): string {
  return readPathKey(template).path.replaceAll(/\{[^{}]*\}/g, '{}');
}

export interface StatedRules {
  conventions?: WriteConventions | undefined;
  envelope?: StatedEnvelope | undefined;
}

/** What a preview of this operation needs to know; `document` is the whole one, of version 3. */
export function requestRulesOf(
  operation: DeclaredOperation,
  paths: OperationsByPath,
  document: JsonObject,
  { conventions = {}, envelope: stated = () => undefined }: StatedRules = {},
): RequestRules {
  const siblings = paths.get(pathKey(operation.pathTemplate)) ?? [];
  const twin = twinOf(operation, siblings);
  const made = madeBy(operation, paths);
  const schema = operation.body?.schema;
  const parent = twin === undefined ? parentOf(operation.pathTemplate, paths) : undefined;
  const sibling = siblings.find(({ method, body }) => method !== 'POST' && body !== undefined);
  const created = made && createdBy(document, made, operation, stated);
  const read = twin ?? parent?.read;
  const all = { operation, read, created: created?.pathTemplate, sibling };
  const envelope = envelopesOf(document, all, stated);
  const fields = writableFields(document, schemaAt(document, schema, envelope?.body ?? ''));
  return {
    action: actionOf(operation, twin !== undefined, made !== undefined, conventions),
    ...specialPlaces(document, schema),
    ...defined({
      envelope,
      fields,
      unreadable: created
        ? unreadableFields(document, readOf(made), created.at, fields)
        : unreadableFields(document, twin, envelope?.read, fields),
      gives: answerPaths(document, operation, envelope?.answer),
      twin: twin && { query: [...inQuery(twin), ...fixedNames(readPathKey(twin.pathTemplate))] },
      tagged: isTagged(document, operation, twin),
      parent: parent?.steps,
      created,
      opposite: oppositeOf(operation, siblings),
      remade: remadeBy(operation, paths, document),
      refers: refersTo(fields, operation, paths),
      ...guardsOf(operation, conventions),
    }),
  };
}

function guardsOf(operation: DeclaredOperation, conventions: WriteConventions) {
  return {
    idempotencyHeader: operation.idempotencyHeader ?? conventions.idempotencyHeader,
    dryRun: declaredDryRun(operation) ?? conventions.dryRun,
  };
}

function inQuery({ parameters }: DeclaredOperation): string[] {
  return parameters.filter(({ place }) => place === 'query').map(({ name }) => name);
}

/** The GET of the same path, if possible with the same query in its key. */
function twinOf({ pathTemplate }: DeclaredOperation, siblings: readonly DeclaredOperation[]) {
  const gets = siblings.filter(({ method }) => method === 'GET');
  return gets.find((one) => one.pathTemplate === pathTemplate) ?? gets[0];
}

function isTagged(
  document: JsonObject,
  { isConditional }: DeclaredOperation,
  twin: DeclaredOperation | undefined,
): true | undefined {
  const names = Object.values(asObject(twin?.source['responses'])).flatMap((answer) =>
    Object.keys(asObject(followedObject(document, answer)['headers'])),
  );
  const isSaid = isConditional || names.some((name) => name.toLowerCase() === 'etag');
  return twin !== undefined && isSaid ? true : undefined;
}

function actionOf(
  { method, body }: DeclaredOperation,
  hasTwin: boolean,
  creates: boolean,
  conventions: WriteConventions,
): RequestAction {
  if (method === 'DELETE') return 'delete';
  if (method === 'POST') return creates ? 'create' : 'action';
  // What a file replaces cannot be shown as fields, nor be sent back.
  if (body?.body.files !== undefined || body?.body.kind === 'file') return 'action';
  // Of what cannot be read, such as a lock, a PUT does something.
  if (method === 'PUT' && hasTwin) return body === undefined ? 'presence' : 'replace';
  if (method !== 'PATCH') return 'action';
  if (body === undefined) return hasTwin ? 'effect' : 'action';
  const type = (body.body.mediaType ?? '').toLowerCase();
  if (type.includes('json-patch')) return 'json_patch';
  const isMerge = type.includes('merge-patch') || conventions.patch === 'merge';
  return isMerge ? 'merge' : 'patch';
}

/** Only one that has nothing to say but its path: what else it would have to say is not known. */
function oppositeOf(
  { method }: DeclaredOperation,
  siblings: readonly DeclaredOperation[],
): RequestRules['opposite'] {
  if (method !== 'PUT' && method !== 'DELETE') return undefined;
  const wanted = method === 'PUT' ? 'DELETE' : 'PUT';
  const opposite = siblings.find((one) => one.method === wanted);
  const needsMore = opposite?.parameters.some(
    ({ place, required }) => place !== 'path' && required,
  );
  // The body of a DELETE are options; that of a PUT is what would stand there.
  const hasBody = wanted === 'PUT' ? opposite?.body !== undefined : opposite?.body?.body.required;
  return opposite === undefined || needsMore || hasBody ? undefined : wanted;
}

/** The operations of what a POST to a collection makes: one more parameter, by which it can be read or changed. */
function madeBy(
  { method, pathTemplate }: DeclaredOperation,
  paths: OperationsByPath,
): readonly DeclaredOperation[] | undefined {
  if (method !== 'POST' || pathTemplate.endsWith('}')) return undefined;
  const base = pathKey(readPathKey(pathTemplate).path.replace(/\/$/, ''));
  const made = paths.get(`${base}/{}`) ?? paths.get(`${base}/{}/`);
  return made?.some((one) => one.method !== 'POST') === true ? made : undefined;
}

function readOf(operations: readonly DeclaredOperation[] = []) {
  return operations.find(({ method }) => method === 'GET');
}

function createdBy(
  document: JsonObject,
  made: readonly DeclaredOperation[],
  { body }: DeclaredOperation,
  stated: StatedEnvelope,
): RequestRules['created'] {
  const methods = made.map((one) => one.method).filter((one) => one !== 'POST');
  const read = readOf(made);
  const [first] = made as [DeclaredOperation];
  // What is said of the one that reads it counts, not what is said of any other of its path.
  const ofRead: StatedEnvelope = (one) => (one === read ? stated(one) : undefined);
  const envelope = envelopesOf(document, { operation: { ...first, body }, read }, ofRead);
  const { path } = readPathKey(first.pathTemplate);
  return { methods, pathTemplate: path, ...defined({ at: envelope?.read }) };
}

const readsByParameter = new WeakMap<OperationsByPath, ReadonlyMap<string, readonly string[]>>();

/** The paths of one record, by the name of their one parameter, whose GET needs no more than that. */
function recordPaths(paths: OperationsByPath): ReadonlyMap<string, readonly string[]> {
  const known = readsByParameter.get(paths);
  if (known !== undefined) return known;
  const found = new Map<string, readonly string[]>();
  for (const { method, pathTemplate, parameters } of [...paths.values()].flat()) {
    const name = /^[^{}]*\{([^{}]+)\}$/.exec(pathTemplate)?.[1];
    const needsMore = parameters.some(({ place, required }) => place !== 'path' && required);
    if (method === 'GET' && name !== undefined && !needsMore)
      found.set(name, [...(found.get(name) ?? []), pathTemplate]);
  }
  readsByParameter.set(paths, found);
  return found;
}

/** The fields that have the name of a parameter by which exactly one path reads a record: of another thing than their own. */
function refersTo(
  fields: readonly string[] | undefined,
  { pathTemplate }: DeclaredOperation,
  paths: OperationsByPath,
): RequestRules['refers'] {
  const own = pathKey(pathTemplate);
  const found = (fields ?? []).flatMap((field) => {
    const [path = '', ...others] = recordPaths(paths).get(field) ?? [];
    const isOther = path !== '' && others.length === 0 && !pathKey(path).startsWith(own);
    return isOther ? [[field, path] as const] : [];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

const KEY = /^\{([^{}]+)\}$/;

/** What makes again what a DELETE takes away: a PUT there that may answer 201, else the POST to its collection; its body a plain JSON object. */
function remadeBy(
  { method, pathTemplate }: DeclaredOperation,
  paths: OperationsByPath,
  document: JsonObject,
): RequestRules['remade'] {
  const at = pathTemplate.lastIndexOf('/');
  const key = KEY.exec(pathTemplate.slice(at + 1))?.[1];
  if (method !== 'DELETE' || key === undefined) return undefined;
  const made = makingOf(pathTemplate, pathTemplate.slice(0, at), paths);
  const schema = made?.body?.schema;
  const found =
    made && envelopesOf(document, { operation: made, read: undefined }, () => undefined);
  const object = schemaAt(document, schema, found?.body ?? '');
  const required = [...new Set(partsOf(document, object).flatMap(requiredOf))];
  const fields = writableFields(document, object);
  if (made?.body?.body.mediaType !== 'application/json' || fields === undefined) return undefined;
  const { secrets, unsent } = specialPlaces(document, schema);
  // Nobody can read back what was secret.
  if (secrets.length > 0) return undefined;
  const { path } = readPathKey(made.pathTemplate);
  const more = { at: found?.body, unsent, isPut: made.method === 'PUT' || undefined };
  return { pathTemplate: path, key, fields, required, ...defined(more) };
}

function makingOf(pathTemplate: string, collection: string, paths: OperationsByPath) {
  const put = paths.get(pathKey(pathTemplate))?.find(isMakingPut);
  return put ?? paths.get(pathKey(collection))?.find(({ method }) => method === 'POST');
}

function isMakingPut({ method, body, parameters, source }: DeclaredOperation): boolean {
  const needsMore = parameters.some(({ place, required }) => place !== 'path' && required);
  const answers = asObject(source['responses']);
  return method === 'PUT' && body !== undefined && !needsMore && Object.hasOwn(answers, '201');
}

function parentOf(pathTemplate: string, paths: OperationsByPath) {
  const segments = pathKey(pathTemplate).split('/');
  for (let steps = 1; steps < segments.length - 1; steps += 1) {
    const above = paths.get(segments.slice(0, -steps).join('/'));
    const read = above?.find(({ method }) => method === 'GET');
    if (read !== undefined) return { steps, read };
  }
  return undefined;
}

const DRY_RUN_NAMES = new Set(['dryrun', 'validateonly']);

/** Only where its value is told: a server that does not know it would do the write. */
function declaredDryRun({ parameters }: DeclaredOperation): DryRun | undefined {
  for (const { place, name, schema, description } of parameters) {
    if (place !== 'query' || !DRY_RUN_NAMES.has(name.toLowerCase().replaceAll('_', ''))) continue;
    const { type, enum: values } = asObject(schema);
    if (type === 'boolean') return { parameter: name, value: 'true', declared: true };
    // Kubernetes tells the one valid value in the description alone.
    const known = Array.isArray(values) ? values.includes('All') : /\bAll: all\b/.test(description);
    if (known) return { parameter: name, value: 'All', declared: true };
  }
  return undefined;
}

const MAX_FIELDS = 300;

/** The properties that can be sent; undefined for a body that is no object, or of which nothing is told. */
function writableFields(document: JsonObject, schema: unknown): string[] | undefined {
  const names = new Set<string>();
  const readOnly = new Set<string>();
  for (const part of partsOf(document, schema)) {
    for (const name of Object.keys(propertiesOf(part))) names.add(name);
    for (const name of absentProperties(document, part, 'request')) readOnly.add(name);
  }
  const fields = [...names].filter((name) => !readOnly.has(name));
  return fields.length === 0 ? undefined : fields.slice(0, MAX_FIELDS);
}

const MAX_DEPTH = 5;
const MAX_PLACES = 2000;

export function secretPlaces(document: JsonObject, schema: unknown): string[] {
  return specialPlaces(document, schema).secrets;
}

/** Where the schema says that a value is a secret (`writeOnly`, the format `password`, or its name), or cannot be sent. */
function specialPlaces(document: JsonObject, whole: unknown) {
  const secrets = new Set<string>();
  const unsent = new Set<string>();
  const open = [{ schema: whole, place: '', depth: 0 }];
  const isFull = () => open.length + secrets.size + unsent.size >= MAX_PLACES;
  for (const { schema, place, depth } of open) {
    for (const part of partsOf(document, schema)) {
      if (depth >= MAX_DEPTH || isFull()) break;
      if (isObject(part['items']))
        open.push({ schema: part['items'], place: `${place}/*`, depth: depth + 1 });
      for (const [name, property] of Object.entries(propertiesOf(part))) {
        if (isFull()) break;
        const inner = `${place}/${escapePart(name)}`;
        if (isSecretSchema(document, name, property)) secrets.add(inner);
        else if (says(document, property, 'readOnly')) unsent.add(inner);
        else open.push({ schema: property, place: inner, depth: depth + 1 });
      }
    }
  }
  return { secrets: [...secrets], ...(unsent.size > 0 && { unsent: [...unsent] }) };
}

function isSecretSchema(document: JsonObject, name: string, property: unknown): boolean {
  const { type, format } = followedObject(document, property);
  const isSaid =
    says(document, property, 'writeOnly') || asObject(property)['format'] === 'password';
  return isSaid || format === 'password' || (type === 'string' && isSecretName(name));
}
