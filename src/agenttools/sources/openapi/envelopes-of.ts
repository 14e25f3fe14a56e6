import { defined } from '../../../foundation/defined.js';
import { isObject, type JsonObject, propertiesOf } from '../../../foundation/json.js';
import { findEnvelope, type Shape } from '../../changes/http-request/envelope.js';
import type { RequestRules } from '../../changes/http-request/request-rules.js';
import { successSchema } from './answer/answer-hints.js';
import type { DeclaredOperation } from './document/read-operations.js';
import { partsOf, propertySchema, schemaAt, absentProperties } from './schema/object-parts.js';

/** What a source's `envelope` says of an operation: a JSON pointer; undefined where it says nothing. */
export type StatedEnvelope = (operation: DeclaredOperation) => string | undefined;

export interface EnvelopedOperations {
  operation: DeclaredOperation;
  /** The GET that its current state, or what it belongs to, is read with. */
  read: DeclaredOperation | undefined;
  /** Of one without a body: one of the same path that has one. */
  sibling?: DeclaredOperation | undefined;
  created?: string | undefined;
}

/** Where the object stands in what is read, answered and sent, as far as the document or the operator says it. */
export function envelopesOf(
  document: JsonObject,
  { operation, read, sibling, created }: EnvelopedOperations,
  stated: StatedEnvelope,
): RequestRules['envelope'] {
  const body = shapeOf(document, (operation.body ?? sibling?.body)?.schema);
  const find = (one: DeclaredOperation | undefined, path: string) => {
    const shape = one && shapeOf(document, successSchema(document, one.source['responses']));
    const found = shape && findEnvelope(path, shape, body);
    // A form that does not show the object, as of a list or of anything, leaves it to the answer.
    return found?.isSure === true ? found : undefined;
  };
  const own = created ?? operation.pathTemplate;
  const answered = find(operation, own);
  const found = find(read, read?.pathTemplate ?? own);
  const said = stated(operation);
  const saidOfRead = (read && stated(read)) ?? said;
  const known = found ?? answered ?? findEnvelope(own, undefined, body);
  const sent = said === undefined ? known.body : statedBody(said, body);
  return defined({
    read: saidOfRead ?? found?.read,
    answer: said ?? answered?.read,
    body: operation.body === undefined || sent === '' ? undefined : sent,
  });
}

/** A wrapper that the operator names counts for what is sent where its schema has it too. */
function statedBody(pointer: string, body: Shape | undefined): string {
  const steps = pointer.split('/').slice(1);
  const inner = steps.reduce<Shape | undefined>((shape, step) => shape?.inner(step), body);
  return inner === undefined ? '' : pointer;
}

/** The form that a schema tells of an object; undefined where it tells none. */
export function shapeOf(document: JsonObject, schema: unknown, depth = 0): Shape | undefined {
  const parts = partsOf(document, schema);
  const names = [...new Set(parts.flatMap((part) => Object.keys(propertiesOf(part))))];
  if (names.length === 0 || depth > MAX_DEPTH) return undefined;
  const inner = (name: string) =>
    shapeOf(document, propertySchema(document, schema, name), depth + 1);
  return { names, inner };
}

const MAX_DEPTH = 3;
const MAX_FIELDS = 300;

/** Those fields of what is sent that a read cannot give: its schema does not have them, or calls them `writeOnly`. Undefined: not told. */
export function unreadableFields(
  document: JsonObject,
  read: DeclaredOperation | undefined,
  at: string | undefined,
  fields: readonly string[] | undefined,
): string[] | undefined {
  if (read === undefined || at === undefined || fields === undefined) return undefined;
  const schema = schemaAt(document, successSchema(document, read.source['responses']), at);
  const shape = shapeOf(document, schema);
  if (shape === undefined) return undefined;
  const parts = partsOf(document, schema);
  const absent = parts.map((part) => absentProperties(document, part, 'response'));
  const hasOthers = parts.some(isExtended);
  const isShown = (name: string) => hasOthers || shape.names.includes(name);
  const unreadable = fields.filter(
    (name) => !isShown(name) || absent.some((names) => names.has(name)),
  );
  return unreadable.slice(0, MAX_FIELDS);
}

function isExtended({ additionalProperties, patternProperties }: JsonObject): boolean {
  return (
    additionalProperties === true || isObject(additionalProperties) || isObject(patternProperties)
  );
}

const MAX_PATHS = 150;

/** What references may lead to in the declared answer; `.*`: anything below. Undefined where it is not declared. */
export function answerPaths(
  document: JsonObject,
  { source: { responses } }: DeclaredOperation,
  at: string | undefined,
): string[] | undefined {
  const statuses = isObject(responses) ? Object.keys(responses) : [];
  const declared = statuses.filter((one) => /^2/.test(one));
  if (declared.length > 0 && declared.every((status) => /^20[45]$/.test(status))) return [];
  if (at === undefined) return undefined;
  const schema = successSchema(document, responses);
  const object = schemaAt(document, schema, at);
  const paths = at.endsWith('/attributes') ? ['id'] : [];
  const open = [{ schema: object, path: '', depth: 0 }];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { path, depth } = next;
    const shape = shapeOf(document, next.schema);
    const isClosed = shape !== undefined && !partsOf(document, next.schema).some(isExtended);
    if (path === '' && !isClosed) return undefined;
    if (paths.length > MAX_PATHS) return undefined;
    if (!isClosed || depth >= MAX_DEPTH) {
      paths.push(`${path}.*`);
      continue;
    }
    for (const name of shape.names) {
      const inner = propertySchema(document, next.schema, name);
      const below = path === '' ? name : `${path}.${name}`;
      if (isScalar(document, inner)) paths.push(below);
      else open.push({ schema: inner, path: below, depth: depth + 1 });
    }
  }
  return paths;
}

const SCALARS = new Set<unknown>(['string', 'number', 'integer', 'boolean', 'null']);

function isScalar(document: JsonObject, schema: unknown): boolean {
  const types = partsOf(document, schema).flatMap((part): unknown[] => [part['type'] ?? []].flat());
  return types.length > 0 && types.every((type) => SCALARS.has(type));
}
