import { setTimeout as sleep } from 'node:timers/promises';
import { retryDelay, type RetryPolicy } from '../retry-delay.js';
import { ApiCallError, callApi, type ApiCall } from './call-api.js';

/** How a call is tried again; tests bring their own time. */
export interface Patience {
  policy: RetryPolicy;
  random: () => number;
  /** Waits so many ms; rejects when the signal fires. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Two more tries within ten seconds: somebody waits for the answer of a tool. */
export const toolPatience: Patience = {
  policy: { firstMs: 500, maxMs: 5_000, retries: 2 },
  random: Math.random,
  pause: (ms, signal) => sleep(ms, undefined, { signal, ref: false }),
};

/** Refusals that pass: too many requests, and a service that is overloaded. */
const PASSING = [429, 503];

/** Like {@link callApi}, but a refusal that may pass is tried again, not before the service asked for. */
export async function callPatiently(call: ApiCall, patience = toolPatience): Promise<unknown> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await callApi(call);
    } catch (error) {
      const wait = waitAfter(error, attempt, patience);
      if (wait === undefined) throw error;
      await patience.pause(wait, call.signal).catch(() => {
        throw error;
      });
    }
  }
}

function waitAfter(error: unknown, attempt: number, { policy, random }: Patience) {
  const passes = error instanceof ApiCallError && PASSING.includes(error.status ?? 0);
  return passes ? retryDelay(attempt, error.retryAfterMs, policy, random) : undefined;
}
