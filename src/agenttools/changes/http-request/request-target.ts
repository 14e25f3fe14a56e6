import { createHash } from 'node:crypto';
import { writeJson } from '../../../foundation/exact-json.js';
import { isObject } from '../../../foundation/json.js';
import { leavesOf, MAX_LEAVES } from '../alike.js';
import { referencesIn } from '../references.js';
import type { RequestPayload } from './request-payload.js';
import type { RequestRules } from './request-rules.js';

/**
 * The fields of the target that a request sets, as a name that another one of the same operation has too; undefined
 * where the last of two is not all that counts: what makes or does something, and what adds to a list.
 */
export function fieldsSet(payload: RequestPayload, { action }: RequestRules): string | undefined {
  const { method, path, query = '', headers = {}, body, content_type: type, files } = payload;
  if (files !== undefined || referencesIn([path, query, headers]).length > 0) return undefined;
  const fields = fieldsOf(action, body);
  if (fields === undefined) return undefined;
  const key = writeJson([method, path, query, headers, type ?? '', fields.sort()]);
  return `request:${createHash('sha256').update(key, 'utf8').digest('hex')}`;
}

function fieldsOf(action: RequestRules['action'], body: unknown): string[] | undefined {
  switch (action) {
    case 'delete':
    case 'presence':
    case 'replace':
      return placesIn(body);
    case 'merge':
    case 'patch':
      return isObject(body) ? placesIn(body) : undefined;
    case 'json_patch':
      return replacedPlaces(body);
    default:
      return undefined;
  }
}

/** Undefined where there may be more of them than were looked at: two requests that differ there are not the same. */
function placesIn(body: unknown): string[] | undefined {
  const leaves = leavesOf(body);
  const isWhole = [...leaves.values()].every(
    (leaf) => !isObject(leaf) || Object.keys(leaf).length === 0,
  );
  return isWhole && leaves.size < MAX_LEAVES ? [...leaves.keys()] : undefined;
}

/** Adding, moving and removing mean another place the second time. */
function replacedPlaces(body: unknown): string[] | undefined {
  const steps = Array.isArray(body) ? (body as unknown[]) : [undefined];
  const places = steps.map((step) =>
    isObject(step) && step['op'] === 'replace' ? String(step['path']) : undefined,
  );
  return places.every((place) => place !== undefined) ? places : undefined;
}
