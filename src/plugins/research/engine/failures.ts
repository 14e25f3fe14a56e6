import { AppError } from '../../../foundation/errors.js';
import type { ResearchFailure } from '../research.model.js';

/** How often a piece of work is started, attempts that a crash ended included. */
export const MAX_ATTEMPTS = 6;
const MAX_PAUSE_S = 60;

const passing = new Set([
  'model_unavailable',
  'server_busy',
  'shutting_down',
  'index_error',
  'database_error',
]);
/** PostgreSQL: lost connections, no free ones, rollbacks by conflict, shutdowns. */
const PASSING_STATES = /^(08|53|40|57)/;
const PASSING_SYSTEM = /^(ECONN|EPIPE|ETIMEDOUT|ENOENT)/;

/** True when another attempt may go better: what failed is somebody else, and for now. */
export function isPassing(error: unknown): boolean {
  if (error instanceof AppError) return passing.has(error.code);
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && (PASSING_STATES.test(code) || PASSING_SYSTEM.test(code));
}

/** How long to wait before the next attempt, in seconds. */
export function pauseAfter(attempts: number): number {
  return Math.min(2 ** attempts, MAX_PAUSE_S);
}

/** What its user is told of an error that ends a research; the text of a fault stays in the log. */
export function failureOf(error: unknown): ResearchFailure {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  return { code: 'internal', message: 'A step of the research failed; the log has the cause.' };
}

/** The failure of work that was started too often without an end. */
export function tooManyAttempts(step: string): AppError {
  return new AppError(
    'internal',
    `The step "${step}" was started ${MAX_ATTEMPTS} times, and each time the server stopped before its end. The log may have the cause.`,
  );
}
