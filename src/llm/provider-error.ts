/**
 * What kinds of trouble a model API reports, and who tries again: as long as the user has seen nothing the server itself,
 * until it passes or once, as a stumble mostly costs one request and not the run; else the user; or nobody.
 */
const TROUBLES = {
  rate_limit: 'patiently',
  overloaded: 'patiently',
  network: 'once',
  server: 'once',
  stream_cut: 'once',
  timeout: 'user',
  credit: 'nobody',
  auth: 'nobody',
  bad_request: 'nobody',
  unknown_model: 'nobody',
} as const;

export type Trouble = keyof typeof TROUBLES;

/** A failed model call. The message is for the user: it holds no key and no request body. */
export class ProviderError extends Error {
  constructor(
    readonly trouble: Trouble,
    message: string,
    readonly retryAfterMs?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ProviderError';
  }

  /** True when the user may try again later with hope. */
  get retryable(): boolean {
    return TROUBLES[this.trouble] !== 'nobody';
  }

  get triedAgain(): 'patiently' | 'once' | undefined {
    const who = TROUBLES[this.trouble];
    return who === 'patiently' || who === 'once' ? who : undefined;
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
