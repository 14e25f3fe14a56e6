import { isNumber } from '../../../foundation/exact-number.js';
import { defined } from '../../../foundation/defined.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';

/** Id and name of what was made or changed, for people and for the model. */
export function namesIn(body: unknown): JsonObject {
  if (!isObject(body)) return {};
  const inner = isObject(body['metadata']) ? body['metadata'] : {};
  const id = body['id'] ?? inner['uid'] ?? body['key'] ?? inner['name'];
  const name = body['name'] ?? body['title'] ?? inner['name'];
  return defined({
    id: typeof id === 'string' || isNumber(id) ? String(id) : undefined,
    name: typeof name === 'string' ? name : undefined,
  });
}
