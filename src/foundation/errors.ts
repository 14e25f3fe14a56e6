/** Every code the server can answer; `docs/errors.md` lists these. HTTP statuses belong to the edge. */
export const errorCodes = [
  'invalid_request',
  'unauthorized',
  'identity_unavailable',
  'body_too_large',
  'unsupported_media_type',
  'unknown_context_type',
  'origin_refused',
  'not_found',
  'conflict',
  'invalid_rule',
  'invalid_config',
  'invalid_document',
  'invalid_arguments',
  'unknown_tool',
  'tool_not_offered',
  'tool_failed',
  'platform_unavailable',
  'platform_error',
  'write_refused',
  'explorer_unavailable',
  'explorer_error',
  'draft_not_found',
  'draft_expired',
  'preview_expired',
  'form_expired',
  'preview_decided',
  'preview_stale',
  'preview_unknown',
  'preview_superseded',
  'unknown_change_kind',
  'change_refused',
  'approval_needed',
  'role_needed',
  'turn_limit',
  'token_limit',
  'time_limit',
  'call_limit',
  'tool_timeout',
  'too_many_runs',
  'too_many_requests',
  'server_busy',
  'model_error',
  'model_unavailable',
  'model_not_allowed',
  'tool_required',
  'response_failed',
  'index_error',
  'cancelled',
  'interrupted',
  'run_gone',
  'shutting_down',
  'database_locked',
  'database_error',
  'config_error',
  'internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** What went wrong in one field, path or item: where it is, what is wrong, what would be right. */
export interface ErrorDetail {
  path?: string;
  message: string;
  allowed?: readonly (string | number)[];
}

/** The one error of domain code: a code, what is wrong and what to do next, and details by place. Knows no HTTP. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: readonly ErrorDetail[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'AppError';
  }
}

const failure =
  (code: ErrorCode) =>
  (message: string, details?: readonly ErrorDetail[], options?: ErrorOptions): AppError =>
    new AppError(code, message, details, options);

const failureBy =
  (code: ErrorCode) =>
  (message: string, cause?: unknown): AppError =>
    new AppError(code, message, [], cause === undefined ? undefined : { cause });

/** What an operator, or the author of a plugin, has to correct. */
export const configError = failureBy('config_error');
/** `cause`: what the platform answered, or why it did not. */
export const platformError = failureBy('platform_error');
export const unauthorized = failureBy('unauthorized');
export const invalidArguments = failure('invalid_arguments');
export const invalidRequest = failure('invalid_request');
export const notFound = failure('not_found');
export const conflict = failure('conflict');
export const databaseError = failure('database_error');
export const indexError = failure('index_error');
export const toolFailed = failure('tool_failed');

/** One field of a request that is wrong: where it is, and what it must be. */
export function invalidField(path: string, message: string): AppError {
  return invalidRequest(`${path} ${message}.`, [{ path, message }]);
}

/** The error shape on every wire: `{error:{code,message,details}}`. */
export interface ErrorBody {
  error: { code: ErrorCode; message: string; details: readonly ErrorDetail[] };
}

/** Renders an error for the wire; anything that is not an {@link AppError} becomes `internal` without its text. */
export function toErrorBody(error: unknown): ErrorBody {
  if (error instanceof AppError)
    return { error: { code: error.code, message: error.message, details: error.details } };
  return {
    error: {
      code: 'internal',
      message: 'Something failed inside the server; its log has the reason.',
      details: [],
    },
  };
}

/** For `catch`: answers `instead` to an error of this code, the server's own or the system's, and throws any other. */
export function ifCode<T>(code: string, instead: T): (error: unknown) => T {
  return (error) => {
    if ((error as { code?: unknown } | null)?.code === code) return instead;
    throw error;
  };
}

/** The message of anything thrown, for logs and for error results; never a stack. */
export function messageOf(error: unknown): string {
  // Asked by shape: `instanceof` misses errors of another realm, such as a library's in a sandbox.
  const message = (error as { message?: unknown } | null | undefined)?.message;
  return typeof message === 'string' ? message : String(error);
}
