import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import { title } from '../ui/value-words.js';
import type { FieldChange } from '../ui/field-changes.js';
import type { ChangeData } from './change.js';
import { editsIn } from './edits.js';

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

/** True where a field is set of which nobody knows what stands in it now: before and after do not tell that. */
function hasUnknown(diff: unknown, before: unknown): boolean {
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
