import { firstChars } from '../../../foundation/first-chars.js';
import { isNumber } from '../../../foundation/exact-number.js';
import { defined } from '../../../foundation/defined.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';

const LABELS = ['name', 'title', 'label', 'display_name', 'displayName', 'subject', 'key', 'login'];

const MAX_NAME = 60;

/** A label as it stands in a sentence: on one line, and cut. */
export function shortLabel(label: string): string {
  return firstChars(label.replaceAll(/\s+/g, ' '), MAX_NAME);
}

/** What people call a record. */
export function labelIn(record: JsonObject): string | undefined {
  return labelOf((key) => record[key]);
}

/** The same of a record whose fields are asked for one by one. */
export function labelOf(field: (name: string) => unknown): string | undefined {
  return LABELS.map(field).find(isLabel);
}

function isLabel(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= 200;
}

/** Id and name of what was made or changed, for people and for the model. */
export function namesIn(body: unknown): JsonObject {
  if (!isObject(body)) return {};
  const inner = isObject(body['metadata']) ? body['metadata'] : {};
  const id = body['id'] ?? inner['uid'] ?? body['key'] ?? inner['name'];
  return defined({
    id: typeof id === 'string' || isNumber(id) ? String(id) : undefined,
    name: labelIn({ ...inner, ...body }),
  });
}
