import { writeJson } from '../../../foundation/exact-json.js';
import { AppError } from '../../../foundation/errors.js';
import { defined } from '../../../foundation/defined.js';
import type { JsonObject } from '../../../foundation/json.js';
import { TextBody, type BackendRequest } from '../../sources/clients.js';
import type { ParameterStyle } from '../../sources/openapi/operation.js';

/** The kind of every change that is one HTTP request. */
export const HTTP_REQUEST = 'http_request';

/** Exactly what accepting sends, in wire names. */
export interface RequestPayload extends JsonObject {
  method: string;
  /** As the document writes it: `/flags/{id}`. */
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

/** How a field of a multipart form is written. */
export type SentPart = {
  content_type?: string;
  style?: ParameterStyle;
  explode?: boolean;
  /** Of lists in a list, from the outer ones in. */
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
  const { method, path, query, headers, body, content_type: type } = payload as RequestPayload;
  if (typeof method !== 'string' || typeof path !== 'string') {
    throw new AppError('invalid_request', 'The change states no method and path to send.');
  }
  return {
    method,
    path,
    ...defined({ query, headers, body: body === undefined ? undefined : sentBody(body, type) }),
  };
}

function sentBody(body: unknown, type = 'application/json'): TextBody {
  const text = typeof body === 'string' && !isJson(type) ? body : writeJson(body);
  return new TextBody(type, text);
}

/** True for `application/json` and its kin, such as `application/merge-patch+json`; not for lines of JSON. */
export function isJson(contentType: string): boolean {
  const [type = ''] = contentType.toLowerCase().split(';');
  return /[/+.-]json$/.test(type.trim());
}
