import { isObject, type JsonObject } from '../../../../src/foundation/json.js';
import { asText } from './compare.js';

/** What templates and conditions can speak of while a rule is walked. */
export interface Scope {
  record: JsonObject;
  /** The record before an update, when the caller gave it. */
  previous: JsonObject | undefined;
  /** Rows that lookups found, under their output_key. */
  outputs: Map<string, JsonObject>;
  now: Date;
}

/** The value of `quantity`, `supplier.name`, `previous.status`, `today` or `now`; undefined when there is none. */
export function readField(scope: Scope, field: string): unknown {
  if (Object.hasOwn(scope.record, field)) return scope.record[field];
  const [head = '', ...rest] = field.split('.');
  if (rest.length === 0) return builtIn(scope, head);
  const root = rootOf(scope, head);
  return rest.reduce<unknown>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    root,
  );
}

function rootOf(scope: Scope, head: string): unknown {
  if (head === 'record') return scope.record;
  if (head === 'previous') return scope.previous;
  if (scope.outputs.has(head)) return scope.outputs.get(head);
  return Object.hasOwn(scope.record, head) ? scope.record[head] : undefined;
}

function builtIn({ now }: Scope, name: string): unknown {
  if (name === 'now') return now.toISOString();
  if (name === 'today') return now.toISOString().slice(0, 10);
  return undefined;
}

const TEMPLATE = /\{\{\s*([^{}]+?)\s*\}\}/g;
const WHOLE_TEMPLATE = /^\{\{\s*([^{}]+?)\s*\}\}$/;

/** A config value with its templates filled in: `{{quantity}}` alone keeps its type; inside a text it becomes text. */
export function resolve(scope: Scope, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const whole = WHOLE_TEMPLATE.exec(value);
  return whole === null ? render(scope, value) : readField(scope, whole[1] ?? '');
}

/** A text with its templates filled in; what is not known stays as it is written. */
export function render(scope: Scope, text: string): string {
  return text.replace(TEMPLATE, (written, field: string) => {
    const value = readField(scope, field);
    if (value === undefined || value === null) return written;
    return asText(value);
  });
}
