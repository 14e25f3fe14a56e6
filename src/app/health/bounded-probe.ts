import type { PartState } from '../../agentapi/health.controller.js';
import { messageOf } from '../../foundation/errors.js';

/** A part's own question about its state; may reject. */
export type PartProbe = (signal: AbortSignal) => Promise<Omit<PartState, 'required'>>;

/** How long a part may take to answer. */
export const PROBE_LIMIT_MS = 1_000;

/**
 * Asks `probe` within a limit: one that is late or rejects makes the part `down`, and the late one's
 * signal fires. While an answer is outstanding nothing is asked again, so that a part which hangs
 * does not gather questions.
 */
export function boundedProbe(
  probe: PartProbe,
  required: boolean,
  limitMs = PROBE_LIMIT_MS,
): () => Promise<PartState> {
  let outstanding: Promise<PartState> | undefined;
  return async () => {
    const abort = new AbortController();
    outstanding ??= ask(probe, required, abort.signal).finally(() => (outstanding = undefined));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<PartState>((resolve) => {
      timer = setTimeout(() => {
        resolve({ state: 'down', required, detail: `no answer within ${limitMs / 1000} s` });
        abort.abort();
      }, limitMs);
    });
    return Promise.race([outstanding, late]).finally(() => clearTimeout(timer));
  };
}

async function ask(probe: PartProbe, required: boolean, signal: AbortSignal): Promise<PartState> {
  try {
    return { ...(await probe(signal)), required };
  } catch (error) {
    return { state: 'down', required, detail: messageOf(error) };
  }
}
