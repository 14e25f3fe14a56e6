import { parseJson } from '../../../src/foundation/exact-json.js';
import type { ErrorBody, ErrorDetail } from './types.js';

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

/** What a refusal says. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const body: unknown = await response
    .text()
    .then(parseJson)
    .catch(() => undefined);
  const error = (body as Partial<ErrorBody> | undefined)?.error;
  return new ApiProblem(
    response.status,
    error?.code ?? 'unreadable',
    error?.message ?? `The server answered with status ${response.status} and no explanation.`,
    error?.details ?? [],
    body,
  );
}
