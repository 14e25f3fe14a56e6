import { defined } from '../../../src/foundation/defined.js';
import type { ErrorBody, ErrorDetail } from '../../../src/foundation/errors.js';
import { setSignInWanted, token } from './token.js';

/** What the server answered instead of what was asked for; `status` 0: it was not reached. */
export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: readonly ErrorDetail[] = [],
    /** The whole answer: some errors carry more than the error. */
    readonly body: unknown = undefined,
  ) {
    super(message);
    this.name = 'ApiProblem';
  }
}

/** True of the answer that there is no such thing, or no longer. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 404;
}

/** The headers of a call: JSON and, when there is a token, who calls. */
export function headersOf(extra: Record<string, string> = {}): Record<string, string> {
  const own = token();
  return {
    ...defined({ authorization: own === undefined ? undefined : `Bearer ${own}` }),
    ...extra,
  };
}

/** Reads JSON; rejects with an {@link ApiProblem} for every other answer. */
export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return send<T>(path, { headers: headersOf(), ...defined({ signal }) });
}

/** Posts JSON and reads JSON; rejects with an {@link ApiProblem} for every other answer. */
export async function postJson<T>(path: string, body: unknown = {}): Promise<T> {
  return send<T>(path, {
    method: 'POST',
    headers: headersOf({ 'content-type': 'application/json' }),
    body: JSON.stringify(body),
  });
}

/** Posts a form, perhaps with a file, and reads JSON; rejects with an {@link ApiProblem} for every other answer. */
export async function postForm<T>(path: string, body: FormData): Promise<T> {
  return send<T>(path, { method: 'POST', headers: headersOf(), body });
}

/** Deletes what is at `path`; rejects with an {@link ApiProblem} when that fails. */
export async function remove(path: string): Promise<void> {
  await send(path, { method: 'DELETE', headers: headersOf() });
}

async function send<T>(path: string, init: RequestInit): Promise<T> {
  const response = await reach(path, init);
  if (!response.ok) throw await problemOf(response);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiProblem(0, 'unreachable', 'The server cannot be reached. Is it running?');
  }
}

/** What a refusal says; one that wants to know who calls opens the sign-in dialog. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  if (response.status === 401) setSignInWanted(true);
  const body: unknown = await response.json().catch(() => undefined);
  const error = (body as Partial<ErrorBody> | undefined)?.error;
  return new ApiProblem(
    response.status,
    error?.code ?? 'unreadable',
    error?.message ?? `The server answered with status ${response.status} and no explanation.`,
    error?.details ?? [],
    body,
  );
}

/** Any failure as words for people. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
