/** What kind of trouble a model API reported; decides whether another try can help. */
export type Trouble =
  | 'rate_limit'
  | 'overloaded'
  | 'credit'
  | 'auth'
  | 'bad_request'
  | 'unknown_model'
  | 'network'
  | 'server'
  | 'timeout'
  | 'stream_cut';

/** Troubles that pass by themselves: the same request may succeed later. */
const PASSING: ReadonlySet<Trouble> = new Set<Trouble>([
  'rate_limit',
  'overloaded',
  'network',
  'server',
  'timeout',
  'stream_cut',
]);

/** Troubles for which the server itself tries again, as long as the user has seen nothing. */
const TRIED_AGAIN: ReadonlySet<Trouble> = new Set<Trouble>(['rate_limit', 'overloaded']);

/** A failed model call. The message is for the user: it holds no key and no request body. */
export class ProviderError extends Error {
  constructor(
    readonly trouble: Trouble,
    message: string,
    /** How long the API asks to wait, in ms. */
    readonly retryAfterMs?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ProviderError';
  }

  /** True when the user may try again later with hope. */
  get retryable(): boolean {
    return PASSING.has(this.trouble);
  }

  /** True when the server should wait and try again by itself. */
  get triedAgain(): boolean {
    return TRIED_AGAIN.has(this.trouble);
  }
}

/** The trouble an HTTP status stands for; APIs with finer words (e.g. exhausted credit) look at the body first. */
export function troubleOf(status: number): Trouble {
  if (status === 429) return 'rate_limit';
  if (status === 503 || status === 529) return 'overloaded';
  if (status === 402) return 'credit';
  if (status === 401 || status === 403) return 'auth';
  if (status === 404) return 'unknown_model';
  if (status === 408 || status === 504) return 'timeout';
  return status >= 500 ? 'server' : 'bad_request';
}
