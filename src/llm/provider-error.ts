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

/** Troubles that the server itself waits out, as long as the user has seen nothing. */
const WAITED_OUT: ReadonlySet<Trouble> = new Set<Trouble>(['rate_limit', 'overloaded']);

/** Troubles after which it asks once more: a stumble mostly costs one request, not the run. */
const STUMBLES: ReadonlySet<Trouble> = new Set<Trouble>(['network', 'server', 'stream_cut']);

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

  /** How the server itself tries again, if it does. */
  get triedAgain(): 'patiently' | 'once' | undefined {
    if (WAITED_OUT.has(this.trouble)) return 'patiently';
    return STUMBLES.has(this.trouble) ? 'once' : undefined;
  }
}

/** The trouble an HTTP status stands for; APIs with finer words (e.g. exhausted credit) look at the body first. */
export function troubleOf(status: number): Trouble {
  if (status === 429) return 'rate_limit';
  if (status === 503 || status === 529) return 'overloaded';
  if (status === 402) return 'credit';
  if (status === 401 || status === 403) return 'auth';
  if (status === 404) return 'unknown_model';
  if (status === 408) return 'timeout';
  return status >= 500 ? 'server' : 'bad_request';
}
