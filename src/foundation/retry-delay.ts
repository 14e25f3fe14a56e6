/** The first wait, the longest wait, and how many waits there are at most. */
export interface RetryPolicy {
  firstMs: number;
  maxMs: number;
  retries: number;
}

/** 5 s doubling to at most 60 s, four times: the whole wait stays under two and a half minutes. */
export const defaultRetryPolicy: RetryPolicy = { firstMs: 5_000, maxMs: 60_000, retries: 4 };

/**
 * How long to wait before retry number `attempt` (from 0), in ms: exponential with jitter (half to
 * whole of the step, so that clients do not come back in step), and never less than the API asked for.
 * Undefined when no retry is left, or the API asks for longer than `maxMs`.
 */
export function retryDelay(
  attempt: number,
  askedMs: number | undefined,
  policy: RetryPolicy,
  random: () => number,
): number | undefined {
  if (attempt >= policy.retries) return undefined;
  if (askedMs !== undefined && askedMs > policy.maxMs) return undefined;
  const step = Math.min(policy.firstMs * 2 ** attempt, policy.maxMs);
  return Math.max(askedMs ?? 0, step / 2 + (random() * step) / 2);
}
