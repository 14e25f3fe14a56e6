import type { TerminationReason } from '../state.js';

/** From where on more rounds of clarification bring little. */
export const CONVERGENCE = { coverage: 0.8, dedupRatio: 0.7, gaps: 2 } as const;

/** Whether a reply ends clarification: `/end`, alone or before more text. */
export function endsClarification(reply: string): boolean {
  return /^\s*\/end\b/i.test(reply);
}

/** What is said beside `/end`. */
export function withoutCommand(reply: string): string {
  return reply.replace(/^\s*\/end\b/i, '').trim();
}

/** Whether a round covered the question, found little new, and left at most two gaps. */
export function hasConverged(round: {
  coverage: number;
  dedupRatio: number;
  gaps: readonly string[];
}): boolean {
  return (
    round.coverage >= CONVERGENCE.coverage &&
    round.dedupRatio >= CONVERGENCE.dedupRatio &&
    round.gaps.length <= CONVERGENCE.gaps
  );
}

/** Why clarification ends with this reply, if it does: the user's wish first, then the bound, then convergence. */
export function terminationOf(
  reply: string,
  round: {
    iteration: number;
    coverage: number;
    dedupRatio: number;
    gaps: readonly string[];
  },
  maxIterations: number,
): TerminationReason | undefined {
  if (endsClarification(reply)) return 'user_end';
  if (round.iteration + 1 >= maxIterations) return 'max_iterations';
  return hasConverged(round) ? 'convergence' : undefined;
}
