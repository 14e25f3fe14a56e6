import { setTimeout as sleep } from 'node:timers/promises';
import { EmbedApiError } from './embedders/http/refusal.js';

/** How a failed build is tried again; tests bring their own time. */
export interface BackOff {
  /** The first wait; each further one doubles. */
  firstMs: number;
  /** The longest wait, unless the API itself asks for a longer one. */
  maxMs: number;
  /** From 0 to 1. */
  random: () => number;
  /** Waits so many ms; rejects when the signal fires. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** From 5 s doubling to 60 s; a wait never keeps the process alive. */
export const defaultBackOff: BackOff = {
  firstMs: 5_000,
  maxMs: 60_000,
  random: Math.random,
  pause: (ms, signal) => sleep(ms, undefined, { signal, ref: false }),
};

/** An API may ask for hours (a daily quota): it is asked once more after so long at the latest. */
const MAX_ASKED_MS = 15 * 60 * 1000;

/** The wait in ms after `failures` failed tries (from 1): exponential with jitter, and never less than the API asked for. */
export function backOffMs(failures: number, error: unknown, policy: BackOff): number {
  const step = Math.min(policy.firstMs * 2 ** (failures - 1), policy.maxMs);
  const asked = error instanceof EmbedApiError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(Math.min(asked, MAX_ASKED_MS), step / 2 + (policy.random() * step) / 2);
}
