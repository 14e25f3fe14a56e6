import { sameNumber } from '../../../src/foundation/exact-number.js';
import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import { parseJson } from '../../../src/foundation/exact-json.js';
import { t } from '../texts/texts.js';
import { title } from '../ui/format.js';
import type { FieldChange } from '../ui/values.js';
import type { ChangeData } from './change.js';

/** One place at which two JSON values differ; `undefined` on the side that has none. */
export interface Edit {
  /** From the root: `config.data_source[0].rows`. */
  path: string;
  before: unknown;
  after: unknown;
}

/** Where `after` differs from `before`, each place as deep as both sides go together. */
export function editsIn(before: unknown, after: unknown, path = ''): Edit[] {
  if (Array.isArray(before) && Array.isArray(after)) return listEdits(before, after, path);
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) =>
      editsIn(own(before, name), own(after, name), path === '' ? name : `${path}.${name}`),
    );
  }
  return before === after || sameNumber(before, after) ? [] : [{ path, before, after }];
}

function own(value: JsonObject, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Of lists: what both begin and end with is the same item, wherever it has moved to. */
function listEdits(before: readonly unknown[], after: readonly unknown[], path: string): Edit[] {
  const same = (one: unknown, other: unknown) => editsIn(one, other).length === 0;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && same(before[start], after[start])) start += 1;
  let end = 0;
  while (end < shorter - start && same(before.at(-1 - end), after.at(-1 - end))) end += 1;
  const olds = before.slice(start, before.length - end);
  const news = after.slice(start, after.length - end);
  return Array.from({ length: Math.max(olds.length, news.length) }, (_, at) =>
    editsIn(olds[at], news[at], `${path}[${start + at}]`),
  ).flat();
}

/** A payload as people see it, and the fields of it that are sent as they are. */
export function splitGuards(
  payload: JsonObject,
  names: readonly string[] = [],
): { shown: JsonObject; guards: JsonObject } {
  const isGuard = ([name]: [string, unknown]) => names.includes(name);
  const fields = Object.entries(payload);
  return {
    shown: Object.fromEntries(fields.filter((field) => !isGuard(field))),
    guards: Object.fromEntries(fields.filter(isGuard)),
  };
}

/** A text as a JSON object, or why it is none. */
export function parseObject(
  text: string,
): { value: JsonObject; problem?: undefined } | { problem: string; value?: undefined } {
  try {
    const value: unknown = parseJson(text);
    return isObject(value)
      ? { value }
      : { problem: t('It must be one JSON object: {example}', { example: '{…}' }) };
  } catch (error) {
    return { problem: jsonProblem(error) };
  }
}

/** Why a text is no JSON, with what the browser says of the place. */
export function jsonProblem(error: unknown): string {
  const example = '{"name": "Anna", "seats": 2}';
  const place = error instanceof Error ? ` (${error.message})` : '';
  return `${t('This is not valid JSON, such as {example}.', { example })}${place}`;
}

/**
 * What a change does field by field: from the states before and after it, else from a list of operations
 * with RFC 6902 paths. Undefined where neither can be read.
 */
export function differencesIn({ before, after, diff }: ChangeData): FieldChange[] | undefined {
  if (isWhole(before) && isWhole(after) && !hasUnknown(diff, before)) return editsIn(before, after);
  if (!Array.isArray(diff)) return undefined;
  const operations = diff.filter(isOperation);
  return operations.length === diff.length
    ? operations.map((operation) => fieldChange(operation, before))
    : undefined;
}

/** What a change does, for a list: its differences; of what is made or taken away, its own fields. */
export function fieldsIn(data: ChangeData, payload: JsonObject): FieldChange[] {
  const sent = requestOf(data)?.parts ?? [{ name: '', value: payload }];
  // Of what there is already nobody knows here what stands in it.
  const unread = data.is_update === true ? { isUnknown: true } : {};
  const found: FieldChange[] =
    differencesIn(data) ??
    sent
      .flatMap(({ name, value }) =>
        editsIn(isWhole(value) ? {} : undefined, value, isWhole(value) ? '' : name),
      )
      .map((one) => ({ ...one, ...unread }));
  return found.flatMap((change) =>
    isObject(change.before) && change.path === ''
      ? editsIn(change.before, change.after ?? {})
      : [change],
  );
}

/** True where a field is set of which nobody knows what stands in it now: before and after do not tell that. */
export function hasUnknown(diff: unknown, before: unknown): boolean {
  return Array.isArray(diff) && diff.some((one) => isOperation(one) && isUnknown(one, before));
}

function isUnknown({ op, path, before }: Operation, whole: unknown): boolean {
  return op === 'replace' && before === undefined && valueAt(whole, stepsIn(path)) === undefined;
}

interface Operation {
  path: string;
  op?: unknown;
  value?: unknown;
  before?: unknown;
  after?: unknown;
}

function isOperation(value: unknown): value is Operation {
  return isObject(value) && typeof value['path'] === 'string';
}

function fieldChange(operation: Operation, before: unknown): FieldChange {
  const { op, path } = operation;
  const steps = stepsIn(path);
  return {
    path: steps.join('.') || path,
    ...(isUnknown(operation, before) ? { isUnknown: true } : {}),
    before: operation.before ?? (op === 'add' ? undefined : valueAt(before, steps)),
    after: op === 'remove' ? undefined : (operation.after ?? operation.value),
  };
}

/** The parts of a JSON Pointer, `~1` and `~0` read as `/` and `~`. */
function stepsIn(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueAt(whole: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)];
    return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }, whole);
}

function isWhole(value: unknown): boolean {
  return isObject(value) || Array.isArray(value);
}

/** What accepting a change sends, as far as an event tells. */
interface ProposedRequest {
  /** `PUT /orders/17`, or the tool that is called. */
  line: string;
  /** What goes with it: a body, a query, arguments. */
  parts: readonly { name: string; value: unknown }[];
}

/** The request or the call of a change; undefined where its event has neither. */
export function requestOf({ request, call }: ChangeData): ProposedRequest | undefined {
  if (isObject(request)) return httpRequest(request);
  if (!isObject(call) || typeof call['tool'] !== 'string') return undefined;
  return { line: call['tool'], parts: partsOf(call, ['arguments']) };
}

function httpRequest(request: JsonObject): ProposedRequest | undefined {
  const { method, path, path_template: template } = request;
  const address = typeof path === 'string' ? path : template;
  if (typeof address !== 'string') return undefined;
  return {
    line: `${typeof method === 'string' ? `${method} ` : ''}${address}`,
    parts: partsOf(request, ['query', 'body']),
  };
}

function partsOf(from: JsonObject, names: readonly string[]): ProposedRequest['parts'] {
  return names
    .filter((name) => !isNothing(from[name]))
    .map((name) => ({ name: title(name), value: from[name] }));
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return isObject(value) && Object.keys(value).length === 0;
}
