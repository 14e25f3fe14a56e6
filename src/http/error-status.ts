import type { ErrorCode } from '../foundation/errors.js';

/** The HTTP status of each error code that is not a plain 500; `docs/errors.md` shows the same. */
const statuses: Partial<Record<ErrorCode, number>> = {
  invalid_request: 400,
  invalid_arguments: 400,
  unknown_context_type: 400,
  unauthorized: 401,
  origin_refused: 403,
  approval_needed: 403,
  role_needed: 403,
  not_found: 404,
  draft_not_found: 404,
  conflict: 409,
  preview_decided: 409,
  preview_stale: 409,
  preview_unknown: 409,
  preview_superseded: 409,
  unknown_change_kind: 409,
  change_refused: 409,
  cancelled: 409,
  draft_expired: 410,
  preview_expired: 410,
  form_expired: 410,
  run_gone: 410,
  body_too_large: 413,
  unsupported_media_type: 415,
  invalid_rule: 422,
  invalid_config: 422,
  invalid_document: 422,
  too_many_runs: 429,
  too_many_requests: 429,
  platform_error: 502,
  explorer_error: 502,
  model_error: 502,
  model_not_allowed: 502,
  tool_required: 502,
  response_failed: 502,
  turn_limit: 502,
  token_limit: 502,
  platform_unavailable: 503,
  explorer_unavailable: 503,
  model_unavailable: 503,
  index_error: 503,
  identity_unavailable: 503,
  server_busy: 503,
  shutting_down: 503,
  interrupted: 503,
  database_error: 503,
  time_limit: 504,
};

/** When what was refused may be tried again, in seconds: the answer's `Retry-After`. */
const retryAfter: Partial<Record<ErrorCode, number>> = {
  too_many_runs: 5,
  too_many_requests: 1,
  server_busy: 5,
  shutting_down: 5,
  database_error: 5,
};

/** The seconds after which a refusal of this code may have passed; undefined where waiting is no help. */
export function retryAfterOf(code: ErrorCode): number | undefined {
  return retryAfter[code];
}

/** Maps a domain error's code to the status of the answer. */
export function statusOf(code: ErrorCode): number {
  return statuses[code] ?? 500;
}

/** The code for an error that Nest or Fastify raised before our own code ran. */
export function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'unauthorized';
  if (status === 404) return 'not_found';
  if (status === 413) return 'body_too_large';
  if (status === 415) return 'unsupported_media_type';
  return status >= 400 && status < 500 ? 'invalid_request' : 'internal';
}
