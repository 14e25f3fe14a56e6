import { createHash } from 'node:crypto';
import { writeJson } from '../../../foundation/exact-json.js';
import { invalidRequest } from '../../../foundation/errors.js';
import { defined } from '../../../foundation/defined.js';
import { type JsonObject, isObject } from '../../../foundation/json.js';
import { TextBody, type BackendRequest } from '../../sources/clients.js';
import type { ParameterStyle } from '../../sources/openapi/operation.js';
import { leavesOf, MAX_LEAVES } from '../alike.js';
import { referencesIn } from '../references.js';
import type { RequestRules } from './request-rules.js';

export const HTTP_REQUEST = 'http_request';

/** Exactly what accepting sends, in wire names. */
export interface RequestPayload extends JsonObject {
  method: string;
  path_template: string;
  /** Encoded, below the backend's base URL. */
  path: string;
  /** Encoded, without the question mark. */
  query?: string;
  headers?: Readonly<Record<string, string>>;
  /** A value of JSON; the text itself where `content_type` is not JSON. */
  body?: unknown;
  content_type?: string;
  /** Of a multipart form: how fields are written that are not written as usual. */
  parts?: Readonly<Record<string, SentPart>>;
  /** Files of the user: by field of a multipart form; as `body` the one that is the body itself. */
  files?: Readonly<Record<string, readonly SentFile[]>>;
}

export type SentPart = {
  content_type?: string;
  style?: ParameterStyle;
  explode?: boolean;
  item_styles?: readonly ParameterStyle[];
  headers?: Readonly<Record<string, string>>;
};

/** A file as a person is shown it: its content is what the user uploaded. */
export type SentFile = {
  id: string;
  name: string;
  content_type: string;
  bytes: number;
  sha256: string;
};

/** The request of a payload; rejects with `invalid_request` one that states none. */
export function requestOf(payload: JsonObject): BackendRequest {
  const { method, path, query, headers, body, ...more } = payload as RequestPayload;
  const { content_type: type = 'application/json' } = more;
  if (typeof method !== 'string' || typeof path !== 'string')
    throw invalidRequest('The change states no method and path to send.');
  const rest = defined({ query, headers });
  if (body === undefined) return { method, path, ...rest };
  const text = typeof body === 'string' && !isJson(type) ? body : writeJson(body);
  return { method, path, ...rest, body: new TextBody(type, text) };
}

/** True for `application/json` and its kin, such as `application/merge-patch+json`; not for lines of JSON. */
export function isJson(contentType: string): boolean {
  const [type = ''] = contentType.toLowerCase().split(';');
  return /[/+.-]json$/.test(type.trim());
}

/** Names the fields that a request sets; undefined where the last of two is not all that counts, as of what is made. */
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
